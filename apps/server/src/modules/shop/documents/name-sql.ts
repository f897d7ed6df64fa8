import type { LocaleCode } from "@shotkeeper/locales/server";
import { type Sql, sql } from "../../../kernel/db/sql.ts";

/** SQL expression: name of the order line with this alias in a language. */
export const nameIn = (language: LocaleCode, line: "t" | "o"): Sql => {
  const column = language === "en" ? "goods_name_en" : language === "zh_TW" ? "goods_name_tw" : "goods_name";
  return sql.raw(`coalesce(${line}.${column}, ${line}.goods_name)`);
};
