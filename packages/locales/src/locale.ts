import { type MenuName, menuName } from "@shotkeeper/contract/menus";
import type { ErrorTexts, Texts } from "./types.ts";
import type { zhCN } from "./zh-CN/index.ts";

/** Code of a language, as the browser stores it under the key i18n-lang (spec admin §1). */
export type LocaleCode = "zh_CN" | "zh_TW" | "en";
export const localeCodes: readonly LocaleCode[] = ["zh_CN", "zh_TW", "en"];

export type LocaleTexts = Texts<typeof zhCN>;
export type Locale = LocaleTexts & { readonly code: LocaleCode };
/** The texts that the log-in page needs before all others are loaded. */
export interface LoginTexts {
  readonly code: LocaleCode;
  readonly login: LocaleTexts["login"];
  readonly errors: ErrorTexts;
}

/** Name of each language in that language itself, for the language menu. */
export const languageNames: Readonly<Record<LocaleCode, string>> = {
  zh_CN: "简体中文",
  zh_TW: "繁體中文",
  en: "English",
};

/** BCP 47 tags of the languages, for the `lang` attribute of the document and for Intl. */
export const languageTags: Readonly<Record<LocaleCode, string>> = {
  zh_CN: "zh-Hans-CN",
  zh_TW: "zh-Hant-TW",
  en: "en",
};

export function isLocaleCode(value: unknown): value is LocaleCode {
  return localeCodes.some((c) => c === value);
}

/** Returns the label of a menu entry by its MENU_ID. Returns an unknown id unchanged. */
export function menuLabel(menus: LocaleTexts["menus"], id: string): string {
  const labels: Partial<Readonly<Record<MenuName, string>>> = menus;
  const name = menuName(id);
  return (name && labels[name]) ?? id;
}
