import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";

/**
 * Calls `add` when the address of the page contains `add`, and removes it from the address. The command palette uses
 * such addresses to open a list's form for a new row.
 */
export function useAddAddress(add: () => void): void {
  const [params, setParams] = useSearchParams();
  const asked = params.has("add");
  const onAsk = useEffectEvent(() => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete("add");
        return next;
      },
      { replace: true },
    );
    add();
  });
  useEffect(() => {
    if (asked) onAsk();
  }, [asked]);
}
