import { limits } from "@shotkeeper/contract/enumerations";
import { isLocaleCode, type LocaleCode, languageTags } from "@shotkeeper/locales";
import { create } from "zustand";

const key = limits.storageKeys.locale;

/** The key holds the bare code (spec admin §1), so zustand's `persist`, which writes JSON, cannot be used. */
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

/** Keeps the document's `lang` in step with the chosen language. Browsers pick Chinese glyphs by it. */
export function startLocale(): void {
  const apply = (code: LocaleCode) => {
    document.documentElement.lang = languageTags[code];
  };
  apply(useLocaleCode.getState().code);
  useLocaleCode.subscribe((s) => apply(s.code));
}
