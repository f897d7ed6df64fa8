import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemCtx } from "../../jobs/runner.ts";
import { readConfig } from "../../kernel/config.ts";
import { sql } from "../../kernel/db/sql.ts";
import { deriveVisits, makeForecasts } from "../../modules/indicator/index.ts";
import { type RunningServer, startServer } from "../../start.ts";
import { mayHaveShots, reported } from "../../testing/day-of-readings.ts";
import { type Hour, type Hours, type Raw, type RawReading, readRaw, recount } from "../../testing/recount.ts";
import type {
  IndicatorAnswer,
  KeyProjectBoard,
  MakerBoard,
  PlantBoard,
  ProjectBoard,
} from "../../testing/wire-answers.ts";
import { Actor } from "../base/actor.ts";
import { counterSpecs } from "../fleet/counters.ts";
import { Episodes } from "../fleet/episodes.ts";
import { moldSpecs } from "../fleet/molds.ts";
import { ensureDemo } from "../index.ts";
import { makePast } from "./history.ts";

// Compares every figure of the indicators and boards on the demo tenant with a recalculation from readings and
// documents in plain loops (testing/recount.ts), which uses none of the product's rollups, totals and SQL.

/** Time of the test's clock: Wednesday, 14:30 in Shanghai. */
const now = Date.UTC(2026, 5, 17, 6, 30);
const [hour, day] = [3_600_000, 86_400_000];
const midnight = Date.UTC(2026, 5, 16, 16);
const todayText = "2026-06-17";
// Indexes of molds with a new standard cycle, a correction, slow cycles, a transfer, idle time, a repair or trials.
const chosen = [2, 3, 4, 5, 6, 9, 17, 38, 49, 61, 96];

const tableNames = [
  ..."mold organization counter count_correction production_order maintenance_task mold_trial".split(" "),
  ..."mold_document mold_forecast warning new_mold_plan new_mold_milestone".split(" "),
  ..."new_mold_modification device_mold parameter".split(" "),
];

type Row = Readonly<Record<string, unknown>>;
type Table = readonly Row[];
const num = (v: unknown) => Number(v ?? 0);
const at = (v: unknown) => Date.parse(String(v));
const text = (v: unknown) => (v === null || v === undefined ? null : String(v));
const round = (n: number, digits: number) => Math.round(n * 10 ** digits) / 10 ** digits;

let server: RunningServer;
let id = 0;
let raw: Raw;
let hours: Hours;
const tables: Record<string, Table> = {};
const t = (name: string): Table => tables[name] ?? [];
let actor: Actor;

beforeAll(async () => {
  const config = readConfig({ PORT: "0", MQTT_PORT: "off", LOG_LEVEL: "silent" });
  server = await startServer(config, { inMemory: true, now: () => now });
  id = (await ensureDemo(server.app)) ?? 0;
  const { app } = server;
  actor = new Actor(app, id);
  const molds = moldSpecs(now);
  const since = (i: number) => new Episodes(molds[i]!, now).since;
  const counters = counterSpecs(molds, now, (m) => since(m.index));
  const [rows] = await app.db.run(id, [
    sql`select writer_id, counter_id from counter where tenant_id = ${id}`,
  ]);
  const idOf = new Map((rows ?? []).map((r) => [String(r.writer_id), Number(r.counter_id)]));
  for (const index of chosen) {
    const mold = molds[index]!;
    const own = counters.filter((c) => c.mold === mold);
    await makePast({
      actor,
      mold,
      counters: own,
      idOf,
      epoch: now,
      since: since(index),
      isStopping: () => false,
    });
  }
  const ctx = systemCtx(app, { tenant_id: id, code: "demo", zone: "Asia/Shanghai" }, now);
  await deriveVisits(ctx);
  await makeForecasts(ctx);
  raw = await readRaw(app, id);
  hours = recount(raw);
  for (const name of tableNames) {
    const [list] = await app.db.run(id, [
      sql`select to_jsonb(x) as row from ${sql.id(name)} x where x.tenant_id = ${id}`,
    ]);
    tables[name] = (list ?? []).map((r) => r.row as Row);
  }
}, 400_000);
afterAll(() => server.stop());

// The following functions compute shots, places and states of molds from raw rows.

const none: Hour = {
  shots: 0,
  runMs: 0,
  known: 0,
  cycleMs: 0,
  within: 0,
  fast: 0,
  slow: 0,
  estimated: 0,
};
const made = (mold: Row, from: number, to: number, key: keyof Hour, but?: (h: number) => boolean) => {
  let sum = 0;
  for (const [h, x] of hours.get(num(mold.mold_id)) ?? [])
    if (h >= from && h < to && !but?.(h)) sum += x[key];
  return sum;
};
/** Returns an order's shots. In its first hour, shots known at the start do not count, others by the time left. */
function madeFor(o: Row, m: Row, start: number, end: number): number {
  const first = Math.floor(start / hour) * hour;
  if (o.start_shots === null || first === start) return made(m, start, end, "shots");
  const shots = made(m, first, Math.min(first + hour, end), "shots");
  const share = Math.floor((shots * (first + hour - start)) / hour);
  return made(m, first + hour, end, "shots") + Math.max(0, Math.min(shots - num(o.start_shots), share));
}
const total = (m: Row) =>
  num(m.opening_count) +
  made(m, 0, now + hour, "shots") +
  t("count_correction")
    .filter((c) => c.mold_id === m.mold_id)
    .reduce((n, c) => n + num(c.qty), 0);
const openBinding = (m: Row) => raw.bindings.find((b) => b.mold === num(m.mold_id) && b.to === null);
const counted = (list: readonly RawReading[]) => list.filter((r) => !r.quarantined);

function stateOf(m: Row): string {
  if (m.service_state === 4) return "scrapped";
  if (m.service_state === 1) return "inRepair";
  if (m.service_state === 2) return "inTrial";
  const b = openBinding(m);
  if (!b) return "unbound";
  const all = raw.readings.get(b.counter) ?? [];
  const last = all.at(-1);
  if (last?.removed === 1) return "removed";
  if (!last || now - last.at > 2 * day) return "silent";
  const own = counted(all);
  const shotsAt = (i: number) => {
    const [r, p] = [own[i], own[i - 1]];
    return r && p ? (r.count >= p.count ? r.count - p.count : r.count) : 0;
  };
  const newest = own.length - 1;
  if (shotsAt(newest) > 0 && now - (own[newest]?.at ?? 0) <= 2 * b.everyMs) return "running";
  let i = newest;
  while (i > 0 && shotsAt(i) === 0) i--;
  const quiet = Math.max(i > 0 ? (own[i]?.at ?? 0) : 0, b.from);
  return now - quiet >= 7 * day ? "idle" : "stopped";
}
const states = (molds: Table) => {
  const out: Record<string, number> = {};
  for (const m of molds) out[stateOf(m)] = (out[stateOf(m)] ?? 0) + 1;
  return out;
};
const some = (o: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(o).filter(([, n]) => n > 0));

/** Visit of a place: three positions in a row there, or positions over one hour. It begins at the first of them. */
interface MoldVisit {
  org: string | null;
  from: number;
  last: number;
  to: number | null;
}
function metres(a: { lng: number; lat: number }, b: { lng: number; lat: number }): number {
  const rad = Math.PI / 180;
  const [x, y, z] = [a, b]
    .map(({ lng, lat }) => [
      Math.cos(lat * rad) * Math.cos(lng * rad),
      Math.cos(lat * rad) * Math.sin(lng * rad),
      Math.sin(lat * rad),
    ])
    .reduce((p, q) => p.map((v, i) => v - (q[i] ?? 0)));
  return 2 * 6_371_008.8 * Math.asin(Math.hypot(x ?? 0, y ?? 0, z ?? 0) / 2);
}
function visitsOf(m: Row): MoldVisit[] {
  const places = t("organization").filter((o) => o.longitude !== null && o.latitude !== null);
  const fixes = raw.bindings
    .filter((b) => b.mold === num(m.mold_id))
    .flatMap((b) =>
      (raw.readings.get(b.counter) ?? []).filter((r) => r.at >= b.from && (b.to === null || r.at < b.to)),
    )
    .flatMap((r) => (r.lng === null || r.lat === null ? [] : [{ at: r.at, lng: r.lng, lat: r.lat }]))
    .sort((a, b) => a.at - b.at);
  const placed = fixes.map((f) => {
    const inside = places
      .map((o) => ({
        id: String(o.org_id),
        far: metres(f, { lng: num(o.longitude), lat: num(o.latitude) }),
        radius: num(o.radius ?? 2000),
      }))
      .filter((o) => o.far <= o.radius)
      .sort((a, b) => a.far - b.far);
    return { at: f.at, org: inside[0]?.id ?? null };
  });
  const visits: MoldVisit[] = [];
  for (let i = 0; i < placed.length; i++) {
    const f = placed[i]!;
    const open = visits.at(-1);
    if (!open) visits.push({ org: f.org, from: f.at, last: f.at, to: null });
    else if (open.org === f.org) open.last = f.at;
    else {
      let end = i;
      while (placed[end + 1]?.org === f.org) end++;
      const run = placed.slice(i, end + 1);
      const isReal = run.length >= 3 || (run.at(-1)?.at ?? 0) - f.at >= hour;
      if (isReal) {
        open.to = open.last;
        visits.push({ org: f.org, from: f.at, last: run.at(-1)?.at ?? f.at, to: null });
      }
      i = end;
    }
  }
  // For times without positions, the mold is at the plant that its latest transfer document names.
  const transfers = t("mold_document")
    .filter((d) => d.mold_no === m.mold_no && d.to_plant_id !== null)
    .map((d) => ({ at: at(d.document_time), org: String(d.to_plant_id) }))
    .filter((p) => !fixes.some((f) => Math.abs(f.at - p.at) < 14 * day))
    .sort((a, b) => a.at - b.at);
  for (const [i, p] of transfers.entries()) {
    if (!places.some((o) => o.org_id === p.org)) continue;
    const end = transfers[i + 1]?.at ?? fixes.find((f) => f.at > p.at)?.at ?? null;
    visits.push({ org: p.org, from: p.at, last: end ?? now, to: end });
  }
  return visits.sort((a, b) => a.from - b.from);
}
const orgOf = (org: unknown) => t("organization").find((o) => o.org_id === org);
/** Returns the visits of a mold at registered places, each with the previous place. */
const placesOf = (m: Row) => {
  const known = visitsOf(m).filter((s) => s.org !== null);
  return known.map((s, i) => ({ ...s, before: known[i - 1]?.org ?? null }));
};
const returnsOf = (m: Row) =>
  placesOf(m).filter((s) => s.before !== null && s.before !== s.org && orgOf(s.org)?.type === "maker");

const outOf = (m: Row) => [
  ...t("maintenance_task")
    .filter((k) => k.mold_no === m.mold_no && k.kind === 2 && k.started_at !== null)
    .map((k) => [at(k.started_at), at(k.accepted_at ?? k.done_at ?? k.removed_at ?? new Date(now))] as const),
  ...trialsOf(m),
];
const trialsOf = (m: Row) =>
  t("mold_trial")
    .filter((x) => x.mold_no === m.mold_no && x.started_at !== null)
    .map((x) => [at(x.started_at), x.ended_at === null ? now : at(x.ended_at)] as const);
const touches = (spans: readonly (readonly [number, number])[], h: number) =>
  spans.some(([a, b]) => b > a && h < b && h + hour > a);

describe("the hours of the demo's molds", () => {
  it("equal a recalculation from the readings", async () => {
    const [rows] = await server.app.db.run(id, [
      sql`select mold_id, (extract(epoch from hour) * 1000)::float8 as h, sum(shots)::float8 as shots, sum(run_ms)::float8 as "runMs", sum(cycle_count)::float8 as known,
          sum(cycle_ms)::float8 as "cycleMs", sum(within_count)::float8 as within, sum(fast_count)::float8 as fast, sum(slow_count)::float8 as slow, sum(estimated)::float8 as estimated
        from shot_hour where tenant_id = ${id} and mold_id <> 0 group by 1, 2`,
    ]);
    const stored = (rows ?? []).map(({ mold_id, h, ...x }) => [num(mold_id), num(h), x] as const);
    const wrong = stored.filter(([mold, h, x]) => {
      const own = hours.get(mold)?.get(h) ?? none;
      return (Object.keys(none) as (keyof Hour)[]).some((k) => own[k] !== num((x as Row)[k]));
    });
    expect(wrong.slice(0, 5).map(([mold, h, x]) => [mold, h, x, hours.get(mold)?.get(h)])).toEqual([]);
    expect(stored.length).toBeGreaterThan(20_000);
    expect(
      [...hours.values()].reduce((n, m) => n + [...m.values()].filter((x) => x.shots > 0).length, 0),
    ).toBe(stored.filter(([, , x]) => num((x as Row).shots) > 0).length);
  });
});

describe("the operating indicators of the demo", () => {
  // The period of the indicators: the ninety days that end with yesterday.
  const [from, to] = [midnight - 90 * day, midnight];
  const period = { PERIOD_FROM: "2026-03-19", PERIOD_TO: "2026-06-16" };
  const ask = (INDICATOR: string) =>
    actor.run("rf_Indicator", { INDICATOR, GROUP_BY: "mold", ...period }, now) as Promise<IndicatorAnswer>;
  const bound = (m: Row) =>
    raw.bindings.filter((b) => b.mold === num(m.mold_id)).map((b) => [b.from, b.to ?? now] as const);
  const sum = (f: (m: Row) => number) => t("mold").reduce((n, m) => n + f(m), 0);
  const group = (a: IndicatorAnswer, no: unknown) => a.GROUPS.find((g) => g.KEY === no)?.PARTS ?? {};

  it("set-count compliance", async () => {
    const a = await ask("setCount");
    let [orders, met, planned, inPlan, over] = [0, 0, 0, 0, 0];
    for (const o of t("production_order")) {
      const due = at(o.planned_end);
      if (num(o.order_state) < 2 || due < from || due >= to) continue;
      const m = t("mold").find((x) => x.mold_no === o.mold_no)!;
      const end = o.ended_at === null ? Number.POSITIVE_INFINITY : at(o.ended_at);
      const is = o.started_at === null ? 0 : madeFor(o, m, at(o.started_at), end);
      orders++;
      planned += num(o.planned_shots);
      inPlan += Math.min(is, num(o.planned_shots));
      over += Math.max(0, is - num(o.planned_shots));
      if (is >= num(o.planned_shots) && Math.min(end, now) <= due) met++;
    }
    expect(orders).toBeGreaterThan(5);
    expect(a.NOW.PARTS).toMatchObject({ orders, metOrders: met, planned, counted: inPlan, over });
    expect(a.NOW.VALUE).toBe(round((inPlan / planned) * 100, 2));
  });

  it("cycle compliance and the mean cycle", async () => {
    const a = await ask("cycle");
    for (const m of t("mold")) {
      const out = trialsOf(m);
      const own = (k: keyof Hour) => made(m, from, to, k, (h) => touches(out, h));
      const p = group(a, m.mold_no);
      expect([
        m.mold_no,
        p.known ?? 0,
        p.within ?? 0,
        p.fast ?? 0,
        p.slow ?? 0,
        p.shots ?? 0,
        p.estimated ?? 0,
      ]).toEqual(
        own("known") === 0
          ? [m.mold_no, 0, 0, 0, 0, 0, 0]
          : [
              m.mold_no,
              own("known"),
              own("within"),
              own("fast"),
              own("slow"),
              own("shots"),
              own("estimated"),
            ],
      );
      expect(p.cycleSeconds ?? 0).toBeCloseTo(own("known") === 0 ? 0 : own("cycleMs") / 1000, 2);
    }
    const all = (k: keyof Hour) => sum((m) => made(m, from, to, k, (h) => touches(trialsOf(m), h)));
    expect(a.NOW.VALUE).toBe(round((all("within") / all("known")) * 100, 2));
  });

  it("utilization", async () => {
    const a = await ask("utilization");
    let [ran, usable] = [0, 0];
    for (const m of t("mold")) {
      const out = outOf(m);
      let free = 0;
      for (let h = from; h < to; h += hour)
        if (!touches(out, h))
          for (const [f, u] of bound(m)) free += Math.max(0, Math.min(h + hour, u) - Math.max(h, f));
      const work = made(m, from, to, "runMs", (h) => touches(out, h));
      ran += work;
      usable += (free * 22) / 24;
      if (free === 0) continue;
      const p = group(a, m.mold_no);
      expect(p.runSeconds).toBeCloseTo(work / 1000, 1);
      expect(p.availableSeconds).toBeCloseTo((free * 22) / 24 / 1000, 1);
    }
    expect(a.NOW.VALUE).toBeCloseTo((ran / usable) * 100, 1);
    const lives = t("mold").filter((m) => num(m.life_ten_thousands) > 0 && m.service_state !== 4);
    expect(a.STANDING).toMatchObject({
      countShots: lives.reduce((n, m) => n + total(m), 0),
      lifeShots: lives.reduce((n, m) => n + num(m.life_ten_thousands) * 10_000, 0),
    });
  });

  it("idle rate, and molds that are idle now", async () => {
    const a = await ask("idle");
    let [idle, all] = [0, 0];
    for (const m of t("mold")) {
      const own = raw.bindings.filter((b) => b.mold === num(m.mold_id));
      const repairs = t("maintenance_task").filter(
        (k) => k.mold_no === m.mold_no && k.kind === 2 && k.started_at !== null,
      );
      for (let d = from; d < to; d += day) {
        const of = (b: (typeof own)[number]) => raw.readings.get(b.counter) ?? [];
        const spoke = own.some((b) => reported(of(b), d, b));
        const hasShots = own.some((b) => mayHaveShots(of(b), d, b)) && made(m, d, d + day, "shots") > 0;
        const isOn = own.some((b) => b.from < d + day && (b.to ?? Number.POSITIVE_INFINITY) > d);
        const isOut = repairs.some(
          (k) =>
            at(k.started_at) <= d &&
            (text(k.accepted_at ?? k.done_at ?? k.removed_at) === null ||
              at(k.accepted_at ?? k.done_at ?? k.removed_at) >= d + day),
        );
        if (!isOn || isOut || !spoke) continue;
        all++;
        if (!hasShots) idle++;
      }
    }
    expect(idle).toBeGreaterThan(0);
    expect(a.NOW.PARTS).toEqual({ idleDays: idle, reportedDays: all });
    expect(a.NOW.VALUE).toBe(round((idle / all) * 100, 2));
    expect(a.STANDING).toMatchObject({
      serving: t("mold").filter((m) => m.service_state === 0).length,
      idleNow: t("mold").filter((m) => m.service_state === 0 && stateOf(m) === "idle").length,
    });
  });

  it("returns to the maker and changes of place", async () => {
    const [returns, moves] = [await ask("returns"), await ask("moves")];
    const inSpan = (list: readonly MoldVisit[]) => list.filter((s) => s.from >= from && s.from < to).length;
    const placedDays =
      sum((m) =>
        placesOf(m)
          .concat(
            visitsOf(m)
              .filter((s) => s.org === null)
              .map((s) => ({ ...s, before: null })),
          )
          .reduce((n, s) => n + Math.max(0, Math.min(s.last, to) - Math.max(s.from, from)), 0),
      ) / day;
    const back = sum((m) => inSpan(returnsOf(m)));
    const moved = sum((m) => inSpan(placesOf(m).filter((s) => s.before !== null && s.before !== s.org)));
    expect(returns.NOW.PARTS).toMatchObject({ returns: back });
    expect(moves.NOW.PARTS).toMatchObject({ moves: moved });
    expect(returns.NOW.PARTS.placedDays).toBeCloseTo(placedDays, 1);
    expect(returns.NOW.VALUE).toBeCloseTo((back / placedDays) * 3000, 1);
    expect(moves.NOW.VALUE).toBeCloseTo((moved / placedDays) * 3000, 1);
    expect(moved).toBeGreaterThan(0);
  });
});

describe("the boards of the demo", () => {
  const run = <T>(type: string, input: object = {}) => actor.run(type, { ...input }, now) as Promise<T>;
  const today = (molds: Table) => molds.reduce((n, m) => n + made(m, midnight, now + hour, "shots"), 0);
  const compliance = (molds: Table) => {
    const week = (k: keyof Hour) => molds.reduce((n, m) => n + made(m, midnight - 6 * day, now + hour, k), 0);
    return week("known") === 0 ? null : round((week("within") / week("known")) * 100, 1);
  };
  /** Returns the open warnings of molds, or of the counters that are bound to them. */
  const open = (molds: Table) => {
    const ids = new Set(molds.map((m) => num(m.mold_id)));
    const on = new Map(raw.bindings.flatMap((b) => (b.to === null ? [[b.counter, b.mold] as const] : [])));
    return t("warning").filter(
      (w) =>
        w.cleared_at === null &&
        w.withdrawn_at === null &&
        ids.has(w.mold_id === null ? (on.get(num(w.counter_id)) ?? -1) : num(w.mold_id)),
    );
  };
  const lifeOf = (molds: Table) => {
    const own = molds.filter((m) => num(m.life_ten_thousands) > 0);
    const life = own.reduce((n, m) => n + num(m.life_ten_thousands) * 10_000, 0);
    return life > 0 ? round((own.reduce((n, m) => n + total(m), 0) / life) * 100, 1) : null;
  };
  const ages = (molds: Table) => {
    const out = [0, 0, 0, 0, 0];
    for (const m of molds) {
      const years = (Date.parse(todayText) - Date.parse(String(m.handover_date))) / day / 365.25;
      const bucket = Math.min(4, Math.max(0, Math.round(years * 2) - 2));
      out[bucket] = (out[bucket] ?? 0) + 1;
    }
    return out;
  };
  const neverUsed = (m: Row) =>
    (m.service_state === 0 || m.service_state === 2) &&
    String(m.handover_date) < todayText &&
    num(m.opening_count) + made(m, 0, now + hour, "shots") === 0;
  const kinds = ["opening", "t0", "trial", "quality", "handover", "acceptance"];
  const near = (molds: Table) => {
    const [first, last] = [-180, 90].map((d) =>
      new Date(Date.parse(todayText) + d * day).toISOString().slice(0, 10),
    );
    const list = molds
      .filter((m) => m.service_state !== 4)
      .flatMap((m) => {
        const plan = t("new_mold_milestone").filter((x) => x.mold_no === m.mold_no);
        if (plan.length > 0)
          return plan.map((x) => ({
            MOLD_NO: String(m.mold_no),
            KIND: kinds[num(x.milestone_kind)] ?? "",
            DAY: String(x.actual_date ?? x.planned_date),
            LATE: x.actual_date === null && String(x.planned_date) < todayText,
          }));
        return [
          { MOLD_NO: String(m.mold_no), KIND: "t0", DAY: String(m.planned_t0), LATE: false },
          {
            MOLD_NO: String(m.mold_no),
            KIND: "handover",
            DAY: String(m.handover_date),
            LATE: neverUsed(m),
          },
        ];
      })
      .filter((x) => x.DAY >= (first ?? "") && x.DAY <= (last ?? ""));
    const far = (d: string) => Math.abs(Date.parse(d) - Date.parse(todayText));
    return list.sort(
      (a, b) =>
        Number(b.LATE) - Number(a.LATE) ||
        Number(a.DAY < todayText) - Number(b.DAY < todayText) ||
        far(a.DAY) - far(b.DAY) ||
        (a.MOLD_NO < b.MOLD_NO ? -1 : a.MOLD_NO > b.MOLD_NO ? 1 : 0),
    );
  };
  const days = (list: readonly { readonly KIND: string; readonly DAY: string; readonly LATE: boolean }[]) =>
    list.map((x) => [x.DAY, x.LATE]);
  const orders = (molds: Table) => {
    const nos = new Set(molds.map((m) => m.mold_no));
    const running = t("production_order").filter(
      (o) => nos.has(o.mold_no) && [2, 4].includes(num(o.order_state)),
    );
    return [running.length, running.filter((o) => at(o.planned_end) < now).length] as const;
  };
  const plants = () => [...new Set(t("mold").map((m) => String(m.plant_id)))].sort();

  it("injection plants", async () => {
    for (const plant of plants()) {
      const molds = t("mold").filter((m) => m.plant_id === plant);
      const b = await run<PlantBoard>("rf_PlantBoard", { PLANT_ID: plant });
      expect(some(b.STATES)).toEqual(states(molds));
      expect(b.SHOTS_TODAY).toBe(today(molds));
      expect(b.HOURS.map((h) => h.SHOTS)).toEqual(
        Array.from({ length: 15 }, (_, i) =>
          molds.reduce((n, m) => n + made(m, midnight + i * hour, midnight + (i + 1) * hour, "shots"), 0),
        ),
      );
      expect(b.COMPLIANCE).toBe(compliance(molds));
      expect(b.WARNING_COUNT).toBe(open(molds).length);
      const nos = new Set(molds.map((m) => m.mold_no));
      const planned = t("production_order").reduce((n, o) => {
        const [from, to] = [at(o.started_at ?? o.planned_start), at(o.planned_end)];
        const within = Math.min(to, midnight + day) - Math.max(from, midnight);
        const counts = nos.has(o.mold_no) && [2, 4].includes(num(o.order_state)) && within > 0 && to > from;
        return counts ? n + (num(o.planned_shots) * within) / (to - from) : n;
      }, 0);
      expect(Math.abs(b.PLAN_TODAY - planned)).toBeLessThan(1);
      expect(b.MAINTENANCE_DUE).toBe(
        t("maintenance_task").filter((k) => nos.has(k.mold_no) && [1, 3].includes(num(k.state))).length,
      );
      for (const tile of b.MOLDS) {
        const machine = t("device_mold").find((x) => x.mold_no === tile.MOLD_NO && x.unmounted_at === null);
        expect(tile.DEVICE).toBe(machine?.device_id ?? null);
        const m = molds.find((x) => x.mold_no === tile.MOLD_NO)!;
        expect([tile.MOLD_NO, tile.Work_Stat, tile.SHOTS_TODAY]).toEqual([m.mold_no, stateOf(m), today([m])]);
      }
      expect(b.MOLDS).toHaveLength(molds.length);
    }
  });

  it("mold factories", async () => {
    for (const maker of new Set(t("mold").map((m) => String(m.maker_id)))) {
      const molds = t("mold").filter((m) => m.maker_id === maker);
      const b = await run<MakerBoard>("rf_MakerBoard", { MAKER_ID: maker });
      expect(b.MOLDS).toBe(molds.length);
      expect(some(b.STATES)).toEqual(states(molds));
      expect(b.AGES).toEqual(ages(molds.filter((m) => m.service_state !== 4)));
      const living = molds.filter((m) => m.service_state !== 4);
      const halfYearAgo = "2025-12-17";
      expect(b.STAGES).toEqual({
        building: living.filter((m) => String(m.planned_t0) > todayText).length,
        trial: living.filter((m) => String(m.planned_t0) <= todayText && String(m.handover_date) > todayText)
          .length,
        handedOver: living.filter(
          (m) =>
            String(m.planned_t0) <= todayText &&
            String(m.handover_date) <= todayText &&
            String(m.handover_date) > halfYearAgo,
        ).length,
      });
      expect(b.SHOTS_TODAY).toBe(today(molds));
      expect(b.COMPLIANCE).toBe(compliance(molds));
      const codes = new Set(molds.map((m) => m.mold_no));
      expect(b.CHANGES_90).toBe(
        t("new_mold_modification").filter(
          (x) => codes.has(x.mold_no) && at(x.requested_on) > at(todayText) - 90 * day,
        ).length,
      );
      const back = molds.flatMap((m) => returnsOf(m).map((s) => ({ no: String(m.mold_no), ...s })));
      expect(b.RETURNS_30).toBe(back.filter((s) => s.from >= now - 30 * day).length);
      expect(b.AT_MAKER.map((x) => x.MOLD_NO).sort()).toEqual(
        back
          .filter((s) => s.to === null)
          .map((s) => s.no)
          .sort(),
      );
      const nos = new Set(molds.map((m) => m.mold_no));
      expect(b.TRIALS.map((x) => x.MOLD_NO).sort()).toEqual(
        t("mold_trial")
          .filter((x) => nos.has(x.mold_no) && x.ended_at === null && x.closed_at === null)
          .map((x) => String(x.mold_no))
          .sort()
          .slice(0, 8),
      );
      expect(days(b.MILESTONES)).toEqual(days(near(molds).slice(0, 12)));
      expect(b.WARNING_COUNT).toBe(open(molds).length);
    }
  });

  it("projects", async () => {
    const all = t("mold").filter((m) => m.project_no !== null && m.service_state !== 4);
    const first = await run<ProjectBoard>("rf_ProjectBoard", { PAGE: 0 });
    const pages = [first];
    for (let p = 1; p < first.PAGES; p++) pages.push(await run<ProjectBoard>("rf_ProjectBoard", { PAGE: p }));
    expect(first.MOLDS).toBe(all.length);
    expect(some(first.STATES)).toEqual(states(all));
    expect(first.AGES).toEqual(ages(all));
    expect([first.ORDERS, first.LATE_ORDERS]).toEqual(orders(all));
    expect(first.LATE).toBe(all.filter(neverUsed).length);
    const shown = pages.flatMap((p) => p.PROJECTS);
    expect(shown.map((p) => p.PROJECT_NO).sort()).toEqual(
      [...new Set(all.map((m) => String(m.project_no)))].sort(),
    );
    for (const p of shown) {
      const molds = all.filter((m) => m.project_no === p.PROJECT_NO);
      const [open_, late] = orders(molds);
      expect(p).toMatchObject({
        MOLDS: molds.length,
        RUNNING: molds.filter((m) => stateOf(m) === "running").length,
        HANDED_OVER: molds.filter((m) => String(m.handover_date) <= todayText).length,
        LATE: molds.filter(neverUsed).length,
        WARNINGS: open(molds).length,
        ORDERS: open_,
        LATE_ORDERS: late,
        SHOTS_TODAY: today(molds),
        LIFE_USED: lifeOf(molds),
      });
      const next = near(molds)[0];
      expect(p.NEXT && [p.NEXT.DAY, p.NEXT.LATE]).toEqual(next ? [next.DAY, next.LATE] : null);
    }
  });

  it("key projects", async () => {
    const { PROJECTS } = await run<KeyProjectBoard>("rf_KeyProjectBoard");
    expect(PROJECTS.length).toBeGreaterThan(1);
    for (const { ID } of PROJECTS) {
      const molds = t("mold").filter((m) => m.project_no === ID && m.service_state !== 4);
      const b = await run<KeyProjectBoard>("rf_KeyProjectBoard", { PROJECT_NO: ID });
      expect(some(b.STATES)).toEqual(states(molds));
      expect(b.SHOTS_TODAY).toBe(today(molds));
      expect(b.LIFE_USED).toBe(lifeOf(molds));
      expect(days(b.MILESTONES)).toEqual(days(near(molds).slice(0, 12)));
      expect(b.PLACES.map((p) => [p.MOLDS, p.RUNNING]).sort()).toEqual(
        [...new Set(molds.map((m) => m.plant_id))]
          .map((plant) => {
            const own = molds.filter((m) => m.plant_id === plant);
            return [own.length, own.filter((m) => stateOf(m) === "running").length];
          })
          .sort(),
      );
      expect(b.MOLDS).toHaveLength(molds.length);
      for (const tile of b.MOLDS) {
        const m = molds.find((x) => x.mold_no === tile.MOLD_NO)!;
        const life = num(m.life_ten_thousands) * 10_000;
        const order = t("production_order").find((o) => o.mold_no === m.mold_no && o.order_state === 4);
        const forecast = t("mold_forecast").find((f) => f.mold_id === m.mold_id);
        expect(tile).toMatchObject({
          Work_Stat: stateOf(m),
          COUNT_TIMES: total(m),
          LIFE_USED: life > 0 ? round((total(m) / life) * 100, 1) : null,
          WARNINGS: open([m]).length,
          ORDER_LATE: order !== undefined && at(order.planned_end) < now,
          ORDER_PROGRESS: order
            ? round(
                100 *
                  Math.min(1, made(m, at(order.started_at), now + hour, "shots") / num(order.planned_shots)),
                1,
              )
            : null,
        });
        expect(tile.LIFE_END && at(tile.LIFE_END)).toEqual(forecast?.life_end ? at(forecast.life_end) : null);
      }
    }
  });
});
