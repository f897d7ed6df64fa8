import type { LocaleCode } from "@shotkeeper/locales/server";
import { type Sql, sql } from "../../../kernel/db/sql.ts";

const endings = { zh_CN: "", zh_TW: "_tw", en: "_en" } as const;

/**
 * Returns SQL for the product name or unit in a language. Falls back to simplified Chinese. `line`: alias of the order
 * line.
 */
const textIn = (column: "goods_name" | "goods_unit", language: LocaleCode, line: "t" | "o"): string =>
  `coalesce(${line}.${column}${endings[language]}, ${line}.${column}, '')`;

/** SQL expression: product name on the order line with the alias `line`, in a language. */
export const nameIn = (language: LocaleCode, line: "t" | "o"): Sql =>
  sql.raw(textIn("goods_name", language, line));

/** SQL expression: unit on the order line with the alias `line`, in a language. */
export const unitIn = (language: LocaleCode, line: "t" | "o"): Sql =>
  sql.raw(textIn("goods_unit", language, line));
