import { type Condition, errors, type Field, type Fields, onWire } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import { readLimits } from "./read-limits.ts";
import { fromAll, type Source } from "./registry.ts";
import { columnOf, conditionSql } from "./select.ts";

/**
 * Values of a row as exact texts, in the order of the columns. Numbers have all their digits, a time is ISO 8601 in UTC
 * with microseconds, a flag is "true" or "false".
 */
export type TextRow = readonly (string | null)[];

export interface RangeSelection {
  readonly source: Source;
  readonly fields: Fields;
  /** Columns to read. */
  readonly names: readonly string[];
  readonly where: readonly Condition[];
  /**
   * Columns that identify a row, with their SQL types. The rows are sorted by these columns, which should have an
   * index.
   */
  readonly order: readonly { readonly column: string; readonly type: string }[];
}

/** Number of rows that one statement reads. Other requests can run between two statements. */
const chunkRows = 10_000;

/** Returns a column as exact text. */
function textOf(f: Field, x: Sql): Sql {
  if (f.type === "time") return sql`to_char(${x} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  if (f.type === "date") return sql`to_char(${x}, 'YYYY-MM-DD')`;
  return sql`(${x})::text`;
}

/**
 * Yields all rows of a query source that meet the conditions and are in the caller's scope, in chunks. A separate
 * statement reads each chunk and continues after the last row (keyset pagination), so that no statement runs long.
 */
export async function* rangeRows(ctx: Ctx, s: RangeSelection, chunk = chunkRows): AsyncGenerator<TextRow[]> {
  const { source, fields, where, order } = s;
  const field = (name: string): Field => {
    const f = fields[name];
    if (!f || f.secret) throw errors.unknownField(onWire(name));
    return f;
  };
  const values = s.names.map((name) => textOf(field(name), columnOf(source, name, ctx)));
  const cursor = order.map(({ column }) => sql`(${sql.raw(column)})::text`);
  const conditions = [
    source.where(ctx),
    ...where.map((c) => conditionSql(c, field(c.field), columnOf(source, c.field, ctx))),
  ];
  const all = fromAll(source, ctx, where);
  const columns = sql.raw(order.map(({ column }) => column).join(", "));
  const db = ctx.db.limited(readLimits(ctx, "report"));
  let after: Sql = sql.empty;
  for (;;) {
    const [rows] = await db.run(ctx.who.tenantId, [
      sql<{ list: string | null; last: string[] | null; n: number }>`
        with found as (
          select array[${sql.join(values)}]::text[] as v, to_json(array[${sql.join(cursor)}]) as k
          from ${all}
          where ${sql.join(conditions, " and ")} ${after}
          order by ${columns}
          limit ${chunk}
        ), numbered as (
          select v, k, row_number() over () as i from found
        )
        select
          json_agg(v order by i)::text as list, count(*)::int as n,
          (select x.k from numbered x order by x.i desc limit 1) as last
        from numbered
      `,
    ]);
    const { list = null, last = null, n = 0 } = rows[0] ?? {};
    if (list !== null) yield JSON.parse(list) as TextRow[];
    if (n < chunk || last === null) return;
    const bound = order.map(({ type }, i) => sql`${last[i]}::${sql.raw(type)}`);
    after = sql`and (${columns}) > (${sql.join(bound)})`;
  }
}
