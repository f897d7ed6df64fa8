import type { Client } from "@shotkeeper/client";
import { useCallback, useEffect, useState } from "react";

export interface Captcha {
  /** Id of the verification code. Undefined while the code is being fetched, or if fetching failed. */
  readonly id: string | undefined;
  /**
   * Picture of the verification code as a data URL. Pages show the picture in an <img>, because an SVG in an <img>
   * cannot run scripts.
   */
  readonly image: string | undefined;
  readonly failed: boolean;
  readonly renew: () => void;
}

type State = Omit<Captcha, "renew">;
const none: State = { id: undefined, image: undefined, failed: false };

/**
 * Fetches a verification code. The server accepts each code only once, so callers must call `renew` after a failed
 * log-in.
 */
export function useCaptcha(client: Client): Captcha {
  const [state, setState] = useState(none);
  const fetchCode = useCallback(
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
    void fetchCode().then((s) => current && setState(s));
    return () => {
      current = false;
    };
  }, [fetchCode]);
  const renew = useCallback(() => {
    setState(none);
    void fetchCode().then(setState);
  }, [fetchCode]);
  return { ...state, renew };
}
