import { errors } from "@shotkeeper/contract/kernel";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Binding } from "../../telemetry/core/index.ts";

/** SQL condition: the reading with alias `r` belongs to this counter and is not quarantined. */
export const countedReadings = ({ tenantId }: Tx, counterId: number) => sql`
  r.tenant_id = ${tenantId}
    and r.counter_id = ${counterId}
    and not exists (
      select
      from quarantine q
      where q.tenant_id = ${tenantId}
        and q.counter_id = r.counter_id
        and q.at = r.at
        and q.count = r.count
        and q.quarantined
    )
`;

/**
 * Throws if the count at the end of a binding is smaller than the count at its beginning. Does not throw if the counter
 * was set back during or after the binding, that is, if a later reading shows less than the first count.
 */
export async function requireCountsRise(
  tx: Tx,
  counterId: number,
  b: Pick<Binding, "boundAt" | "boundCount" | "unboundCount">,
): Promise<void> {
  const { boundCount, unboundCount } = b;
  if (boundCount === null || unboundCount === null || unboundCount >= boundCount) return;
  const [setBack] = await tx.query(
    sql`
      select 1
      from reading r
      where ${countedReadings(tx, counterId)} and r.at > ${new Date(b.boundAt)} and r.count < ${boundCount}
      limit 1
    `,
  );
  if (!setBack) throw errors.countDoesNotFit(`${unboundCount}: ${boundCount}–`);
}

/**
 * Throws if a counter cannot have shown this count at this time. The count must lie between the count of the last
 * counted reading before the time and the count of the first counted reading after it. If the counter was set back
 * between these readings, the count may be above the first or below the second. `at` is epoch ms. A null count is not
 * checked.
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
