import { limits } from "@shotkeeper/contract/enumerations";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { applyPalette, type Mode } from "./palette.ts";
import { shadesOf, type ThemeColour, themeColourOf } from "./theme-colour.ts";
import "./base.css";

/** Settings of the theme drawer (spec admin §2), stored in the browser. */
export interface ThemeSettings {
  readonly sidebar: "dark" | "light";
  readonly header: "light" | "dark" | "primary";
  readonly layout: "side" | "top" | "mixed";
  readonly colour: ThemeColour;
  readonly dark: boolean;
  readonly weak: boolean;
  readonly fixedHeader: boolean;
  readonly fixedSidebar: boolean;
  readonly fixedBody: boolean;
  readonly footer: boolean;
  readonly tabBar: boolean;
  readonly tabStyle: "default" | "dot" | "card";
  /** True if the sidebar is collapsed to icons. A button in the header changes this setting. */
  readonly collapsed: boolean;
}

export const defaultTheme: ThemeSettings = {
  sidebar: "dark",
  header: "light",
  layout: "side",
  colour: "default",
  dark: false,
  weak: false,
  fixedHeader: true,
  fixedSidebar: true,
  fixedBody: true,
  footer: false,
  tabBar: true,
  tabStyle: "default",
  collapsed: false,
};

interface ThemeStore extends ThemeSettings {
  readonly change: (part: Partial<ThemeSettings>) => void;
  readonly reset: () => void;
}

export const useTheme = create<ThemeStore>()(
  persist(
    (set) => ({
      ...defaultTheme,
      change: (part) => set(part),
      reset: () => set(defaultTheme),
    }),
    {
      name: limits.storageKeys.theme,
      version: 1,
      migrate: (stored) => {
        const settings = (stored ?? {}) as Partial<ThemeSettings>;
        return { ...defaultTheme, ...settings, colour: themeColourOf(settings.colour) };
      },
      partialize: ({ change: _change, reset: _reset, ...settings }) => settings,
    },
  ),
);

export const useMode = (): Mode => useTheme((t) => (t.dark ? "dark" : "light"));

/**
 * Applies the settings to the document, now and after each change. Must be called before the first paint. Otherwise the
 * default theme would flash.
 */
export function startTheme(): void {
  const apply = (t: ThemeSettings) => {
    applyPalette(t.dark ? "dark" : "light", shadesOf(t.colour));
    document.documentElement.classList.toggle("sk-weak", t.weak);
  };
  apply(useTheme.getState());
  useTheme.subscribe(apply);
}
