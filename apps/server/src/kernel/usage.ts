import { type Entity, type Field, snake } from "@shotkeeper/contract/kernel";
import { usageName } from "@shotkeeper/contract/usage-lists";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import { fromAll, type Registry, type TableImpl } from "./registry.ts";
import { columnOf } from "./select.ts";

/**
 * Returns the stored fields of other tables that refer to rows of an entity. Leaves out the fields of parts (`isPart`),
 * because parts are deleted together with the row to which they belong.
 */
function referencesTo(r: Registry, entity: Entity): { table: TableImpl; name: string }[] {
  const isReference = (f: Field) => f.reference === entity.wire && !f.isPart;
  return [...r.tables.values()].flatMap((table) =>
    Object.entries(table.entity.fields)
      .filter(([, f]) => isReference(f))
      .map(([name]) => ({ table, name })),
  );
}

/**
 * Selects the number of rows that refer to the keys that `keys` selects. Counts rows of the whole tenant, even outside
 * the caller's scope.
 */
function countOf(ctx: Ctx, { table, name }: { table: TableImpl; name: string }, keys: Sql): Sql {
  return sql`
    select ${usageName(table.entity, name)}::text as wire, count(*)::int as n
    from ${fromAll(table, ctx)}
    where t.tenant_id = ${ctx.who.tenantId} and (${columnOf(table, name, ctx)})::text in (${keys})
  `;
}

/**
 * Returns statements that raise an error if other rows refer to rows that are to be deleted. The error names tables,
 * fields and numbers of rows: `S0233^BS_MOLD_WRITER.MOLD_NO:2,PRD_ORDER.MOLD_NO:1`. References come from the contract;
 * a table adds further references with `uses`. The statements run in the transaction of the deletion. The first one
 * locks the rows, so that nobody can refer to them between the count and the deletion.
 */
export function expectUnused(
  ctx: Ctx,
  r: Registry,
  t: TableImpl,
  rows: readonly Readonly<Record<string, unknown>>[],
): Sql[] {
  const [name, ...rest] = t.entity.key;
  if (name === undefined || rest.length > 0) return [];
  const key = sql`t.${sql.id(snake(name))}`;
  // Checks only rows in the caller's scope, because the DELETE does not find other rows either.
  const visible = sql`
    from ${sql.id(snake(t.entity.name))} t
    where ${t.where(ctx)} and ${key}::text = any(${rows.map((row) => String(row[name]))}::text[])
  `;
  const keys = sql`select ${key}::text ${visible}`;
  const counts = [
    ...referencesTo(r, t.entity).map((reference) => countOf(ctx, reference, keys)),
    ...(t.uses?.(ctx, keys) ?? []),
  ];
  return counts.length === 0 ? [] : [sql`select ${visible} for update of t`, ...expectNone(counts)];
}

/**
 * Returns the query that lists all counts that are not zero as the argument of a message (`readUsages` in the
 * contract). The column `used` is null if all are zero. `counts`: queries with the columns `wire` (name of a use) and
 * `n` (number of rows).
 */
export const listUses = (counts: readonly Sql[]): Sql<{ readonly used: string | null }> =>
  sql<{ used: string | null }>`
    select string_agg(u.wire || ':' || u.n, ',' order by u.wire) as used
    from (
      select c.wire, sum(c.n)::int as n
      from (${sql.join(counts, " union all ")}) c
      group by c.wire
      having sum(c.n) > 0
    ) u
  `;

/** Returns a statement that raises `usedBy` if one of the counts (`listUses`) is not zero. */
export function expectNone(counts: readonly Sql[]): Sql[] {
  if (counts.length === 0) return [];
  return [sql`select app_expect_unused(u.used) from (${listUses(counts)}) u`];
}
