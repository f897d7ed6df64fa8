import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { type HourRow, type TestMold, TestTenant } from "../../testing/tenant.ts";
import type { PlantBoard, ProjectBoard, WorkplaceFigures } from "../../testing/wire-answers.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Midnight of 20 May in Shanghai, epoch ms. Noon of the test clock is twelve hours later. */
const today = Date.parse("2026-05-19T16:00:00Z");

interface Known extends TestMold {
  readonly plant: string;
  readonly oem: string;
  readonly maker: string;
  readonly rows: HourRow[];
}

/** Returns the hourly figures of 33 days for a mold, from a pseudo-random generator. */
function history(moldId: number): HourRow[] {
  let seed = moldId * 104729 + 17;
  const next = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % n;
  };
  const rows: HourRow[] = [];
  for (let h = today - 33 * day; h <= noon; h += hour) {
    if (next(4) === 0) continue;
    const shots = next(120);
    const cycle_count = next(shots + 1);
    rows.push({
      mold_id: moldId,
      hour: h,
      shots,
      run_ms: shots * 29_000,
      cycle_count,
      within_count: next(cycle_count + 1),
    });
  }
  return rows;
}

const sum = (rows: readonly HourRow[], f: "shots" | "run_ms" | "cycle_count" | "within_count") =>
  rows.reduce((n, r) => n + (r[f] ?? 0), 0);
const within = (rows: readonly HourRow[], from: number, to: number) =>
  rows.filter((r) => r.hour >= from && r.hour < to);
const rate = (rows: readonly HourRow[]) =>
  sum(rows, "cycle_count")
    ? Math.floor((1000 * sum(rows, "within_count")) / sum(rows, "cycle_count")) / 10
    : null;

describe("boards", () => {
  let s: TestServer;
  let t: TestTenant;
  let molds: Known[];
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    molds = [];
    for (const [no, plant, oem, maker] of [
      ["A", "P1", "O1", "M1"],
      ["B", "P1", "O2", "M2"],
      ["C", "P2", "O1", "M2"],
      ["D", "P2", "O1", "M1"],
    ] as const) {
      const m = await t.mold(no, {
        SAVE_ADDRESS: plant,
        ENGINE_ID: oem,
        MOLD_MAKE_ID: maker,
        MOLD_STAT: no === "D" ? 1 : 0,
      });
      const rows = history(m.moldId);
      await t.hours(rows);
      molds.push({ ...m, plant, oem, maker, rows });
    }
    const counterId = await t.counter("W1", molds[0]);
    await t.rows(
      sql`update counter_state
        set last_at = ${new Date(noon)}, count_at = ${new Date(noon)}, last_shots = 5, last_cycle_ms = 30500,
          last_shot_at = ${new Date(noon)}
        where tenant_id = ${t.id} and counter_id = ${counterId}`,
    );
    await t.rows(
      sql`insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, cleared_at,
            withdrawn_at)
        values
        (${t.id}, 'cycleSlow', 2, ${molds[0]?.moldId}, ${counterId}, ${new Date(noon - hour)}, ${new Date(noon)},
            null, null),
        (${t.id}, 'battery', 1, null, ${counterId}, ${new Date(noon - hour)}, ${new Date(noon)}, null, null),
        (${t.id}, 'idle', 1, ${molds[2]?.moldId}, 998, ${new Date(noon - hour)}, ${new Date(noon)}, null, null),
        (${t.id}, 'idle', 1, ${molds[2]?.moldId}, 997, ${new Date(noon - hour)}, ${new Date(noon)},
            ${new Date(noon)}, null),
        (${t.id}, 'silent', 1, null, 996, ${new Date(noon - hour)}, ${new Date(noon)}, null, null),
        (${t.id}, 'silent', 1, null, 995, ${new Date(noon - hour)}, ${new Date(noon)}, null, ${new Date(noon)})`,
    );
    await t.rows(
      sql`insert into maintenance_task (tenant_id, task_id, kind, mold_no, state, raised_at) values
        (${t.id}, 'T1', 1, 'A', 1, ${new Date(noon)}), (${t.id}, 'T2', 1, 'B', 0, ${new Date(noon)}),
            (${t.id}, 'T3', 1, 'C', 3, ${new Date(noon)}), (${t.id}, 'T4', 1, 'D', 4, ${new Date(noon)})`,
    );
  });
  beforeEach(withServer);

  it("count as many warnings as they list, although the count comes from the cache", async () => {
    const board = () => t.admin.run<PlantBoard>("rf_PlantBoard");
    const before = await board();
    expect(before.WARNING_COUNT).toBe(before.WARNINGS.length);
    await t.rows(sql`insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at)
      values (${t.id}, 'removal', 1, null, 994, ${new Date(noon)}, ${new Date(noon)})`);
    const after = await board();
    expect(after.WARNINGS).toHaveLength(before.WARNINGS.length + 1);
    expect(after.WARNING_COUNT).toBe(after.WARNINGS.length);
    await t.rows(sql`delete from warning where tenant_id = ${t.id} and counter_id = 994`);
    expect((await board()).WARNING_COUNT).toBe(before.WARNING_COUNT);
  });

  /**
   * Organizations of the users who read the boards (null: whole tenant). For each, a function that returns whether the
   * user sees a mold.
   */
  const readers: readonly [string | null, (m: Known) => boolean][] = [
    [null, () => true],
    ["P1", (m) => m.plant === "P1"],
    ["P2", (m) => m.plant === "P2"],
    ["O1", (m) => m.oem === "O1"],
    ["M2", (m) => m.maker === "M2"],
  ];
  const reader = (org: string | null): Promise<TestUser> | TestUser => (org === null ? t.admin : t.user(org));

  // spec: admin 1.12, 2.8
  it.each(readers)("shows the workplace's figures as sums of the hours, to %s", async (org, mine) => {
    const w = await (await reader(org)).run<WorkplaceFigures>("rf_Workplace");
    const own = molds.filter(mine);
    const rows = own.flatMap((m) => m.rows);
    const serving = own.filter((m) => m.moldNo !== "D").length;
    expect(w.IN_SERVICE).toBe(serving);
    expect(w.SHOTS_TODAY).toBe(sum(within(rows, today, noon + hour), "shots"));
    expect(w.SHOTS_YESTERDAY).toBe(sum(within(rows, today - day, noon - day), "shots"));
    const ran = sum(within(rows, today, noon + hour), "run_ms");
    const { running = 0, stopped = 0, idle = 0 } = w.STATES;
    // Utilization covers only molds whose counters report. Their states are running, stopped and idle.
    const reporting = running + stopped + idle;
    expect(w.UTILIZATION).toBe(
      reporting === 0 ? null : Math.floor((1000 * ran) / (11 * hour * reporting)) / 10,
    );
    expect(w.DAYS).toHaveLength(30);
    expect(w.DAYS.at(-1)).toEqual({ DAY: "2026-05-20", SHOTS: w.SHOTS_TODAY });
    expect(w.DAYS[0]?.DAY).toBe("2026-04-21");
    expect(w.DAYS.map((d) => d.SHOTS)).toEqual(
      Array.from({ length: 30 }, (_, i) =>
        sum(within(rows, today - (29 - i) * day, today - (28 - i) * day), "shots"),
      ),
    );
    for (const plant of new Set(own.map((m) => m.plant))) {
      const week = within(
        own.filter((m) => m.plant === plant).flatMap((m) => m.rows),
        today - 6 * day,
        noon + hour,
      );
      expect(w.COMPLIANCE).toContainEqual({
        PLANT_ID: plant,
        PLANT: `Name of ${plant}`,
        RATE: rate(week),
        SHOTS: sum(week, "shots"),
      });
      expect(w.PLACES).toContainEqual({
        PLANT_ID: plant,
        PLANT: `Name of ${plant}`,
        LNG: 113.5,
        LAT: 23.25,
        MOLDS: own.filter((m) => m.plant === plant).length,
        RUNNING: own.some((m) => m.plant === plant && m.moldNo === "A") ? 1 : 0,
      });
    }
    expect(Object.values(w.STATES).reduce((a, b) => a + b, 0)).toBe(own.length);
    expect(w.STATES.inRepair).toBe(own.some((m) => m.moldNo === "D") ? 1 : 0);
    const has = (no: string) => own.some((m) => m.moldNo === no);
    expect(w.WARNINGS).toEqual({
      ...(has("A") ? { cycleSlow: 1, battery: 1 } : {}),
      ...(has("C") ? { idle: 1 } : {}),
      ...(org === null ? { silent: 1 } : {}),
    });
  });

  it("says how many milestones there are, also those that do not fit on the board", async () => {
    const own = await TestTenant.create(s);
    for (let i = 0; i < 10; i++)
      await own.mold(`M${i}`, {
        MOLD_MAKE_ID: i < 3 ? "M2" : "M1",
        MD_T0_TIME: "2026-05-25",
        MD_OVER_TIME: "2026-06-01",
      });
    const board = await own.admin.run<{
      MILESTONES: unknown[];
      MILESTONE_COUNT: number;
      TRIAL_COUNT: number;
    }>("rf_MakerBoard");
    expect(board.MILESTONES).toHaveLength(12);
    expect(board).toMatchObject({ MILESTONE_COUNT: 20, TRIAL_COUNT: 0, AT_MAKER_COUNT: 0 });
    // The answer to one user is in the cache now. A user with another scope gets another answer.
    expect(await (await own.user("M2")).run("rf_MakerBoard")).toMatchObject({ MILESTONE_COUNT: 6 });
  });

  it("counts yesterday's current hour by its elapsed share", async () => {
    s.clock.now = noon + hour / 4;
    const w = await t.admin.run<WorkplaceFigures>("rf_Workplace");
    const rows = molds.flatMap((m) => m.rows);
    const full = sum(within(rows, today - day, noon - day), "shots");
    const part = sum(within(rows, noon - day, noon - day + hour), "shots");
    expect(w.SHOTS_YESTERDAY).toBe(Math.round(full + part / 4));
  });

  // spec: admin 1.12, 2.50
  it("shows hours, tiles and warnings of a plant, by default of the user's own plant", async () => {
    const rows = molds.filter((m) => m.plant === "P1").flatMap((m) => m.rows);
    const people = await t.user("P1");
    for (const board of [
      await t.admin.run<PlantBoard>("rf_PlantBoard", { PLANT_ID: "P1" }),
      await people.run<PlantBoard>("rf_PlantBoard"),
    ]) {
      expect(board.PLANT).toEqual({ ID: "P1", NAME: "Name of P1" });
      expect(board.SHOTS_TODAY).toBe(sum(within(rows, today, noon + hour), "shots"));
      expect(board.HOURS).toEqual(
        Array.from({ length: 13 }, (_, i) => ({
          TIME: new Date(today + i * hour).toISOString(),
          SHOTS: sum(within(rows, today + i * hour, today + (i + 1) * hour), "shots"),
        })),
      );
      expect(board.COMPLIANCE).toBe(rate(within(rows, today - 6 * day, noon + hour)));
      expect(board.WARNINGS.map((w) => [w.KIND, w.LEVEL, w.MOLD_NO, w.WRITER_ID])).toEqual([
        ["cycleSlow", 2, "A", "W1"],
        ["battery", 1, "A", "W1"],
      ]);
      expect(board.MAINTENANCE_DUE).toBe(1);
      expect(board.MOLDS.map((m) => [m.MOLD_NO, m.Work_Stat, m.SHOTS_TODAY, m.CYCLE_NOW])).toEqual([
        ["A", "running", sum(within(molds[0]?.rows ?? [], today, noon + hour), "shots"), 30.5],
        ["B", "unbound", sum(within(molds[1]?.rows ?? [], today, noon + hour), "shots"), null],
      ]);
      expect(board.PLAY_TIME).toBe(20);
    }
    const all = await t.admin.run<PlantBoard>("rf_PlantBoard");
    expect([all.PLANT, all.PLANTS.map((p) => p.ID), all.MOLDS.length]).toEqual([null, ["P1", "P2"], 4]);
  });

  it("limits boards to the caller's organization, tenant and rights", async () => {
    const people = await t.user("P1");
    const board = (PLANT_ID: string) => ({ Type: "rf_PlantBoard", InParams: { PLANT_ID } });
    expect(await people.mitt(board("P2"))).toMatchObject({ Msg: "S0202^PLANT_ID" });
    expect(await t.admin.mitt(board("nowhere"))).toMatchObject({ Msg: "S0202^PLANT_ID" });
    const nobody = await t.user(null, []);
    expect(await nobody.mitt({ Type: "rf_Workplace" })).toMatchObject({ Msg: "S0020" });
    expect(await nobody.mitt(board("P1"))).toMatchObject({ Msg: "S0020" });
    const stranger = await TestTenant.create(s);
    const empty = await stranger.admin.run<WorkplaceFigures>("rf_Workplace");
    expect(empty).toMatchObject({
      IN_SERVICE: 0,
      SHOTS_TODAY: 0,
      UTILIZATION: null,
      COMPLIANCE: [],
      PLACES: [],
    });
    expect((await stranger.admin.run<PlantBoard>("rf_PlantBoard")).MOLDS).toEqual([]);
  });

  it("shows a small tenant's latest shots without delay", async () => {
    const own = await TestTenant.create(s);
    const m = await own.mold("A");
    expect((await own.admin.run<WorkplaceFigures>("rf_Workplace")).SHOTS_TODAY).toBe(0);
    await own.hours([{ mold_id: m.moldId, hour: noon, shots: 3 }]);
    await expect
      .poll(async () => (await own.admin.run<WorkplaceFigures>("rf_Workplace")).SHOTS_TODAY, {
        timeout: 5000,
      })
      .toBe(3);
  });

  it("shows the milestone of a project that has been due the longest, and none that is done", async () => {
    const own = await TestTenant.create(s);
    const days = (t0: string, handover: string) => ({ MD_T0_TIME: t0, MD_OVER_TIME: handover });
    await own.mold("A", { PROJECT_NO: "P", ...days("2026-05-01", "2026-06-01") });
    await own.mold("B", { PROJECT_NO: "P", ...days("2026-04-01", "2026-05-10") });
    await own.mold("C", { PROJECT_NO: "P", ...days("2026-04-01", "2026-05-15") });
    const next = async () => (await own.admin.run<ProjectBoard>("rf_ProjectBoard")).PROJECTS[0]?.NEXT ?? null;
    expect(await next()).toMatchObject({ MOLD_NO: "B", KIND: "handover", DAY: "2026-05-10", LATE: true });
    // Gives the molds B and C shots. A mold with shots counts as handed over, so only the milestone of mold A is left.
    for (const MOLD_NO of ["B", "C"])
      await own.admin.run("rf_CorrectCount", { MOLD_NO, QTY: 20, REASON: "counted by hand" });
    await expect.poll(next, { timeout: 5000 }).toMatchObject({ MOLD_NO: "A", DAY: "2026-06-01" });
  });

  it("calls a mold late until its total, including corrections, is above zero", async () => {
    const own = await TestTenant.create(s);
    for (const no of ["A", "B"]) await own.mold(no, { PROJECT_NO: "P" });
    const late = async () => (await own.admin.run<ProjectBoard>("rf_ProjectBoard")).LATE;
    expect(await late()).toBe(2);
    await own.admin.run("rf_CorrectCount", { MOLD_NO: "A", QTY: 20, REASON: "counted by hand" });
    await expect.poll(late, { timeout: 5000 }).toBe(1);
  });
});
