import type { Action } from "../kernel/index.ts";
import { type MenuDef, screens } from "../menus.ts";

const rightOf = (menu: string, action: Action) => `${menu}:${action}`;

/** What a screen has to give: looking at it, and what can be done there. */
export const actionsOf = (screen: MenuDef): readonly Action[] => ["Q", ...(screen.actions ?? [])];

/** Every right that there is. */
export function everyRight(): string[] {
  return screens.flatMap((s) => actionsOf(s).map((a) => rightOf(s.id, a)));
}

/** Who may change something may look at it. */
export function withLooking(rights: Iterable<string>): string[] {
  const all = new Set(rights);
  for (const right of [...all]) all.add(rightOf(right.slice(0, right.indexOf(":")), "Q"));
  return [...all].sort();
}

/** A right was given or taken: doing needs looking, and without looking nothing is done. */
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

/** All rights of some screens at once. */
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

/** How many of these screens' rights are given, and how many there are. */
export function givenOf(
  rights: ReadonlySet<string>,
  some: readonly MenuDef[],
): { given: number; of: number } {
  const all = some.flatMap((s) => actionsOf(s).map((a) => rightOf(s.id, a)));
  return { given: all.filter((r) => rights.has(r)).length, of: all.length };
}
