import { useMemo } from "react";
import { useFormats, useLocale } from "../app/index.ts";
import type { TypeContext } from "./column-types.tsx";

/** Returns the texts and formats of the current language, which the functions of `columnTypes` need to show values. */
export function useTypeContext(): TypeContext {
  const locale = useLocale();
  const formats = useFormats();
  return useMemo(() => ({ locale, formats }), [locale, formats]);
}
