import { entities } from "@shotkeeper/contract/catalogue";
import type { Entity, Field, Fields } from "@shotkeeper/contract/kernel";
import { type Locale, menuLabel } from "@shotkeeper/locales";

const byWire = new Map(entities.map((e) => [e.wire, e]));

/** Returns the entity with the wire name of a log entry's target. Undefined if the target is not an entity. */
const targetEntity = (target: string | null): Entity | undefined => byWire.get(target ?? "");

/** Returns the fields of a log entry's target. Empty if the target is not an entity. */
export const fieldsOf = (target: string | null): Fields => targetEntity(target)?.fields ?? {};

const meaningOf = ({ type, reference, options }: Field): string =>
  [type, reference ?? "", options?.name ?? ""].join(" ");

/**
 * Declarations of the fields that hold a choice or a reference, by name. They tell how to show logged values that are
 * not fields of the target. Contains only names with the same meaning in all entities, such as `makerId`.
 */
export const sharedFields: Fields = sharedOf(entities);

function sharedOf(all: readonly Entity[]): Fields {
  const byName = new Map<string, Field[]>();
  for (const { fields } of all)
    for (const [name, field] of Object.entries(fields))
      byName.set(name, [...(byName.get(name) ?? []), field]);
  const shared: Record<string, Field> = {};
  for (const [name, [first, ...rest]] of byName)
    if (first && (first.reference ?? first.options) && rest.every((f) => meaningOf(f) === meaningOf(first)))
      shared[name] = first;
  return shared;
}

/** Returns the menu of an exported list. The target of an export is the list's menu and query, such as "CT102/Q01". */
const exportedMenu = (target: string | null): string | undefined =>
  /^([A-Z]+\d+)\/Q\d+$/.exec(target ?? "")?.[1];

/**
 * Returns the display name of a log entry's target: the label that the locales give to the target, else the name of the
 * target's screen, else the logged text.
 */
export function targetLabel(target: string | null, locale: Pick<Locale, "menus" | "system">): string {
  const own: Readonly<Record<string, string>> = locale.system.log.targets;
  const menu = targetEntity(target)?.menu ?? exportedMenu(target);
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
