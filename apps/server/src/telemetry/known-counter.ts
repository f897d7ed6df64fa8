import type { Db, Tx } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";
import {
  type Binding,
  type CounterFacts,
  type CounterState,
  DEFAULT_COUNTER_TYPE,
  type Fence,
  HOUR_MS,
  NEW_WATCH,
  openState,
  readingKey,
  type StandardVersion,
  type Tolerance,
  type WatchRules,
  type WatchState,
} from "./core/index.ts";
import { readRules } from "./watch-parameters.ts";

/** What the ledger needs of a counter to take its next reading; kept in memory, true as long as `rev` is. */
export interface KnownCounter {
  readonly counterId: number;
  readonly writerId: string;
  readonly rev: number;
  readonly facts: CounterFacts;
  /** null: no reading has counted yet. */
  readonly state: CounterState | null;
  readonly watch: WatchState;
  readonly rules: WatchRules;
  /** Of every mold it ever was on, by id. */
  readonly molds: ReadonlyMap<number, MoldFacts>;
}

export interface MoldFacts {
  readonly moldNo: string;
  readonly tolerance: Tolerance | null;
  readonly fence: Fence | null;
  /** In repair, in storage or scrapped by document: not idle then. */
  readonly isIdleExempt: boolean;
}

/** What is watched of a counter on no mold. */
export const noMold: Omit<MoldFacts, "moldNo"> = { tolerance: null, fence: null, isIdleExempt: false };

/** Since when a counter has been on its mold, or on none, at a moment; null: it never was on any before. */
export function sinceAt(bindings: readonly Binding[], at: number): number | null {
  let since: number | null = null;
  for (const b of bindings) {
    if (b.boundAt < at) since = b.boundAt;
    if (b.unboundAt !== null && b.unboundAt < at) since = b.unboundAt;
  }
  return since;
}

interface Row {
  readonly counter_id: number;
  readonly writer_id: string;
  readonly report_interval_hours: number;
  readonly rev: number;
  readonly last_ms: number | null;
  readonly last_count: number | null;
  readonly count_ms: number | null;
  readonly count: number | null;
  readonly last_shots: number;
  readonly shot_ms: number | null;
  readonly watch: WatchState | null;
  readonly bindings:
    | readonly (readonly [number, number, number, number | null, number | null, number | null])[]
    | null;
  readonly standards: readonly (readonly [number, number, number | null, number])[] | null;
  readonly released: readonly (readonly [number, number])[] | null;
  readonly molds:
    | readonly (readonly [
        number,
        string,
        number | null,
        number,
        number | null,
        number | null,
        number | null,
      ])[]
    | null;
  readonly parameters: Readonly<Record<string, string>> | null;
}

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);

/** Reads counters afresh. Inside a transaction that holds their state's lock this is the truth until it ends. */
export async function loadCounters(
  source: Db | Tx,
  tenantId: number,
  ids: readonly number[],
): Promise<KnownCounter[]> {
  const statement = sql`select c.counter_id, c.writer_id, c.report_interval_hours, s.rev, ${ms("s.last_at")} as last_ms, s.last_count,
      ${ms("s.count_at")} as count_ms, s.count, s.last_shots, ${ms("s.last_shot_at")} as shot_ms, s.watch,
      (select json_agg(json_build_array(b.binding_id, b.mold_id, ${ms("b.bound_at")}, b.bound_count, ${ms("b.unbound_at")}, b.unbound_count) order by b.bound_at)
        from binding b where b.tenant_id = ${tenantId} and b.counter_id = c.counter_id) as bindings,
      (select json_agg(json_build_array(x.mold_id, ${ms("x.valid_from")}, x.cycle_ms, x.tolerance_percent) order by x.valid_from)
        from mold_standard x where x.tenant_id = ${tenantId}
          and x.mold_id in (select b.mold_id from binding b where b.tenant_id = ${tenantId} and b.counter_id = c.counter_id)) as standards,
      (select json_agg(json_build_array(${ms("q.at")}, q.count)) from quarantine q
        where q.tenant_id = ${tenantId} and q.counter_id = c.counter_id and q.released_at is not null and q.at is not null) as released,
      (select json_agg(json_build_array(m.mold_id, m.mold_no, m.cycle_tolerance, m.service_state, o.longitude, o.latitude, o.radius))
        from mold m left join organization o on o.tenant_id = ${tenantId} and o.org_id = m.plant_id
        where m.tenant_id = ${tenantId} and m.mold_id in (select b.mold_id from binding b where b.tenant_id = ${tenantId} and b.counter_id = c.counter_id)) as molds,
      (select json_object_agg(p.prm_id, p.prm_value) from parameter p where p.tenant_id = ${tenantId} and p.prm_id like 'WARN\\_%') as parameters
    from counter c
    join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = c.counter_id
    where c.tenant_id = ${tenantId} and c.counter_id = any(${ids})`;
  const rows = "run" in source ? (await source.run(tenantId, [statement]))[0] : await source.query(statement);
  return (rows as unknown as Row[]).map(known);
}

function known(r: Row): KnownCounter {
  const bindings = (r.bindings ?? []).map(
    ([bindingId, moldId, boundAt, boundCount, unboundAt, unboundCount]): Binding => ({
      bindingId,
      moldId,
      boundAt,
      boundCount,
      unboundAt,
      unboundCount,
    }),
  );
  const facts: CounterFacts = {
    type: DEFAULT_COUNTER_TYPE,
    reportIntervalMs: Math.round(r.report_interval_hours * HOUR_MS),
    bindings,
    standards: standardsOf(r.standards ?? []),
    released: new Set((r.released ?? []).map(([at, count]) => readingKey({ at, count }))),
  };
  return {
    counterId: r.counter_id,
    writerId: r.writer_id,
    rev: r.rev,
    facts,
    state: stateOf(r, facts),
    watch: r.watch ?? { ...NEW_WATCH },
    rules: readRules(r.parameters ?? {}, facts.reportIntervalMs),
    molds: new Map(
      (r.molds ?? []).map(([moldId, moldNo, percent, serviceState, lng, lat, radiusM]) => [
        moldId,
        {
          moldNo,
          tolerance: percent === null ? null : { percent },
          fence: lng === null || lat === null ? null : { lng, lat, radiusM: radiusM ?? defaultRadiusM },
          isIdleExempt: serviceState === 1 || serviceState === 3 || serviceState === 4,
        },
      ]),
    ),
  };
}

const defaultRadiusM = 2000;

function standardsOf(list: NonNullable<Row["standards"]>): Map<number, StandardVersion[]> {
  const byMold = new Map<number, StandardVersion[]>();
  for (const [moldId, from, cycleMs, percent] of list) {
    const versions = byMold.get(moldId) ?? [];
    versions.push({ from, cycleMs, tolerance: { percent } });
    byMold.set(moldId, versions);
  }
  return byMold;
}

function stateOf(r: Row, facts: CounterFacts): CounterState | null {
  if (r.last_ms === null || r.last_count === null || r.count_ms === null || r.count === null) return null;
  return openState(facts, {
    lastRaw: { at: r.last_ms, count: r.last_count },
    lastAccepted: { at: r.count_ms, count: r.count },
    shotAt: r.shot_ms ?? 0,
    lastShots: r.last_shots,
  });
}
