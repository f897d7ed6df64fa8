import type { CallerDb, Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import {
  type Binding,
  type CounterFacts,
  type CounterState,
  counterTypeOf,
  HOUR_MS,
  type MoldVersion,
  openState,
  type Point,
  parseReplayState,
  type ReplayState,
  readingKey,
  type StandardVersion,
  type WarningRules,
} from "../core/index.ts";
import { readRules } from "./warning-parameters.ts";

/**
 * Cached data of a counter, from which the ledger computes the effect of the counter's next reading without a query.
 * Valid while `rev` equals the `rev` of the counter's row in counter_state.
 */
export interface KnownCounter {
  readonly counterId: number;
  readonly writerId: string;
  /**
   * Version for the optimistic lock. Each stored batch of the counter increments `rev`, and changes `state` and
   * `replayState` too.
   */
  rev: number;
  readonly facts: CounterFacts;
  /** True until the counter's first reading is stored, accepted or not. */
  readonly isNew: boolean;
  /** State from which the fast path (`append`) adds the next reading. null: no reading was accepted yet. */
  state: CounterState | null;
  replayState: ReplayState;
  /**
   * Number of readings since the last stored checkpoint, a copy of the warning state. Infinity: unknown, so the next
   * day begins with a checkpoint.
   */
  sinceCheckpoint: number;
  readonly rules: WarningRules;
  /** End of the tenant's archive, epoch ms. Only the slow path stores readings before it. −Infinity: no archive. */
  readonly archivedUntil: number;
  /** Readings of the counter before this moment (epoch ms) are in the archive only. −Infinity: none are. */
  readonly archivedBefore: number;
  /** All molds that the counter is or was ever bound to, by mold id. */
  readonly molds: ReadonlyMap<number, MoldFacts>;
}

export interface MoldFacts {
  readonly moldNo: string;
  /** Versions of the mold's properties, sorted by `from`. Never empty. */
  readonly versions: readonly MoldVersion[];
}

interface Row {
  readonly counter_id: number;
  readonly writer_id: string;
  readonly report_interval_hours: number;
  /** Declared maximum of the counter's count. null: the maximum of `DEFAULT_COUNTER_TYPE`. */
  readonly max_count: number | null;
  readonly rev: number;
  readonly last_ms: number | null;
  readonly last_count: number | null;
  readonly count_ms: number | null;
  readonly count: number | null;
  readonly last_shots: number;
  readonly shot_ms: number | null;
  readonly replayState: string | null;
  readonly until_ms: number | null;
  readonly before_ms: number | null;
}

interface BindingRow {
  readonly counter_id: number;
  readonly binding_id: number;
  readonly mold_id: number;
  readonly bound_ms: number;
  readonly bound_count: number | null;
  readonly unbound_ms: number | null;
  readonly unbound_count: number | null;
}

interface StandardRow {
  readonly mold_id: number;
  readonly from_ms: number;
  readonly cycle_ms: number | null;
  readonly tolerance_percent: number;
}

interface MoldRow {
  readonly mold_id: number;
  readonly mold_no: string;
  /** Moment from which this version of the mold's properties is in force, ms. null: from the beginning. */
  readonly from_ms: number | null;
  readonly cycle_tolerance: number | null;
  readonly service_state: number;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly radius: number | null;
}

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);

/**
 * Loads counters from the database by six plain statements in one round trip. For one statement with correlated
 * sub-selects, PostgreSQL chooses a slow plan while it has no statistics about the tables. If the caller's transaction
 * has locked the rows of counter_state, the loaded states stay valid until the transaction ends.
 */
export async function loadCounters(
  source: CallerDb | Tx,
  tenantId: number,
  ids: readonly number[],
): Promise<KnownCounter[]> {
  const molds = sql`(select b.mold_id from binding b where b.tenant_id = ${tenantId} and b.counter_id = any(${ids}))`;
  const statements = [
    sql`
      select
        c.counter_id, c.writer_id, c.report_interval_hours, c.max_count, s.rev,
        ${ms("s.last_at")} as last_ms, s.last_count, ${ms("s.count_at")} as count_ms, s.count, s.last_shots,
        ${ms("s.last_shot_at")} as shot_ms, s.replay_state as "replayState",
        ${ms("s.archived_before")} as before_ms, ${ms("a.until_at")} as until_ms
      from counter c
      join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = c.counter_id
      cross join (select max(f.until_at) as until_at from reading_archive f where f.tenant_id = ${tenantId}) a
      where c.tenant_id = ${tenantId} and c.counter_id = any(${ids})
    `,
    sql`
      select
        b.counter_id, b.binding_id, b.mold_id, ${ms("b.bound_at")} as bound_ms, b.bound_count,
        ${ms("b.unbound_at")} as unbound_ms, b.unbound_count
      from binding b
      where b.tenant_id = ${tenantId} and b.counter_id = any(${ids})
      order by b.bound_at
    `,
    sql`select x.mold_id, ${ms("x.valid_from")} as from_ms, x.cycle_ms, x.tolerance_percent from mold_standard x
      where x.tenant_id = ${tenantId} and x.mold_id in ${molds} order by x.valid_from`,
    sql`
      select
        m.mold_id, m.mold_no,
        case when isfinite(v.valid_from) then ${ms("v.valid_from")} end as from_ms,
        v.cycle_tolerance, v.service_state, o.longitude, o.latitude, o.radius
      from mold m
      cross join lateral (
        select x.valid_from, x.plant_id, x.service_state, x.cycle_tolerance
        from mold_version x
        where x.tenant_id = ${tenantId} and x.mold_id = m.mold_id
        union all
        select '-infinity', m.plant_id, m.service_state, m.cycle_tolerance
        where not exists (
          select
          from mold_version x
          where x.tenant_id = ${tenantId} and x.mold_id = m.mold_id
        )
      ) v
      left join organization o on o.tenant_id = ${tenantId} and o.org_id = v.plant_id
      where m.tenant_id = ${tenantId} and m.mold_id in ${molds}
      order by v.valid_from
    `,
    sql`
      select q.counter_id, ${ms("q.at")} as at, q.count
      from quarantine q
      where q.tenant_id = ${tenantId}
        and q.counter_id = any(${ids})
        and q.payload is null
        and q.released_at is not null
    `,
    sql`select p.prm_id, p.prm_value from parameter p where p.tenant_id = ${tenantId} and p.prm_id like 'WARN\\_%'`,
  ];
  const answers = "run" in source ? await source.run(tenantId, statements) : await source.all(statements);
  const [counters, bindings, standards, moldRows, released, parameters] = answers as unknown as [
    Row[],
    BindingRow[],
    StandardRow[],
    MoldRow[],
    (Point & { counter_id: number })[],
    { prm_id: string; prm_value: string }[],
  ];
  const shared = {
    standards: standardsOf(standards),
    molds: moldsOf(moldRows),
    parameters: Object.fromEntries(parameters.map((p) => [p.prm_id, p.prm_value])),
  };
  const bindingsOf = groupBy(bindings, (b) => b.counter_id);
  const releasedOf = groupBy(released, (q) => q.counter_id);
  return counters.map((r) =>
    known(r, bindingsOf.get(r.counter_id) ?? [], releasedOf.get(r.counter_id) ?? [], shared),
  );
}

interface Shared {
  readonly standards: ReadonlyMap<number, readonly StandardVersion[]>;
  readonly molds: ReadonlyMap<number, MoldFacts>;
  readonly parameters: Readonly<Record<string, string>>;
}

function known(
  r: Row,
  bindings: readonly BindingRow[],
  released: readonly Point[],
  shared: Shared,
): KnownCounter {
  const mine = [...new Set(bindings.map((b) => b.mold_id))];
  const facts: CounterFacts = {
    type: counterTypeOf(r.max_count),
    reportIntervalMs: Math.round(r.report_interval_hours * HOUR_MS),
    bindings: bindings.map(
      (b): Binding => ({
        bindingId: b.binding_id,
        moldId: b.mold_id,
        boundAt: b.bound_ms,
        boundCount: b.bound_count,
        unboundAt: b.unbound_ms,
        unboundCount: b.unbound_count,
      }),
    ),
    standards: pickKeys(shared.standards, mine),
    released: new Set(released.map(readingKey)),
  };
  return {
    counterId: r.counter_id,
    writerId: r.writer_id,
    rev: r.rev,
    facts,
    isNew: r.last_ms === null,
    state: stateOf(r, facts),
    replayState: parseReplayState(r.replayState),
    sinceCheckpoint: Number.POSITIVE_INFINITY,
    archivedUntil: r.until_ms ?? Number.NEGATIVE_INFINITY,
    archivedBefore: r.before_ms ?? Number.NEGATIVE_INFINITY,
    rules: readRules(shared.parameters, facts.reportIntervalMs),
    molds: pickKeys(shared.molds, mine),
  };
}

function groupBy<T>(list: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const out = new Map<number, T[]>();
  for (const item of list) {
    const group = out.get(keyOf(item));
    if (group) group.push(item);
    else out.set(keyOf(item), [item]);
  }
  return out;
}

function pickKeys<V>(all: ReadonlyMap<number, V>, keys: readonly number[]): Map<number, V> {
  const out = new Map<number, V>();
  for (const key of keys) {
    const value = all.get(key);
    if (value !== undefined) out.set(key, value);
  }
  return out;
}

function moldsOf(rows: readonly MoldRow[]): Map<number, MoldFacts> {
  const versions = groupBy(rows, (m) => m.mold_id);
  return new Map(
    rows.map((m) => [
      m.mold_id,
      { moldNo: m.mold_no, versions: versions.get(m.mold_id)?.map(versionOf) ?? [] },
    ]),
  );
}

function versionOf(m: MoldRow): MoldVersion {
  return {
    from: m.from_ms ?? Number.NEGATIVE_INFINITY,
    tolerance: m.cycle_tolerance === null ? null : { percent: m.cycle_tolerance },
    fence:
      m.longitude === null || m.latitude === null
        ? null
        : { lng: m.longitude, lat: m.latitude, radiusM: m.radius ?? 2000 },
    isIdleExempt: m.service_state === 1 || m.service_state === 3 || m.service_state === 4,
    isOutOfUse: m.service_state === 3 || m.service_state === 4,
  };
}

function standardsOf(list: readonly StandardRow[]): Map<number, StandardVersion[]> {
  const byMold = new Map<number, StandardVersion[]>();
  for (const s of list) {
    const versions = byMold.get(s.mold_id) ?? [];
    versions.push({ from: s.from_ms, cycleMs: s.cycle_ms, tolerance: { percent: s.tolerance_percent } });
    byMold.set(s.mold_id, versions);
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
