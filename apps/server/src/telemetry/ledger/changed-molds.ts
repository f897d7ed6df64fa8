import { type Sql, sql } from "../../kernel/db/sql.ts";
import type { CounterFacts } from "../core/index.ts";

const hourMs = 3_600_000;

interface Changed {
  readonly counterId: number;
  readonly oldFacts: CounterFacts;
  readonly newFacts: CounterFacts;
  readonly firstAt: number;
  readonly fromScratch?: boolean;
}

/**
 * Returns the statement that notes the molds on which the counter was at the time of the change, so that a job adds up
 * their days again (modules/indicator/mold-days-job.ts). It notes them also if no hour changed: a late reading shows
 * that the counter reported on that day. It only inserts rows, so writers never wait for each other here. The fast path
 * notes nothing: it changes no hours before the latest counted reading.
 *
 * @param from time of the last accepted reading before the change. Hours from this reading on may have changed.
 */
export function noteSql(tenantId: number, change: Changed, from: number): Sql[] {
  const { counterId, oldFacts, newFacts, firstAt, fromScratch } = change;
  const since = fromScratch
    ? Number.NEGATIVE_INFINITY
    : Math.floor(Math.min(from, firstAt) / hourMs) * hourMs;
  const bindings = [...oldFacts.bindings, ...newFacts.bindings].filter(
    (b) => (b.unboundAt ?? Number.POSITIVE_INFINITY) > since,
  );
  const molds = [...new Set(bindings.map((b) => b.moldId))];
  const stored = sql`
    union select mold_id from shot_hour where tenant_id = ${tenantId} and counter_id = ${counterId} and mold_id <> 0
  `;
  if (molds.length === 0 && !fromScratch) return [];
  return [
    sql`
      insert into mold_changed (tenant_id, mold_id, changed_from)
      select ${tenantId}::int, x.mold_id, to_timestamp(${since / 1000}::float8)
      from (select unnest(${molds}::bigint[]) as mold_id ${fromScratch ? stored : sql.empty}) x
    `,
  ];
}
