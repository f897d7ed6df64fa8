import { canBeSample, type Entity, type Field, snake } from "@shotkeeper/contract/kernel";
import { usageName } from "@shotkeeper/contract/usage-lists";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import { fromAll, type TableImpl } from "./registry.ts";
import { columnOf } from "./select.ts";
import { expectNone } from "./usage.ts";

const isReference = ({ reference, isPart }: Field, to: Entity) => reference === to.wire && !isPart;

/** Returns the fields of the table `t` that refer to one of the tables `to`. */
const referencesOf = (t: TableImpl, to: readonly TableImpl[]) =>
  Object.entries(t.entity.fields).flatMap(([name, f]) => {
    const target = to.find((x) => isReference(f, x.entity));
    return target ? [{ name, target }] : [];
  });

/** Selects the primary keys of the sample rows of a table, as text. */
function sampleKeys(ctx: Ctx, { entity }: TableImpl): Sql {
  const key = sql`x.${sql.id(snake(entity.key[0] ?? ""))}`;
  return sql`
    select ${key}::text
    from ${sql.id(snake(entity.name))} x
    where x.tenant_id = ${ctx.who.tenantId} and x.is_sample
  `;
}

/**
 * Returns statements that raise the error `usedBy` if real rows refer to sample rows (rows that are marked as samples).
 * The error names the tables and fields of the real rows, and their number, such as `S0233^BS_MOLD.SAVE_ADDRESS:2`.
 * `parts`: tables whose rows belong to a mold or counter, such as bindings. A row of them counts as real only if it
 * also refers to a real row. Otherwise it is deleted together with the sample rows.
 */
export function expectNoRealUses(ctx: Ctx, tables: readonly TableImpl[], parts: readonly Entity[]): Sql[] {
  const marked = tables.filter((t) => canBeSample(t.entity.fields));
  // Tables to whose rows other rows can refer: those with one key field. A row of the other tables links two rows, and
  // no field refers to such a row.
  const targets = marked.filter((t) => t.entity.key.length === 1);
  const isPartTable = (t: TableImpl) => parts.some((p) => p.wire === t.entity.wire);
  const counts = tables.flatMap((t) => {
    const references = referencesOf(t, targets).map(({ name, target }) => {
      const column = sql`(${columnOf(t, name, ctx)})::text`;
      return { name, isSample: sql`coalesce(${column} in (${sampleKeys(ctx, target)}), false)`, column };
    });
    return references.map(({ name, isSample }) => {
      const isReal = isPartTable(t)
        ? sql.join(
            references.map((r) => sql`(${r.column} is not null and not ${r.isSample})`),
            " or ",
          )
        : canBeSample(t.entity.fields)
          ? sql.raw("not t.is_sample")
          : sql.raw("true");
      return sql`
        select ${usageName(t.entity, name)}::text as wire, count(*)::int as n
        from ${fromAll(t, ctx)}
        where t.tenant_id = ${ctx.who.tenantId} and ${isSample} and (${isReal})
      `;
    });
  });
  // Locks the sample rows, so that nobody can refer to them between the count and the deletion.
  const locks = marked.map(
    (t) => sql`
      select 1
      from ${sql.id(snake(t.entity.name))} t
      where t.tenant_id = ${ctx.who.tenantId} and t.is_sample
      for update of t
    `,
  );
  return [...locks, ...expectNone(counts)];
}
