import { type Action, AppError, decodeRow, type Entity, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import { meaningOf } from "./failures.ts";
import type { TableImpl } from "./registry.ts";

export type WriteType = "insert" | "update" | "delete";
const actionOf: Readonly<Record<WriteType, Exclude<Action, "Q">>> = { insert: "A", update: "M", delete: "D" };
const maxRows = 100_000;

/** What nobody may read, in the log neither. */
const secrets = ["password_hash", "secret_hash"];
/** A row as the log keeps it when it goes. */
const image = sql.raw(`to_jsonb(t) - '{${secrets.join()}}'::text[]`);

/** A row as the log keeps it when it comes or changes: the columns that were written, or half of the work would be the log's. */
function partImage(written: readonly string[]): Sql {
  const shown = written.filter((c) => !secrets.includes(c)).map((c) => `t."${c}"`);
  return sql.raw(`(select to_jsonb(x) from (select ${shown.join(", ")}) x)`);
}

type InputRow = Record<string, unknown>;

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

const stored = (entity: Entity, name: string) => entity.fields[name]?.virtual !== true;
const columns = (names: readonly string[], prefix = "") =>
  sql.raw(names.map((n) => `${prefix}"${snake(n)}"`).join(", "));

function keyText(entity: Entity, alias: string): Sql {
  return sql.raw(`concat_ws('/', ${entity.key.map((k) => `${alias}."${snake(k)}"`).join(", ")})`);
}

/**
 * Several rows as one JSON parameter: however many, the statement's text is the same and stays prepared. They are planned
 * as a hundred, so a table of some thousand rows is read whole to find them.
 */
function recordset(entity: Entity, rows: readonly InputRow[]): Sql {
  const records = rows.map((r) => {
    const record: InputRow = {};
    for (const name in r) record[snake(name)] = r[name];
    return record;
  });
  return sql`json_populate_recordset(null::${sql.id(snake(entity.name))}, ${JSON.stringify(records)}::json)`;
}

/** A value of a row that comes alone, as nearly all do: the database is spared a JSON record of all the table's columns. */
function value(entity: Entity, row: InputRow, name: string): Sql {
  const v = row[name];
  return sql`${entity.fields[name]?.type === "json" && v !== null ? JSON.stringify(v) : v}`;
}

const only = (rows: readonly InputRow[]) => (rows.length === 1 ? rows[0] : undefined);

/** The key of a row that comes alone. */
function keyIs(entity: Entity, row: InputRow): Sql {
  return sql.join(
    entity.key.map((k) => sql`t.${sql.id(snake(k))} = ${row[k]}`),
    " and ",
  );
}

function logSql(ctx: Ctx, entity: Entity, action: string, from: Sql, key: Sql, before: Sql, after: Sql): Sql {
  return sql`insert into system_log (tenant_id, at, user_id, action, target, target_key, before, after)
    select ${ctx.who.tenantId}, ${new Date(ctx.now)}, ${ctx.who.userId}, ${action}, ${entity.wire}, ${key}, ${before}, ${after} from ${from}`;
}

function insertSql(ctx: Ctx, t: TableImpl, rows: readonly InputRow[]): Sql {
  const { entity } = t;
  const names = Object.keys(rows[0] ?? {}).filter((n) => stored(entity, n));
  const tab = sql.id(snake(entity.name));
  const along = t.along ? sql`, along as (${t.along})` : sql.empty;
  // The whole row is handed on only to who asks for it.
  const row = t.along ? sql.raw("t.*, ") : sql.empty;
  const one = only(rows);
  const values = one
    ? sql`values (${ctx.who.tenantId}, ${sql.join(names.map((n) => value(entity, one, n)))})`
    : sql`select ${ctx.who.tenantId}, ${columns(names, "i.")} from ${recordset(entity, rows)} i`;
  return sql`with done as (insert into ${tab} as t (tenant_id, ${columns(names)}) ${values}
      returning ${row}${keyText(entity, "t")} as log_key, ${partImage(names.map(snake))} as log_after)${along},
    log as (${logSql(ctx, entity, "insert", sql.raw("done"), sql.raw("log_key"), sql.raw("null::jsonb"), sql.raw("log_after"))})
    select app_expect(count(*), ${rows.length}) as n from done`;
}

function matchKey(entity: Entity, a: string, b: string): Sql {
  return sql.raw(entity.key.map((k) => `${a}."${snake(k)}" = ${b}."${snake(k)}"`).join(" and "));
}

const isGuarded = (rows: readonly InputRow[]) =>
  rows[0]?.updatedDate !== undefined && rows[0].updatedDate !== null;

/** Against lost updates: the row is still as the asker has seen it. */
function guard(rows: readonly InputRow[]): Sql {
  if (!isGuarded(rows)) return sql.empty;
  return sql` and t.updated_date = ${rows.length === 1 ? sql`${rows[0]?.updatedDate}` : sql.raw("i.updated_date")}`;
}

function updateSql(ctx: Ctx, t: TableImpl, rows: readonly InputRow[]): Sql {
  const { entity } = t;
  const names = Object.keys(rows[0] ?? {}).filter(
    (n) => stored(entity, n) && n !== "updatedDate" && !entity.key.includes(n),
  );
  const tab = sql.id(snake(entity.name));
  const written = [...names.map(snake), "updated_by", "updated_date"];
  const part = partImage(written);
  const one = only(rows);
  const sets = [
    ...names.map((n) =>
      one ? sql`${sql.id(snake(n))} = ${value(entity, one, n)}` : sql.raw(`"${snake(n)}" = i."${snake(n)}"`),
    ),
    sql`updated_by = ${ctx.who.userId}`,
    sql`updated_date = ${new Date(ctx.now)}`,
  ];
  // The guard itself makes sure that what was read before is what is written over; without it the row is held.
  const hold = isGuarded(rows) ? sql.empty : sql.raw(" for update of t");
  const old = one
    ? sql`select ${part} as before, ${columns(entity.key, "t.")} from ${tab} t where ${t.where(ctx)} and ${keyIs(entity, one)}`
    : sql`select ${part} as before, i.* from ${tab} t join ${recordset(entity, rows)} i on ${matchKey(entity, "t", "i")}
      where ${t.where(ctx)}`;
  return sql`with old as (${old}${hold}),
    done as (update ${tab} t set ${sql.join(sets)} from old i
      where t.tenant_id = ${ctx.who.tenantId} and ${matchKey(entity, "t", "i")}${guard(rows)}
      returning ${keyText(entity, "t")} as k, i.before, ${part} as after),
    log as (${logSql(ctx, entity, "update", sql.raw("done"), sql.raw("k"), sql.raw("before"), sql.raw("after"))})
    select app_expect(count(*), ${rows.length}) as n from done`;
}

function deleteSql(ctx: Ctx, t: TableImpl, rows: readonly InputRow[]): Sql {
  const { entity } = t;
  const tab = sql.id(snake(entity.name));
  const one = only(rows);
  const which = one
    ? sql`where ${t.where(ctx)} and ${keyIs(entity, one)}`
    : sql`using ${recordset(entity, rows)} i where ${t.where(ctx)} and ${matchKey(entity, "t", "i")}`;
  return sql`with done as (delete from ${tab} t ${which}${guard(rows)}
      returning ${keyText(entity, "t")} as k, ${image} as before),
    log as (${logSql(ctx, entity, "delete", sql.raw("done"), sql.raw("k"), sql.raw("before"), sql.raw("null::jsonb"))})
    select app_expect(count(*), ${rows.length}) as n from done`;
}

/** Rows that name the same fields travel in one statement. */
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
  const statements = groups(rows).map((g) => builders[type](ctx, t, g));
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
    await ctx.db.run(ctx.who.tenantId, statements);
  } catch (cause) {
    const meaning = meaningOf(cause, t.entity);
    throw meaning instanceof AppError && meaning.code === "S0017" ? new AppError(failureOf[type]) : meaning;
  }
  t.done?.(ctx, actionOf[type], rows);
}
