import { en } from "./texts/en.ts";
import type { GridLocale, GridTexts } from "./texts/types.ts";
import { zhCN } from "./texts/zh-cn.ts";
import { zhTW } from "./texts/zh-tw.ts";

export type { GridLocale, GridTexts };
// Each language has a file of its own, so that a page in one language does not load the others.
export { en, zhCN, zhTW };

export const gridTexts: Readonly<Record<GridLocale, GridTexts>> = { zh_CN: zhCN, zh_TW: zhTW, en };
