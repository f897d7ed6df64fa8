import { entities } from "@shotkeeper/contract/catalogue";
import type { Entity } from "@shotkeeper/contract/kernel";
import { type Locale, menuLabel } from "@shotkeeper/locales";

const byWire = new Map(entities.map((e) => [e.wire, e]));

/** What an entry's object is, by the table's name on the wire. */
export const targetEntity = (target: string | null): Entity | undefined => byWire.get(target ?? "");

/** What an entry's object is called: its screen, or a word of its own; else as the log has it. */
export function targetLabel(target: string | null, locale: Pick<Locale, "menus" | "system">): string {
  const own: Readonly<Record<string, string>> = locale.system.log.targets;
  const menu = targetEntity(target)?.menu;
  return (
    own[target ?? ""] ?? (menu === undefined ? undefined : menuLabel(locale.menus, menu)) ?? target ?? ""
  );
}

/** Objects to choose from: every one that has a name, by name. */
export function targetOptions(locale: Pick<Locale, "menus" | "system">) {
  return ["session", "QUARANTINE", ...byWire.keys()]
    .map((value) => ({ value, label: targetLabel(value, locale) }))
    .filter((o) => o.label !== o.value)
    .sort((a, b) => a.label.localeCompare(b.label));
}
