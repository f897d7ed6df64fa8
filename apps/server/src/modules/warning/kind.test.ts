import { warningScreens } from "@shotkeeper/contract/warning";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import type { PlantBoard } from "../../testing/wire-answers.ts";
import { makeForecasts } from "../indicator/index.ts";

const hour = 3_600_000;
const day = 24 * hour;

describe("the seven warning screens", () => {
  let s: TestServer;
  let t: TestTenant;
  let counterId: number;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    const mold = await t.mold("A");
    counterId = await t.counter("W1", mold);
    const free = await t.counter("W2");
    const warn = (kind: string, of: "mold" | "counter" | "free", cause: object) =>
      t.rows(sql`insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, cause)
        values (${t.id}, ${kind}, 1, ${of === "mold" ? mold.moldId : null}, ${of === "free" ? free : counterId},
              ${new Date(noon - hour)}, ${new Date(noon - hour)}, ${JSON.stringify(cause)})`);
    await warn("battery", "counter", { battery: 12 });
    await warn("removal", "counter", {});
    await warn("cycleFast", "mold", { meanMs: 27_000, standardMs: 30_000, shots: 20 });
    await warn("cycleSlow", "mold", { meanMs: 33_000, standardMs: 30_000, shots: 20 });
    await warn("position", "mold", { distanceM: 5000, radiusM: 2000 });
    await warn("silent", "counter", { lastAt: noon - 50 * hour });
    await warn("weakSignal", "counter", { rssi: -115, bad: 3, of: 5 });
    await warn("idle", "mold", { quietSince: noon - 8 * day });
    await warn("unbound", "free", { since: noon - 4 * day });
    await warn("validity", "free", { expiresAt: noon + 9 * day });
  });

  const idOf = async (menu: string) => Number((await t.admin.list(menu, "Q01"))[0]?.WARNING_ID);

  // spec: admin 1.7, 2.26-2.32
  it("list the warning kinds of the screen with the measures of these kinds", async () => {
    for (const [menu, kinds] of Object.entries(warningScreens)) {
      const rows = await t.admin.list(menu, "Q01");
      expect(rows.map((r) => r.WARN_KIND).sort(), menu).toEqual([...kinds].sort());
    }
    expect((await t.admin.list("WA103", "Q01")).map((r) => Number(r.CYCLE_DEVIATION)).sort()).toEqual([
      -10, 10,
    ]);
    const silent = (await t.admin.list("WA105", "Q01")).find((r) => r.WARN_KIND === "silent");
    expect(Number(silent?.SILENT_HOURS)).toBe(50);
    expect(Number((await t.admin.list("WA106", "Q01"))[0]?.IDLE_DAYS)).toBe(8);
  });

  it("compute a battery's remaining days and a counter's distance from its plant", async () => {
    await t.rows(
      sql`update organization
        set longitude = 113, latitude = 23, radius = 500
        where tenant_id = ${t.id} and org_id = 'P1'`,
    );
    const reading = (at: number, count: number, battery: number) =>
      readingAt(counterId, at, count, {
        battery,
        lng: 113,
        lat: 23.1,
      });
    for (const menu of ["WA103", "WA106"])
      expect(await t.admin.run("rf_WarningPicture", { WARNING_ID: await idOf(menu) })).toMatchObject({
        FIXES: [],
        READINGS: [],
      });
    // When readings arrive, the ledger derives the warnings again: it withdraws the warnings that the test has inserted
    // and opens those that follow from the readings.
    await s.app.ledger.ingest(t.id, [reading(noon - 20 * day, 10, 40), reading(noon - hour, 20, 15)]);
    const [early] = await t.admin.list("WA101", "Q01");
    expect(early).toMatchObject({ BATTERY: 15, BATTERY_DAYS_LEFT: null });
    // Makes the forecast from which the list takes the days until the battery is empty.
    await makeForecasts(systemCtxOf(t));
    const [low] = await t.admin.list("WA101", "Q01");
    const [forecast] = await t.admin.list("BS101", "Q30");
    expect(low).toMatchObject({ BATTERY: 15, BATTERY_DAYS_LEFT: 12 });
    expect(Math.round((Date.parse(String(forecast?.BATTERY_END)) - noon) / day)).toBe(12);
    const [far] = await t.admin.list("WA104", "Q01");
    expect(Number(far?.DISTANCE)).toBeGreaterThan(11_000);
    expect(Number(far?.DISTANCE)).toBeLessThan(11_200);
    const picture = await t.admin.run("rf_WarningPicture", { WARNING_ID: await idOf("WA104") });
    expect(picture).toMatchObject({ FENCE: { LNG: 113, LAT: 23, RADIUS: 500 } });
    expect((picture as { FIXES: unknown[] }).FIXES).toHaveLength(2);
    const charge = await t.admin.run("rf_WarningPicture", { WARNING_ID: await idOf("WA101") });
    expect((charge as { READINGS: unknown[] }).READINGS).toMatchObject([{ BATTERY: 40 }, { BATTERY: 15 }]);
  });

  it("show the stored values of closed warnings instead of the present ones", async () => {
    await t.rows(
      sql`update warning set cleared_at = ${new Date(noon)} where tenant_id = ${t.id} returning 1`,
    );
    // Later readings and master data must not appear in the closed warnings.
    await t.rows(
      sql`update counter_state
        set battery = 99, rssi = -50, lat = 23, lng = 113, unbound_shots = 77, last_at = ${new Date(noon)}
        where tenant_id = ${t.id} returning 1`,
    );
    await t.rows(sql`update counter set expires_on = '2030-01-01' where tenant_id = ${t.id} returning 1`);
    await t.rows(
      sql`update organization set longitude = 113, latitude = 23, radius = 500
        where tenant_id = ${t.id} and org_id = 'P1' returning 1`,
    );
    const rowOf = async (menu: string, kind: string) =>
      (await t.admin.list(menu, "Q01")).find((r) => r.WARN_KIND === kind);
    const none = { LAST_REPORT: null };
    expect(await rowOf("WA101", "battery")).toMatchObject({ ...none, BATTERY: 12, BATTERY_DAYS_LEFT: null });
    expect(await rowOf("WA102", "removal")).toMatchObject({ ...none, DISTANCE: null, RADIUS: null });
    expect(await rowOf("WA103", "cycleFast")).toMatchObject({ CYCLE_TOLERANCE: null, AVERAGE_CYCLE: 27 });
    expect(await rowOf("WA104", "position")).toMatchObject({ ...none, DISTANCE: 5000, RADIUS: 2000 });
    expect(await rowOf("WA105", "weakSignal")).toMatchObject({ ...none, RSSI: -115 });
    const idle = await rowOf("WA106", "idle");
    expect(Date.parse(String(idle?.LAST_SHOT_AT))).toBe(noon - 8 * day);
    expect(await rowOf("WA107", "unbound")).toMatchObject({ ...none, UNBOUND_SHOTS: null, EX_DATE: null });
    expect(await rowOf("WA107", "validity")).toMatchObject({ EX_DATE: "2026-05-29" });
  });

  it("name the counter of a low battery, and the mold if the counter is bound", async () => {
    const free = await t.counter("W3");
    const low = (id: number) => readingAt(id, noon - hour, 20, { battery: 9 });
    await s.app.ledger.ingest(t.id, [low(counterId), low(free)]);
    for (const [menu, filter] of [
      ["WA101", {}],
      ["WA100", where("WARN_KIND", "battery")],
    ] as const) {
      const rows = await t.admin.list(menu, "Q01", filter);
      const named = rows.filter((r) => r.IS_OPEN === "Y").map((r) => [r.WRITER_ID, r.MOLD_NO]);
      expect(named.sort()).toEqual([
        ["W1", "A"],
        ["W3", null],
      ]);
    }
    const board = await t.admin.run<PlantBoard>("rf_PlantBoard");
    const ofBoard = board.WARNINGS.filter((w) => w.KIND === "battery").map((w) => [w.WRITER_ID, w.MOLD_NO]);
    expect(ofBoard.sort()).toEqual([
      ["W1", "A"],
      ["W3", null],
    ]);
  });

  it("show the warning thresholds to users of any warning screen", async () => {
    const one = await t.user(null, ["WA101:Q"]);
    expect(await one.run("rf_WarningThresholds", {})).toEqual({});
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'WARN_BATTERY_LOW', '25')`,
    );
    expect(await one.run("rf_WarningThresholds", {})).toEqual({ WARN_BATTERY_LOW: 25 });
    expect(await (await TestTenant.create(s)).admin.run("rf_WarningThresholds", {})).toEqual({});
  });

  it("have separate rights to read warnings and to act on them", async () => {
    const reader = await t.user(null, ["WA101:Q"]);
    const worker = await t.user(null, ["WA101:Q", "WA101:M"]);
    const nobody = await t.user(null, []);
    const [battery, idle] = [await idOf("WA101"), await idOf("WA106")];
    const look = (WARNING_ID: number) => ({ Type: "rf_WarningPicture", InParams: { WARNING_ID } });
    expect(await reader.mitt(look(battery))).toMatchObject({ Code: 0 });
    expect(await reader.mitt(look(idle))).toMatchObject({ Msg: "S0202^WARNING_ID" });
    for (const user of [nobody]) expect(await user.mitt(look(battery))).toMatchObject({ Msg: "S0020" });
    for (const menu of ["WA102", "WA106", "WA100"])
      expect(await reader.mitt({ Type: "QueryByID", MENU_ID: menu, QueryID: "Q01" })).toMatchObject({
        Msg: "S0020",
      });
    const both = { WARNING_IDS: [battery, idle] };
    expect(await reader.mitt({ Type: "rf_AcknowledgeWarnings", InParams: both })).toMatchObject({
      Msg: "S0020",
    });
    expect(await worker.mitt({ Type: "rf_AcknowledgeWarnings", InParams: both })).toMatchObject({
      Msg: "S0020",
    });
    expect(await worker.run("rf_AcknowledgeWarnings", { WARNING_IDS: [battery] })).toEqual({ COUNT: 1 });
    const close = { Type: "rf_ClearWarning", InParams: { WARNING_ID: idle, NOTE: "x" } };
    expect(await worker.mitt(close)).toMatchObject({ Msg: "S0020" });
  });

  it("are limited to the caller's organization and tenant", async () => {
    const other = (await TestTenant.create(s)).admin;
    const [mine, strange] = [await t.user("P1"), await t.user("P2")];
    for (const menu of Object.keys(warningScreens)) {
      expect(await other.list(menu, "Q01"), menu).toEqual([]);
      expect(await strange.list(menu, "Q01"), menu).toEqual([]);
      // The user sees warnings on every screen except WA107, because warnings of unbound counters need tenant scope.
      expect((await mine.list(menu, "Q01")).length > 0, menu).toBe(menu !== "WA107");
    }
    const look = { Type: "rf_WarningPicture", InParams: { WARNING_ID: await idOf("WA101") } };
    for (const user of [other, strange])
      expect(await user.mitt(look)).toMatchObject({ Msg: "S0202^WARNING_ID" });
  });
});
