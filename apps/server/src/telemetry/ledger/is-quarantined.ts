import { type Sql, sql } from "../../kernel/db/sql.ts";

/**
 * Returns the SQL condition that a reading (a row of the table `reading`) is quarantined and therefore does not count.
 * The condition on `payload` lets PostgreSQL use the index `quarantine_reading`. Without it, PostgreSQL reads all
 * quarantined input of the tenant.
 */
export const isQuarantined = (tenantId: number, alias = "r"): Sql => {
  const r = sql.id(alias);
  return sql`
    exists (
      select
      from quarantine q
      where q.tenant_id = ${tenantId}
        and q.counter_id = ${r}.counter_id
        and q.at = ${r}.at
        and q.count = ${r}.count
        and q.quarantined
        and q.payload is null
    )
  `;
};
