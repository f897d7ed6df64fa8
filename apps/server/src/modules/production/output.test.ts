import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const day = 24 * hour;
const iso = (ms: number) => new Date(ms).toISOString();
/** UTC offset of Shanghai, ms. */
const zoneMs = 8 * hour;

interface Cell {
  readonly KEY: string;
  readonly NAME: string | null;
  readonly TIME: string;
  readonly SHOTS: number;
  readonly PARTS: number;
  readonly OUTPUT_KG: number | null;
  readonly ESTIMATED_SHOTS: number;
}

interface Reading {
  readonly at: number;
  readonly count: number;
}

/** Returns the readings of a counter. Each seed gives other shots per hour and other hours without shots. */
function readingsOf(seed: number, from: number, to: number): Reading[] {
  let s = seed;
  const next = (n: number) => {
    s = (s * 1103515245 + 12345) % 2147483648;
    return s % n;
  };
  const out: Reading[] = [];
  let count = 1000 * seed;
  for (let h = from; h <= to; h += hour) {
    // Readings are at full and half hours, so that the hour of each shot is known. Some hours have no shots.
    out.push({ at: h, count });
    const made = next(5) === 0 ? 0 : 40 + next(60);
    const half = Math.floor(made / 2);
    if (made > 0 && h + hour <= to) out.push({ at: h + 30 * 60_000, count: count + half });
    count += made;
  }
  return out;
}

/** Recalculates from the cumulative counts the shots of the hours that begin in [from, to). */
function shotsIn(readings: readonly Reading[], from: number, to: number): number {
  const firstHour = Math.ceil(from / hour) * hour;
  const endHour = Math.ceil(to / hour) * hour;
  const countAt = (t: number) => readings.filter((r) => r.at <= t).at(-1)?.count ?? readings[0]?.count ?? 0;
  return Math.max(0, countAt(endHour) - countAt(firstHour));
}

const molds = [
  { no: "A", seed: 3, cavities: 4, weight: 250, plant: "P1", oem: "O1", product: "800-A" },
  { no: "B", seed: 7, cavities: 1, weight: 1200.5, plant: "P2", oem: "O1", product: "800-B" },
  { no: "C", seed: 11, cavities: 2, weight: null, plant: "P1", oem: "O2", product: "800-A" },
] as const;
const begin = noon - 20 * day;

describe("output", () => {
  let s: TestServer;
  let t: TestTenant;
  const raw = new Map<string, Reading[]>();
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    for (const m of molds) {
      const made = await t.mold(m.no, {
        MOLD_CAVE_NUM: m.cavities,
        PRODUCT_WEIGHT: m.weight,
        PRODUCT_NO: m.product,
        SAVE_ADDRESS: m.plant,
        ENGINE_ID: m.oem,
      });
      const counterId = await t.counter(`W${m.no}`, made, begin);
      const readings = readingsOf(m.seed, begin, noon);
      raw.set(m.no, readings);
      for (let i = 0; i < readings.length; i += 400)
        await s.app.ledger.ingest(
          t.id,
          readings.slice(i, i + 400).map((r) => readingAt(counterId, r.at, r.count, { receivedAt: noon })),
        );
    }
  }, 120_000);
  beforeEach(withServer);
  const run = (user: TestTenant["admin"], GROUP_BY: string, BUCKET: string, from = begin, to = noon + hour) =>
    user.run<Cell[]>("rf_OutputStatistics", { GROUP_BY, BUCKET, FROM: iso(from), TO: iso(to) });
  const shots = (no: string, from: number, to: number) => shotsIn(raw.get(no) ?? [], from, to);

  it.each([
    ["day", (x: Date) => Date.UTC(x.getUTCFullYear(), x.getUTCMonth(), x.getUTCDate())],
    [
      "week",
      (x: Date) => Date.UTC(x.getUTCFullYear(), x.getUTCMonth(), x.getUTCDate() - ((x.getUTCDay() + 6) % 7)),
    ],
    ["month", (x: Date) => Date.UTC(x.getUTCFullYear(), x.getUTCMonth(), 1)],
    ["year", (x: Date) => Date.UTC(x.getUTCFullYear(), 0, 1)],
  ])("by mold and %s equals a recalculation from the cumulative counts", async (bucket, floor) => {
    const expected = new Map<string, number>();
    for (const m of molds)
      for (let h = begin; h < noon; h += hour) {
        const made = shots(m.no, h, h + hour);
        const key = `${m.no} ${floor(new Date(h + zoneMs)) - zoneMs}`;
        if (made > 0) expected.set(key, (expected.get(key) ?? 0) + made);
      }
    const cells = await run(t.admin, "mold", bucket);
    expect(new Map(cells.map((c) => [`${c.KEY} ${Date.parse(c.TIME)}`, c.SHOTS]))).toEqual(expected);
    for (const c of cells) {
      const m = molds.find((x) => x.no === c.KEY);
      expect(c.PARTS).toBe(c.SHOTS * (m?.cavities ?? 0));
      if (m?.weight) expect(c.OUTPUT_KG).toBeCloseTo((c.PARTS * m.weight) / 1000, 1);
      else expect(c.OUTPUT_KG).toBeNull();
    }
  });

  // spec: admin 2.20
  it("has the same total by plant, OEM, product, project and machine", async () => {
    const all = molds.reduce((n, m) => n + shots(m.no, begin, noon), 0);
    const keys: Record<string, string[]> = {
      plant: ["P1", "P2"],
      oem: ["O1", "O2"],
      product: ["800-A", "800-B"],
      project: [""],
      machine: [""],
    };
    for (const [by, expected] of Object.entries(keys)) {
      const cells = await run(t.admin, by, "year");
      expect(cells.map((c) => c.KEY).sort()).toEqual(expected);
      expect(cells.reduce((n, c) => n + c.SHOTS, 0)).toBe(all);
    }
    const plant = (await run(t.admin, "plant", "year")).find((c) => c.KEY === "P1");
    expect(plant).toMatchObject({
      NAME: "Name of P1",
      SHOTS: shots("A", begin, noon) + shots("C", begin, noon),
    });
  });

  it("assigns to a machine the hours that began while the mold was on it", async () => {
    const machine = {
      DEV_ID: "D1",
      DEV_NAME: "Press 1",
      DEV_TON: 900,
      DUTY_MAN: "Li",
      PLANT_ID: "P2",
      DEV_STAT: 0,
    };
    await t.admin.mitt({ Type: "insert", MENU_ID: "BS107", TableName: "BS_DEVICE", Data: [machine] });
    const [from, to] = [noon - 3 * day - 20 * 60_000, noon - day];
    const { MOUNT_ID } = await t.admin.run<{ MOUNT_ID: number }>("rf_MountMold", {
      DEV_ID: "D1",
      MOLD_NO: "B",
      MOUNT_TIME: iso(from),
    });
    await t.admin.run("rf_UnmountMold", { MOUNT_ID, UNMOUNT_TIME: iso(to) });
    const cells = await run(t.admin, "machine", "year");
    const all = molds.reduce((n, m) => n + shots(m.no, begin, noon), 0);
    const own = shots("B", from, to);
    expect(cells.map((c) => [c.KEY, c.SHOTS]).sort()).toEqual([
      ["", all - own],
      ["D1", own],
    ]);
  });

  it("lists daily output per mold, of all days unless the caller asks for some", async () => {
    const rows = await t.admin.list("PO104", "Q01", { Limit: 5000 });
    const sum = (no: string) => rows.filter((r) => r.MOLD_NO === no).reduce((n, r) => n + Number(r.SHOTS), 0);
    for (const m of molds) expect(sum(m.no)).toBe(shots(m.no, begin, noon));
    const one = await t.admin.list("PO104", "Q01", {
      WhereStr: [
        { Field: "OUTPUT_DATE", ConditionalCode: "EQ", Value: "2026-05-10" },
        { Field: "MOLD_NO", ConditionalCode: "EQ", Value: "A" },
      ],
    });
    const from = Date.parse("2026-05-10T00:00:00+08:00");
    expect(one).toMatchObject(
      [{ OUTPUT_DATE: "2026-05-10", SHOTS: shots("A", from, from + day), CAVE_TIMES: undefined }].map(
        ({ CAVE_TIMES: _, ...r }) => r,
      ),
    );
    await t.rows(
      sql`insert into shot_hour (
          tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count,
          cycle_min, cycle_max, within_count, fast_count, slow_count, estimated
        )
        select ${t.id}, mold_id, ${new Date(noon - 90 * day)}, 1, 10, 0, 0, 0, null, null, 0, 0, 0, 4
        from mold
        where tenant_id = ${t.id} and mold_no = 'A'`,
    );
    expect((await t.admin.list("PO104", "Q01", { Limit: 5000 })).length).toBe(rows.length + 1);
    const old = await t.admin.list("PO104", "Q01", {
      WhereStr: [{ Field: "OUTPUT_DATE", ConditionalCode: "EGT", Value: "2026-01-01" }],
      Limit: 5000,
    });
    expect(old.length).toBe(rows.length + 1);
    expect(old.find((r) => r.ESTIMATED_SHOTS === 4)).toMatchObject({ SHOTS: 10, ESTIMATED_RATE: 40 });
    await t.rows(
      sql`delete from shot_hour where tenant_id = ${t.id} and hour < ${new Date(noon - 60 * day)}`,
    );
  });

  it("sums over all pages within the caller's scope", async () => {
    type Row = Readonly<Record<string, unknown>>;
    const totalsOf = async (user: TestTenant["admin"], o: object): Promise<Row | undefined> => {
      const ask = { Type: "QueryByID", MENU_ID: "PO104", QueryID: "Q01", ...o };
      return ((await user.mitt(ask)).ReturnData as { totals?: Row } | undefined)?.totals;
    };
    const sums = (rows: readonly Row[]) => {
      const sum = (name: string) => rows.reduce((n, r) => n + Number(r[name] ?? 0), 0);
      const kilograms = Math.round(sum("OUTPUT_KG") * 10) / 10;
      return {
        SHOTS: sum("SHOTS"),
        PRODUCT_QTY: sum("PRODUCT_QTY"),
        OUTPUT_KG: kilograms,
        ESTIMATED_SHOTS: sum("ESTIMATED_SHOTS"),
      };
    };
    const all = await t.admin.list("PO104", "Q01", { Limit: 5000 });
    expect(await totalsOf(t.admin, { Page: 2, Limit: 20 })).toEqual(sums(all));
    const WhereStr = [{ Field: "PRODUCT_NO", ConditionalCode: "EQ", Value: "800-A" }];
    const some = all.filter((r) => r.PRODUCT_NO === "800-A");
    expect(some.length).toBeGreaterThan(20);
    expect(await totalsOf(t.admin, { Page: 1, Limit: 20, WhereStr })).toEqual(sums(some));
    const key = { MOLD_NO: String(all[0]?.MOLD_NO), OUTPUT_DATE: String(all[0]?.OUTPUT_DATE) };
    const byKey = Object.entries(key).map(([Field, Value]) => ({ Field, ConditionalCode: "EQ", Value }));
    expect(await totalsOf(t.admin, { WhereStr: byKey })).toEqual(sums(all.slice(0, 1)));
    expect(await totalsOf(await t.user("P2"), { Page: 1, Limit: 20 })).toEqual(
      sums(all.filter((r) => r.MOLD_NO === "B")),
    );
    expect(await totalsOf((await TestTenant.create(s)).admin, {})).toEqual(sums([]));
    // A query that asks for no totals gets no totals.
    expect(await totalsOf(t.admin, { MENU_ID: "PO101" })).toBeUndefined();
  });

  it("agrees with an order's progress, recalculated from the readings in the order's time", async () => {
    const [from, to] = [noon - 9 * day + 25 * 60_000, noon - 4 * day + 40 * 60_000];
    const made = shots("A", from, to);
    await t.rows(
      sql`insert into production_order (
          tenant_id, order_id, mold_no, planned_shots, cavities, planned_end, order_state, started_at, ended_at
        )
        values (${t.id}, 'R1', 'A', 10000, 3, ${new Date(noon)}, 5, ${new Date(from)}, ${new Date(to)}),
          (${t.id}, 'R2', 'A', 10000, 4, ${new Date(noon + day)}, 4, ${new Date(to)}, null)`,
    );
    const [r1, r2] = await t.admin.list("PO101", "Q01", { Sort: [{ Field: "ORDER_ID", Sort: "asc" }] });
    expect(r1).toMatchObject({ MADE_TIMES: made, MADE_QTY: made * 3, PROGRESS: Math.round(made / 10) / 10 });
    // Two successive orders have all shots of the mold together: none is missing and none counts twice.
    expect(Number(r1?.MADE_TIMES) + Number(r2?.MADE_TIMES)).toBe(shots("A", from, noon));
    // A late reading changes the progress at once, because progress is computed and not stored.
    const addShots = (n: number) =>
      t.rows(sql`update shot_hour set shots = shots + ${n}::int
        where tenant_id = ${t.id}
          and hour = ${new Date(noon - 5 * day)}
          and mold_id = (select mold_id from mold where tenant_id = ${t.id} and mold_no = 'A')`);
    await addShots(5);
    expect(
      (await t.admin.list("PO101", "Q01", { Sort: [{ Field: "ORDER_ID", Sort: "asc" }] }))[0],
    ).toMatchObject({ MADE_TIMES: made + 5 });
    await addShots(-5);
  });

  it("refuses a period that ends before it begins, and too many cells", async () => {
    const ask = (o: Record<string, unknown>) =>
      t.admin.mitt({
        Type: "rf_OutputStatistics",
        InParams: { GROUP_BY: "mold", BUCKET: "hour", FROM: iso(begin), TO: iso(noon), ...o },
      });
    expect(await ask({ TO: iso(begin) })).toEqual({ Code: 1, Msg: "S0200^TO" });
    expect(await ask({ GROUP_BY: "colour" })).toEqual({ Code: 1, Msg: "S0200^GROUP_BY" });
    expect(await ask({ BUCKET: "" })).toEqual({ Code: 1, Msg: "S0007^BUCKET" });
    const own = await TestTenant.create(s);
    const { moldId } = await own.mold("MANY");
    await own.rows(
      sql`insert into shot_hour (
          tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count,
          cycle_min, cycle_max, within_count, fast_count, slow_count, estimated
        )
        select ${own.id}, ${moldId}, h, 1, 1, 0, 0, 0, null, null, 0, 0, 0, 0
        from generate_series('2020-01-01Z'::timestamptz, '2022-06-01Z', interval '1 hour') h`,
    );
    const many = { GROUP_BY: "mold", BUCKET: "hour", FROM: "2020-01-01", TO: "2023-01-01" };
    expect(await own.admin.mitt({ Type: "rf_OutputStatistics", InParams: many })).toEqual({
      Code: 1,
      Msg: "S0220^20000",
    });
  });

  it("is limited to the caller's organization, tenant and rights", async () => {
    const keys = async (user: TestTenant["admin"]) =>
      (await run(user, "mold", "year")).map((c) => c.KEY).sort();
    expect(await keys(await t.user("P1"))).toEqual(["A", "C"]);
    expect(await keys(await t.user("O2"))).toEqual(["C"]);
    expect(new Set((await (await t.user("P2")).list("PO104", "Q01")).map((r) => r.MOLD_NO))).toEqual(
      new Set(["B"]),
    );
    const stranger = (await TestTenant.create(s)).admin;
    expect(await keys(stranger)).toEqual([]);
    expect(await stranger.list("PO104", "Q01")).toEqual([]);
    const nobody = await t.user(null, ["PO101:Q"]);
    expect(await nobody.mitt({ Type: "rf_OutputStatistics", InParams: {} })).toEqual({
      Code: 1,
      Msg: "S0020",
    });
    expect(await nobody.mitt({ Type: "QueryByID", MENU_ID: "PO104", QueryID: "Q01" })).toEqual({
      Code: 1,
      Msg: "S0020",
    });
  });
});
