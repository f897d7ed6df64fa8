import { codes } from "@shotkeeper/contract/kernel";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import {
  type Binding,
  type CounterFacts,
  DEFAULT_COUNTER_TYPE,
  derive,
  type HourFigures,
  type RawReading,
  readingKey,
} from "../core/index.ts";
import { history } from "../core/testing/histories.ts";
import { Ledger } from "../index.ts";
import type { IncomingReading } from "./incoming.ts";

/**
 * Tests the ledger on a real database with generated histories. Their readings arrive in any order, in batches of any
 * size and repeatedly, while bindings are made and moved in the past. The stored result must equal the result that the
 * pure functions of telemetry/core compute from the whole history at once.
 */
const rounds = 12;
const perRound = Number(process.env.LEDGER_CASES ?? 20);

/**
 * Server time, later than all generated readings. If a device time were later, the ledger would treat the counter's
 * clock as not set.
 */
const now = Date.UTC(2040, 0, 1);

let server: TestServer;
beforeAll(async () => {
  server = await withServer();
  server.clock.now = now;
});

interface Tenant {
  readonly id: number;
  readonly mitt: <T>(body: Record<string, unknown>) => Promise<T>;
  readonly counters: readonly { readonly id: number; readonly writerId: string }[];
  readonly molds: readonly { readonly id: number; readonly no: string }[];
}

/**
 * Creates a tenant with many counters and three molds per counter. The rows are inserted by SQL, because the API is
 * not under test here.
 */
async function tenant(): Promise<Tenant> {
  const t = await TestTenant.create(server);
  const [, , , counters = [], molds = []] = await server.app.db.run(t.id, [
    sql`
      insert into mold (
        tenant_id, mold_no, oem_id, daily_maintenance_hours, major_maintenance_hours, planned_t0,
        handover_date
      )
      select ${t.id}::int, 'M' || lpad(i::text, 5, '0'), 'O1', 100, 1000, '2024-01-01', '2024-01-01'
      from generate_series(1, ${3 * perRound}::int) i
    `,
    sql`
      insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled)
      select ${t.id}::int, 'C' || lpad(i::text, 5, '0'), ${t.code} || i, 'NB', 1, true, false
      from generate_series(1, ${perRound}::int) i
    `,
    sql`
      insert into counter_state (tenant_id, counter_id)
      select tenant_id, counter_id
      from counter
      where tenant_id = ${t.id}
    `,
    sql`select counter_id, writer_id from counter where tenant_id = ${t.id} order by writer_id`,
    sql`select mold_id, mold_no from mold where tenant_id = ${t.id} order by mold_no`,
  ]);
  return {
    id: t.id,
    async mitt(body) {
      const answer = await t.admin.mitt(body);
      if (answer.Code !== 0) throw new Error(`${JSON.stringify(body)}: ${answer.Msg}`);
      return answer.ReturnData as never;
    },
    counters: counters.map((c) => ({ id: Number(c.counter_id), writerId: String(c.writer_id) })),
    molds: molds.map((m) => ({ id: Number(m.mold_id), no: String(m.mold_no) })),
  };
}

interface Case {
  readonly counterId: number;
  readonly writerId: string;
  readonly molds: readonly { readonly id: number; readonly no: string }[];
  readonly facts: CounterFacts;
  readonly readings: readonly RawReading[];
}

describe("the ledger with readings in any order", () => {
  it(`equals a single derivation, ${rounds * perRound} histories`, async () => {
    for (let round = 0; round < rounds; round++) await play(round);
  }, 600_000);
});

async function play(seed: number): Promise<void> {
  const t = await tenant();
  const histories = fc.sample(history, { seed: 1000 + seed, numRuns: perRound });
  const cases = await Promise.all(histories.map((h, i) => prepare(t, i, h)));
  const ledger = new Ledger(server.app.db, server.app.events, () => now);
  const random = seeded(seed + 1);

  // Two servers, which do not share their caches, receive the readings. The second one forgets counters, because its
  // cache is smaller than their number. Each reading is sent at least once, some are sent twice.
  const other = new Ledger(server.app.db, server.app.events, () => now, Math.ceil(perRound / 2));
  const sent = cases.flatMap((c) =>
    [...c.readings, ...c.readings.filter(() => random() < 0.3)].map((r) => incoming(c.counterId, r)),
  );
  const shuffled =
    seed % 4 === 0
      ? sent
      : sent
          .map((r) => ({ r, k: random() }))
          .sort((a, b) => a.k - b.k)
          .map((x) => x.r);
  const batches: IncomingReading[][] = [];
  for (let i = 0; i < shuffled.length; ) {
    const size = 1 + Math.floor(random() * 300);
    batches.push(shuffled.slice(i, i + size));
    i += size;
  }
  const bindings = cases
    .flatMap((c) => c.facts.bindings.map((b) => ({ c, b })))
    .sort((a, b) => a.b.boundAt - b.b.boundAt);
  const stride = Math.ceil(bindings.length / Math.max(1, batches.length));
  let next = 0;
  for (const batch of batches) {
    const half = Math.floor(batch.length / 2);
    await Promise.all([ledger.ingest(t.id, batch.slice(0, half)), other.ingest(t.id, batch.slice(half))]);
    for (const { c, b } of bindings.slice(next, next + stride)) await bind(t.mitt, c, b, random);
    next += stride;
  }
  for (const { c, b } of bindings.slice(next)) await bind(t.mitt, c, b, random);
  await release(t, cases);

  await check(t, cases);
  const result = await t.mitt({ Type: "rf_Recompute", InParams: {} });
  expect(result).toEqual({ COUNTERS: cases.length, CHANGED: 0 });
}

async function prepare(
  t: Tenant,
  i: number,
  h: { facts: CounterFacts; readings: readonly RawReading[] },
): Promise<Case> {
  const counter = t.counters[i];
  const molds = t.molds.slice(3 * i, 3 * i + 3);
  if (!counter) throw new Error("too few counters");
  const idOf = (moldId: number) => molds[moldId - 1]?.id ?? 0;
  const standards = new Map([...h.facts.standards].map(([moldId, versions]) => [idOf(moldId), versions]));
  for (const [moldId, versions] of standards) {
    for (const v of versions) {
      const percent = "percent" in v.tolerance ? v.tolerance.percent : 5;
      await server.app.db.run(t.id, [
        sql`
          insert into mold_standard
          values (${t.id}, ${moldId}, ${new Date(v.from)}, ${v.cycleMs}, ${percent})
          on conflict (tenant_id, mold_id, valid_from) do update
          set cycle_ms = excluded.cycle_ms, tolerance_percent = excluded.tolerance_percent
        `,
      ]);
    }
  }
  await server.app.db.run(t.id, [
    sql`
      update counter
      set report_interval_hours = ${h.facts.reportIntervalMs / 3_600_000}
      where tenant_id = ${t.id} and counter_id = ${counter.id}
    `,
  ]);
  // The database cannot store all values of a generated history: tolerances exist only in percent, and all counters
  // have the same maximum count. So the expected result is computed with the values that the database has.
  const readings = h.readings;
  const bindings = h.facts.bindings
    .filter((b) => b.unboundAt === null || b.unboundAt > b.boundAt)
    .map((b) => ({ ...b, moldId: idOf(b.moldId) }));
  const facts: CounterFacts = {
    ...h.facts,
    type: DEFAULT_COUNTER_TYPE,
    // Report intervals are stored in hours with two decimals, so the generated interval is rounded in the same way.
    reportIntervalMs: Math.round(
      (Math.round((h.facts.reportIntervalMs / 3_600_000) * 100) / 100) * 3_600_000,
    ),
    bindings,
    standards: new Map(
      [...standards].map(([id, vs]) => [
        id,
        lastOf(vs).map((v) => ("percent" in v.tolerance ? v : { ...v, tolerance: { percent: 5 } })),
      ]),
    ),
  };
  return { counterId: counter.id, writerId: counter.writerId, molds, facts, readings };
}

/** Keeps only the last of several versions that come into force at the same moment. */
function lastOf<V extends { readonly from: number }>(versions: readonly V[]): V[] {
  return [...new Map(versions.map((v) => [v.from, v])).values()].sort((a, b) => a.from - b.from);
}

function incoming(counterId: number, r: RawReading): IncomingReading {
  return readingAt(counterId, r.at, r.count, { receivedAt: now, cycles: r.cycles ?? null });
}

type Counts = { -readonly [K in "boundCount" | "unboundCount"]: Binding[K] };

/**
 * Sends a request with the counts that a user typed for a bind or unbind. The server refuses counts that contradict the
 * readings that it knows so far. In this case, removes the counts from the test case and sends the request without
 * them.
 */
async function withCounts<T>(b: Counts, send: (counts: Counts) => Promise<T>): Promise<T> {
  try {
    return await send({ boundCount: b.boundCount, unboundCount: b.unboundCount });
  } catch (cause) {
    if (!String(cause).includes(codes.countDoesNotFit)) throw cause;
  }
  b.boundCount = null;
  b.unboundCount = null;
  return send({ boundCount: null, unboundCount: null });
}

/**
 * Binds and unbinds through the API as a user would. In 30 % of the cases the first entry is wrong and is corrected
 * afterwards.
 */
async function bind(mitt: Tenant["mitt"], c: Case, b: Binding, random: () => number): Promise<void> {
  const moldNo = c.molds.find((m) => m.id === b.moldId)?.no;
  const iso = (ms: number) => new Date(ms).toISOString();
  const isWrong = random() < 0.3;
  const { BIND_ID } = await withCounts(b, ({ boundCount }) =>
    mitt<{ BIND_ID: number }>({
      Type: "rf_BindCounter",
      InParams: {
        MOLD_NO: moldNo,
        WRITER_ID: c.writerId,
        BIND_TIME: iso(b.boundAt + (isWrong ? 1 : 0)),
        BIND_COUNT: isWrong ? null : boundCount,
      },
    }),
  );
  const { unboundAt } = b;
  const storedCount = isWrong ? null : b.boundCount;
  if (unboundAt !== null)
    await withCounts(b, ({ unboundCount }) =>
      mitt({
        Type: "rf_UnbindCounter",
        InParams: {
          WRITER_ID: c.writerId,
          REASON: "x",
          UNBIND_TIME: iso(unboundAt + (isWrong ? 1 : 0)),
          UNBIND_COUNT: isWrong ? null : unboundCount,
        },
      }),
    );
  // The server may have refused the typed count of the unbind. Then `withCounts` has removed both typed counts from the
  // test case, but the server still stores the count of the bind. The change below removes that count.
  if (!isWrong && b.boundCount === storedCount) return;
  await withCounts(b, ({ boundCount, unboundCount }) =>
    mitt({
      Type: "rf_ChangeBinding",
      InParams: {
        BIND_ID,
        BIND_TIME: iso(b.boundAt),
        BIND_COUNT: boundCount,
        ...(unboundAt === null ? {} : { UNBIND_TIME: iso(unboundAt), UNBIND_COUNT: unboundCount }),
        REASON: "x",
      },
    }),
  );
}

async function release(t: Tenant, cases: readonly Case[]): Promise<void> {
  for (const c of cases) {
    for (const r of c.readings) {
      if (!c.facts.released.has(readingKey(r))) continue;
      const [rows] = await server.app.db.run(t.id, [
        sql`
          select quarantine_id
          from quarantine
          where tenant_id = ${t.id}
            and counter_id = ${c.counterId}
            and at = ${new Date(r.at)}
            and count = ${r.count}
            and released_at is null
        `,
      ]);
      for (const row of rows ?? [])
        await t.mitt({
          Type: "rf_ReleaseReading",
          InParams: { QUARANTINE_ID: row.quarantine_id, REASON: "x" },
        });
    }
  }
}

async function check(t: Tenant, cases: readonly Case[]): Promise<void> {
  const [twice] = await server.app.db.run(t.id, [
    sql`
      select kind, counter_id, array_agg(opened_at order by opened_at) as opened
      from warning
      where tenant_id = ${t.id} and ended_at is null and withdrawn_at is null
      group by kind, counter_id
      having count(*) > 1
    `,
  ]);
  expect(twice).toEqual([]);
  for (const c of cases) {
    const [hours = [], states = [], stored = [], readings = [], released = []] = await server.app.db.run(
      t.id,
      [
        sql`
          select
            mold_id, (extract(epoch from hour) * 1000)::bigint as hour, shots, run_ms, cycle_ms,
            cycle_count, coalesce(cycle_min, 0) as cycle_min, coalesce(cycle_max, 0) as cycle_max,
            within_count, fast_count, slow_count, estimated
          from shot_hour
          where tenant_id = ${t.id} and counter_id = ${c.counterId}
        `,
        sql`
          select bound_shots, unbound_shots, (extract(epoch from last_shot_at) * 1000)::bigint as shot_at
          from counter_state
          where tenant_id = ${t.id} and counter_id = ${c.counterId}
        `,
        sql`
          select
            mold_id, (extract(epoch from bound_at) * 1000)::bigint as bound_at,
            unbound_at is null as open, shots
          from binding
          where tenant_id = ${t.id} and counter_id = ${c.counterId}
        `,
        sql`select count(*) as n from reading where tenant_id = ${t.id} and counter_id = ${c.counterId}`,
        sql`
          select (extract(epoch from at) * 1000)::bigint as at, count
          from quarantine
          where tenant_id = ${t.id} and counter_id = ${c.counterId} and released_at is not null
        `,
      ],
    );
    // Only quarantined readings can be released. So the released readings are taken from the database and not from
    // the generated history.
    const facts = {
      ...c.facts,
      released: new Set(released.map((r) => readingKey({ at: Number(r.at), count: Number(r.count) }))),
    };
    const expected = derive(facts, { before: null, readings: c.readings, isEnd: true });
    expect(Number(readings[0]?.n)).toBe(c.readings.length);
    const figures = hours.map(
      (h): HourFigures => ({
        moldId: Number(h.mold_id),
        hour: Number(h.hour),
        shots: Number(h.shots),
        runMs: Number(h.run_ms),
        cycleMs: Number(h.cycle_ms),
        cycleCount: Number(h.cycle_count),
        cycleMin: Number(h.cycle_min),
        cycleMax: Number(h.cycle_max),
        within: Number(h.within_count),
        fast: Number(h.fast_count),
        slow: Number(h.slow_count),
        estimated: Number(h.estimated),
      }),
    );
    const byTime = (a: HourFigures, b: HourFigures) => a.hour - b.hour || a.moldId - b.moldId;
    expect(figures.sort(byTime)).toEqual([...expected.hours.values()].sort(byTime));
    expect(Number(states[0]?.unbound_shots)).toBe(expected.unboundShots);
    expect([c.counterId, states[0]?.shot_at]).toEqual([c.counterId, expected.lastShotAt]);
    const shots = new Map(
      c.facts.bindings.map((b) => [`${b.moldId}@${b.boundAt}`, expected.perBinding.get(b.bindingId) ?? 0]),
    );
    const found = new Map(
      stored.map((b) => [`${b.mold_id}@${b.bound_at}`, Number(b.open ? states[0]?.bound_shots : b.shots)]),
    );
    expect(found).toEqual(shots);
    for (const m of c.molds) {
      const sum = c.facts.bindings
        .filter((b) => b.moldId === m.id)
        .reduce((n, b) => n + (expected.perBinding.get(b.bindingId) ?? 0), 0);
      const page = await t.mitt<{ list: { COUNT_TIMES: number }[] }>({
        Type: "QueryBySelf",
        MENU_ID: "BS101",
        TableName: "BS_MOLD",
        SelecFields: "COUNT_TIMES",
        WhereStr: [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: m.no }],
      });
      expect(page.list[0]?.COUNT_TIMES).toBe(sum);
      expect(
        (await t.mitt<{ TOTAL: number }>({ Type: "rf_ExplainCount", InParams: { MOLD_NO: m.no } })).TOTAL,
      ).toBe(sum);
    }
  }
}

function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}
