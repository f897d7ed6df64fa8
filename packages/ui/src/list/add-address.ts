import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";

/**
 * Calls `add` when the address of the page has the parameter `add`, and removes the parameter from the address. Links
 * and the command palette use such addresses to open a list's form for a new row. In `?add=M1`, `about` is the key of
 * another row that the new row is about, such as a mold. Without a key, `about` is empty.
 */
export function useAddAddress(add: (about: string) => void): void {
  const [params, setParams] = useSearchParams();
  const asked = params.has("add");
  const about = params.get("add") ?? "";
  const onAsk = useEffectEvent(() => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete("add");
        return next;
      },
      { replace: true },
    );
    add(about);
  });
  useEffect(() => {
    if (asked) onAsk();
  }, [asked]);
}
