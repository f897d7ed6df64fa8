import type { Entity } from "@shotkeeper/contract/kernel";
import type { Locale } from "@shotkeeper/locales";
import type { ComponentType } from "react";
import { matchPath } from "react-router";

type Params = Readonly<Record<string, string | undefined>>;

/** A screen of the application. The browser downloads the screen's code when the user first opens the screen. */
export interface Screen {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /**
   * Id of the menu entry whose right Q is needed to open the screen. Default: the menu entry with the same path. ""
   * means that every signed-in user may open the screen.
   */
  readonly menu?: string;
  /** Returns the title of the screen's tab. Default: the label of its menu entry. */
  readonly title?: (params: Params, locale: Locale) => string;
  /** True if the screen may be open in several tabs, which differ in their query string. */
  readonly multiple?: boolean;
  /**
   * Entity whose rows can be added on the screen. The command palette then offers "Add" to users who may add such rows.
   * The screen must call `useAddAddress`, as `ListScreen` does.
   */
  readonly adds?: Entity;
  readonly footerHidden?: boolean;
}
/** The screens of the application by the pattern of their path, for example "/basic/mold/:moldNo". */
export type ScreenMap = Readonly<Record<string, Screen>>;

export interface FoundScreen {
  readonly pattern: string;
  readonly screen: Screen;
  readonly params: Params;
}

/** Finds the screen of a path. An exact path takes precedence over a pattern with parameters. */
export function findScreen(screens: ScreenMap, pathname: string): FoundScreen | undefined {
  const exact = screens[pathname];
  if (exact) return { pattern: pathname, screen: exact, params: {} };
  for (const [pattern, screen] of Object.entries(screens)) {
    const match = pattern.includes(":") ? matchPath(pattern, pathname) : null;
    if (match) return { pattern, screen, params: match.params };
  }
  return undefined;
}
