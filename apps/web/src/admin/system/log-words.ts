import { entities } from "@shotkeeper/contract/catalogue";
import type { Entity } from "@shotkeeper/contract/kernel";
import { type Locale, menuLabel } from "@shotkeeper/locales";

const byWire = new Map(entities.map((e) => [e.wire, e]));

/** Entities by the table's wire name. */
export const targetEntity = (target: string | null): Entity | undefined => byWire.get(target ?? "");

/** Returns the name of an entry's object: its label or its screen's name, else the logged text. */
export function targetLabel(target: string | null, locale: Pick<Locale, "menus" | "system">): string {
  const own: Readonly<Record<string, string>> = locale.system.log.targets;
  const menu = targetEntity(target)?.menu;
  return (
    own[target ?? ""] ?? (menu === undefined ? undefined : menuLabel(locale.menus, menu)) ?? target ?? ""
  );
}

/** Choices of objects that have a name, sorted by name. */
export function targetOptions(locale: Pick<Locale, "menus" | "system">) {
  return ["session", "QUARANTINE", ...byWire.keys()]
    .map((value) => ({ value, label: targetLabel(value, locale) }))
    .filter((o) => o.label !== o.value)
    .sort((a, b) => a.label.localeCompare(b.label));
}
