import { ClientError } from "@shotkeeper/client";
import { limits } from "@shotkeeper/contract/enumerations";
import { codes } from "@shotkeeper/contract/kernel";
import { App, Spin } from "antd";
import { create } from "zustand";
import { useLocale } from "./locale-context.tsx";
import { messageOf } from "./messages.ts";

/**
 * Returns true for errors that mean that the session has ended. The dialog for ended sessions reports these errors, so
 * callers do not report them.
 */
export const isExpiry = (e: unknown): boolean =>
  e instanceof ClientError && (e.code === codes.sessionEnded || e.code === codes.noToken);

/** Returns true for the error of a write that could not be sent now: it is stored on this device and is sent later. */
export const isQueued = (e: unknown): boolean => e instanceof ClientError && e.local === "queued";

/**
 * Returns a function that shows an error to the user as a message. The function shows nothing for aborted calls and
 * ended sessions.
 */
export function useFailure(): (error: unknown) => void {
  const { message } = App.useApp();
  const locale = useLocale();
  return (error) => {
    const text = isExpiry(error) ? "" : messageOf(error, locale);
    if (text) void message[isQueued(error) ? "info" : "error"](text);
    if (!(error instanceof ClientError)) console.error(error);
  };
}

const useBusyCount = create<{ readonly count: number }>()(() => ({ count: 0 }));
const step = (by: number) => useBusyCount.setState((s) => ({ count: s.count + by }));

/**
 * Returns a function that runs a change under the loading overlay: `act(() => client.run(…), done)`. After a success,
 * the function shows the text `done`. After a failure, it shows the server's message and resolves to undefined. The
 * overlay always closes, because the client aborts a call after 30 s (spec admin §9).
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

/**
 * The loading overlay of `useAction`. The overlay appears only after 50 ms (spec admin §9), so that it does not flash
 * during quick calls.
 */
export function BusyOverlay() {
  const busy = useBusyCount((s) => s.count > 0);
  return busy ? <Spin fullscreen delay={limits.spinnerDelayMs} size="large" /> : null;
}
