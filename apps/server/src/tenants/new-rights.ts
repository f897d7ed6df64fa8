import type { Db } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";

/**
 * Grants the administrators of every tenant the rights that are new in this version. Otherwise nobody could grant these
 * rights, because users can grant only rights that they have. Older rights stay as each tenant has set them.
 */
export async function grantNewRights(db: Db, rights: readonly string[]): Promise<void> {
  const [rows, tenants] = await db.platform(
    sql`select authority from known_right`,
    sql`select tenant_id from tenant order by 1`,
  );
  const known = new Set(rows?.map((r) => String(r.authority)));
  const fresh = rights.filter((r) => !known.has(r));
  if (fresh.length === 0) return;
  // Grants nothing in a new installation, whose list of known rights is empty: its tenants already have every right.
  if (known.size > 0)
    for (const { tenant_id: id } of tenants ?? [])
      await db.run(Number(id), [
        sql`
          insert into role_right (tenant_id, role_code, authority)
          select r.tenant_id, r.role_code, x
          from role r, unnest(${fresh}::text[]) x
          where r.tenant_id = ${id} and r.role_code = 'admin'
          on conflict do nothing
        `,
      ]);
  await db.platform(
    sql`insert into known_right (authority) select unnest(${fresh}::text[]) on conflict do nothing`,
  );
}
