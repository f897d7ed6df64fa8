import { type Locale, menuLabel } from "@shotkeeper/locales";
import type { MenuRow, Session } from "../app/index.ts";
import { type FoundScreen, findScreen, type ScreenMap } from "./screens.ts";

export interface MenuNode {
  readonly id: string;
  readonly path: string;
  readonly icon: string;
}
export interface MenuSection extends Omit<MenuNode, "path"> {
  readonly children: readonly MenuNode[];
}

/**
 * Converts the server's menu entries to sections with their screens. Leaves out screens that the application does not
 * have, and sections without screens. A screen that belongs to no section becomes a section with only this screen.
 */
export function menuTree(rows: readonly MenuRow[], screens: ScreenMap): MenuSection[] {
  const shown = rows.filter((r) => r.path && findScreen(screens, r.path));
  const node = (r: MenuRow): MenuNode => ({ id: r.menuId, path: r.path, icon: r.icon });
  return rows
    .filter((r) => !r.parentId)
    .map((r) => ({
      id: r.menuId,
      icon: r.icon,
      children: r.path
        ? shown.filter((s) => s === r).map(node)
        : shown.filter((s) => s.parentId === r.menuId).map(node),
    }))
    .filter((s) => s.children.length > 0);
}

/**
 * Returns the path of the menu entry to highlight for a page. A page without an entry highlights the entry of its
 * parent: the page of a mold, for example, highlights the list of molds. A page that lies below no entry highlights
 * the entry `menu`, whose rights apply to it.
 */
export function menuPath(
  pathname: string,
  tree: readonly MenuSection[],
  menu: string | undefined,
): string | undefined {
  const entries = tree.flatMap((s) => s.children);
  const [nearest] = entries
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length);
  return (nearest ?? entries.find((e) => e.id === menu))?.path;
}

/** Returns the id of the menu entry whose rights apply to a screen. Default: the entry with the same path. */
function menuOf(found: FoundScreen, rows: readonly MenuRow[]): string | undefined {
  return found.screen.menu ?? rows.find((r) => r.path === found.pattern)?.menuId;
}

export function mayOpen(found: FoundScreen, session: Pick<Session, "menus" | "can">): boolean {
  const menu = menuOf(found, session.menus);
  if (menu === undefined) return false;
  return menu === "" || session.menus.some((r) => r.menuId === menu) || session.can(menu, "Q");
}

export function screenTitle(found: FoundScreen, rows: readonly MenuRow[], locale: Locale): string {
  const { title } = found.screen;
  return title ? title(found.params, locale) : menuLabel(locale.menus, menuOf(found, rows) ?? "");
}
