import { auditStat, auditType, projectResult } from "@shotkeeper/contract/enumerations";
import { countOutcome, countState } from "@shotkeeper/contract/inventory";
import { milestoneStat } from "@shotkeeper/contract/new-mold";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { tickInventories } from "./index.ts";

const hour = 3_600_000;
const day = 24 * hour;
const iso = (ms: number) => new Date(ms).toISOString();
const { counting, checking, closed, cancelled } = countState.values;
const { here, elsewhere, missing, surplus } = countOutcome.values;
/** Position at the test plant, which is at longitude 113.5, latitude 23.25. */
const home = { lng: 113.501, lat: 23.25 };
/** Position far from the test plant. */
const away = { lng: 114.5, lat: 23.25 };

let s: TestServer;
let t: TestTenant;
const counters = new Map<string, number>();

beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  for (const [no, plant] of [
    ["M1", "P1"],
    ["M2", "P1"],
    ["M3", "P2"],
  ] as const) {
    const mold = await t.mold(no, { SAVE_ADDRESS: plant });
    counters.set(no, await t.counter(`W-${no}`, mold));
  }
});

async function report(
  moldNo: string,
  at: number,
  count: number,
  fix?: { lng: number; lat: number },
  removed = 0,
) {
  const reading = readingAt(counters.get(moldNo) ?? 0, at, count, {
    lng: fix?.lng ?? null,
    lat: fix?.lat ?? null,
    removed,
  });
  await s.app.ledger.ingest(t.id, [reading]);
}

const start = (user: TestUser, more: Record<string, unknown> = {}) =>
  user.mitt<{ IV_ID: string; MOLDS: number }>({
    Type: "rf_StartInventory",
    InParams: { IV_NAME: "May", WIN_FROM: iso(noon - day), ...more },
  });
async function started(more: Record<string, unknown> = {}, user = t.admin): Promise<string> {
  const answer = await start(user, more);
  expect(answer).toMatchObject({ Code: 0 });
  return answer.ReturnData.IV_ID;
}
const call = (user: TestUser, name: string, IV_ID: string, more: Record<string, unknown> = {}) =>
  user.mitt({ Type: `rf_${name}`, InParams: { IV_ID, ...more } });
const scan = async (user: TestUser, id: string, SCAN_CODE: string) =>
  (await call(user, "ScanMold", id, { SCAN_CODE })).ReturnData;
const say = (user: TestUser, id: string, MOLD_NO: string, OUTCOME: number, more = {}) =>
  call(user, "CountMold", id, { MOLD_NO, OUTCOME, ...more });
const lines = (id: string, user = t.admin, menu = "IV101") => user.list(menu, "Q02", where("IV_ID", id));
const line = async (id: string, moldNo: string) => (await lines(id)).find((l) => l.MOLD_NO === moldNo);
const head = async (id: string, menu = "IV101") => (await t.admin.list(menu, "Q01", where("IV_ID", id)))[0];
const tick = () => tickInventories(systemCtxOf(t));

describe("an automatic count", () => {
  it("gets a document number and fixes the list of expected molds", async () => {
    const answer = await start(t.admin);
    expect(answer.ReturnData).toEqual({ IV_ID: expect.stringMatching(/^PD260520\d{4}$/), MOLDS: 3 });
    const { IV_ID } = answer.ReturnData;
    // The list of expected molds is fixed at the start. Molds added, moved or scrapped later do not change it.
    await t.mold("M4");
    await t.rows(
      sql`update mold set plant_id = 'P2', service_state = 4 where tenant_id = ${t.id} and mold_no = 'M1'`,
    );
    expect((await lines(IV_ID)).map((l) => [l.MOLD_NO, l.SAVE_ADDRESS])).toEqual([
      ["M1", "P1"],
      ["M2", "P1"],
      ["M3", "P2"],
    ]);
    expect(await head(IV_ID)).toMatchObject({ EXPECTED_QTY: 3, OPEN_QTY: 3, IV_STAT: counting });
  });

  it("expects a new mold only after its handover", async () => {
    await t.mold("N1", { SAVE_ADDRESS: "P1", MOLD_N_O: 0 });
    const expected = async () => {
      const id = await started();
      const molds = (await lines(id)).map((l) => l.MOLD_NO);
      await call(t.admin, "CancelInventory", id, { REASON: "test" });
      return molds;
    };
    expect(await expected()).toEqual(["M1", "M2", "M3", "N1"]);
    const days = {
      OPEN_DATE: "2026-03-01",
      T0_DATE: "2026-04-01",
      T1_DATE: "2026-04-20",
      QA_DATE: "2026-05-10",
      HO_DATE: "2026-05-15",
      CA_DATE: "2026-09-01",
    };
    const plan = { MOLD_NO: "N1", PLAN_OWNER: "Li", ...days };
    const added = { Type: "insert", MENU_ID: "NM101", TableName: "NEW_MOLD_PLAN", Data: [plan] };
    expect(await t.admin.mitt(added)).toMatchObject({ Msg: "S0022" });
    expect(await expected()).toEqual(["M1", "M2", "M3"]);
    const handover = (stat: number) =>
      t.rows(
        sql`update new_mold_milestone set milestone_stat = ${stat}
          where tenant_id = ${t.id} and milestone_code = 'HO'`,
      );
    const { reported, confirmed } = milestoneStat.values;
    await handover(reported);
    expect(await expected()).toEqual(["M1", "M2", "M3"]);
    // A stock-take leaves out a new mold until its handover is confirmed. The handover of a cancelled plan is never
    // confirmed, so a stock-take must expect the mold of such a plan.
    const outcome = (result: number) =>
      t.rows(sql`update new_mold_plan set project_result = ${result} where tenant_id = ${t.id}`);
    await outcome(projectResult.values.cancelled);
    expect(await expected()).toEqual(["M1", "M2", "M3", "N1"]);
    await outcome(projectResult.values.unknown);
    await handover(confirmed);
    expect(await expected()).toEqual(["M1", "M2", "M3", "N1"]);
  });

  it.each([
    ["no name", { IV_NAME: "" }, "S0007^IV_NAME"],
    ["no window", { WIN_FROM: "" }, "S0007^WIN_FROM"],
    ["a window to come", { WIN_FROM: iso(noon + hour) }, "S0200^WIN_FROM"],
    ["a window of a year", { WIN_FROM: iso(noon - 365 * day) }, "S0200^WIN_FROM"],
    ["an end before its beginning", { WIN_TO: iso(noon - 2 * day) }, "S0200^WIN_TO"],
    ["a plant that is none", { PLANT_IDS: "P1,O1" }, "S0202^PLANT_IDS"],
    ["an OEM that is none", { ENGINE_ID: "P1" }, "S0202^ENGINE_ID"],
    ["a state that is none", { MOLD_STATS: "0,9" }, "S0200^MOLD_STATS"],
    ["no molds", { ENGINE_ID: "O2" }, "S0281"],
    ["markup", { IV_NAME: "<b>x" }, "S0019"],
  ])("is refused with %s", async (_what, more, msg) => {
    expect(await start(t.admin, more)).toEqual({ Code: 1, Msg: msg });
    expect(await t.admin.list("IV101", "Q01")).toEqual([]);
  });

  it("counts by plant, OEM and state, and allows each mold in one open count only", async () => {
    const first = await started({ PLANT_IDS: "P2, P2" });
    expect(await lines(first)).toMatchObject([{ MOLD_NO: "M3" }]);
    expect(await start(t.admin)).toEqual({ Code: 1, Msg: `S0280^${first}` });
    const both = await Promise.all([
      start(t.admin, { PLANT_IDS: "P1" }),
      start(t.admin, { PLANT_IDS: "P1" }),
    ]);
    expect(both.map((b) => b.Code).sort()).toEqual([0, 1]);
    await t.rows(sql`update mold set service_state = 1 where tenant_id = ${t.id} and mold_no = 'M3'`);
    expect(await call(t.admin, "CancelInventory", first, { REASON: "wrong plant" })).toMatchObject({
      Code: 0,
    });
    const repaired = await started({ PLANT_IDS: "P2", MOLD_STATS: "1" });
    expect(await lines(repaired)).toHaveLength(1);
  });

  // spec: admin 1.8, 2.33
  it("counts molds that reported from their plant, and explains the others", async () => {
    await report("M1", noon - 5 * hour, 100, home);
    await report("M1", noon - 4 * hour, 110);
    await report("M2", noon - 3 * hour, 5, away);
    const id = await started();
    expect(await line(id, "M1")).toMatchObject({
      IV_RESULT: "auto",
      AUTO_REASON: "counted",
      REPORT_COUNT: 2,
      WRITER_ID: "W-M1",
      DISTANCE: 102,
    });
    expect(Date.parse(String((await line(id, "M1"))?.sendTime))).toBe(noon - 4 * hour);
    expect(await line(id, "M2")).toMatchObject({ IV_RESULT: "open", AUTO_REASON: "away" });
    expect(await line(id, "M3")).toMatchObject({ IV_RESULT: "open", AUTO_REASON: "silent", REPORT_COUNT: 0 });

    // While the stock-take is open, readings that arrive late can still prove that a mold is there.
    s.clock.now = noon + 2 * hour;
    await report("M2", noon + hour, 6, home);
    await report("M3", noon - 2 * day, 1, home);
    await tick();
    expect(await line(id, "M2")).toMatchObject({ IV_RESULT: "auto" });
    expect(await line(id, "M3")).toMatchObject({ AUTO_REASON: "silent" });
    await report("M3", noon - 6 * hour, 9, home);
    await report("M1", noon + 1.5 * hour, 111, undefined, 1);
    await tick();
    expect(await line(id, "M3")).toMatchObject({ IV_RESULT: "auto", REPORT_COUNT: 1 });
    expect(await line(id, "M1")).toMatchObject({ IV_RESULT: "open", AUTO_REASON: "removed" });
    expect(await head(id)).toMatchObject({ AUTO_QTY: 2, OPEN_QTY: 1, FOUND_SHARE: 66.7 });
  });

  it("ignores readings outside its window and quarantined ones", async () => {
    const id = await started({ WIN_TO: iso(noon + hour) });
    s.clock.now = noon + 3 * hour;
    await report("M1", noon + 2 * hour, 10, home);
    // The third reading has the time of the second but another count, so it is quarantined. Its position must not prove
    // that the mold is there.
    await report("M2", noon - 2 * day, 10, home);
    await report("M2", noon - hour, 11, away);
    await report("M2", noon - hour, 4_000_000, home);
    await tick();
    expect(await line(id, "M1")).toMatchObject({ AUTO_REASON: "silent" });
    expect(await line(id, "M2")).toMatchObject({ AUTO_REASON: "away", REPORT_COUNT: 1 });
  });

  it("equals an independent recalculation from the readings", async () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    interface Raw {
      at: number;
      count: number;
      fix?: { lng: number; lat: number };
      removed: number;
    }
    const raw = new Map<string, Raw[]>();
    for (const no of ["M1", "M2", "M3", "R4", "R5", "R6", "R7"]) {
      if (!counters.has(no) || no.startsWith("R")) {
        const mold = await t.mold(no, { SAVE_ADDRESS: random() < 0.5 ? "P1" : "P2" });
        counters.set(no, await t.counter(`W-${no}`, mold));
      }
      let count = 100;
      const list: Raw[] = [];
      for (let at = noon - 3 * day; at < noon; at += (2 + 9 * random()) * hour) {
        count += Math.floor(random() * 50);
        const r = random();
        list.push({
          at: Math.round(at),
          count,
          removed: random() < 0.15 ? 1 : 0,
          ...(r < 0.4 ? { fix: home } : r < 0.6 ? { fix: away } : {}),
        });
      }
      raw.set(no, list);
      for (const r of [...list].sort(() => random() - 0.5)) await report(no, r.at, r.count, r.fix, r.removed);
    }
    const from = noon - 20 * hour;
    const id = await started({ WIN_FROM: iso(from) });
    // The expected results are computed independently: with distances on a flat earth, from the readings sent in the
    // window.
    const metres = (f: { lng: number; lat: number }) =>
      Math.hypot((f.lng - 113.5) * 111_320 * Math.cos((23.25 * Math.PI) / 180), (f.lat - 23.25) * 110_574);
    const wanted = [...raw].map(([no, list]) => {
      const inside = list.filter((r) => r.at >= from && r.at <= noon);
      const fixed = inside.filter((r) => r.fix);
      const last = fixed.at(-1)?.fix;
      const ticks = inside.at(-1)?.removed === 0 && last !== undefined && metres(last) <= 2000;
      return [no, inside.length, ticks];
    });
    const got = (await lines(id)).map((l) => [l.MOLD_NO, l.REPORT_COUNT, l.IV_RESULT === "auto"]);
    expect(got).toEqual(wanted);
    expect(new Set(wanted.map((w) => w[2])).size).toBe(2);
  });
});

describe("results recorded by users", () => {
  it("reads a mold's number, its counter's number and chip code", async () => {
    const id = await started();
    const [counter] = await t.rows<{ chip_code: string }>(
      sql`select chip_code from counter where tenant_id = ${t.id} and writer_id = 'W-M3'`,
    );
    expect(await scan(t.admin, id, " m1 ")).toMatchObject({ RESULT: "here", MOLD_NO: "M1" });
    expect(await scan(t.admin, id, "W-M2")).toMatchObject({ RESULT: "here", MOLD_NO: "M2" });
    expect(await scan(t.admin, id, counter?.chip_code ?? "")).toMatchObject({
      RESULT: "here",
      MOLD_NO: "M3",
    });
    expect(await scan(t.admin, id, "nothing")).toMatchObject({ RESULT: "unknown", MOLD_NO: null });
    expect(await head(id)).toMatchObject({ HERE_QTY: 3, OPEN_QTY: 0 });
    expect(await call(t.admin, "ScanMold", id, { SCAN_CODE: " " })).toMatchObject({ Code: 1 });
  });

  // spec: admin 2.34
  it("are recorded once, and a second scan is reported, even a concurrent one", async () => {
    const id = await started();
    const answers = await Promise.all([1, 2, 3].map(() => scan(t.admin, id, "M1")));
    expect(answers.map((a) => (a as { RESULT: string }).RESULT).sort()).toEqual(["double", "double", "here"]);
    expect(await line(id, "M1")).toMatchObject({ SCAN_TIMES: 3, OUTCOME: here });
    const extra = await t.mold("X9");
    await call(t.admin, "CancelInventory", id, { REASON: "x" });
    const other = await started({ PLANT_IDS: "P2" });
    const found = await Promise.all([1, 2].map(() => scan(t.admin, other, extra.moldNo)));
    expect(found.map((a) => (a as { RESULT: string }).RESULT).sort()).toEqual(["double", "surplus"]);
    expect(await head(other)).toMatchObject({ SURPLUS_QTY: 1, EXPECTED_QTY: 1 });
  });

  it("have place, reason and photos, and can be withdrawn", async () => {
    const id = await started();
    expect(await say(t.admin, id, "M1", elsewhere)).toEqual({ Code: 1, Msg: "S0007^FOUND_PLACE" });
    const IMG_URL = await t.picture("INVENTORY_DT", `${id}/M1`);
    expect(
      await say(t.admin, id, "M1", elsewhere, { FOUND_PLACE: "store 3", NOTE: "moved", IMG_URL }),
    ).toMatchObject({ Code: 0 });
    expect(await line(id, "M1")).toMatchObject({
      IV_RESULT: "elsewhere",
      FOUND_PLACE: "store 3",
      NOTE: "moved",
      IMG_URL,
      FOUND_BY: "admin",
    });
    expect(await say(t.admin, id, "M2", missing)).toMatchObject({ Code: 0 });
    // A mold that was recorded as missing may be found later.
    expect(await scan(t.admin, id, "M2")).toMatchObject({ RESULT: "here" });
    const LINE_ID = `${id}/M1`;
    expect(await t.admin.mitt({ Type: "rf_UncountMold", InParams: { LINE_ID } })).toMatchObject({ Code: 0 });
    expect(await line(id, "M1")).toMatchObject({ IV_RESULT: "open", FOUND_BY: null, FOUND_PLACE: null });
    expect(await say(t.admin, id, "M1", surplus)).toEqual({ Code: 1, Msg: "S0200^OUTCOME" });
    expect(await say(t.admin, id, "NOBODY", here)).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
    // A mold that is not registered counts as a surplus mold too.
    expect(await say(t.admin, id, "NOBODY", surplus, { NOTE: "no label" })).toMatchObject({ Code: 0 });
    expect(await line(id, "NOBODY")).toMatchObject({
      IV_RESULT: "surplus",
      IS_EXPECTED: "N",
      AUDIT_TYPE: auditType.values.inventorySurplus,
      AUDIT_STAT: auditStat.values.submitted,
    });
    await t.admin.mitt({ Type: "rf_UncountMold", InParams: { LINE_ID: `${id}/NOBODY` } });
    expect(await line(id, "NOBODY")).toBeUndefined();
  });

  it("for a mold of another plant are sightings and no result", async () => {
    const id = await started();
    const plant = await t.user("P1");
    expect(await scan(plant, id, "M3")).toMatchObject({ RESULT: "sighted" });
    expect(await line(id, "M3")).toMatchObject({
      SEEN_PLACE: "Name of P1",
      IV_RESULT: "open",
      OUTCOME: null,
    });
    expect(await say(plant, id, "M2", missing)).toMatchObject({ Code: 0 });
  });
});

describe("the end of a count", () => {
  it("requires a result for every mold, and is final", async () => {
    const id = await started();
    await scan(t.admin, id, "M1");
    expect(await call(t.admin, "CloseInventory", id)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await call(t.admin, "SubmitInventory", id)).toEqual({ Code: 1, Msg: "S0282^2" });
    expect(await head(id)).toMatchObject({ IV_STAT: counting });
    expect(await call(t.admin, "SubmitInventory", id, { REST_MISSING: "Y" })).toMatchObject({ Code: 0 });
    expect(await head(id)).toMatchObject({ IV_STAT: checking, MISSING_QTY: 2, OPEN_QTY: 0 });
    expect(await call(t.admin, "ScanMold", id, { SCAN_CODE: "M2" })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await call(t.admin, "ReopenInventory", id)).toMatchObject({ Code: 0 });
    expect(await scan(t.admin, id, "M2")).toMatchObject({ RESULT: "here" });
    await call(t.admin, "SubmitInventory", id, { REST_MISSING: "Y" });
    s.clock.now = noon + 5 * hour;
    expect(await call(t.admin, "CloseInventory", id, { END_NOTE: "M3 is gone" })).toMatchObject({ Code: 0 });

    const closedHead = await head(id, "IV103");
    expect(closedHead).toMatchObject({
      IV_STAT: closed,
      EXPECTED_QTY: 3,
      HERE_QTY: 2,
      MISSING_QTY: 1,
      DURATION_HOURS: 5,
      STARTED_BY: "admin",
      ENDED_BY: "admin",
      END_NOTE: "M3 is gone",
    });
    const before = await lines(id, t.admin, "IV103");
    for (const name of ["SubmitInventory", "ReopenInventory", "CloseInventory"])
      expect(await call(t.admin, name, id)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await call(t.admin, "CancelInventory", id, { REASON: "x" })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await call(t.admin, "ScanMold", id, { SCAN_CODE: "M3" })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await say(t.admin, id, "M3", here)).toEqual({ Code: 1, Msg: "S0212" });
    await report("M3", noon - hour, 9, home);
    await tick();
    expect(await lines(id, t.admin, "IV103")).toEqual(before);
    expect(await head(id, "IV103")).toEqual(closedHead);
    expect(await t.admin.list("IV101", "Q01")).toEqual([]);
  });

  it("waits for the audit of surplus molds", async () => {
    const id = await started({ PLANT_IDS: "P1" });
    await scan(t.admin, id, "M3");
    await call(t.admin, "SubmitInventory", id, { REST_MISSING: "Y" });
    expect(await call(t.admin, "CloseInventory", id)).toEqual({ Code: 1, Msg: "S0283^1" });
    const judge = (LINE_ID: string, more: Record<string, unknown>) =>
      t.admin.mitt({ Type: "rf_AuditSurplus", InParams: { LINE_ID, ...more } });
    expect(await judge(`${id}/M1`, { IS_ACCEPTED: "Y" })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await judge(`${id}/M3`, {})).toEqual({ Code: 1, Msg: "S0007^IS_ACCEPTED" });
    expect(await judge(`${id}/M3`, { IS_ACCEPTED: "N", AUDIT_NOTE: "belongs to P2" })).toMatchObject({
      Code: 0,
    });
    expect(await line(id, "M3")).toMatchObject({
      AUDIT_STAT: auditStat.values.audited,
      IS_ACCEPTED: "N",
      AUDITED_BY: "admin",
    });
    expect(await call(t.admin, "CloseInventory", id)).toMatchObject({ Code: 0 });
  });

  it("writes missing molds into their event history when the count closes", async () => {
    const id = await started();
    const events = async () =>
      (await t.admin.list("BS101", "Q02", where("MOLD_NO", "M1"))).filter((e) => e.EVENT_KIND === "missing");
    await call(t.admin, "SubmitInventory", id, { REST_MISSING: "Y" });
    expect(await events()).toEqual([]);
    await call(t.admin, "CloseInventory", id);
    expect(await events()).toMatchObject([{ EVENT_REF: id }]);
  });

  // spec: admin 2.35
  it("compares the count with the previous one", async () => {
    const first = await started();
    await scan(t.admin, first, "M1");
    await call(t.admin, "SubmitInventory", first, { REST_MISSING: "Y" });
    await call(t.admin, "CloseInventory", first);
    s.clock.now = noon + 10 * day;
    const second = await started({ WIN_FROM: iso(noon + 9 * day) });
    expect(await line(second, "M2")).toMatchObject({ PREV_RESULT: "missing", PREVIOUS_COUNT: first });
    await scan(t.admin, second, "M2");
    await call(t.admin, "SubmitInventory", second, { REST_MISSING: "Y" });
    await call(t.admin, "CloseInventory", second);
    expect(await head(second, "IV103")).toMatchObject({ PREVIOUS_ID: first });
    expect(await head(first, "IV103")).toMatchObject({ PREVIOUS_ID: null });
    // The stock-takes `first`, `second` and `third` cover the whole tenant, `ofPlant` only the plant P1. So `ofPlant`
    // has no previous stock-take, and it is not the previous stock-take of `third`.
    s.clock.now = noon + 11 * day;
    const ofPlant = await started({ WIN_FROM: iso(noon + 10 * day), PLANT_IDS: "P1" });
    await call(t.admin, "SubmitInventory", ofPlant, { REST_MISSING: "Y" });
    await call(t.admin, "CloseInventory", ofPlant);
    expect(await line(ofPlant, "M2")).toMatchObject({ PREV_RESULT: null, PREVIOUS_COUNT: null });
    s.clock.now = noon + 12 * day;
    const third = await started({ WIN_FROM: iso(noon + 11 * day) });
    expect(await head(third, "IV101")).toMatchObject({ PREVIOUS_ID: second });
    expect(await line(third, "M2")).toMatchObject({ PREV_RESULT: "here", PREVIOUS_COUNT: second });
    await call(t.admin, "CancelInventory", third, { REASON: "tried" });
    const cancelledOne = await started({ WIN_FROM: iso(noon + 9 * day) });
    await call(t.admin, "CancelInventory", cancelledOne, { REASON: "by mistake" });
    expect(await head(cancelledOne, "IV103")).toMatchObject({ IV_STAT: cancelled, END_NOTE: "by mistake" });
  });
});

describe("scope of counts", () => {
  it("shows a plant its own counts completely, and in other counts only its molds", async () => {
    const [p1, p2] = [await t.user("P1"), await t.user("P2")];
    const all = await started();
    expect(await lines(all, p1)).toHaveLength(2);
    expect(await lines(all, p2)).toMatchObject([{ MOLD_NO: "M3" }]);
    expect((await p2.list("IV101", "Q01"))[0]).toMatchObject({ EXPECTED_QTY: 1 });
    expect(await say(p2, all, "M1", missing)).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
    await call(t.admin, "CancelInventory", all, { REASON: "x" });
    const own = await started({}, p2);
    expect(await lines(own, p2)).toMatchObject([{ MOLD_NO: "M3" }]);
    expect(await p1.list("IV101", "Q01")).toEqual([]);
    expect(await call(p1, "ScanMold", own, { SCAN_CODE: "M1" })).toEqual({ Code: 1, Msg: "S0202^IV_ID" });
    expect(await call(p1, "CancelInventory", own, { REASON: "x" })).toEqual({ Code: 1, Msg: "S0202^IV_ID" });
    // The finder sees only the number of a mold outside the finder's scope.
    expect(await scan(p2, own, "M1")).toMatchObject({ RESULT: "surplus" });
    expect((await lines(own, p2)).find((l) => l.MOLD_NO === "M1")).toMatchObject({ MOLD_NAME: null });
  });

  it("excludes other tenants, and users without rights may only read", async () => {
    const id = await started();
    const other = await TestTenant.create(s);
    expect(await other.admin.list("IV101", "Q01")).toEqual([]);
    expect(await call(other.admin, "ScanMold", id, { SCAN_CODE: "M1" })).toEqual({
      Code: 1,
      Msg: "S0202^IV_ID",
    });
    const reader = await t.user(null, ["IV101:Q", "IV102:Q", "IV103:Q"]);
    expect(await lines(id, reader)).toHaveLength(3);
    for (const [name, more] of [
      ["ScanMold", { SCAN_CODE: "M1" }],
      ["CountMold", { MOLD_NO: "M1", OUTCOME: here }],
      ["SubmitInventory", {}],
      ["CloseInventory", {}],
    ] as const)
      expect(await call(reader, name, id, more)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await start(reader)).toEqual({ Code: 1, Msg: "S0020" });
    const counter = await t.user(null, ["IV102:Q", "IV102:M"]);
    expect(await scan(counter, id, "M1")).toMatchObject({ RESULT: "here" });
    expect(await call(counter, "CloseInventory", id)).toEqual({ Code: 1, Msg: "S0020" });
  });
});
