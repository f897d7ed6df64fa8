import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, where, withServer } from "../../testing/server.ts";
import { type HourRow, type TestMold, TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
/** Midnight of 20 May in Shanghai, epoch ms. */
const today = Date.parse("2026-05-19T16:00:00Z");

interface Bucket {
  readonly TIME: string;
  readonly SHOTS: number;
  readonly RUN_SECONDS: number;
  readonly AVG_CYCLE: number | null;
}

/** Returns the hourly figures of two counters over 40 days, from a pseudo-random generator. */
function history(moldId: number): HourRow[] {
  let seed = moldId * 7919;
  const next = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % n;
  };
  const rows: HourRow[] = [];
  for (let h = today - 40 * 24 * hour; h <= noon; h += hour) {
    for (const counter_id of [1, 2]) {
      if (next(3) === 0) continue;
      const shots = next(120);
      const cycle_count = next(shots + 1);
      rows.push({
        mold_id: moldId,
        hour: h,
        counter_id,
        shots,
        run_ms: shots * 30_000,
        cycle_count,
        cycle_ms: cycle_count * 29_000 + next(500),
        cycle_min: cycle_count ? 20_000 + next(5000) : null,
        cycle_max: cycle_count ? 31_000 + next(5000) : null,
        within_count: next(cycle_count + 1),
        estimated: next(shots + 1),
      });
    }
  }
  return rows;
}

const sum = (rows: readonly HourRow[], from: number, to: number) =>
  rows.filter((r) => r.hour >= from && r.hour < to).reduce((n, r) => n + r.shots, 0);

describe("production", () => {
  let s: TestServer;
  let t: TestTenant;
  let mold: TestMold;
  let rows: HourRow[];
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    mold = await t.mold("A");
    rows = history(mold.moldId);
    await t.hours(rows);
    const counterId = await t.counter("W1", mold);
    await t.rows(
      sql`update counter_state set
          last_at = ${new Date(noon - hour)},
          count_at = ${new Date(noon - hour)},
          last_shots = 10,
          last_cycle_ms = 31500,
          last_shot_at = ${new Date(noon - hour)}
        where tenant_id = ${t.id} and counter_id = ${counterId}`,
    );
    const other = await t.mold("B", { SAVE_ADDRESS: "P2", MOLD_MAKE_ID: "M2", ENGINE_ID: "O2" });
    await t.hours([{ mold_id: other.moldId, hour: today, shots: 5 }]);
  });
  beforeEach(withServer);

  // spec: admin 2.18
  it("shows shots of today, yesterday and this hour in the tenant's zone, and the cycle's deviation", async () => {
    const [row] = await t.admin.list("PO102", "Q01", where("MOLD_NO", "A"));
    expect(row).toMatchObject({
      Work_Stat: "running",
      SHOTS_TODAY: sum(rows, today, noon + hour),
      SHOTS_YESTERDAY: sum(rows, today - 24 * hour, today),
      SHOTS_HOUR: sum(rows, noon, noon + hour),
      CYCLE_NOW: 31.5,
      CYCLE_DEV: 5,
    });
  });

  it("assigns hours to the day in which they begin, also in half-hour time zones", async () => {
    const india = await TestTenant.create(s, { zone: "Asia/Kolkata" });
    const { moldId } = await india.mold("A");
    // In India's time zone, 20 May begins at 18:30 UTC.
    await india.hours([
      { mold_id: moldId, hour: Date.parse("2026-05-19T18:00:00Z"), shots: 100 },
      { mold_id: moldId, hour: Date.parse("2026-05-19T19:00:00Z"), shots: 7 },
    ]);
    const [row] = await india.admin.list("PO102", "Q01");
    expect(row).toMatchObject({ SHOTS_TODAY: 7, SHOTS_YESTERDAY: 100 });
  });

  it("shows since when a state lasts: a run by its first hour, an unbound mold by its unbinding", async () => {
    const own = await TestTenant.create(s);
    const m = await own.mold("A");
    const counterId = await own.counter("W1", m);
    const free = await own.mold("B");
    const former = await own.counter("W2");
    await own.rows(
      sql`update counter_state set
          last_at = ${new Date(noon)},
          count_at = ${new Date(noon)},
          last_shots = 1,
          last_shot_at = ${new Date(noon)}
        where tenant_id = ${own.id} and counter_id = ${counterId}`,
    );
    await own.rows(
      sql`insert into binding (tenant_id, mold_id, counter_id, bound_at, unbound_at)
        values (${own.id}, ${free.moldId}, ${former}, ${new Date(noon - 9 * hour)}, ${new Date(noon - 5 * hour)})`,
    );
    const at = (h: number, shots: number) => ({ mold_id: m.moldId, hour: noon + h * hour, shots });
    await own.hours([at(-6, 9), at(-4, 0), at(-3, 8), at(-2, 8), at(-1, 8), at(0, 1)]);
    const found = await own.admin.list("PO102", "Q01");
    expect(found.map((r) => Date.parse(String(r.STAT_TIME)))).toEqual([noon - 3 * hour, noon - 5 * hour]);
  });

  // spec: admin 2.19
  it("adds up the counters of a mold per hour, with the standard cycle in force", async () => {
    await t.rows(
      sql`insert into mold_standard (tenant_id, mold_id, valid_from, cycle_ms, tolerance_percent)
        values (${t.id}, ${mold.moldId}, ${new Date(today)}, 20000, 5)`,
    );
    const found = await t.admin.list("PO103", "Q01", { ...where("MOLD_NO", "A"), Limit: 100_000 });
    const hours = new Set(rows.map((r) => r.hour));
    expect(found).toHaveLength(hours.size);
    expect(found.reduce((n, r) => n + Number(r.SHOTS), 0)).toBe(sum(rows, 0, noon + hour));
    // Takes an hour with a mean cycle. The generator also makes hours with shots but without a measured cycle.
    const some = found.filter((r) => Number(r.SHOTS) > 0 && r.AVG_CYCLE !== null)[5];
    const h = Date.parse(String(some?.HOUR_TIME));
    const own = rows.filter((r) => r.hour === h);
    const total = (f: "cycle_ms" | "cycle_count" | "within_count" | "run_ms") =>
      own.reduce((n, r) => n + (r[f] ?? 0), 0);
    expect(some?.RUN_SECONDS).toBe(total("run_ms") / 1000);
    expect(some?.AVG_CYCLE).toBeCloseTo(total("cycle_ms") / total("cycle_count") / 1000, 2);
    // The share is rounded down. The division of whole numbers has no error that could change the result.
    expect(some?.CYCLE_RATE).toBe(Math.floor((1000 * total("within_count")) / total("cycle_count")) / 10);
    expect(some?.PRODUCT_CYCLE).toBe(30);
    const newest = found.filter((r) => Date.parse(String(r.HOUR_TIME)) >= today)[0];
    expect(newest?.PRODUCT_CYCLE).toBe(20);
    const last = await t.admin.list("PO103", "Q01", {
      WhereStr: [
        { Field: "MOLD_NO", ConditionalCode: "EQ", Value: "A" },
        { Field: "HOUR_TIME", ConditionalCode: "EGT", Value: new Date(today).toISOString() },
      ],
    });
    expect(last.reduce((n, r) => n + Number(r.SHOTS), 0)).toBe(sum(rows, today, noon + hour));
  });

  it("never shows a last shot in the future, if the clock of the counter is ahead", async () => {
    const own = await TestTenant.create(await withServer());
    const counterId = await own.counter("W1", await own.mold("A"));
    const ahead = new Date(noon + 180_000);
    await own.rows(
      sql`update counter_state set last_at = ${ahead}, last_shot_at = ${ahead}
        where tenant_id = ${own.id} and counter_id = ${counterId}`,
    );
    for (const menu of ["PO102", "BS101"]) {
      const [row] = await own.admin.list(menu, "Q01");
      expect([row?.LAST_SHOT_AT, row?.sendTime].map((at) => Date.parse(String(at)))).toEqual([noon, noon]);
    }
  });

  it("lists every hour of every mold without a filter", async () => {
    const own = await TestTenant.create(await withServer());
    const { moldId } = await own.mold("A");
    await own.rows(
      sql`insert into shot_hour (
          tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count,
          cycle_min, cycle_max, within_count, fast_count, slow_count, estimated
        )
        select ${own.id}, ${moldId}, ${new Date(noon)}::timestamptz - n * interval '1 hour', 1, 1, 0, 0, 0,
          null, null, 0, 0, 0, 0
        from generate_series(1, 25500) n`,
    );
    expect(
      (
        await own.admin.mitt<{ count: number }>({
          Type: "QueryByID",
          MENU_ID: "PO103",
          QueryID: "Q01",
          Page: 1,
          Limit: 20,
        })
      ).ReturnData.count,
    ).toBe(25_500);
  });

  it.each([
    ["hour", (h: number) => h],
    ["day", (h: number) => Math.floor((h + 8 * hour) / (24 * hour)) * 24 * hour - 8 * hour],
    [
      "month",
      (h: number) => Date.parse(`${new Date(h + 8 * hour).toISOString().slice(0, 7)}-01T00:00:00+08:00`),
    ],
  ])("returns a series by %s whose sum equals the sum of the hours", async (bucket, begin) => {
    const FROM = new Date(today - 35 * 24 * hour).toISOString();
    const TO = new Date(today + 3 * hour).toISOString();
    const series = await t.admin.run<Bucket[]>("rf_ShotSeries", { MOLD_NO: "A", FROM, TO, BUCKET: bucket });
    const expected = new Map<number, HourRow[]>();
    for (const r of rows) {
      if (r.hour < Date.parse(FROM) || r.hour >= Date.parse(TO)) continue;
      expected.set(begin(r.hour), [...(expected.get(begin(r.hour)) ?? []), r]);
    }
    expect(series.map((b) => [Date.parse(b.TIME), b.SHOTS, b.RUN_SECONDS])).toEqual(
      [...expected].map(([at, own]) => [
        at,
        own.reduce((n, r) => n + r.shots, 0),
        own.reduce((n, r) => n + (r.run_ms ?? 0), 0) / 1000,
      ]),
    );
  });

  it("refuses invalid periods, unknown molds, and too many buckets", async () => {
    const series = (o: Record<string, unknown>) =>
      t.admin.mitt({
        Type: "rf_ShotSeries",
        InParams: { MOLD_NO: "A", FROM: "2020-01-01", TO: "2027-01-01", BUCKET: "hour", ...o },
      });
    expect(await series({ TO: "2019-01-01" })).toMatchObject({ Code: 1, Msg: "S0200^TO" });
    expect(await series({ MOLD_NO: "none" })).toMatchObject({ Code: 1, Msg: "S0202^MOLD_NO" });
    expect(await series({ BUCKET: "week" })).toMatchObject({ Code: 1, Msg: "S0200^BUCKET" });
    const many = await t.mold("MANY");
    await t.rows(
      sql`insert into shot_hour (
          tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count,
          cycle_min, cycle_max, within_count, fast_count, slow_count, estimated
        )
        select ${t.id}, ${many.moldId}, h, 1, 1, 0, 0, 0, null, null, 0, 0, 0, 0
        from generate_series('2020-01-01Z'::timestamptz, '2022-06-01Z', interval '1 hour') h`,
    );
    expect(await series({ MOLD_NO: "MANY" })).toMatchObject({ Code: 1, Msg: "S0220^20000" });
    expect((await series({ MOLD_NO: "MANY", BUCKET: "day" })).ReturnData).toHaveLength(883);
  });

  it("is limited to the caller's organization, tenant and rights", async () => {
    for (const u of [t.admin, await t.user("P2")]) {
      const states = Object.values(await u.run<Record<string, number>>("rf_StateCounts", {}));
      expect(states.reduce((a, b) => a + b, 0)).toBe((await u.list("PO102", "Q01")).length);
    }
    for (const [org, seen] of [
      ["P2", ["B"]],
      ["M2", ["B"]],
      ["O2", ["B"]],
    ] as const) {
      const user = await t.user(org);
      expect((await user.list("PO102", "Q01")).map((r) => r.MOLD_NO)).toEqual(seen);
      expect(new Set((await user.list("PO103", "Q01")).map((r) => r.MOLD_NO))).toEqual(new Set(seen));
      const series = { MOLD_NO: "A", FROM: "2026-01-01", TO: "2027-01-01", BUCKET: "day" };
      expect(await user.mitt({ Type: "rf_ShotSeries", InParams: series })).toMatchObject({
        Msg: "S0202^MOLD_NO",
      });
    }
    const stranger = await TestTenant.create(s);
    expect(await stranger.admin.list("PO102", "Q01")).toEqual([]);
    expect(await stranger.admin.list("PO103", "Q01")).toEqual([]);
    const nobody = await t.user(null, ["BS101:Q"]);
    expect(await nobody.mitt({ Type: "QueryByID", MENU_ID: "PO102", QueryID: "Q01" })).toMatchObject({
      Msg: "S0020",
    });
    expect(await nobody.mitt({ Type: "rf_ShotSeries", InParams: {} })).toMatchObject({ Msg: "S0020" });
  });
});
