import { type MenuName, menuName } from "@shotkeeper/contract/menus";
import type { ErrorTexts, Texts } from "./types.ts";
import type { zhCN } from "./zh-CN/index.ts";

/** The value stored under i18n-lang (spec admin §1). */
export type LocaleCode = "zh_CN" | "zh_TW" | "en";
export const localeCodes: readonly LocaleCode[] = ["zh_CN", "zh_TW", "en"];

export type LocaleTexts = Texts<typeof zhCN>;
export type Locale = LocaleTexts & { readonly code: LocaleCode };
/** The texts that the log-in page needs. */
export interface LoginTexts {
  readonly code: LocaleCode;
  readonly login: LocaleTexts["login"];
  readonly errors: ErrorTexts;
}

/** Each language's name in that language, for the language menu. */
export const languageNames: Readonly<Record<LocaleCode, string>> = {
  zh_CN: "简体中文",
  zh_TW: "繁體中文",
  en: "English",
};

/** BCP 47 tag for the document's lang and for Intl. */
export const languageTags: Readonly<Record<LocaleCode, string>> = {
  zh_CN: "zh-Hans-CN",
  zh_TW: "zh-Hant-TW",
  en: "en",
};

export function isLocaleCode(value: unknown): value is LocaleCode {
  return localeCodes.some((c) => c === value);
}

/** Returns a menu's label by its id on the wire; an unknown id is its own label. */
export function menuLabel(menus: LocaleTexts["menus"], id: string): string {
  const labels: Partial<Readonly<Record<MenuName, string>>> = menus;
  const name = menuName(id);
  return (name && labels[name]) ?? id;
}
