import {
  type Condition,
  errors,
  type Field,
  type Fields,
  onWire,
  type Paging,
  type SortKey,
  snake,
  wireName,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import type { Source } from "./registry.ts";

/** A page: its rows as JSON text, which is sent unchanged, and the number of rows on all pages. */
export interface PageText {
  readonly list: string;
  readonly count: number;
  /** Sums over all pages as JSON, for queries with sums. */
  readonly totals?: string;
}

export interface Selection {
  readonly source: Source;
  readonly fields: Fields;
  readonly key: readonly string[];
  /** Field names to answer; all but the secret ones by default. */
  readonly names?: readonly string[];
  /** Fields to add up over all pages. */
  readonly sums?: readonly string[] | undefined;
  readonly where: readonly Condition[];
  readonly sort: readonly SortKey[];
  readonly paging: Paging;
}

/** Columns of an answer. A string names a column that depends on the request; the SQL of all others is built once. */
function columnPlan(s: Source, fields: Fields, names: readonly string[]): (Sql | string)[] {
  const plan: (Sql | string)[] = [];
  let run: Sql[] = [];
  for (const name of names) {
    const own = s.columns[name];
    if (typeof own !== "function")
      run.push(named(name, fieldOf(fields, name), own ? sql`(${own})` : plainColumn(name)));
    else {
      if (run.length > 0) plan.push(sql.join(run));
      run = [];
      plan.push(name);
    }
  }
  if (run.length > 0) plan.push(sql.join(run));
  return plan;
}
const columnPlans = new WeakMap<Source, WeakMap<Fields, (Sql | string)[]>>();

function columnList(s: Selection, ctx: Ctx): Sql {
  const { source, fields } = s;
  let plan: (Sql | string)[] | undefined;
  if (s.names) plan = columnPlan(source, fields, s.names);
  else {
    const plans = columnPlans.get(source) ?? new WeakMap<Fields, (Sql | string)[]>();
    columnPlans.set(source, plans);
    plan = plans.get(fields);
    if (!plan) {
      plan = columnPlan(
        source,
        fields,
        Object.keys(fields).filter((n) => !fields[n]?.secret),
      );
      plans.set(fields, plan);
    }
  }
  return sql.join(
    plan.map((c) => (typeof c === "string" ? named(c, fieldOf(fields, c), expression(source, c, ctx)) : c)),
  );
}

function fieldOf(fields: Fields, name: string): Field {
  const f = fields[name];
  if (!f) throw errors.unknownField(onWire(name));
  return f;
}

const plainColumn = (name: string) => sql.raw(`t.${snake(name)}`);

function named(name: string, f: Field, x: Sql): Sql {
  return sql`${output(f, x)} as ${sql.raw(`"${wireName(name, f)}"`)}`;
}

/** The expression of one column of a source, for conditions outside of a page. */
export const columnOf = (s: Source, name: string, ctx: Ctx): Sql => expression(s, name, ctx);

function expression(s: Source, name: string, ctx: Ctx): Sql {
  const own = s.columns[name];
  // In parentheses, because it becomes part of a condition.
  if (own) return sql`(${typeof own === "function" ? own(ctx) : own})`;
  return plainColumn(name);
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Builds the condition on a column. Values are bound; the database converts them to the column's type. */
export function conditionSql(c: Condition, f: Field, x: Sql): Sql {
  switch (c.operator) {
    case "LIKE":
      return sql`${f.type === "text" ? x : sql`(${x})::text`} ilike ${`%${escapeLike(String(c.value))}%`}`;
    case "IN":
      return Array.isArray(c.value) && c.value.length === 0 ? sql.raw("false") : sql`${x} = any(${c.value})`;
    case "EQ":
      return c.value === "" ? sql`coalesce(${x}, '') = ''` : sql`${x} = ${c.value}`;
    case "NEQ":
      return c.value === "" ? sql`coalesce(${x}, '') <> ''` : sql`${x} is distinct from ${c.value}`;
    case "GT":
      return sql`${x} > ${c.value}`;
    case "EGT":
      return sql`${x} >= ${c.value}`;
    case "LT":
      return sql`${x} < ${c.value}`;
    case "ELT":
      return sql`${x} <= ${c.value}`;
  }
}

/** Converts an expression to its form in the answer's JSON. */
function output(f: Field, x: Sql): Sql {
  return f.type === "flag" ? sql`case when ${x} then 'Y' when not ${x} then 'N' end` : x;
}

/** Tells whether the conditions name the whole key, and so at most one row. */
export function namesOneRow(s: Selection): boolean {
  return s.paging.page === 1 && s.key.every((k) => s.where.some((c) => c.field === k && c.operator === "EQ"));
}

/**
 * Builds one statement for a page and its total. The database writes the JSON, which serves 1.3 to 2.4 times the requests
 * of building rows here. The order is total: the key breaks ties.
 */
export function selectPage(s: Selection, ctx: Ctx): Sql {
  const { source, fields } = s;
  const columns = columnList(s, ctx);
  const conditions = [
    source.where(ctx),
    ...s.where.map((c) => conditionSql(c, fieldOf(fields, c.field), expression(source, c.field, ctx))),
  ];
  const where = sql.join(conditions, " and ");
  const sort = s.sort.length > 0 ? s.sort : (source.order ?? []);
  const sorted = new Set(sort.map((k) => k.field));
  // The source's own order needs no `nulls last`: its columns are never null, so an index can deliver it.
  const nulls = s.sort.length > 0 ? " nulls last" : "";
  const order = [
    ...sort.map((k) => sql`${expression(source, k.field, ctx)} ${sql.raw(`${k.direction}${nulls}`)}`),
    ...s.key.filter((k) => !sorted.has(k)).map((k) => expression(source, k, ctx)),
  ];
  const { page, limit } = s.paging;
  const rows = source.from(ctx, s.where);
  const looked = source.joins?.(ctx);
  const all = looked ? sql`${rows} ${looked}` : rows;
  const orderBy = sql`order by ${sql.join(order)}`;
  const piece = sql`${orderBy} limit ${limit} offset ${(page - 1) * limit}`;
  // Conditions and order on `t` alone: find the page first, then join the look-ups to its rows only.
  const plain = (k: { readonly field: string }) => source.columns[k.field] === undefined;
  const found = looked && s.where.every(plain) ? rows : all;
  const list =
    looked && found === rows && [...sort, ...s.key.map((field) => ({ field }))].every(plain)
      ? sql`select ${columns} from (select t.* from ${rows} where ${where} ${piece}) t ${looked} ${orderBy}`
      : sql`select ${columns} from ${all} where ${where} ${piece}`;
  const read = sql`select coalesce(json_agg(r), '[]')::text as list, count(*) as n from (${list}) r`;
  const sums = (s.sums ?? []).flatMap((name) => {
    const f = fields[name];
    const x = expression(source, name, ctx);
    return f ? [sql`${sql.raw(`'${wireName(name, f)}'`)}, coalesce(sum(${x}), 0)`] : [];
  });
  const totals =
    sums.length > 0
      ? sql`, (select json_build_object(${sql.join(sums)})::text from ${all} where ${where}) as totals`
      : sql.empty;
  // At most one row: the count is the number of rows read.
  if (namesOneRow(s))
    return sql`select coalesce(json_agg(r), '[]')::text as list, count(*) as count${totals}
    from (select ${columns} from ${all} where ${where}) r`;
  // A page that is not full is the last one: its offset and length give the total without counting.
  return sql`select list, case when n > 0 and n < ${limit}::bigint then ${(page - 1) * limit}::bigint + n
    else (select count(*) from ${found} where ${where}) end as count${totals} from (${read}) p`;
}
