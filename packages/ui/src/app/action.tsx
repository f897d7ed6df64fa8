import { ClientError } from "@shotkeeper/client";
import { limits } from "@shotkeeper/contract/enumerations";
import { App, Spin } from "antd";
import { create } from "zustand";
import { useLocale } from "./locale-context.tsx";
import { messageOf } from "./messages.ts";

/** The session is gone: the expiry modal tells, a message beside it would be noise. */
export const isExpiry = (e: unknown): boolean =>
  e instanceof ClientError && (e.code === "S0010" || e.code === "S0009");

/** Shows a failure as a message; silent for what the user aborted or the expiry modal tells already. */
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
 * Runs something that changes data under the loading overlay: `run(() => client.run(…), done)` shows `done`
 * on success, the server's message on failure, and answers undefined then. The client gives up after 30 s
 * (spec admin §9), so the overlay always closes.
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

/** Spec admin §9: the spinner comes after 50 ms, so quick calls do not flash. */
export function BusyOverlay() {
  const busy = useBusyCount((s) => s.count > 0);
  return busy ? <Spin fullscreen delay={limits.spinnerDelayMs} size="large" /> : null;
}
