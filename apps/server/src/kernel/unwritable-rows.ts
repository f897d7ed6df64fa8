import { isArchivable, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import type { TableImpl } from "./registry.ts";
import { type InputRow, matchKey, recordset } from "./write-sql.ts";

/** Returns a copy of a row with only the named fields. Fields that the row does not have are left out. */
export const pickNames = (row: InputRow, names: readonly string[]): InputRow =>
  Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : [])));

/**
 * Returns a statement that selects the rows whose update the database would refuse: rows that do not exist, are outside
 * the caller's scope or were changed meanwhile, and archived rows. `row` is the index of the row.
 */
export function unwritableRows(
  ctx: Ctx,
  t: TableImpl,
  rows: readonly InputRow[],
): Sql<{ row: number; is_archived: boolean }> {
  const { entity } = t;
  const sent = recordset(
    entity,
    rows.map((row) => pickNames(row, [...entity.key, "updatedDate"])),
  );
  const key = sql.raw(`t."${snake(entity.key[0] ?? "")}"`);
  const isArchived = isArchivable(entity.fields) ? sql.raw("t.archived_date is not null") : sql.raw("false");
  return sql<{ row: number; is_archived: boolean }>`
    select (i.ordinality - 1)::int as row, ${key} is not null as is_archived
    from ${sent} with ordinality i
    left join ${sql.id(snake(entity.name))} t on ${matchKey(entity, "t", "i")}
      and ${t.where(ctx)} and (i.updated_date is null or t.updated_date = i.updated_date)
    where ${key} is null or ${isArchived}
  `;
}
