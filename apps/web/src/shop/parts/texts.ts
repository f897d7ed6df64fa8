import type { Locale } from "@shotkeeper/locales";
import { createContext, useContext } from "react";

const Texts = createContext<Locale | undefined>(undefined);
export const TextsProvider = Texts.Provider;

/** Returns the texts for the first page and the shell. Works in the browser and when the page is prerendered. */
export function useTexts(): Locale {
  const texts = useContext(Texts);
  if (!texts) throw new Error("useTexts outside of TextsProvider");
  return texts;
}
