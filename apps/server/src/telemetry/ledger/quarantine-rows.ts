import { type Sql, sql } from "../../kernel/db/sql.ts";
import type { Outcome, Point } from "../core/index.ts";
import type { StoredReading } from "./stored-reading.ts";

/** SQL condition: a user has released or discarded the quarantine row (alias `q`). */
const isDecided = sql`(q.released_at is not null or q.discarded_at is not null)`;

/** Returns statements that quarantine readings which do not count, and release quarantined readings which count now. */
export function quarantineSql(
  tenantId: number,
  counterId: number,
  readings: readonly StoredReading[],
  outcomes: readonly Outcome[],
): Sql[] {
  const quarantined: { r: StoredReading; reason: string }[] = [];
  const freed: StoredReading[] = [];
  readings.forEach((r, i) => {
    const outcome = outcomes[i];
    if (!outcome) return;
    if (!outcome.accepted && !r.isQuarantined) quarantined.push({ r, reason: outcome.reason ?? "rate" });
    if (outcome.accepted && r.isQuarantined) freed.push(r);
  });
  const at = (list: readonly Point[]) => list.map((r) => new Date(r.at).toISOString());
  const statements: Sql[] = [];
  if (quarantined.length > 0) {
    const list = quarantined.map((h) => h.r);
    statements.push(sql`
      insert into quarantine (tenant_id, counter_id, chip_code, reason, at, count, received_at)
      select
        ${tenantId}::int, ${counterId}::bigint, c.chip_code, x.reason, x.at, x.count, r.received_at
      from unnest(
        ${at(list)}::timestamptz[], ${list.map((r) => r.count)}::bigint[],
        ${quarantined.map((h) => h.reason)}::text[]
      ) as x (at, count, reason)
      join counter c on c.tenant_id = ${tenantId} and c.counter_id = ${counterId}
      join reading r on r.tenant_id = ${tenantId}
        and r.counter_id = ${counterId}
        and r.at = x.at
        and r.count = x.count
      on conflict (tenant_id, counter_id, at, count)
      where counter_id is not null
        and payload is null do update set quarantined = true, reason = excluded.reason
    `);
  }
  if (freed.length > 0) {
    const found = sql`
      unnest(${at(freed)}::timestamptz[], ${freed.map((r) => r.count)}::bigint[]) as x (at, count)
      where q.tenant_id = ${tenantId}
        and q.counter_id = ${counterId}
        and q.at = x.at
        and q.count = x.count
        and q.payload is null
    `;
    statements.push(
      // Keeps quarantine rows that a user has released or discarded, as a record. Deletes all others, because their
      // readings are valid now.
      sql`update quarantine q set quarantined = false from ${found} and ${isDecided}`,
      sql`delete from quarantine q using ${found} and not ${isDecided}`,
    );
  }
  return statements;
}
