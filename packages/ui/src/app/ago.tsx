import { useMemo, useSyncExternalStore } from "react";
import { type Formats, formatsOf } from "./formats.ts";
import { useLocale } from "./locale-context.tsx";

/** Returns the formats of numbers and times in the current language. */
export function useFormats(): Formats {
  const { code, shell } = useLocale();
  return useMemo(() => formatsOf(code, shell.time), [code, shell]);
}

// One timer serves all relative times of the page. With a timer per cell, a list would run hundreds of timers.
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

/** Returns the current time in epoch ms, updated every 15 s. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** Shows a relative time such as "3 minutes ago", with the exact time on hover. */
export function Ago({ at }: { readonly at: string | null | undefined }) {
  const f = useFormats();
  const present = useNow();
  if (!at) return <span className="sk-faint">{f.relative(at, present)}</span>;
  // The shared clock may be up to 15 s behind. Without Math.max a fresh reading would lie in the future.
  return (
    <time dateTime={at} title={f.dateTime(at)}>
      {f.relative(at, Math.max(present, Date.now() - 15_000))}
    </time>
  );
}
