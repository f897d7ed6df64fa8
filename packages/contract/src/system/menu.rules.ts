import { menus, menuTree } from "../menus.ts";

/** A tenant's changes of one menu entry. A field that is null keeps its default. */
export interface MenuChange {
  readonly menuId: string;
  readonly section?: string | null;
  readonly sortNumber?: number | null;
  readonly icon?: string | null;
  readonly nameZhCn?: string | null;
  readonly nameZhTw?: string | null;
  readonly nameEn?: string | null;
  readonly enabled: boolean;
  readonly orgId?: string | null;
}

/** A menu entry with the tenant's changes applied. `section` and `path` are empty if the entry is a section. */
export interface MenuItem {
  readonly menuId: string;
  readonly section: string;
  readonly path: string;
  readonly sortNumber: number;
  readonly icon: string;
  readonly nameZhCn: string | null;
  readonly nameZhTw: string | null;
  readonly nameEn: string | null;
  readonly enabled: boolean;
  /**
   * Organization for which the entry is reserved: only its users, and users who see the whole tenant, may open the
   * entry. Null: every user with the right may open it.
   */
  readonly orgId: string | null;
}

/**
 * The screen that edits the menu. This screen and its section cannot be disabled, because otherwise nobody could
 * enable them again.
 */
export const menuOfMenus = menus.menu;

const sectionIds = new Set<string>(menuTree.map((m) => m.id));
export const isSection = (menuId: string): boolean => sectionIds.has(menuId);

/** Returns a tenant's menu in display order: each section, followed by its screens. */
export function menuOf(changes: readonly MenuChange[]): MenuItem[] {
  const changed = new Map(changes.map((c) => [c.menuId, c]));
  const item = (m: { id: string; path?: string; icon: string }, home: string, at: number): MenuItem => {
    const c = changed.get(m.id);
    return {
      menuId: m.id,
      section: home !== "" && c?.section && isSection(c.section) ? c.section : home,
      path: m.path ?? "",
      sortNumber: c?.sortNumber ?? at + 1,
      icon: c?.icon ?? m.icon,
      nameZhCn: c?.nameZhCn ?? null,
      nameZhTw: c?.nameZhTw ?? null,
      nameEn: c?.nameEn ?? null,
      enabled: c?.enabled ?? true,
      orgId: c?.orgId ?? null,
    };
  };
  const all = menuTree.flatMap((s, i) => [
    item(s, "", i),
    ...(s.children ?? []).map((m, j) => item(m, s.id, j)),
  ]);
  // Sorts by the sort number. Entries with equal sort numbers stay in the default order, because the sort is stable.
  const inOrder = (section: string) =>
    all.filter((m) => m.section === section).sort((a, b) => a.sortNumber - b.sortNumber);
  return inOrder("").flatMap((s) => [s, ...inOrder(s.menuId)]);
}

/**
 * Returns the entries that users of an organization may not open.
 * @param orgId organization of the user; undefined for a user who sees the whole tenant
 */
export function closedMenus(items: readonly MenuItem[], orgId: string | null | undefined): Set<string> {
  const closed = new Set<string>();
  for (const m of items) {
    const isOthers = m.orgId !== null && orgId !== undefined && m.orgId !== orgId;
    if (m.menuId !== menuOfMenus && (!m.enabled || isOthers || closed.has(m.section))) closed.add(m.menuId);
  }
  return closed;
}

/**
 * Returns true if a menu entry may be disabled or reserved for an organization. Only the screen that edits the menu
 * (`menuOfMenus`) and the section of this screen may not.
 */
export function mayClose(
  items: readonly { readonly menuId: string; readonly section: string | null }[],
  menuId: string,
): boolean {
  const home = items.find((m) => m.menuId === menuOfMenus)?.section;
  return menuId !== menuOfMenus && menuId !== home;
}

/**
 * Returns the ids of the entries in the target section after the entry `menuId` was moved to the index `place`. Returns
 * undefined if the move is not allowed.
 */
export function movedMenu(
  items: readonly MenuItem[],
  menuId: string,
  section: string,
  place: number,
): string[] | undefined {
  const isHead = isSection(menuId);
  if (!items.some((m) => m.menuId === menuId) || isHead !== (section === "")) return undefined;
  if (!isHead && !isSection(section)) return undefined;
  // Refuses to move the screen that edits the menu to a section that is disabled or reserved for an organization,
  // because this screen must stay reachable.
  if (menuId === menuOfMenus && !items.some((m) => m.menuId === section && m.enabled && m.orgId === null))
    return undefined;
  const others = items.filter((m) => m.section === section && m.menuId !== menuId).map((m) => m.menuId);
  others.splice(Math.max(0, Math.min(place, others.length)), 0, menuId);
  return others;
}
