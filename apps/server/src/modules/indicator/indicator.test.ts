import type { Parts } from "@shotkeeper/contract/indicator";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import type { IncomingReading } from "../../telemetry/ledger/incoming.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { type TestMold, TestTenant } from "../../testing/tenant.ts";
import type { IndicatorAnswer } from "../../testing/wire-answers.ts";
import { deriveVisits } from "./visits.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Midnight of 20 May in Shanghai, epoch ms. The period of the tests is 1 to 19 May. */
const today = Date.parse("2026-05-19T16:00:00Z");
const [from, to] = [today - 19 * day, today];
const period = { PERIOD_FROM: "2026-05-01", PERIOD_TO: "2026-05-19" };
const standardMs = 30_000;

interface Raw {
  readonly at: number;
  readonly count: number;
  readonly lng: number | null;
}
interface Bound {
  readonly mold: string;
  readonly from: number;
  readonly to: number;
}
interface Counter {
  readonly id: number;
  readonly readings: readonly Raw[];
  readonly bound: readonly Bound[];
}

/** Returns a pseudo-random generator, so that every run of the test uses the same values. */
function random(seed: number) {
  let s = seed;
  return (n: number) => {
    s = (s * 1103515245 + 12345) % 2147483648;
    return Math.floor((s / 2147483648) * n);
  };
}

/**
 * Returns the readings of a counter from `at0` until `noon`: times within and outside the cycle tolerance, standstills,
 * and days without signal.
 */
function readingsOf(seed: number, at0: number): Raw[] {
  const next = random(seed);
  const list: Raw[] = [];
  let [at, count] = [at0, 1000 + next(500)];
  while (at < noon - hour) {
    list.push({ at, count, lng: null });
    // Every 45 readings the mold stands still for three days. Meanwhile its counter sends one reading every ten hours.
    if (list.length % 45 === 30) {
      for (let i = 0; i < 7 && at < noon - 11 * hour; i++) {
        at += 10 * hour;
        list.push({ at, count, lng: null });
      }
    }
    const kind = next(10);
    const gap = kind === 0 ? (20 + next(60)) * hour : (20 + next(180)) * minute;
    const cycle = kind < 6 ? 29_000 + next(2_000) : kind < 8 ? 33_000 + next(4_000) : kind === 8 ? 26_000 : 0;
    at += gap;
    if (cycle > 0) count += Math.floor(gap / cycle);
  }
  return list;
}

// The following functions recalculate the figures from the readings, hour by hour, without the ledger's code.

interface Hour {
  shots: number;
  run: number;
  known: number;
  within: number;
  fast: number;
  slow: number;
}
const empty = (): Hour => ({ shots: 0, run: 0, known: 0, within: 0, fast: 0, slow: 0 });

/**
 * Splits whole shots over the hours of an interval in proportion to time. Each part is rounded down. The rest goes to
 * the largest remainders, and among equal remainders to the earlier hour.
 */
function spread(a: number, b: number, shots: number): { hour: number; shots: number; ms: number }[] {
  const parts: { hour: number; shots: number; ms: number; rest: number }[] = [];
  for (let h = Math.floor(a / hour) * hour; h < b; h += hour) {
    const ms = Math.min(b, h + hour) - Math.max(a, h);
    if (ms > 0) {
      const exact = (shots * ms) % (b - a);
      parts.push({ hour: h, shots: (shots * ms - exact) / (b - a), ms, rest: exact });
    }
  }
  let left = shots - parts.reduce((n, p) => n + p.shots, 0);
  for (const p of [...parts].sort((x, y) => y.rest - x.rest || x.hour - y.hour)) if (left-- > 0) p.shots++;
  return parts;
}

function recompute(counters: readonly Counter[], mold: string): Map<number, Hour> {
  const hours = new Map<number, Hour>();
  const of = (h: number) => {
    const found = hours.get(h) ?? empty();
    hours.set(h, found);
    return found;
  };
  for (const c of counters)
    c.readings.forEach((r, i) => {
      const p = c.readings[i - 1];
      if (!p || r.count === p.count) return;
      const owner = c.bound.find((b) => p.at >= b.from && r.at <= b.to);
      if (owner?.mold !== mold) return;
      const [shots, ms] = [r.count - p.count, r.at - p.at];
      const isKnown = ms <= 3 * standardMs * shots;
      const grade =
        ms < shots * standardMs * 0.95 ? "fast" : ms > shots * standardMs * 1.05 ? "slow" : "within";
      for (const part of spread(p.at, r.at, shots)) {
        const h = of(part.hour);
        h.shots += part.shots;
        h.run += isKnown ? part.ms : part.shots * standardMs;
        if (isKnown) {
          h.known += part.shots;
          h[grade] += part.shots;
        }
      }
    });
  return hours;
}

const inPeriod = (hours: Map<number, Hour>, keep: (h: number) => boolean = () => true) =>
  [...hours].filter(([h]) => h >= from && h < to && keep(h)).map(([, x]) => x);
const sumOf = (hours: readonly Hour[], key: keyof Hour) => hours.reduce((n, h) => n + h[key], 0);

describe("operating indicators", () => {
  let s: TestServer;
  let t: TestTenant;
  const molds: Record<string, TestMold> = {};
  const counters: Counter[] = [];
  /** A trial of mold A that begins and ends in the middle of an hour. */
  const trial = { from: from + 3 * day + 25 * minute, to: from + 3 * day + 190 * minute };
  /** A repair of mold B that begins and ends in the middle of an hour. */
  const repair = { from: from + 6 * day + 10 * minute, to: from + 8 * day + 40 * minute };
  const spans: Record<string, typeof trial | undefined> = { A: trial, B: repair };
  const touched = (span: typeof trial | undefined, h: number) =>
    span !== undefined && h < span.to && h + hour > span.from;

  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    for (const [no, plant, oem, maker, project] of [
      ["A", "P1", "O1", "M1", "X"],
      ["B", "P2", "O2", "M2", "Y"],
      ["C", "P2", "O1", "M1", "X"],
    ] as const)
      molds[no] = await t.mold(no, {
        SAVE_ADDRESS: plant,
        ENGINE_ID: oem,
        MOLD_MAKE_ID: maker,
        PROJECT_NO: project,
        CYCLE_TOLERANCE: 5,
      });
    await t.rows(
      sql`update organization
        set longitude = case when org_id = 'P1' then 113.5 when org_id = 'P2' then 115.5 else 114.5 end,
        latitude = 23.25
        where tenant_id = ${t.id} and org_id in ('P1', 'P2', 'M1')`,
    );
    await t.rows(
      sql`update organization
        set longitude = null, latitude = null
        where tenant_id = ${t.id} and org_id not in ('P1', 'P2', 'M1')`,
    );
    const begin = noon - 29 * day;
    const moved = readingsOf(11, begin + 7 * minute);
    // Counter W1 moves from mold A to C at the time of one of its readings. Counter W2 stays on B.
    const change = moved.find((r) => r.at > from + 10 * day)?.at ?? 0;
    const w1 = await t.counter("W1");
    const w2 = await t.counter("W2");
    const bind = (mold: string, counter: number, a: number, b: number | null) =>
      t.rows(
        sql`insert into binding (tenant_id, mold_id, counter_id, bound_at, unbound_at)
          values (${t.id}, ${molds[mold]?.moldId}, ${counter}, ${new Date(a)}, ${b === null ? null : new Date(b)})`,
      );
    await bind("A", w1, noon - 30 * day, change);
    await bind("C", w1, change, null);
    await bind("B", w2, noon - 30 * day, null);
    // Positions of W1: first at the plant with one wrong position, then four days at the maker, then at the plant
    // again.
    const away = [from + 4 * day, from + 8 * day] as const;
    const located = moved.map((r, i) => ({
      ...r,
      lng: r.at >= away[0] && r.at < away[1] ? 114.5 : i === 20 ? 115.5 : 113.5,
    }));
    counters.push(
      {
        id: w1,
        readings: located,
        bound: [
          { mold: "A", from: noon - 30 * day, to: change },
          { mold: "C", from: change, to: Number.POSITIVE_INFINITY },
        ],
      },
      {
        id: w2,
        readings: readingsOf(12, begin + 3 * minute),
        bound: [{ mold: "B", from: noon - 30 * day, to: Number.POSITIVE_INFINITY }],
      },
    );
    await t.rows(
      sql`insert into mold_trial (tenant_id, trial_id, mold_no, trial_reason, trial_date, started_at, ended_at)
        values (${t.id}, 'TR1', 'A', 'new insert', ${new Date(trial.from)}, ${new Date(trial.from)},
              ${new Date(trial.to)})`,
    );
    await t.rows(
      sql`insert into maintenance_task (tenant_id, task_id, kind, mold_no, state, raised_at, started_at,
            accepted_at, task_reason)
        values (${t.id}, 'MT1', 2, 'B', 4, ${new Date(repair.from)}, ${new Date(repair.from)},
              ${new Date(repair.to)}, 'worn slide')`,
    );
    // The readings are sent in random order and small batches, and a tenth of them twice.
    const next = random(99);
    const sent = counters.flatMap((c) =>
      c.readings.map(
        (r): IncomingReading =>
          readingAt(c.id, r.at, r.count, {
            receivedAt: noon - minute,
            lng: r.lng,
            lat: r.lng === null ? null : 23.25,
          }),
      ),
    );
    const arrived = [...sent, ...sent.filter(() => next(10) === 0)]
      .map((r) => [next(1_000_000), r] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, r]) => r);
    for (let i = 0; i < arrived.length; i += 40) await s.app.ledger.ingest(t.id, arrived.slice(i, i + 40));
    await deriveVisits(systemCtxOf(t));
  });
  beforeEach(withServer);

  const ask = (who: TestUser, INDICATOR: string, more: Record<string, unknown> = {}) =>
    who.run<IndicatorAnswer>("rf_Indicator", { INDICATOR, GROUP_BY: "mold", ...period, ...more });
  const groupOf = (a: IndicatorAnswer, no: string): Parts => a.GROUPS.find((g) => g.KEY === no)?.PARTS ?? {};
  const pooled = (a: IndicatorAnswer, part: string) => a.GROUPS.reduce((n, g) => n + (g.PARTS[part] ?? 0), 0);

  // spec: admin 1.11, 2.38
  it("computes cycle compliance without the hours of trials", async () => {
    const a = await ask(t.admin, "cycle");
    const all: Hour[] = [];
    for (const no of ["A", "B", "C"]) {
      const own = inPeriod(recompute(counters, no), (h) => no !== "A" || !touched(trial, h));
      all.push(...own);
      const p = groupOf(a, no);
      expect([no, p.known, p.within, p.fast, p.slow, p.shots]).toEqual([
        no,
        sumOf(own, "known"),
        sumOf(own, "within"),
        sumOf(own, "fast"),
        sumOf(own, "slow"),
        sumOf(own, "shots"),
      ]);
    }
    expect(sumOf(all, "known")).toBeGreaterThan(5000);
    expect(a.NOW.VALUE).toBe(Math.floor((10_000 * sumOf(all, "within")) / sumOf(all, "known")) / 100);
    for (const part of ["known", "within", "shots"]) {
      expect(a.TIMES.reduce((n, x) => n + (x.PARTS[part] ?? 0), 0)).toBe(a.NOW.PARTS[part]);
      expect(pooled(a, part)).toBe(a.NOW.PARTS[part]);
    }
    const rows = await t.admin.list("KP102", "Q01", {
      WhereStr: [
        { Field: "PERIOD_FROM", ConditionalCode: "EQ", Value: period.PERIOD_FROM },
        { Field: "PERIOD_TO", ConditionalCode: "EQ", Value: period.PERIOD_TO },
      ],
    });
    expect(rows.map((r) => [r.MOLD_NO, r.KNOWN_SHOTS])).toEqual(
      a.GROUPS.map((g) => [g.KEY, g.PARTS.known]).sort(),
    );
  });

  /** Returns whether a counter reported from the mold on the day that begins at `d`. */
  const reportedOn = (no: string, d: number) =>
    counters.some((c) =>
      c.readings.some(
        (r) =>
          r.at >= d && r.at < d + day && c.bound.some((b) => b.mold === no && r.at >= b.from && r.at < b.to),
      ),
    );

  // spec: admin 1.11, 2.40
  it("computes utilization without silent days and without the hours of repairs and trials", async () => {
    const a = await ask(t.admin, "utilization");
    let [ran, available] = [0, 0];
    for (const no of ["A", "B", "C"]) {
      const spoke = (h: number) => reportedOn(no, from + Math.floor((h - from) / day) * day);
      const counts = (h: number) => spoke(h) && !touched(spans[no], h);
      const own = inPeriod(recompute(counters, no), counts);
      const bound = counters.flatMap((c) => c.bound.filter((b) => b.mold === no));
      let ms = 0;
      for (let h = from; h < to; h += hour)
        for (const b of bound)
          if (counts(h)) ms += Math.max(0, Math.min(h + hour, b.to) - Math.max(h, b.from));
      ran += sumOf(own, "run");
      available += (ms * 22) / 24;
      expect(groupOf(a, no).runSeconds).toBeCloseTo(sumOf(own, "run") / 1000, 2);
      expect(groupOf(a, no).availableSeconds).toBeCloseTo((ms * 22) / 24 / 1000, 2);
    }
    expect(a.NOW.VALUE).toBeCloseTo((ran / available) * 100, 1);
  });

  // spec: admin 1.11, 2.41
  it("computes the idle rate over days with readings", async () => {
    const a = await ask(t.admin, "idle");
    let [idle, reported] = [0, 0];
    for (const no of ["A", "B", "C"]) {
      let [own, all] = [0, 0];
      for (let d = from; d < to; d += day) {
        if (no === "B" && repair.from <= d && repair.to >= d + day) continue;
        // In an interval of more than two days, the shots may have been made on any of its days. So the mold does not
        // count as working on a day because of such an interval.
        const made = counters.some((c) =>
          c.readings.some((r, i) => {
            const p = c.readings[i - 1];
            if (!p || r.count === p.count || r.at - p.at > 2 * day) return false;
            const isOn = c.bound.some((b) => b.mold === no && r.at >= b.from && r.at < b.to);
            return (
              isOn &&
              spread(p.at, r.at, r.count - p.count).some(
                (x) => x.hour >= d && x.hour < d + day && x.shots > 0,
              )
            );
          }),
        );
        if (!reportedOn(no, d)) continue;
        all++;
        if (!made) own++;
      }
      idle += own;
      reported += all;
      expect([no, groupOf(a, no).idleDays ?? 0, groupOf(a, no).reportedDays ?? 0]).toEqual([no, own, all]);
    }
    expect(idle).toBeGreaterThan(0);
    expect(a.NOW.VALUE).toBe(Math.ceil((10_000 * idle) / reported) / 100);
  });

  // spec: admin 1.11, 2.37
  it("computes set-count compliance of due orders, and surplus shots separately", async () => {
    const hoursB = recompute(counters, "B");
    const made = (a: number, b: number) =>
      [...hoursB].filter(([h]) => h >= a && h < b).reduce((n, [, x]) => n + x.shots, 0);
    const orders = [
      ["S1", from + day, from + 5 * day, 0.5, 5],
      ["S2", from + 9 * day, from + 12 * day, 1.4, 4],
      ["S3", from + 13 * day, from + 16 * day, 1, 3],
    ] as const;
    let [planned, counted, over] = [0, 0, 0];
    for (const [id, a, b, times, state] of orders) {
      const [is, plan] = [made(a, b), Math.max(1, Math.round(made(a, b) * times))];
      planned += plan;
      counted += Math.min(is, plan);
      over += Math.max(0, is - plan);
      await t.rows(
        sql`insert into production_order (tenant_id, order_id, mold_no, planned_shots, planned_end, order_state,
              started_at, ended_at, audited_at)
          values (${t.id}, ${id}, 'B', ${plan}, ${new Date(b)}, ${state}, ${new Date(a)}, ${new Date(b)},
                ${new Date(a)})`,
      );
    }
    // Inserts orders that must not count: drafts, and orders that are due after the period.
    await t.rows(
      sql`insert into production_order (tenant_id, order_id, mold_no, planned_shots, planned_end, order_state)
        values (${t.id}, 'S4', 'B', 900, ${new Date(to - day)}, 0),
            (${t.id}, 'S5', 'B', 900, ${new Date(noon + day)}, 2)`,
    );
    const a = await ask(t.admin, "setCount", { PERIOD_TO: "2026-05-31" });
    expect(a.NOW.PARTS).toMatchObject({ orders: 3, metOrders: 2, planned, counted, over });
    expect(a.NOW.VALUE).toBe(Math.floor((10_000 * counted) / planned) / 100);
    expect(over).toBeGreaterThan(0);
  });

  // spec: admin 1.11, 2.39, 2.42
  it("counts returns and moves, ignores a single wrong position, and stores the users' reason", async () => {
    const returns = await ask(t.admin, "returns");
    const moves = await ask(t.admin, "moves");
    expect([returns.NOW.PARTS.returns, groupOf(returns, "A").returns]).toEqual([1, 1]);
    // Mold A makes two moves: to the maker and back. Mold C makes none: its first place follows from the position of
    // counter W1 at the time at which W1 was moved from A to C.
    expect(moves.NOW.PARTS.moves).toBe(2);
    const list = () =>
      t.admin.list("KP103", "Q01", {
        WhereStr: [
          { Field: "PERIOD_FROM", ConditionalCode: "EQ", Value: period.PERIOD_FROM },
          { Field: "PERIOD_TO", ConditionalCode: "EQ", Value: period.PERIOD_TO },
        ],
      });
    const [visit] = await list();
    const first = counters[0]?.readings.find((r) => r.lng === 114.5);
    const last = counters[0]?.readings.filter((r) => r.lng === 114.5).at(-1);
    expect(visit).toMatchObject({ MOLD_NO: "A", VISIT_PLACE: "Name of M1", VISIT_SOURCE: "position" });
    expect([Date.parse(String(visit?.VISIT_FROM)), Date.parse(String(visit?.VISIT_TO))]).toEqual([
      first?.at,
      last?.at,
    ]);
    await t.admin.run("rf_NoteReturn", {
      MOLD_NO: "A",
      VISIT_FROM: visit?.VISIT_FROM,
      VISIT_REASON: "slide replaced",
    });
    await t.rows(sql`delete from mold_visit_mark where tenant_id = ${t.id}`);
    await deriveVisits(systemCtxOf(t));
    expect((await list())[0]).toMatchObject({ VISIT_REASON: "slide replaced" });
    expect(
      await t.admin.mitt({
        Type: "rf_NoteReturn",
        InParams: { MOLD_NO: "B", VISIT_FROM: visit?.VISIT_FROM, VISIT_REASON: "x" },
      }),
    ).toMatchObject({ Msg: "S0202^VISIT_FROM" });
  });

  // If the list is sorted by a column of the mold, the server finds the molds of the page first and computes only their
  // rows. If it is sorted by a figure, the server computes all rows.
  it.each([
    ["KP101", "SET_COUNT_RATE"],
    ["KP102", "COMPLIANCE_RATE"],
    ["KP104", "UTILIZATION_RATE"],
    ["KP105", "IDLE_RATE"],
  ])(
    "lists the same rows of %s, page by page and all together",
    { timeout: 300_000 },
    async (menu, figure) => {
      type Page = { readonly list: readonly Record<string, unknown>[]; readonly count: number };
      const maker = await t.user("M2");
      interface Asked {
        readonly who: TestUser;
        readonly first: number;
        readonly days: number;
        readonly more: readonly object[];
      }
      const page = async (a: Asked, sort: string, direction: string, number: number, Limit: number) => {
        const dayOf = (n: number) => new Date(from + (n + 0.5) * day).toISOString().slice(0, 10);
        const WhereStr = [
          { Field: "PERIOD_FROM", ConditionalCode: "EQ", Value: dayOf(a.first) },
          { Field: "PERIOD_TO", ConditionalCode: "EQ", Value: dayOf(a.first + a.days - 1) },
          ...a.more,
        ];
        const Sort = [{ Field: sort, Sort: direction }];
        const body = {
          Type: "QueryByID",
          MENU_ID: menu,
          QueryID: "Q01",
          WhereStr,
          Sort,
          Page: number,
          Limit,
        };
        const answer = await a.who.mitt<Page>(body);
        expect(answer.Code, JSON.stringify([body, answer.Msg])).toBe(0);
        return answer.ReturnData;
      };
      const key = (r: Record<string, unknown>) => `${r.MOLD_NO}/${r.ORDER_ID ?? ""}`;
      const sorted = (rows: readonly Record<string, unknown>[]) =>
        [...rows].sort((a, b) => key(a).localeCompare(key(b)));
      const conditions = [
        [],
        [{ Field: "MOLD_NO", ConditionalCode: "NEQ", Value: "A" }],
        [{ Field: "MOLD_MAKE_NAME", ConditionalCode: "LIKE", Value: "m1" }],
      ];
      let listed = 0;
      for (const [who, more] of [...conditions.map((c) => [t.admin, c] as const), [maker, []] as const])
        for (const days of [1, 2, 7, 19])
          for (let first = -3; first < 40; first += days === 1 ? 1 : 5) {
            const asked = { who, first, days, more };
            const all = await page(asked, figure, "desc", 1, 100);
            const sort = first % 2 === 0 ? "MOLD_NO" : "MOLD_MAKE_NAME";
            const whole = await page(asked, sort, "desc", 1, 100);
            const pages = [];
            for (let n = 1; n <= all.count + 1; n++) {
              const one = await page(asked, sort, "desc", n, 1);
              expect([first, days, one.count]).toEqual([first, days, all.count]);
              pages.push(...one.list);
            }
            expect(pages).toEqual(whole.list);
            expect(pages.map((r) => String(r[sort]))).toEqual(
              pages
                .map((r) => String(r[sort]))
                .sort()
                .reverse(),
            );
            expect(sorted(pages)).toEqual(sorted(all.list));
            listed += all.count;
            const d = from + first * day;
            if (menu !== "KP105" || days !== 1 || d >= to || who === maker || more.length > 0) continue;
            const inRepair = (no: string) => no === "B" && repair.from <= d && repair.to >= d + day;
            const known = ["A", "B", "C"].filter((no) => reportedOn(no, d) && !inRepair(no));
            expect([first, sorted(all.list).map((r) => r.MOLD_NO)]).toEqual([first, known]);
          }
      expect(listed).toBeGreaterThan(10);
    },
  );

  it("shows other organizations nothing, whichever scope they request", async () => {
    const maker = await t.user("M2");
    const own = await ask(maker, "cycle");
    expect(own.GROUPS.map((g) => g.KEY)).toEqual(["B"]);
    const other = await ask(maker, "cycle", { MOLD_NO: "A" });
    expect([other.GROUPS, other.NOW.VALUE]).toEqual([[], null]);
    for (const kpi of ["KP102", "KP104", "KP105"])
      expect((await maker.list(kpi, "Q01")).map((r) => r.MOLD_NO)).toEqual(["B"]);
    expect(await maker.list("KP103", "Q01")).toEqual([]);
    expect(
      await (await t.user("M2")).mitt({ Type: "rf_MoldForecast", InParams: { MOLD_NO: "A" } }),
    ).toMatchObject({ Msg: "S0202^MOLD_NO" });
    const stranger = await TestTenant.create(s);
    expect((await ask(stranger.admin, "cycle")).NOW.VALUE).toBeNull();
  });

  it("requires the right of its own screen and a valid period", async () => {
    const one = await t.user(null, ["KP102:Q"]);
    expect((await ask(one, "cycle")).NOW.VALUE).not.toBeNull();
    const call = (who: TestUser, input: Record<string, unknown>) =>
      who.mitt({
        Type: "rf_Indicator",
        InParams: { INDICATOR: "cycle", GROUP_BY: "plant", ...period, ...input },
      });
    expect(await call(one, { INDICATOR: "idle" })).toMatchObject({ Msg: "S0020" });
    expect(await call(await t.user(null, ["BS101:Q"]), {})).toMatchObject({ Msg: "S0020" });
    expect(await call(t.admin, { PERIOD_TO: "2026-04-01" })).toMatchObject({ Msg: "S0200^PERIOD_TO" });
    expect(await call(t.admin, { PERIOD_FROM: "2020-04-01" })).toMatchObject({ Msg: "S0220^731" });
    expect(await call(t.admin, { INDICATOR: "luck" })).toMatchObject({ Code: 1 });
  });
});
