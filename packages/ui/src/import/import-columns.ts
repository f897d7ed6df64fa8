import { codes, type Field, type Fields, type ImportFault, wireName } from "@shotkeeper/contract/kernel";
import type { ImportColumn } from "@shotkeeper/datagrid/sheet";
import type { Locale } from "@shotkeeper/locales";
import { textOf } from "../app/index.ts";
import { columnTypes } from "../cells/column-types.tsx";
import { choiceOptions, labelOf, unitOf } from "../cells/labels.ts";
import { synonymsOf } from "./synonyms.ts";

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
 * Limits of a field, which the import checks before it asks the server. A field that refers to another record has no
 * limit of length, because a sheet may contain the name of that record instead of its key.
 */
const limitsOf = (field: Field): Partial<ImportColumn> => ({
  maxLength: field.type === "text" && !field.reference ? field.length : undefined,
  min: field.min,
  max: field.max,
  whole: field.type === "int" || undefined,
  isAmount: field.isAmount,
  decimals: field.type === "decimal" ? field.scale : undefined,
});

type OtherTexts = Pick<Locale, "fields" | "enums" | "shell">;

function optionsOf(field: Field, locale: Locale, others: readonly OtherTexts[]): ImportColumn["options"] {
  if (field.options)
    return choiceOptions(field, locale).map((o) => ({
      ...o,
      aliases: others.flatMap(
        (other) => choiceOptions(field, other).find((x) => x.value === o.value)?.label ?? [],
      ),
    }));
  if (field.type !== "flag") return undefined;
  const { yes, no } = locale.shell.common;
  return [
    { value: "Y", label: yes, aliases: others.map((o) => o.shell.common.yes) },
    { value: "N", label: no, aliases: others.map((o) => o.shell.common.no) },
  ];
}

/**
 * Creates the columns of an import from fields. The keys of the columns are wire names, because the imported rows are
 * sent to the server with these keys.
 * @param others texts of the other languages, by which titles and choices are recognised too
 */
export function importColumns(
  fields: Fields,
  names: readonly string[],
  hints: Readonly<Partial<Record<string, string>>>,
  locale: Locale,
  others: readonly OtherTexts[] = [],
): ImportColumn[] {
  return names.flatMap((name) => {
    const field = fields[name];
    if (!field) return [];
    const key = wireName(name, field);
    return [
      {
        key,
        title: labelOf(name, locale),
        aliases: [name, ...others.map((other) => labelOf(name, other)), ...synonymsOf(name)],
        unit: unitOf(field, locale) || undefined,
        unitNames: others.map((other) => unitOf(field, other)),
        type: types[field.type],
        required: field.required,
        ...limitsOf(field),
        options: optionsOf(field, locale, others),
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
