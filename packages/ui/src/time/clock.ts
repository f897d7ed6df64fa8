import { useSyncExternalStore } from "react";

/** Milliseconds by which the server's clock is ahead of this device's clock. */
let ahead = 0;
/** True: the server has answered, so the difference of the clocks (`ahead`) is measured. */
let isMeasured = false;

/**
 * Compares the clocks of server and device. `date` is the Date header of an answer (full seconds). `sentAt` and
 * `receivedAt` are times of this device. All three are epoch ms. The stored difference of the clocks changes only if
 * this answer proves that the difference is wrong.
 */
export function compareClocks(date: number, sentAt: number, receivedAt: number): void {
  isMeasured = true;
  ahead = Math.min(Math.max(ahead, date - receivedAt), date + 1000 - sentAt);
}

/**
 * Returns the server's present time in epoch ms. Pages use this time instead of Date.now(), because the clock of a
 * device may be minutes wrong.
 */
export const serverNow = (): number => Date.now() + ahead;

/**
 * Returns the milliseconds by which the server's clock is ahead of this device's clock. Returns undefined before the
 * server's first answer.
 */
export const clockAhead = (): number | undefined => (isMeasured ? ahead : undefined);

const everyMs = 15_000;
// Serves all relative times of the page ("3 minutes ago") by one timer. With one timer for each cell, a list would run
// hundreds of timers.
let shown = serverNow();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    shown = serverNow();
    for (const l of listeners) l();
  }, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== undefined) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/**
 * Returns the time that all relative times share. The timer stops while no relative time is shown, so the shared time
 * may be old. This function then reads the clock again.
 */
function present(): number {
  const now = serverNow();
  if (Math.abs(now - shown) > everyMs) shown = now;
  return shown;
}

/** Returns the server's time in epoch ms, updated every 15 s. */
export const useNow = (): number => useSyncExternalStore(subscribe, present, present);
