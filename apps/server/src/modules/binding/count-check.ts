import { errors } from "@shotkeeper/contract/kernel";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import {
  type Binding,
  counterTypeOf,
  DEFAULT_COUNTER_TYPE,
  type Point,
  wrappedShots,
} from "../../telemetry/core/index.ts";
import { requireReadings } from "../../telemetry/ledger/archive/archived-readings.ts";
import { isQuarantined } from "../../telemetry/ledger/is-quarantined.ts";

/** SQL condition: the reading with alias `r` belongs to this counter and is not quarantined. */
export const countedReadings = ({ tenantId }: Tx, counterId: number) => sql`
  r.tenant_id = ${tenantId}
    and r.counter_id = ${counterId}
    and not ${isQuarantined(tenantId)}
`;

/** Returns the maximum number of shots that a machine can make in `ms` milliseconds. */
const mostShots = (ms: number) => Math.floor(ms / DEFAULT_COUNTER_TYPE.minMsPerShot);

/** Returns whether the counter can have passed its maximum between two counts, and begun at 0 again. */
async function canWrap(tx: Tx, counterId: number, from: Point, to: Point): Promise<boolean> {
  const [counter] = await tx.query(
    sql<{ max_count: number | null }>`
      select max_count::float8 as max_count
      from counter
      where tenant_id = ${tx.tenantId} and counter_id = ${counterId}
    `,
  );
  return wrappedShots(from, to, counterTypeOf(counter?.max_count ?? null)) !== undefined;
}

/**
 * Throws if the count at the end of a binding does not fit the count at its beginning:
 * - The count is larger than a machine can reach in that time.
 * - The count is smaller. This is accepted in two cases: the counter can have passed its maximum in that time, or the
 *   counter was set back during or after the binding. A later reading with less than the first count shows that the
 *   counter was set back.
 */
export async function requireCountsRise(
  tx: Tx,
  counterId: number,
  b: Pick<Binding, "boundAt" | "boundCount" | "unboundAt" | "unboundCount">,
): Promise<void> {
  const { boundAt, boundCount, unboundAt, unboundCount } = b;
  if (boundCount === null || unboundCount === null || unboundAt === null) return;
  const most = boundCount + mostShots(unboundAt - boundAt);
  if (unboundCount > most) throw errors.countDoesNotFit(`${unboundCount}: ${boundCount}–${most}`);
  if (unboundCount >= boundCount) return;
  const from = { at: boundAt, count: boundCount };
  if (await canWrap(tx, counterId, from, { at: unboundAt, count: unboundCount })) return;
  await requireReadings(tx, counterId, b.boundAt);
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
 * Throws if a counter cannot have shown this count at the time `at` (epoch ms). A null count is not checked.
 *
 * The count must lie between two known counts: the last one before the time and the first one after it. Known counts
 * are those of counted readings, and those typed at other bindings of the counter (`bindingId` is the binding that is
 * checked). Counts typed for the same moment are not compared, so that they can be corrected one after the other.
 * - If the counter was set back between the two known counts, the count may be above the first or below the second.
 * - Without a later known count, the count may exceed the last known one only by the shots that a machine can make
 *   since then. In doing so, the counter may pass its maximum and begin again at 0.
 */
export async function requireCountFits(
  tx: Tx,
  { counterId, bindingId }: { readonly counterId: number; readonly bindingId: number | null },
  at: number,
  count: number | null,
): Promise<void> {
  if (count === null) return;
  await requireReadings(tx, counterId, at);
  const { tenantId } = tx;
  const moment = new Date(at);
  const other = sql`
    b.tenant_id = ${tenantId} and b.counter_id = ${counterId} and b.binding_id is distinct from ${bindingId}::bigint
  `;
  // Selects the count that is nearest to the checked time, before or after it. It comes from a counted reading, or was
  // typed at another binding.
  const nearest = (isBefore: boolean) => {
    const typed = sql.raw(isBefore ? "<" : ">");
    const order = sql.raw(isBefore ? "desc" : "asc");
    return sql`
      select k.at, k.count
      from (
        (
          select r.at, r.count
          from reading r
          where ${countedReadings(tx, counterId)} and r.at ${typed}= ${moment}
          order by r.at ${order}, r.count ${order}
          limit 1
        )
        union all
        select b.bound_at, b.bound_count
        from binding b
        where ${other} and b.bound_count is not null and b.bound_at ${typed} ${moment}
        union all
        select b.unbound_at, b.unbound_count
        from binding b
        where ${other} and b.unbound_count is not null and b.unbound_at ${typed} ${moment}
      ) k
      order by k.at ${order}, k.count ${order}
      limit 1
    `;
  };
  const [found] = await tx.query(
    sql<{ before: number | null; since: number | null; after: number | null }>`
      select p.count::float8 as before, (extract(epoch from p.at) * 1000)::float8 as since, n.count::float8 as after
      from (select) o
      left join lateral (${nearest(true)}) p on true
      left join lateral (${nearest(false)}) n on true
    `,
  );
  const before = found?.before ?? 0;
  const after = found?.after ?? Number.POSITIVE_INFINITY;
  const since = found?.since ?? null;
  if (since !== null && count < before && found?.after === null)
    if (await canWrap(tx, counterId, { at: since, count: before }, { at, count })) return;
  const fits = before <= after ? count >= before && count <= after : count >= before || count <= after;
  if (!fits)
    throw errors.countDoesNotFit(`${count}: ${before}–${after === Number.POSITIVE_INFINITY ? "" : after}`);
  if (since === null || found?.after !== null) return;
  const most = before + mostShots(at - since);
  if (count > most) throw errors.countDoesNotFit(`${count}: ${before}–${most}`);
}
