import { type Field, type Fields, type ImportFault, wireName } from "@shotkeeper/contract/kernel";
import type { ImportColumn } from "@shotkeeper/datagrid/sheet";
import type { Locale } from "@shotkeeper/locales";
import { textOf } from "../../app/index.ts";
import { columnTypes } from "../column-types.tsx";
import { choiceOptions, labelOf, unitOf } from "../labels.ts";

const types: Readonly<Record<Field["type"], ImportColumn["type"]>> = {
  text: "text",
  int: "number",
  decimal: "number",
  flag: "flag",
  date: "date",
  time: "time",
  choice: "choice",
  json: "text",
};

/** Columns of a sheet for fields, by their spelling on the wire: what is read is sent as it is. */
export function importColumns(
  fields: Fields,
  names: readonly string[],
  hints: Readonly<Partial<Record<string, string>>>,
  locale: Locale,
): ImportColumn[] {
  return names.flatMap((name) => {
    const field = fields[name];
    if (!field) return [];
    const key = wireName(name, field);
    const { yes, no } = locale.frame.common;
    return [
      {
        key,
        title: labelOf(name, locale),
        aliases: [name],
        unit: unitOf(field, locale) || undefined,
        type: types[field.type],
        required: field.required,
        options: field.options
          ? choiceOptions(field, locale)
          : field.type === "flag"
            ? [
                { value: "Y", label: yes },
                { value: "N", label: no },
              ]
            : undefined,
        hint: hints[name],
      },
    ];
  });
}

/** A fault in words; a value that is missing in those of the forms (spec admin §5). */
export function faultText(fault: ImportFault, fields: Fields, locale: Locale): string {
  const [name, field] = Object.entries(fields).find(([n, f]) => wireName(n, f) === fault.FIELD) ?? [];
  if (name === undefined || !field) return textOf(fault.MSG, locale);
  if (fault.MSG.startsWith("S0007"))
    return locale.frame.common[field.reference ? "select" : columnTypes[field.type].asks](
      labelOf(name, locale),
    );
  return textOf(fault.MSG, locale);
}
