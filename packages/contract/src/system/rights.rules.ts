import type { Action } from "../kernel/index.ts";
import { type MenuDef, screens } from "../menus.ts";

const rightOf = (menu: string, action: Action) => `${menu}:${action}`;

/** Returns the actions of a screen: to query, and its declared ones. */
export const actionsOf = (screen: MenuDef): readonly Action[] => ["Q", ...(screen.actions ?? [])];

/** Returns every right of every screen. */
export function everyRight(): string[] {
  return screens.flatMap((s) => actionsOf(s).map((a) => rightOf(s.id, a)));
}

/** Adds the right to query each screen on which the rights allow an action. */
export function withQueryRights(rights: Iterable<string>): string[] {
  const all = new Set(rights);
  for (const right of [...all]) all.add(rightOf(right.slice(0, right.indexOf(":")), "Q"));
  return [...all].sort();
}

/** Grants or revokes a right. An action needs the right to query, so revoking that revokes all. */
export function toggleRight(
  rights: ReadonlySet<string>,
  screen: MenuDef,
  action: Action,
  on: boolean,
): Set<string> {
  const next = new Set(rights);
  if (on) {
    next.add(rightOf(screen.id, action));
    next.add(rightOf(screen.id, "Q"));
  } else for (const a of action === "Q" ? actionsOf(screen) : [action]) next.delete(rightOf(screen.id, a));
  return next;
}

/** Grants or revokes all rights of some screens. */
export function toggleScreens(
  rights: ReadonlySet<string>,
  some: readonly MenuDef[],
  on: boolean,
): Set<string> {
  const next = new Set(rights);
  for (const s of some)
    for (const a of actionsOf(s)) on ? next.add(rightOf(s.id, a)) : next.delete(rightOf(s.id, a));
  return next;
}

/** Counts the granted rights of some screens, and all their rights. */
export function countGranted(
  rights: ReadonlySet<string>,
  some: readonly MenuDef[],
): { granted: number; total: number } {
  const all = some.flatMap((s) => actionsOf(s).map((a) => rightOf(s.id, a)));
  return { granted: all.filter((r) => rights.has(r)).length, total: all.length };
}
