import { type Field, nameOf } from "@shotkeeper/contract/kernel";
import type { FieldName, Locale } from "@shotkeeper/locales";

/** The label of a field, by convention its name. */
export function labelOf(name: string, locale: Pick<Locale, "fields">): string {
  return locale.fields[name as FieldName] ?? name;
}

/** The unit as it stands in headers and after inputs; "" without one. */
export function unitOf(field: Field, locale: Pick<Locale, "shell">): string {
  return field.unit ? locale.shell.units[field.unit] : "";
}

/** The word for a value of an enumeration; a value it does not have is shown as it is. */
export function choiceLabel(field: Field, value: unknown, locale: Pick<Locale, "enums">): string {
  if (value === null || value === undefined || value === "") return "";
  const name = field.options && nameOf(field.options, value);
  return (name && enumWords(field, locale)[name]) || String(value);
}

export function choiceOptions(field: Field, locale: Pick<Locale, "enums">) {
  const words = enumWords(field, locale);
  return Object.entries(field.options?.values ?? {}).map(([name, value]) => ({
    value,
    label: words[name] ?? name,
  }));
}

function enumWords(field: Field, locale: Pick<Locale, "enums">): Readonly<Record<string, string>> {
  const all: Readonly<Record<string, Readonly<Record<string, string>>>> = locale.enums;
  return all[field.options?.name ?? ""] ?? {};
}
