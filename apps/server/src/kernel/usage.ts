import { type Entity, errors, type Field } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import type { Registry, TableImpl } from "./registry.ts";
import { columnOf } from "./select.ts";

/**
 * Returns the stored fields of other tables that refer to rows of an entity. Fields of its parts are left out,
 * because parts are deleted with their parent.
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
 * Selects the number of rows that refer to the given keys. Counts rows of the whole tenant, even outside the caller's
 * scope.
 */
function countOf(
  ctx: Ctx,
  { table, name }: { table: TableImpl; name: string },
  keys: readonly string[],
): Sql {
  return sql`
    select ${table.entity.wire}::text as wire, count(*)::int as n
    from ${table.from(ctx, [])}
    where t.tenant_id = ${ctx.who.tenantId} and (${columnOf(table, name, ctx)})::text = any(${keys}::text[])
  `;
}

/**
 * Throws if other rows refer to rows that are to be deleted. The error names the tables with their number of rows:
 * `S0233^BS_MOLD_WRITER:2,PRD_ORDER:1`. References come from the contract; a table adds further ones with `uses`.
 */
export async function requireUnused(
  ctx: Ctx,
  r: Registry,
  t: TableImpl,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [name, ...rest] = t.entity.key;
  if (name === undefined || rest.length > 0) return;
  const { tenantId } = ctx.who;
  const key = columnOf(t, name, ctx);
  // Rows outside the caller's scope are skipped, because the DELETE does not find them either.
  const [visible] = await ctx.db.run(tenantId, [
    sql`
      select (${key})::text as key
      from ${t.from(ctx, [])}
      where ${t.where(ctx)} and (${key})::text = any(${rows.map((row) => String(row[name]))}::text[])
    `,
  ]);
  const keys = visible?.map((row) => String(row.key)) ?? [];
  const statements = [
    ...referencesTo(r, t.entity).map((reference) => countOf(ctx, reference, keys)),
    ...(t.uses?.(ctx, keys) ?? []),
  ];
  if (keys.length === 0 || statements.length === 0) return;
  const counts = new Map<string, number>();
  for (const [row] of await ctx.db.run(tenantId, statements)) {
    const wire = String(row?.wire);
    const n = Number(row?.n ?? 0);
    if (n > 0) counts.set(wire, (counts.get(wire) ?? 0) + n);
  }
  if (counts.size > 0) throw errors.usedBy([...counts].map(([table, n]) => `${table}:${n}`).join());
}
