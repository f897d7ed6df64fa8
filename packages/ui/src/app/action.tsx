import { ClientError } from "@shotkeeper/client";
import { limits } from "@shotkeeper/contract/enumerations";
import { codes } from "@shotkeeper/contract/kernel";
import { App, Spin } from "antd";
import { create } from "zustand";
import { useLocale } from "./locale-context.tsx";
import { messageOf } from "./messages.ts";

/** True for errors that mean the session has ended. The expiry modal reports these, so nothing else has to. */
export const isExpiry = (e: unknown): boolean =>
  e instanceof ClientError && (e.code === codes.sessionEnded || e.code === codes.noToken);

/** Returns a function that shows an error as a message. It ignores aborted calls and ended sessions. */
export function useFailure(): (error: unknown) => void {
  const { message } = App.useApp();
  const locale = useLocale();
  return (error) => {
    const text = isExpiry(error) ? "" : messageOf(error, locale);
    if (text) void message.error(text);
    if (!(error instanceof ClientError)) console.error(error);
  };
}

const useBusyCount = create<{ readonly count: number }>()(() => ({ count: 0 }));
const step = (by: number) => useBusyCount.setState((s) => ({ count: s.count + by }));

/**
 * Returns a function that runs a change under the loading overlay: `act(() => client.run(…), done)`. It shows `done`
 * on success. On failure it shows the server's message and resolves to undefined. The client aborts a call after
 * 30 s (spec admin §9), so the overlay always closes.
 */
export function useAction(): <T>(work: () => Promise<T>, done?: string) => Promise<T | undefined> {
  const { message } = App.useApp();
  const fail = useFailure();
  return async (work, done) => {
    step(1);
    try {
      const result = await work();
      if (done) void message.success(done);
      return result;
    } catch (error) {
      fail(error);
      return undefined;
    } finally {
      step(-1);
    }
  };
}

/** The loading overlay. It appears after 50 ms (spec admin §9), so quick calls do not flash. */
export function BusyOverlay() {
  const busy = useBusyCount((s) => s.count > 0);
  return busy ? <Spin fullscreen delay={limits.spinnerDelayMs} size="large" /> : null;
}
