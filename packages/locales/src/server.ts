import { en } from "./en/index.ts";
import type { LocaleCode, LocaleTexts } from "./locale.ts";
import { zhCN } from "./zh-CN/index.ts";
import { zhTW } from "./zh-TW/index.ts";

export { isLocaleCode, type LocaleCode, localeCodes, menuLabel } from "./locale.ts";

/**
 * Texts that the server needs for mails, notices, /docs and PDF files. All languages are loaded at once, so that the
 * server's code can read the texts without waiting.
 */
export type ServerTexts = Pick<
  LocaleTexts,
  "enums" | "errors" | "fields" | "maintenance" | "menus" | "noticeMessages"
>;

export const serverTexts: Readonly<Record<LocaleCode, ServerTexts>> = { zh_CN: zhCN, zh_TW: zhTW, en };
