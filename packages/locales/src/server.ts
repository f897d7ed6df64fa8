import { en } from "./en/index.ts";
import type { LocaleCode, LocaleTexts } from "./locale.ts";
import { zhCN } from "./zh-CN/index.ts";
import { zhTW } from "./zh-TW/index.ts";

export { isLocaleCode, type LocaleCode, localeCodes, menuLabel } from "./locale.ts";

/** Texts of the server: mails, notices, /docs, PDF. All locales are loaded at once, synchronously. */
export type ServerTexts = Pick<
  LocaleTexts,
  "enums" | "errors" | "fields" | "maintenance" | "menus" | "noticeMessages"
>;

export const serverTexts: Readonly<Record<LocaleCode, ServerTexts>> = { zh_CN: zhCN, zh_TW: zhTW, en };
