import { entities } from "@shotkeeper/contract/catalogue";
import type { Entity } from "@shotkeeper/contract/kernel";
import { type Locale, menuLabel } from "@shotkeeper/locales";

const byWire = new Map(entities.map((e) => [e.wire, e]));

/** Returns the entity with the wire name of a log entry's target. Undefined if the target is not an entity. */
export const targetEntity = (target: string | null): Entity | undefined => byWire.get(target ?? "");

/**
 * Returns the display name of a log entry's target: the label that the locales give to the target, else the name of the
 * target's screen, else the logged text.
 */
export function targetLabel(target: string | null, locale: Pick<Locale, "menus" | "system">): string {
  const own: Readonly<Record<string, string>> = locale.system.log.targets;
  const menu = targetEntity(target)?.menu;
  return (
    own[target ?? ""] ?? (menu === undefined ? undefined : menuLabel(locale.menus, menu)) ?? target ?? ""
  );
}

/** Returns the options for the filter by target: all targets that have a display name, sorted by name. */
export function targetOptions(locale: Pick<Locale, "menus" | "system">) {
  return ["session", "QUARANTINE", ...byWire.keys()]
    .map((value) => ({ value, label: targetLabel(value, locale) }))
    .filter((o) => o.label !== o.value)
    .sort((a, b) => a.label.localeCompare(b.label));
}
