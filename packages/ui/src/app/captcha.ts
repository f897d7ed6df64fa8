import type { Client } from "@shotkeeper/client";
import { useCallback, useEffect, useState } from "react";

export interface Captcha {
  /** undefined while it is fetched or when it failed. */
  readonly id: string | undefined;
  /** For an <img>: as an image the SVG can run no script. */
  readonly image: string | undefined;
  readonly failed: boolean;
  readonly renew: () => void;
}

type State = Omit<Captcha, "renew">;
const none: State = { id: undefined, image: undefined, failed: false };

/** A verification code; each is good for one try, so a failed log-in renews it. */
export function useCaptcha(client: Client): Captcha {
  const [state, setState] = useState(none);
  const fetchOne = useCallback(
    () =>
      client.captcha().then(
        ({ id, svg }): State => ({
          id,
          image: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
          failed: false,
        }),
        (): State => ({ ...none, failed: true }),
      ),
    [client],
  );
  useEffect(() => {
    let current = true;
    void fetchOne().then((s) => current && setState(s));
    return () => {
      current = false;
    };
  }, [fetchOne]);
  const renew = useCallback(() => {
    setState(none);
    void fetchOne().then(setState);
  }, [fetchOne]);
  return { ...state, renew };
}
