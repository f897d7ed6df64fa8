import { errors } from "@shotkeeper/contract/kernel";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/** Condition on the readings (alias `r`) of a counter: only those that count. */
export function countedReadings(tx: Tx, counterId: number): Sql {
  return sql`
    r.tenant_id = ${tx.tenantId}
      and r.counter_id = ${counterId}
      and not exists (
        select
        from quarantine q
        where q.tenant_id = ${tx.tenantId}
          and q.counter_id = r.counter_id
          and q.at = r.at
          and q.count = r.count
          and q.quarantined
      )
  `;
}

/**
 * Throws if a counter cannot have shown this count at this time: the count must lie between the counted readings before
 * and after the time. A counter that was set back between them may show a count above the first or below the second
 * reading. `at` is epoch ms. Without a count there is nothing to check.
 */
export async function requireCountFits(
  tx: Tx,
  counterId: number,
  at: number,
  count: number | null,
): Promise<void> {
  if (count === null) return;
  const counted = countedReadings(tx, counterId);
  const [found] = await tx.query(
    sql<{ before: number | null; after: number | null }>`
      select
        (
          select r.count::float8
          from reading r
          where ${counted} and r.at <= ${new Date(at)}
          order by r.at desc, r.count desc
          limit 1
        ) as before,
        (
          select r.count::float8
          from reading r
          where ${counted} and r.at >= ${new Date(at)}
          order by r.at, r.count
          limit 1
        ) as after
    `,
  );
  const before = found?.before ?? 0;
  const after = found?.after ?? Number.POSITIVE_INFINITY;
  const fits = before <= after ? count >= before && count <= after : count >= before || count <= after;
  if (!fits)
    throw errors.countDoesNotFit(`${count}: ${before}–${after === Number.POSITIVE_INFINITY ? "" : after}`);
}
