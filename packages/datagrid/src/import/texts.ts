import type { GridLocale } from "../core/texts.ts";
import { en } from "./texts/en.ts";
import type { ImportTexts } from "./texts/types.ts";
import { zhCN } from "./texts/zh-cn.ts";
import { zhTW } from "./texts/zh-tw.ts";

export type { ImportTexts } from "./texts/types.ts";

export const importTexts: Readonly<Record<GridLocale, ImportTexts>> = { zh_CN: zhCN, zh_TW: zhTW, en };

/**
 * Words that mark the example row of a template, in all languages. The template may be in another language than the
 * page, and the import must skip its example row.
 */
export const exampleMarks: readonly string[] = Object.values(importTexts).map((t) => t.sheetWords.example);
