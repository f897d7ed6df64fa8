import type { Locale } from "@shotkeeper/locales";
import type { ComponentType } from "react";
import { matchPath } from "react-router";

type Params = Readonly<Record<string, string | undefined>>;

/** One entry of the application's screen map: path pattern → screen, loaded when it is opened. */
export interface Screen {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** MENU_ID whose Q opens it; needed only where the path is not that of a menu row. "" = whoever is logged in. */
  readonly menu?: string;
  /** Title of its tab; by default the menu's label. */
  readonly title?: (params: Params, locale: Locale) => string;
  /** May be open several times at once: the query tells the tabs apart. */
  readonly multiple?: boolean;
  readonly footerHidden?: boolean;
}
export type ScreenMap = Readonly<Record<string, Screen>>;

export interface FoundScreen {
  readonly pattern: string;
  readonly screen: Screen;
  readonly params: Params;
}

/** The screen of a path; an exact pattern goes before one with parameters. */
export function findScreen(screens: ScreenMap, pathname: string): FoundScreen | undefined {
  const exact = screens[pathname];
  if (exact) return { pattern: pathname, screen: exact, params: {} };
  for (const [pattern, screen] of Object.entries(screens)) {
    const match = pattern.includes(":") ? matchPath(pattern, pathname) : null;
    if (match) return { pattern, screen, params: match.params };
  }
  return undefined;
}
