import { entities } from "@shotkeeper/contract/catalogue";
import {
  AppError,
  decodeRow,
  type Entity,
  errors,
  type ImportFault,
  type ImportOutcome,
  importLimit,
  isArchivable,
  onWire,
  refusals,
  snake,
  wireIndex,
  wireMessage,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { sql } from "./db/sql.ts";
import { meaningOf } from "./failures.ts";
import type { TableImpl } from "./registry.ts";
import { write } from "./write.ts";

type WireRow = Record<string, unknown>;

/** Returns the rows of an import as objects. Throws tooManyRows above the limit, which is the same for all imports. */
export function importedRows(value: unknown): WireRow[] {
  if (!Array.isArray(value) || value.length === 0) throw errors.missingField("rows");
  if (value.length > importLimit) throw errors.tooManyRows(importLimit);
  return value.map((row) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) throw errors.invalidField("rows");
    return { ...row };
  });
}

const given = (value: unknown) => value !== undefined && value !== null && value !== "";

/** Checks each field separately, so that the result lists all faults of a row and not only the first. */
export function fieldFaults(row: WireRow, fields: Entity["fields"], index: number): ImportFault[] {
  const found: ImportFault[] = [];
  for (const [wire, value] of Object.entries(row)) {
    try {
      decodeRow({ [wire]: value }, fields, { mode: "insert", isPart: true });
    } catch (e) {
      if (!(e instanceof AppError)) throw e;
      found.push({ row: index, field: wire, message: wireMessage(e) });
    }
  }
  for (const [name, wire] of wireIndex(fields).toWire) {
    const f = fields[name];
    if (f?.required && !f.readOnly && !f.virtual && !(wire in row))
      found.push({ row: index, field: wire, message: wireMessage(refusals.missingField(onWire(wire))) });
  }
  return found;
}

/**
 * Replaces names by keys in fields that refer to other tables: "Huachen Automotive" becomes "OEM01". Returns a fault
 * for each reference to a row that does not exist, is archived, or is of another kind than the field requires.
 */
async function resolveReferences(ctx: Ctx, entity: Entity, rows: readonly WireRow[]): Promise<ImportFault[]> {
  const { tenantId } = ctx.who;
  const faults: ImportFault[] = [];
  for (const [name, wire] of wireIndex(entity.fields).toWire) {
    const field = entity.fields[name];
    const target = entities.find((e) => e.wire === field?.reference);
    const key = target?.key[0];
    if (!target || key === undefined || field?.virtual || target.key.length !== 1) continue;
    const values = [
      ...new Set(
        rows
          .map((r) => r[wire])
          .filter(given)
          .map(String),
      ),
    ];
    if (values.length === 0) continue;
    const named = key.replace(/(Id|No)$/, "Name");
    const words = sql.id(snake(target.fields[named] ? named : key));
    const allowed = [
      ...(isArchivable(target.fields) ? [sql`archived_date is null`] : []),
      ...Object.entries(field?.referenceIs ?? {}).map(([column, v]) => sql`${sql.id(snake(column))} = ${v}`),
      ...Object.entries(field?.referenceIsNot ?? {}).map(
        ([column, v]) => sql`${sql.id(snake(column))} is distinct from ${v}`,
      ),
    ];
    const [found] = await ctx.db.run(tenantId, [
      sql`
        select ${sql.id(snake(key))} as key, ${words} as name
        from ${sql.id(snake(target.name))}
        where tenant_id = ${tenantId}
          and (${sql.id(snake(key))} = any(${values}) or ${words} = any(${values}))
          ${sql.join(
            allowed.map((condition) => sql`and ${condition}`),
            " ",
          )}
      `,
    ]);
    const keys = new Set((found ?? []).map((r) => String(r.key)));
    for (const [index, row] of rows.entries()) {
      const value = row[wire];
      if (!given(value) || keys.has(String(value))) continue;
      const byName = (found ?? []).filter((r) => r.name === String(value));
      // Reports a fault for a name that several rows of the referenced table have, because it could mean any of them.
      if (byName.length === 1) row[wire] = byName[0]?.key;
      else
        faults.push({
          row: index,
          field: wire,
          message: wireMessage(refusals.unknownReference(onWire(wire))),
        });
    }
  }
  return faults;
}

/** Returns a fault for each row whose key or other unique fields already occur in the table or earlier in the sheet. */
async function duplicates(
  ctx: Ctx,
  { entity, caseless = [] }: TableImpl,
  rows: readonly WireRow[],
  unique: readonly (readonly string[])[],
): Promise<ImportFault[]> {
  const { tenantId } = ctx.who;
  const { toWire } = wireIndex(entity.fields);
  const faults: ImportFault[] = [];
  for (const names of unique) {
    const wires = names.map((name) => toWire.get(name) ?? name);
    const last = wires.at(-1) ?? "";
    const whole = rows.map((r) =>
      wires.every((w) => given(r[w]))
        ? wires.map((w, i) => (caseless.includes(names[i] ?? "") ? String(r[w]).toLowerCase() : String(r[w])))
        : undefined,
    );
    const columns = names.map((name) =>
      caseless.includes(name) ? sql`lower(${sql.id(snake(name))})` : sql`${sql.id(snake(name))}`,
    );
    // Selects stored rows by the first field of the unique key only, because the index begins with this field. The code
    // below compares the other fields of the key.
    const [first] = columns;
    const [found] = await ctx.db.run(tenantId, [
      sql`
        select json_build_array(
          ${sql.join(columns)}
        )::text as value
        from ${sql.id(snake(entity.name))}
        where tenant_id = ${tenantId}
          and ${first ?? sql.empty} = any(${whole.flatMap((w) => w?.[0] ?? [])})
      `,
    ]);
    const known = new Set((found ?? []).map((r) => JSON.stringify(JSON.parse(String(r.value)))));
    for (const [row, parts] of whole.entries()) {
      if (!parts) continue;
      const value = JSON.stringify(parts);
      if (known.has(value))
        faults.push({ row, field: last, message: wireMessage(refusals.duplicate(onWire(last))) });
      known.add(value);
    }
  }
  return faults;
}

/** Returns a fault for each row that breaks a rule of its table (`TableImpl.check`, `TableImpl.expect`). */
async function refusedRows(ctx: Ctx, t: TableImpl, rows: readonly WireRow[]): Promise<ImportFault[]> {
  const faults: ImportFault[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      const decoded = [decodeRow(row, t.entity.fields, { mode: "insert" })];
      await t.check?.(ctx, "A", decoded);
      const expected = t.expect?.(ctx, "A", decoded) ?? [];
      if (expected.length > 0) await ctx.db.run(ctx.who.tenantId, expected);
    } catch (cause) {
      const e = meaningOf(cause, t.entity);
      if (!(e instanceof AppError)) throw e;
      const named = e.withWireName(t.entity.fields);
      const field = e.field === undefined ? null : (named.arg ?? null);
      faults.push({ row: index, field, message: wireMessage(named) });
    }
  }
  return faults;
}

/**
 * Inserts the rows of a sheet, all or none. All faults of all rows are reported before anything is written. `unique`:
 * fields, in addition to the key, that must differ between rows.
 */
export async function importRows(
  ctx: Ctx,
  t: TableImpl,
  input: { readonly rows: unknown; readonly checkOnly: boolean | null },
  unique: readonly string[] = [],
): Promise<ImportOutcome> {
  const rows = importedRows(input.rows);
  const { entity } = t;
  const dangling = await resolveReferences(ctx, entity, rows);
  const wrong = rows.flatMap((row, i) => fieldFaults(row, entity.fields, i));
  const bad = new Set([...wrong, ...dangling].map((f) => f.row));
  const faults = [
    ...wrong,
    ...dangling,
    ...(await duplicates(ctx, t, rows, [entity.key, ...unique.map((name) => [name])])),
    // Runs the table's check only if no field is faulty, because the check needs a complete row.
    ...(bad.size === 0 ? await refusedRows(ctx, t, rows) : []),
  ].sort((a, b) => a.row - b.row);
  if (faults.length > 0) return { count: 0, faults };
  if (!input.checkOnly) await write(ctx, t, "insert", rows);
  return { count: rows.length, faults: [] };
}
