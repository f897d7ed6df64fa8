import pg from "pg";

/** A table whose rows belong to tenants. */
export interface TenantTable {
  readonly name: string;
  /** Columns in their order, with their SQL types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Returns all tables with a column `tenant_id`, from the database's catalogue. Partitions are part of their table. */
export async function tablesOfTenant(owner: pg.ClientBase): Promise<TenantTable[]> {
  const { rows } = await owner.query<TenantTable>(
    `select c.relname as name,
       json_agg(
         json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum
       ) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by c.relname
     having bool_or(a.attname = 'tenant_id')
     order by 1`,
  );
  return rows;
}

/**
 * Makes the rows of a tenant visible to the owner of the schema, because row-level security also applies to the owner.
 */
export const showTenant = (owner: pg.ClientBase, tenantId: number) =>
  owner.query("select set_config('app.tenant_id', $1, true)", [String(tenantId)]);

/** Counts the rows of a tenant in each table, in one statement. The tenant must be visible (`showTenant`). */
export async function countRows(
  owner: pg.ClientBase,
  tables: readonly TenantTable[],
  tenantId: number,
): Promise<Record<string, number>> {
  const parts = tables.map(
    (t) =>
      `select ${pg.escapeLiteral(t.name)} as name, count(*) as n
       from ${pg.escapeIdentifier(t.name)} where tenant_id = ${Number(tenantId)}`,
  );
  const { rows } = await owner.query<{ name: string; n: string }>(parts.join(" union all "));
  return Object.fromEntries(rows.map((r) => [r.name, Number(r.n)]));
}
