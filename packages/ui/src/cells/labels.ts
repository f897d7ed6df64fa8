import { type Field, nameOf } from "@shotkeeper/contract/kernel";
import type { FieldName, Locale } from "@shotkeeper/locales";

/** Returns the label of a field in the current language. */
export function labelOf(name: string, locale: Pick<Locale, "fields">): string {
  return locale.fields[name as FieldName] ?? name;
}

/** Returns the unit of a field for headers and inputs. Returns "" if the field has no unit. */
export function unitOf(field: Field, locale: Pick<Locale, "shell">): string {
  return field.unit ? locale.shell.units[field.unit] : "";
}

/** Returns the label of an enumeration's value. Returns an unknown value unchanged. */
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
