import { useMemo } from "react";
import { useFormats, useLocale } from "../app/index.ts";
import type { TypeContext } from "./column-types.tsx";

/** Words and formats for the table of column types. */
export function useTypeContext(): TypeContext {
  const locale = useLocale();
  const formats = useFormats();
  return useMemo(() => ({ locale, formats }), [locale, formats]);
}
