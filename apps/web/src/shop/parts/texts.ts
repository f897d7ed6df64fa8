import type { Locale } from "@shotkeeper/locales";
import { createContext, useContext } from "react";

const Texts = createContext<Locale | undefined>(undefined);
export const TextsProvider = Texts.Provider;

/** The words of the first page and its frame, wherever they are drawn: in the browser or by the server. */
export function useTexts(): Locale {
  const texts = useContext(Texts);
  if (!texts) throw new Error("useTexts outside of TextsProvider");
  return texts;
}
