import type { CaptchaAnswer, Client } from "@shotkeeper/client";
import { useCallback, useEffect, useState } from "react";

export interface Captcha {
  /** False while the verification code is being fetched, or if fetching failed. */
  readonly isReady: boolean;
  /** Picture of the verification code as a data URL. */
  readonly image: string | undefined;
  readonly failed: boolean;
  readonly renew: () => void;
  /**
   * Returns the answer to the verification code: the typed characters and the proof of work. Resolves when the proof is
   * found.
   */
  readonly answer: (text: string) => Promise<CaptchaAnswer>;
}

interface Fetched {
  readonly id: string;
  readonly image: string;
  /** Proof of work. Its search begins when the code has arrived, while the user types. */
  readonly proof: Promise<string>;
  readonly cancel: () => void;
}

/** Searches for the proof of work in a worker. */
function search(id: string, difficulty: number): Pick<Fetched, "proof" | "cancel"> {
  if (difficulty === 0) return { proof: Promise.resolve(""), cancel: () => {} };
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  const proof = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = () => reject(new Error("the proof of work was not found"));
  });
  // Prevents the error "unhandled rejection": a failure is reported to the caller of `answer`, and until then nobody
  // waits for it.
  proof.catch(() => {});
  worker.postMessage({ id, difficulty });
  return { proof, cancel: () => worker.terminate() };
}

/**
 * Fetches a verification code. The server accepts each code only once, so callers must call `renew` after a failed
 * log-in.
 */
export function useCaptcha(client: Client): Captcha {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ readonly round: number; readonly fetched?: Fetched }>();
  useEffect(() => {
    let current = true;
    let fetched: Fetched | undefined;
    client.captcha().then(
      ({ id, image, difficulty }) => {
        if (!current) return;
        fetched = { id, image, ...search(id, difficulty) };
        setState({ round, fetched });
      },
      () => current && setState({ round }),
    );
    return () => {
      current = false;
      fetched?.cancel();
    };
  }, [client, round]);
  const renew = useCallback(() => setRound((n) => n + 1), []);
  // Ignores a verification code that was fetched before the last call of `renew`, because it is no longer valid.
  const present = state?.round === round ? state : undefined;
  const fetched = present?.fetched;
  const answer = useCallback(
    async (text: string): Promise<CaptchaAnswer> => ({
      id: fetched?.id ?? "",
      text,
      proof: (await fetched?.proof) ?? "",
    }),
    [fetched],
  );
  return {
    isReady: fetched !== undefined,
    image: fetched?.image,
    failed: present !== undefined && fetched === undefined,
    renew,
    answer,
  };
}
