import type { Row } from "@shotkeeper/contract/kernel";
import type { KnownParameter, parameter } from "@shotkeeper/contract/system";
import { useFormats, useLocale } from "@shotkeeper/ui/app";

export type Stored = Row<typeof parameter>;

/** Returns a function that formats a parameter's value with its unit. */
export function useValueText(): (p: KnownParameter, value: number) => string {
  const { shell } = useLocale();
  const f = useFormats();
  return (p, value) => {
    const text = f.decimal(value, Number.isInteger(value) ? 0 : (p.decimals ?? 0));
    return p.unit ? `${text} ${shell.units[p.unit]}` : text;
  };
}
