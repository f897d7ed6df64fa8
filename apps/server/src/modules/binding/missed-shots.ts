import type { CountPreview } from "@shotkeeper/contract/mold";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type Binding, DAY_MS, HOUR_MS } from "../../telemetry/core/index.ts";
import { requireReadings } from "../../telemetry/ledger/archive/archived-readings.ts";
import { countedReadings } from "./count-check.ts";

/**
 * Length of the period from which the mean shots per hour of a mold are computed, ms. The period ends where the gap
 * (the time without a counter) begins. Two whole weeks contain every weekday equally often.
 */
const paceMs = 14 * DAY_MS;
/** Minimum length of a gap (time without a counter), ms. In a shorter gap no shots are estimated. */
const minGapMs = 60_000;

/**
 * Returns the time up to which the shots of a binding are known, epoch ms: the end of the binding if its count was
 * typed, otherwise the last counted reading of the binding or, without a reading, the beginning of the binding.
 */
export async function countedUntil(tx: Tx, counterId: number, b: Binding): Promise<number> {
  const end = b.unboundAt ?? Number.POSITIVE_INFINITY;
  if (b.unboundCount !== null) return end;
  await requireReadings(tx, counterId, end);
  const [last] = await tx.query(
    sql<{ ms: number }>`
      select (extract(epoch from r.at) * 1000)::bigint as ms
      from reading r
      where ${countedReadings(tx, counterId)} and r.at <= ${new Date(end)}
      order by r.at desc
      limit 1
    `,
  );
  return Math.max(b.boundAt, last?.ms ?? b.boundAt);
}

/**
 * Estimates the shots that a mold made between `from` and `to` (epoch ms) without a counter: shots per hour in the two
 * weeks before the gap × length of the gap. Hours before the first hour with shots do not count. Returns null if the
 * gap is shorter than a minute (`minGapMs`).
 */
export async function estimateMissed(
  tx: Tx,
  moldId: number,
  from: number,
  to: number,
): Promise<CountPreview["missed"]> {
  if (to - from < minGapMs) return null;
  const { tenantId } = tx;
  const [pace] = await tx.query(
    sql<{ first_ms: number | null; hours: number; shots: number }>`
      select
        (extract(epoch from min(h.hour)) * 1000)::bigint as first_ms, count(distinct h.hour)::int as hours,
        coalesce(sum(h.shots), 0)::bigint as shots
      from shot_hour h
      where h.tenant_id = ${tenantId}
        and h.mold_id = ${moldId}
        and h.hour >= ${new Date(from - paceMs)}
        and h.hour < ${new Date(from)}
        and h.shots > 0
    `,
  );
  const { first_ms: firstAt = null, hours: runningHours = 0, shots = 0 } = pace ?? {};
  const pastHours = firstAt === null ? 0 : Math.max(runningHours, Math.round((from - firstAt) / HOUR_MS));
  const gapHours = (to - from) / HOUR_MS;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    shots: pastHours === 0 ? 0 : Math.round((shots / pastHours) * gapHours),
    pastHours,
    runningHours,
    hourlyShots: runningHours === 0 ? 0 : Math.round((shots / runningHours) * 10) / 10,
    isAdded: false,
  };
}
