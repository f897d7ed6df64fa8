import { limits } from "@shotkeeper/contract/enumerations";
import { isLocaleCode, type LocaleCode, languageTags } from "@shotkeeper/locales";
import { create } from "zustand";

const key = limits.storageKeys.locale;

/** The bare code is what the key holds (spec admin §1), so no JSON wrapper of a persisted store. */
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

/** Keeps the document's language, and with it the choice of Chinese glyphs, in step. */
export function startLocale(): void {
  const apply = (code: LocaleCode) => {
    document.documentElement.lang = languageTags[code];
  };
  apply(useLocaleCode.getState().code);
  useLocaleCode.subscribe((s) => apply(s.code));
}
