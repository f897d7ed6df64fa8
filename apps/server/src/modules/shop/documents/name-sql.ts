import type { LocaleCode } from "@shotkeeper/locales/server";
import { type Sql, sql } from "../../../kernel/db/sql.ts";

const endings = { zh_CN: "", zh_TW: "_tw", en: "_en" } as const;

/** Returns a text of the order line with the alias `line` in a language, or else in simplified Chinese. */
const textIn = (column: "goods_name" | "goods_unit", language: LocaleCode, line: "t" | "o"): string =>
  `coalesce(${line}.${column}${endings[language]}, ${line}.${column}, '')`;

/** SQL expression: name of the order line with this alias in a language. */
export const nameIn = (language: LocaleCode, line: "t" | "o"): Sql =>
  sql.raw(textIn("goods_name", language, line));

/** SQL expression: unit of the order line with this alias in a language. */
export const unitIn = (language: LocaleCode, line: "t" | "o"): Sql =>
  sql.raw(textIn("goods_unit", language, line));
