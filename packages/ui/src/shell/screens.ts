import type { Locale } from "@shotkeeper/locales";
import type { ComponentType } from "react";
import { matchPath } from "react-router";

type Params = Readonly<Record<string, string | undefined>>;

/** A screen of the application. Its code is loaded when it is first opened. */
export interface Screen {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Menu id whose right Q opens the screen. Default: the menu row with the same path. "" means any logged-in user. */
  readonly menu?: string;
  /** Title of the tab. Default: the menu's label. */
  readonly title?: (params: Params, locale: Locale) => string;
  /** The screen may be open in several tabs, which differ by their query. */
  readonly multiple?: boolean;
  readonly footerHidden?: boolean;
}
/** Screens by path pattern. */
export type ScreenMap = Readonly<Record<string, Screen>>;

export interface FoundScreen {
  readonly pattern: string;
  readonly screen: Screen;
  readonly params: Params;
}

/** Finds the screen of a path. An exact path wins over a pattern with parameters. */
export function findScreen(screens: ScreenMap, pathname: string): FoundScreen | undefined {
  const exact = screens[pathname];
  if (exact) return { pattern: pathname, screen: exact, params: {} };
  for (const [pattern, screen] of Object.entries(screens)) {
    const match = pattern.includes(":") ? matchPath(pattern, pathname) : null;
    if (match) return { pattern, screen, params: match.params };
  }
  return undefined;
}
