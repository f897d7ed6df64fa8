import { menus } from "../menus.ts";
import { warningKind } from "./warning.entity.ts";

type Kind = keyof typeof warningKind.values;

export const allWarnings = menus.allWarnings;

/** The seven screens that show only some kinds of warnings, each with its kinds. Source: spec admin. */
export const warningScreens = {
  [menus.batteryWarnings]: ["battery"],
  [menus.removalWarnings]: ["removal"],
  [menus.cycleWarnings]: ["cycleFast", "cycleSlow"],
  [menus.positionWarnings]: ["position"],
  [menus.signalWarnings]: ["silent", "weakSignal"],
  [menus.idleWarnings]: ["idle"],
  [menus.unboundWarnings]: ["unbound", "validity"],
} as const satisfies Readonly<Record<string, readonly Kind[]>>;

export type WarningScreenId = keyof typeof warningScreens;
export const warningScreenIds = Object.keys(warningScreens) as WarningScreenId[];

/**
 * Returns the kinds of warnings that a user may see. `mayUse` tells whether the user may open a screen. The screen of
 * all warnings shows all kinds.
 */
export function kindsWithin(mayUse: (menu: string) => boolean): readonly Kind[] {
  return mayUse(allWarnings)
    ? (Object.keys(warningKind.values) as Kind[])
    : warningScreenIds.filter(mayUse).flatMap((id): readonly Kind[] => warningScreens[id]);
}
