import { menus, menuTree } from "../menus.ts";

/** How a tenant's menu entry differs from the one that it starts with; null is as it was. */
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

/** An entry as the tenant has it. Sections stand in no section and have no path. */
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
  /** Only for the people of this organisation, and for who sees the whole tenant. */
  readonly orgId: string | null;
}

/** Where menus are switched on again: it cannot be switched off, nor can the section that it stands in. */
export const menuOfMenus = menus.menu;

const sectionIds = new Set<string>(menuTree.map((m) => m.id));
export const isSection = (menuId: string): boolean => sectionIds.has(menuId);

/** The menu of a tenant in its order: each section is followed by its screens. */
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
  // Stable: what was never moved keeps its place among equals.
  const inOrder = (section: string) =>
    all.filter((m) => m.section === section).sort((a, b) => a.sortNumber - b.sortNumber);
  return inOrder("").flatMap((s) => [s, ...inOrder(s.menuId)]);
}

/** What nobody, or nobody of this organisation, may open; `orgId` undefined: who sees the whole tenant. */
export function closedMenus(items: readonly MenuItem[], orgId: string | null | undefined): Set<string> {
  const closed = new Set<string>();
  for (const m of items) {
    const isOthers = m.orgId !== null && orgId !== undefined && m.orgId !== orgId;
    if (m.menuId !== menuOfMenus && (!m.enabled || isOthers || closed.has(m.section))) closed.add(m.menuId);
  }
  return closed;
}

/** Whether an entry may be switched off or kept to some. */
export function mayClose(items: readonly MenuItem[], menuId: string): boolean {
  const home = items.find((m) => m.menuId === menuOfMenus)?.section;
  return menuId !== menuOfMenus && menuId !== home;
}

/** The entries of a section in their new order, with one moved to a place among them; undefined: it cannot go there. */
export function movedMenu(
  items: readonly MenuItem[],
  menuId: string,
  section: string,
  place: number,
): string[] | undefined {
  const isHead = isSection(menuId);
  if (!items.some((m) => m.menuId === menuId) || isHead !== (section === "")) return undefined;
  if (!isHead && !isSection(section)) return undefined;
  // Where menus are looked after stays where it can always be found: its section may not be one that is off.
  if (menuId === menuOfMenus && !items.some((m) => m.menuId === section && m.enabled && m.orgId === null))
    return undefined;
  const others = items.filter((m) => m.section === section && m.menuId !== menuId).map((m) => m.menuId);
  others.splice(Math.max(0, Math.min(place, others.length)), 0, menuId);
  return others;
}
