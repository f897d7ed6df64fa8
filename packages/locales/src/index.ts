import type { Locale, LocaleCode, LocaleTexts, LoginTexts } from "./locale.ts";

export * from "./locale.ts";
export type { EnumLabels, ErrorTexts, FieldLabels, FieldName, Texts } from "./types.ts";

const loaders: Readonly<Record<LocaleCode, () => Promise<LocaleTexts>>> = {
  zh_CN: () => import("./zh-CN/index.ts").then((m) => m.zhCN),
  zh_TW: () => import("./zh-TW/index.ts").then((m) => m.zhTW),
  en: () => import("./en/index.ts").then((m) => m.en),
};

/** Loads all texts of a language. Each language is a separate chunk, so that a page loads only one language. */
export async function loadLocale(code: LocaleCode): Promise<Locale> {
  return { ...(await loaders[code]()), code };
}

const loginLoaders: Readonly<Record<LocaleCode, () => Promise<Omit<LoginTexts, "code">>>> = {
  zh_CN: () => import("./zh-CN/entry.ts"),
  zh_TW: () => import("./zh-TW/entry.ts"),
  en: () => import("./en/entry.ts"),
};

/**
 * Loads the texts of the log-in page. These texts are a separate chunk, so that the log-in page need not load all
 * labels.
 */
export async function loadLoginTexts(code: LocaleCode): Promise<LoginTexts> {
  const { login, errors } = await loginLoaders[code]();
  return { code, login, errors };
}
