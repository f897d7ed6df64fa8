import { useMemo, useSyncExternalStore } from "react";
import { type Formats, formatsOf } from "./formats.ts";
import { useLocale } from "./locale-context.tsx";

/** Number and time formats in the language of the user. */
export function useFormats(): Formats {
  const { code, frame } = useLocale();
  return useMemo(() => formatsOf(code, frame.time), [code, frame]);
}

// One clock for all relative times of the page: a timer a cell would be hundreds.
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const l of listeners) l();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== undefined) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The present, in steps of 15 s. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** "3 minutes ago", the instant itself on hover. */
export function Ago({ at }: { readonly at: string | null | undefined }) {
  const f = useFormats();
  const present = useNow();
  if (!at) return <span className="sk-faint">{f.relative(at, present)}</span>;
  // A reading that is newer than the last tick of the clock is not in the future.
  return (
    <time dateTime={at} title={f.dateTime(at)}>
      {f.relative(at, Math.max(present, Date.now() - 15_000))}
    </time>
  );
}
