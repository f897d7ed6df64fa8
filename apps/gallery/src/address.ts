import { isLocaleCode, type LocaleCode } from "@shotkeeper/locales";
import { useSyncExternalStore } from "react";

/**
 * State of the gallery: the shown story, and its language, colour mode and width. The URL's hash stores this state, so
 * that every view has a link.
 */
export interface Shown {
  readonly story: string;
  readonly locale: LocaleCode;
  readonly dark: boolean;
  /** Width of the story in px; 0 fills the window. */
  readonly width: number;
  /** True if only the story is shown, without the gallery's list and toolbar. */
  readonly bare: boolean;
}

/** Parses the URL's hash, for example `#list/EmptyList?locale=en&look=dark`. */
function readAddress(hash: string): Shown {
  const [story = "", search] = hash.slice(1).split("?");
  const query = new URLSearchParams(search);
  const locale = query.get("locale");
  return {
    story,
    locale: isLocaleCode(locale) ? locale : "en",
    dark: query.get("look") === "dark",
    width: Number(query.get("width")) || 0,
    bare: query.has("bare"),
  };
}

export function toAddress(s: Shown): string {
  const query = new URLSearchParams({ locale: s.locale, look: s.dark ? "dark" : "light" });
  if (s.width > 0) query.set("width", String(s.width));
  if (s.bare) query.set("bare", "1");
  return `#${s.story}?${query}`;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

export const useAddress = (): Shown => readAddress(useSyncExternalStore(subscribe, () => location.hash));
