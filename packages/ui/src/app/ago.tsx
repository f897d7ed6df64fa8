import { useMemo } from "react";
import { serverNow, useNow } from "../time/index.ts";
import { type Formats, formatsOf } from "./formats.ts";
import { useLocale } from "./locale-context.tsx";

/** Returns the formats of numbers and times in the current language. */
export function useFormats(): Formats {
  const { code, shell } = useLocale();
  return useMemo(() => formatsOf(code, shell.time), [code, shell]);
}

/** Shows a relative time such as "3 minutes ago", with the exact time on hover. */
export function Ago({ at }: { readonly at: string | null | undefined }) {
  const f = useFormats();
  const present = useNow();
  if (!at) return <span className="sk-faint">{f.relative(at, present)}</span>;
  // Uses a present time that is at most 15 s old. With an older one, a reading that has just arrived would seem to lie
  // in the future.
  return (
    <time dateTime={at} title={f.dateTime(at)}>
      {f.relative(at, Math.max(present, serverNow() - 15_000))}
    </time>
  );
}
