import type { RightAction } from "../kernel/index.ts";
import { type MenuDef, screens } from "../menus.ts";

const rightOf = (menu: string, action: RightAction) => `${menu}:${action}`;

/** Returns the actions that roles can grant on a screen: query, and the actions that the screen declares. */
export const actionsOf = (screen: MenuDef): readonly RightAction[] => ["Q", ...(screen.actions ?? [])];

/** Returns all rights on all screens, as "BS101:M". */
export function everyRight(): string[] {
  return screens.flatMap((s) => actionsOf(s).map((a) => rightOf(s.id, a)));
}

/**
 * Returns the given rights, and adds the right Q (query) on each screen that they concern. Without Q, a user could not
 * open the screen.
 */
export function withQueryRights(rights: Iterable<string>): string[] {
  const all = new Set(rights);
  for (const right of [...all]) all.add(rightOf(right.slice(0, right.indexOf(":")), "Q"));
  return [...all].sort();
}

/**
 * Grants or revokes a right on a screen. Granting any right also grants Q (query). Revoking Q revokes all rights on the
 * screen.
 */
export function toggleRight(
  rights: ReadonlySet<string>,
  screen: MenuDef,
  action: RightAction,
  on: boolean,
): Set<string> {
  const next = new Set(rights);
  if (on) {
    next.add(rightOf(screen.id, action));
    next.add(rightOf(screen.id, "Q"));
  } else for (const a of action === "Q" ? actionsOf(screen) : [action]) next.delete(rightOf(screen.id, a));
  return next;
}

/** Grants or revokes all rights on the screens `some`. With `action`, changes only the rights to this action. */
export function toggleScreens(
  rights: ReadonlySet<string>,
  some: readonly MenuDef[],
  on: boolean,
  action?: RightAction,
): Set<string> {
  let next = new Set(rights);
  for (const s of some)
    for (const a of actionsOf(s))
      if (action === undefined || action === a) next = toggleRight(next, s, a, on);
  return next;
}

/**
 * Returns how many rights on the screens `some` are granted, and how many exist. With `action`, only rights to this
 * action count.
 */
export function countGranted(
  rights: ReadonlySet<string>,
  some: readonly MenuDef[],
  action?: RightAction,
): { granted: number; total: number } {
  const all = some.flatMap((s) =>
    actionsOf(s).flatMap((a) => (action === undefined || action === a ? [rightOf(s.id, a)] : [])),
  );
  return { granted: all.filter((r) => rights.has(r)).length, total: all.length };
}
