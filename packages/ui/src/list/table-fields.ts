import {
  type Entity,
  type Field,
  type ImportFault,
  isFixed,
  type Query,
  wireIndex,
} from "@shotkeeper/contract/kernel";
import type { RowOutcome, RowToSave } from "@shotkeeper/datagrid";
import type { AnyRow } from "../cells/columns.ts";
import type { FieldInput } from "../form/field-item.tsx";
import { isInput } from "../form/field-rules.ts";
import { instantOf } from "../time/index.ts";

/**
 * Returns the fields of an entity that a list can edit in its cells. These are the fields of the form that may change
 * after creation and that the query shows with the same type. Leaves out files, which are no values of a cell. Also
 * leaves out fields with a custom input, because such an input needs the other fields of a form. Empty if rows of the
 * query do not contain what an update needs: the key and UPDATED_DATE.
 */
export function tableFields(
  entity: Entity,
  query: Query,
  names: readonly string[],
  inputs: Readonly<Partial<Record<string, FieldInput>>> = {},
): string[] {
  const shows = (name: string) => query.columns[name]?.type === entity.fields[name]?.type;
  if (!query.columns.updatedDate || !entity.key.every(shows)) return [];
  return names.filter((name) => {
    const field = entity.fields[name];
    if (!field || entity.key.includes(name) || !shows(name)) return false;
    const input = inputs[name];
    if (input && input.asks !== "enter") return false;
    return isInput(field) && !isFixed(field, "update") && !field.filesOf;
  });
}

/** Converts a value of a cell to the value that the contract's codec expects, as the form does. */
export function fieldValue(value: unknown, field: Field): unknown {
  if (typeof value !== "string") return value ?? null;
  if (field.type === "text") return value.trim() === "" ? null : value.trim();
  // Converts a typed time, which the grid returns in the tenant's zone. A value that was copied or not changed is an
  // instant already.
  if (field.type === "time" && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value))
    return new Date(instantOf(value)).toISOString();
  return value;
}

/** Returns the rows of an update: key, UPDATED_DATE for the optimistic lock, and the changed fields. */
export function updateRows(entity: Entity, rows: readonly RowToSave<AnyRow>[]): AnyRow[] {
  return rows.map(({ row, values }) => ({
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, fieldValue(value, entity.fields[name] ?? text)]),
    ),
    ...Object.fromEntries(entity.key.map((name) => [name, row[name]])),
    updatedDate: row.updatedDate,
  }));
}

const text: Field = { type: "text" };

/**
 * Returns for each row whether it was saved, and its errors if not. `lost` has the current version of each row that
 * another user has changed meanwhile, by key (undefined: the row was deleted).
 */
export function outcomesOf(
  entity: Entity,
  rows: readonly RowToSave<AnyRow>[],
  faults: readonly ImportFault[],
  messageOf: (fault: ImportFault) => string,
  lost: ReadonlyMap<string, AnyRow | undefined>,
): RowOutcome<AnyRow>[] {
  const { toName } = wireIndex(entity.fields);
  return rows.map(({ key }, at) => {
    const own = faults.filter((f) => f.row === at);
    if (own.length === 0) return { key, saved: true };
    if (lost.has(key)) return { key, saved: false, current: lost.get(key) };
    return {
      key,
      saved: false,
      errors: own.map((f) => ({ field: toName.get(f.field ?? ""), text: messageOf(f) })),
    };
  });
}
