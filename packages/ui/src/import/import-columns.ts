import { codes, type Field, type Fields, type ImportFault, wireName } from "@shotkeeper/contract/kernel";
import type { ImportColumn } from "@shotkeeper/datagrid/sheet";
import type { Locale } from "@shotkeeper/locales";
import { textOf } from "../app/index.ts";
import { columnTypes } from "../cells/column-types.tsx";
import { choiceOptions, labelOf, unitOf } from "../cells/labels.ts";

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

/**
 * Creates the columns of an import from fields. The keys of the columns are wire names, because the imported rows are
 * sent to the server with these keys.
 */
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
    const { yes, no } = locale.shell.common;
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

/**
 * Converts a fault that the server found in an imported row to a text. A missing value has the same message as in forms
 * (spec admin §5).
 */
export function faultText(fault: ImportFault, fields: Fields, locale: Locale): string {
  const [name, field] = Object.entries(fields).find(([n, f]) => wireName(n, f) === fault.field) ?? [];
  if (name === undefined || !field) return textOf(fault.message, locale);
  if (fault.message.startsWith(codes.missingField))
    return locale.shell.common[field.reference ? "select" : columnTypes[field.type].asks](
      labelOf(name, locale),
    );
  return textOf(fault.message, locale);
}
