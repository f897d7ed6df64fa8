import { limits } from "@shotkeeper/contract/enumerations";
import { isLocaleCode, type LocaleCode, languageTags } from "@shotkeeper/locales";
import { create } from "zustand";

const key = limits.storageKeys.locale;

/**
 * Reads the stored language. zustand's `persist` is not used, because it would store JSON. The specification requires
 * the bare code, such as zh_CN (spec admin §1).
 */
function stored(): LocaleCode {
  const value = localStorage.getItem(key);
  return isLocaleCode(value) ? value : limits.defaultLocale;
}

interface LocaleStore {
  readonly code: LocaleCode;
  readonly choose: (code: LocaleCode) => void;
}

export const useLocaleCode = create<LocaleStore>()((set) => ({
  code: stored(),
  choose: (code) => {
    localStorage.setItem(key, code);
    set({ code });
  },
}));

/**
 * Sets the `lang` attribute of the document to the chosen language, now and after each change. Browsers choose the
 * shapes of Chinese characters by `lang`.
 */
export function startLocale(): void {
  const apply = (code: LocaleCode) => {
    document.documentElement.lang = languageTags[code];
  };
  apply(useLocaleCode.getState().code);
  useLocaleCode.subscribe((s) => apply(s.code));
}
