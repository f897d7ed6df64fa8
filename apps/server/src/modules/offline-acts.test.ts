import { countOutcome } from "@shotkeeper/contract/inventory";
import { beforeEach, describe, expect, it } from "vitest";
import { noon, type TestServer, type TestUser, where, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
/** Returns a time in the form of the server's answers, such as 2026-05-20T04:00:00+00:00. */
const stored = (ms: number) => iso(ms).replace(".000Z", "+00:00");
const { here, missing } = countOutcome.values;

describe("acts that a device reports later", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const run = (who: TestUser, Type: string, InParams: object) =>
    who.mitt<Record<string, unknown>>({ Type, InParams });

  describe("of a stock-take", () => {
    let id: string;
    beforeEach(async () => {
      await t.mold("M1");
      const input = { IV_NAME: "May", WIN_FROM: iso(noon - 24 * hour) };
      id = String((await run(t.admin, "rf_StartInventory", input)).ReturnData.IV_ID);
    });
    const line = async () => (await t.admin.list("IV102", "Q01", where("IV_ID", id)))[0];

    it("have the time of the act", async () => {
      const scan = { IV_ID: id, SCAN_CODE: "M1", COUNTED_AT: iso(noon - hour) };
      expect((await run(t.admin, "rf_ScanMold", scan)).ReturnData).toMatchObject({ RESULT: "here" });
      expect(await line()).toMatchObject({ OUTCOME: here, FOUND_AT: stored(noon - hour) });
    });

    it("are refused with a time in the future, or more than 31 days ago", async () => {
      const at = (ms: number) => ({ IV_ID: id, SCAN_CODE: "M1", COUNTED_AT: iso(ms) });
      expect(await run(t.admin, "rf_ScanMold", at(noon + hour))).toMatchObject({ Msg: "S0200^COUNTED_AT" });
      expect(await run(t.admin, "rf_ScanMold", at(noon - 32 * 24 * hour))).toMatchObject({ Msg: "S0453^31" });
    });

    it("are refused with a time before the stock-take, in every way of counting", async () => {
      const COUNTED_AT = iso(noon - 25 * hour);
      const found = { IV_ID: id, MOLD_NO: "M1", OUTCOME: here, COUNTED_AT };
      const acts = [
        run(t.admin, "rf_ScanMold", { IV_ID: id, SCAN_CODE: "M1", COUNTED_AT }),
        run(t.admin, "rf_CountMold", found),
        run(t.admin, "rf_CountMolds", { ...found, MOLD_NOS: ["M1"], MOLD_NO: undefined }),
      ];
      for (const act of acts) expect(await act).toMatchObject({ Msg: "S0200^COUNTED_AT" });
      expect(await line()).toMatchObject({ OUTCOME: null });
    });

    it("are accepted from a device whose clock is some minutes slow", async () => {
      const scan = { IV_ID: id, SCAN_CODE: "M1", COUNTED_AT: iso(noon - 24 * hour - 4 * 60_000) };
      expect((await run(t.admin, "rf_ScanMold", scan)).ReturnData).toMatchObject({ RESULT: "here" });
      const late = { ...scan, COUNTED_AT: iso(noon - 24 * hour - 6 * 60_000) };
      expect(await run(t.admin, "rf_ScanMold", late)).toMatchObject({ Msg: "S0200^COUNTED_AT" });
    });

    it("do not replace another user's result unnoticed", async () => {
      const bob = await t.user("P1");
      const count = (who: TestUser, OUTCOME: number, more = {}) =>
        run(who, "rf_CountMold", { IV_ID: id, MOLD_NO: "M1", OUTCOME, IS_FIRST: "Y", ...more });
      expect(await count(t.admin, here)).toMatchObject({ Code: 0 });
      expect(await count(bob, missing)).toMatchObject({ Msg: `S0451^${t.admin.userId}` });
      const many = { IV_ID: id, MOLD_NOS: ["M1"], OUTCOME: missing, IS_FIRST: "Y" };
      expect(await run(bob, "rf_CountMolds", many)).toMatchObject({ Msg: `S0451^${t.admin.userId}` });
      expect(await count(bob, missing, { IS_FIRST: "N" })).toMatchObject({ Code: 0 });
      expect(await line()).toMatchObject({ OUTCOME: missing, FOUND_BY: bob.userId });
    });
  });

  it("of maintenance have the run figures of their time", async () => {
    const m = await t.mold("A");
    const task = { MT_TYPE: 1, MOLD_NO: "A", MT_SOURCE: 2, TASK_REASON: "weekly" };
    const TASK_ID = String((await run(t.admin, "rf_AddTask", task)).ReturnData.TASK_ID);
    const hours = [1, 2, 3, 4].map((h) => ({
      mold_id: m.moldId,
      hour: noon + (h - 1) * hour,
      shots: 100,
      run_ms: hour,
      counter_id: 1,
    }));
    await t.hours(hours);
    s.clock.now = noon + 4 * hour;
    const finish = (at: number) =>
      run(t.admin, "rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "done", FINISHED_AT: iso(at) });
    expect(await finish(noon - hour)).toMatchObject({ Msg: "S0200^FINISHED_AT" });
    expect(await finish(noon + 5 * hour)).toMatchObject({ Msg: "S0200^FINISHED_AT" });
    expect(await finish(noon + 3 * hour)).toMatchObject({ Code: 0 });
    const [row] = await t.admin.list("MT101", "Q01", where("TASK_ID", TASK_ID));
    expect(row).toMatchObject({ DONE_TIME: stored(noon + 3 * hour), RUN_HOURS: 3 });
  });

  it("of an inspection get their number from the server", async () => {
    await t.mold("A");
    const issue = {
      APPOINT_TYPE: 1,
      MOLD_NO: "A",
      PROBLEM: "flash",
      APPOINT_LEVEL: 2,
      FOUND_DATE: iso(noon - hour),
    };
    const insert = { Type: "insert", MENU_ID: "IN101", TableName: "MOLD_APPOINT", Data: [issue] };
    expect(await t.admin.mitt(insert)).toMatchObject({ Code: 0 });
    const [row] = await t.admin.list("IN101", "Q01");
    expect(row).toMatchObject({
      APPOINT_ID: expect.stringMatching(/\d{4}$/),
      FOUND_DATE: stored(noon - hour),
    });
  });
});
