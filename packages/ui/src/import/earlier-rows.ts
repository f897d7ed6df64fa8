import { codes, type ImportFault } from "@shotkeeper/contract/kernel";
import type { ImportValues } from "@shotkeeper/datagrid/antd";

const faultKey = ({ row, field, message }: ImportFault): string => JSON.stringify([row, field, message]);

/**
 * Returns a function that maps the index of a row to the index of the first row with the same values in the fields
 * `names`.
 */
function firstRows(rows: readonly ImportValues[], names: readonly string[]) {
  const partsOf = (row: ImportValues | undefined) =>
    JSON.stringify(names.map((name) => String(row?.[name] ?? "")));
  const first = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const parts = partsOf(row);
    if (!first.has(parts)) first.set(parts, i);
  }
  return (row: number): number | undefined => first.get(partsOf(rows[row]));
}

/**
 * Returns a function for faults that report a duplicate. It returns the index of the earlier row with the same key, or
 * undefined if a stored record has this key. All rows are read once per field with faults and not once per fault,
 * because an import may have thousands of duplicates.
 * @param key fields of the key
 */
export function earlierRows(
  rows: readonly ImportValues[],
  faults: readonly ImportFault[],
  key: readonly string[],
): (fault: ImportFault) => number | undefined {
  const known = new Set(faults.map(faultKey));
  const byField = new Map<string, (row: number) => number | undefined>();
  return (fault) => {
    const { row, field, message } = fault;
    if (field === null || !message.startsWith(codes.duplicate)) return undefined;
    const firstOf = byField.get(field) ?? firstRows(rows, key.at(-1) === field ? key : [field]);
    byField.set(field, firstOf);
    const first = firstOf(row);
    const isEarlier = first !== undefined && first < row;
    return isEarlier && !known.has(faultKey({ ...fault, row: first })) ? first : undefined;
  };
}
