import type { Locale } from "@shotkeeper/locales";
import { createContext, useContext } from "react";

const Texts = createContext<Locale | undefined>(undefined);
export const TextsProvider = Texts.Provider;

/** Texts of the first page and the shell, in the browser and in the prerendered page. */
export function useTexts(): Locale {
  const texts = useContext(Texts);
  if (!texts) throw new Error("useTexts outside of TextsProvider");
  return texts;
}
