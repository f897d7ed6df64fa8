import {
  type Action,
  AppError,
  canBeSample,
  codes,
  decodeRow,
  type Entity,
  errors,
  isMessage,
  type MessageCode,
  onWire,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import type { Sql } from "./db/sql.ts";
import { meaningOf } from "./failures.ts";
import { requireFixedUnchanged } from "./fixed-fields.ts";
import type { TableImpl } from "./registry.ts";
import { deleteSql, type InputRow, insertSql, updateSql } from "./write-sql.ts";

export type WriteType = "insert" | "update" | "delete";
const actionOf: Readonly<Record<WriteType, Exclude<Action, "Q">>> = { insert: "A", update: "M", delete: "D" };
const maxRows = 100_000;
/**
 * A write of at most this number of rows shares a batched transaction (`Db.write`). More rows would delay other
 * callers.
 */
const fewRows = 20;

/** Decodes the rows of a request. Throws if a row names a field that callers may not write. */
async function decode(ctx: Ctx, t: TableImpl, type: WriteType, data: unknown): Promise<InputRow[]> {
  const list: unknown[] = Array.isArray(data) ? data : data === undefined || data === null ? [] : [data];
  if (list.length === 0) throw errors.missingField(onWire("Data"));
  if (list.length > maxRows) throw errors.tooManyRows(maxRows);
  const { entity } = t;
  if (type === "insert") return list.map((row) => decodeRow(row, entity.fields, { mode: "insert" }));
  const rows = list.map((sent) => decodeStored(t, sent));
  if (type === "update") {
    requireDifferentKeys(t, rows);
    await requireFixedUnchanged(ctx, t, rows);
  }
  return rows.map(({ row }) => row);
}

/** Returns the key of a row as one text. */
export const keyText = (entity: Entity, row: InputRow): string =>
  JSON.stringify(entity.key.map((name) => row[name]));

/** Throws if a row occurs twice. One statement writes a row only once, so one set of values would be lost. */
function requireDifferentKeys({ entity }: TableImpl, rows: readonly StoredRow[]): void {
  if (rows.length === 1) return;
  const keys = new Set(rows.map(({ row }) => keyText(entity, row)));
  if (keys.size < rows.length) throw errors.invalidField(entity.key[0] ?? "");
}

interface StoredRow {
  readonly row: InputRow;
  /** Values of fields that callers may not write. An update may only send them back unchanged. */
  readonly fixed: Readonly<Record<string, unknown>>;
}

/** Decodes a row of an update or a deletion. Throws if a value is invalid. */
export function decodeStored({ entity }: TableImpl, sent: unknown): StoredRow {
  const fixed: Record<string, unknown> = {};
  const allow = ["updatedDate", ...entity.key];
  const row = decodeRow(sent, entity.fields, { mode: "update", key: entity.key, allow, fixed });
  // Removes the optimistic lock of a row whose `updatedDate` is empty. The other rows of the request keep theirs.
  if (row.updatedDate === null) delete row.updatedDate;
  return { row, fixed };
}

/** Groups rows that name the same fields, so that one statement can write each group. */
function groups(rows: InputRow[]): InputRow[][] {
  if (rows.length === 1) return [rows];
  const by = new Map<string, InputRow[]>();
  for (const r of rows) {
    const shape = Object.keys(r).join();
    const group = by.get(shape);
    if (group) group.push(r);
    else by.set(shape, [r]);
  }
  return [...by.values()];
}

const builders = { insert: insertSql, update: updateSql, delete: deleteSql };

/**
 * Returns statements that run before the write. They fail if the rows have references that are not allowed, or if rows
 * to be deleted are in use.
 */
export type Guard = (type: WriteType, rows: readonly InputRow[]) => Sql[];

/** Throws if callers may not write rows of the table at all. */
export function requireWritable(ctx: Ctx, t: TableImpl, action: Exclude<Action, "Q">): void {
  // Refuses sample rows in tables that cannot mark them, because sample rows are found and removed by the mark.
  if (ctx.isSample && !canBeSample(t.entity.fields)) throw errors.tableNotAccessible(t.entity.wire);
  if (!t.writes.includes(action)) throw errors.tableNotAccessible(t.entity.wire);
}

/** Decodes and checks the rows of one write, and returns its statements. The caller runs them in one transaction. */
export async function prepareWrite(
  ctx: Ctx,
  t: TableImpl,
  type: WriteType,
  data: unknown,
  guard?: Guard,
): Promise<{ statements: Sql[]; rows: InputRow[] }> {
  const action = actionOf[type];
  requireWritable(ctx, t, action);
  let rows = await decode(ctx, t, type, data);
  await t.check?.(ctx, action, rows);
  const first = [...(guard?.(type, rows) ?? []), ...(t.expect?.(ctx, action, rows) ?? [])];
  if (type === "insert") {
    const now = new Date(ctx.now).toISOString();
    const own = {
      ...t.defaults?.(ctx),
      createdBy: ctx.who.userId,
      createdDate: now,
      updatedBy: ctx.who.userId,
      updatedDate: now,
      ...(ctx.isSample && { isSample: true }),
    };
    // Leaves out empty fields, so that the default values of the module or of the database apply.
    rows = rows.map((r) => {
      const row: InputRow = {};
      for (const name in r) if (r[name] !== null) row[name] = r[name];
      return Object.assign(row, own);
    });
  }
  const statements = groups(rows).flatMap((g) => builders[type](ctx, t, g));
  return { statements: [...first, ...statements, ...(t.after?.(ctx, action, rows) ?? [])], rows };
}

/** Error for a write that changed no row, by type of the write. */
const noEffect: Readonly<Record<WriteType, () => AppError>> = {
  insert: errors.nothingAdded,
  update: errors.nothingUpdated,
  delete: errors.nothingDeleted,
};

/**
 * Replaces the error "nothing was updated" by the error of the write's type, such as "nothing was deleted". The
 * database reports "nothing was updated" for every write without effect.
 */
export function effectOf(type: WriteType, cause: unknown): unknown {
  return cause instanceof AppError && isMessage(cause, "nothingUpdated") ? noEffect[type]() : cause;
}

const successOf: Readonly<Record<WriteType, MessageCode>> = {
  insert: codes.added,
  update: codes.updated,
  delete: codes.deleted,
};

/**
 * Writes all rows or none. Returns the code of the success message. If an update changes no value, the message says
 * that nothing changed, and `updated_date` stays as it is.
 */
export async function write(
  ctx: Ctx,
  t: TableImpl,
  type: WriteType,
  data: unknown,
  guard?: Guard,
): Promise<MessageCode> {
  const { statements, rows } = await prepareWrite(ctx, t, type, data, guard);
  let isChanged = type !== "update";
  try {
    const { tenantId } = ctx.who;
    const found = await (rows.length <= fewRows
      ? ctx.db.write(tenantId, statements)
      : ctx.db.run(tenantId, statements));
    isChanged ||= found.some((answer) => Number(answer[0]?.changed ?? 0) > 0);
  } catch (cause) {
    throw effectOf(type, meaningOf(cause, t.entity));
  }
  if (!isChanged) return codes.nothingChanged;
  t.done?.(ctx, actionOf[type], rows);
  return successOf[type];
}
