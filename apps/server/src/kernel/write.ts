import { type Action, AppError, decodeRow } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import type { Sql } from "./db/sql.ts";
import { meaningOf } from "./failures.ts";
import type { TableImpl } from "./registry.ts";
import { deleteSql, type InputRow, insertSql, updateSql } from "./write-sql.ts";

export type WriteType = "insert" | "update" | "delete";
const actionOf: Readonly<Record<WriteType, Exclude<Action, "Q">>> = { insert: "A", update: "M", delete: "D" };
const maxRows = 100_000;
/** So many rows share a transaction with others' (`Db.write`); more would keep them waiting. */
const fewRows = 20;

/** Rows of a request, decoded by the entity's declaration. */
function decode(t: TableImpl, type: WriteType, data: unknown): InputRow[] {
  const list: unknown[] = Array.isArray(data) ? data : data === undefined || data === null ? [] : [data];
  if (list.length === 0) throw new AppError("S0007", "Data");
  if (list.length > maxRows) throw new AppError("S0220", String(maxRows));
  const { entity } = t;
  return list.map((row) =>
    decodeRow(row, entity.fields, {
      mode: type === "insert" ? "insert" : "update",
      key: entity.key,
      allow: type === "insert" ? [] : ["updatedDate", ...entity.key],
    }),
  );
}

/** Rows that name the same fields travel together. */
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

/** Decoded, checked statements of one write; the caller runs them in one transaction. */
export async function prepareWrite(
  ctx: Ctx,
  t: TableImpl,
  type: WriteType,
  data: unknown,
): Promise<{ statements: Sql[]; rows: InputRow[] }> {
  const action = actionOf[type];
  if (!t.writes.includes(action)) throw new AppError("S0021", t.entity.wire);
  let rows = decode(t, type, data);
  await t.check?.(ctx, action, rows);
  if (type === "insert") {
    const now = new Date(ctx.now).toISOString();
    const own = {
      ...t.defaults?.(ctx),
      createdBy: ctx.who.userId,
      createdDate: now,
      updatedBy: ctx.who.userId,
      updatedDate: now,
    };
    // An empty field takes the database's default, or a default of the module.
    rows = rows.map((r) => {
      const row: InputRow = {};
      for (const name in r) if (r[name] !== null) row[name] = r[name];
      return Object.assign(row, own);
    });
  }
  const statements = groups(rows).flatMap((g) => builders[type](ctx, t, g));
  return { statements: [...statements, ...(t.after?.(ctx, action, rows) ?? [])], rows };
}

const failureOf: Readonly<Record<WriteType, "S0011" | "S0017" | "S0016">> = {
  insert: "S0011",
  update: "S0017",
  delete: "S0016",
};
export const successOf: Readonly<Record<WriteType, "S0022" | "S0023" | "S0024">> = {
  insert: "S0022",
  update: "S0023",
  delete: "S0024",
};

/** All rows or none, in one round trip. */
export async function write(ctx: Ctx, t: TableImpl, type: WriteType, data: unknown): Promise<void> {
  const { statements, rows } = await prepareWrite(ctx, t, type, data);
  try {
    const { tenantId } = ctx.who;
    await (rows.length <= fewRows ? ctx.db.write(tenantId, statements) : ctx.db.run(tenantId, statements));
  } catch (cause) {
    const meaning = meaningOf(cause, t.entity);
    throw meaning instanceof AppError && meaning.code === "S0017" ? new AppError(failureOf[type]) : meaning;
  }
  t.done?.(ctx, actionOf[type], rows);
}
