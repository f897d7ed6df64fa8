import { forecastUse } from "@shotkeeper/contract/indicator";
import { orderState } from "@shotkeeper/contract/production";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { type TestMold, TestTenant } from "../../testing/tenant.ts";
import { finishOrders } from "./index.ts";

const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const row = {
  ORDER_ID: "A1",
  MOLD_NO: "M1",
  ORDER_TIMES: 1000,
  PRODUCTNUM: "8001-A",
  PS_DATE: iso(noon),
  PE_DATE: iso(noon + 48 * hour),
};
const { draft, submitted, audited, running, done, closed } = orderState.values;

const send = (user: TestUser, Type: string, data: Record<string, unknown>) =>
  user.mitt({ Type, MENU_ID: "PO101", TableName: "PRD_ORDER", Data: [data] });
const step = (user: TestUser, name: string, more: Record<string, unknown> = {}) =>
  user.mitt<{ ORDER_ID: string }>({ Type: `rf_${name}Order`, InParams: { ORDER_ID: "A1", ...more } });

let s: TestServer;
let t: TestTenant;
let mold: TestMold;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  mold = await t.mold("M1", { MOLD_CAVE_NUM: 4 });
});
const orders = (user = t.admin) => user.list("PO101", "Q01");
const one = async (id = "A1") => (await t.admin.list("PO101", "Q01", where("ORDER_ID", id)))[0];

async function started(more: Record<string, unknown> = {}, startTime = noon): Promise<void> {
  expect(await send(t.admin, "insert", { ...row, ...more })).toMatchObject({ Msg: "S0022" });
  const ORDER_ID = more.ORDER_ID ?? "A1";
  const { now } = s.clock;
  s.clock.now = Math.min(now, startTime);
  for (const name of ["Submit", "Audit"])
    expect(await step(t.admin, name, { ORDER_ID })).toMatchObject({ Code: 0 });
  s.clock.now = now;
  expect(await step(t.admin, "Start", { ORDER_ID, START_TIME: iso(startTime) })).toMatchObject({ Code: 0 });
}

describe("production orders", () => {
  it("are added with the mold's cavities, changed while they are drafts, and deleted", async () => {
    expect(await send(t.admin, "insert", row)).toMatchObject({ Msg: "S0022" });
    expect(await orders()).toMatchObject([
      {
        ...row,
        PS_DATE: expect.anything(),
        PE_DATE: expect.anything(),
        CAVE_TIMES: 4,
        PLAN_QTY: 4000,
        MADE_TIMES: 0,
        PROGRESS: 0,
        STATUS: draft,
      },
    ]);
    expect(await send(t.admin, "update", { ORDER_ID: "A1", CAVE_TIMES: 3 })).toMatchObject({ Msg: "S0023" });
    expect(await one()).toMatchObject({ CAVE_TIMES: 3, PLAN_QTY: 3000 });
    expect(await send(t.admin, "delete", { ORDER_ID: "A1" })).toMatchObject({ Msg: "S0024" });
    expect(await orders()).toEqual([]);
  });

  it("are listed by their state, running ones first, and by the latest planned end within a state", async () => {
    const states = [draft, done, running, submitted, closed, audited];
    for (const [i, state] of states.entries())
      for (const days of [1, 2]) {
        // Gives each order a mold of its own, because a mold runs only one order at a time.
        const orderId = `O${i}-${days}`;
        await t.mold(orderId);
        await t.rows(
          sql`insert into production_order (tenant_id, order_id, mold_no, order_state, planned_shots, planned_end)
            values (${t.id}, ${orderId}, ${orderId}, ${state}, 100, ${new Date(noon + days * 24 * hour)})`,
        );
      }
    const listed = (await orders()).map((r) => [r.STATUS, String(r.ORDER_ID).slice(-1)]);
    const sequence = [running, audited, submitted, draft, done, closed];
    expect(listed).toEqual(sequence.flatMap((state) => ["2", "1"].map((day) => [state, day])));
    // If the caller requests a sort, it replaces the default order by state.
    const byNumber = await t.admin.list("PO101", "Q01", { Sort: [{ Field: "ORDER_ID", Sort: "asc" }] });
    expect(byNumber.map((r) => r.ORDER_ID)).toEqual([...byNumber.map((r) => String(r.ORDER_ID))].sort());
  });

  it("take their number from the numbering rules", async () => {
    const ids = await Promise.all([1, 2].map(() => t.admin.run<string>("rf_GetAutoDocNo", { DOC_ID: "PO" })));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^PO260520\d{4}$/);
  });

  it.each([
    ["no number", { ORDER_ID: "" }, "S0007^ORDER_ID"],
    ["no mold", { MOLD_NO: null }, "S0007^MOLD_NO"],
    ["no count", { ORDER_TIMES: null }, "S0007^ORDER_TIMES"],
    ["a count of nothing", { ORDER_TIMES: 0 }, "S0200^ORDER_TIMES"],
    ["no end", { PE_DATE: "" }, "S0007^PE_DATE"],
    ["an end before its start", { PE_DATE: iso(noon - hour) }, "S0200^PE_DATE"],
    ["a mold that there is not", { MOLD_NO: "X" }, "S0202^MOLD_NO"],
    ["a machine that there is not", { DEV_ID: "X" }, "S0202^DEV_ID"],
    ["script in a text", { REMARK: "<script>" }, "S0019"],
  ])("are refused with %s", async (_what, change, msg) => {
    expect(await send(t.admin, "insert", { ...row, ...change })).toEqual({ Code: 1, Msg: msg });
    expect(await orders()).toEqual([]);
  });

  it("are refused if the number exists, or if the machine is at another plant", async () => {
    await send(t.admin, "insert", row);
    expect(await send(t.admin, "insert", row)).toEqual({ Code: 1, Msg: "S0029^ORDER_ID" });
    const machine = {
      DEV_ID: "D2",
      DEV_NAME: "x",
      DEV_TON: 100,
      DUTY_MAN: "Li",
      PLANT_ID: "P2",
      DEV_STAT: 0,
    };
    await t.admin.mitt({ Type: "insert", MENU_ID: "BS107", TableName: "BS_DEVICE", Data: [machine] });
    expect(await send(t.admin, "update", { ORDER_ID: "A1", DEV_ID: "D2" })).toEqual({
      Code: 1,
      Msg: "S0227",
    });
  });

  // spec: admin 2.17
  it("go from draft to running step by step, and in no other order", async () => {
    await send(t.admin, "insert", row);
    for (const name of ["Audit", "Withdraw", "Start"])
      expect(await step(t.admin, name)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await step(t.admin, "Close", { CLOSE_REASON: "x" })).toEqual({ Code: 1, Msg: "S0212" });
    await step(t.admin, "Submit");
    expect(await one()).toMatchObject({ STATUS: submitted, SUBMITTED_BY: "admin" });
    // A submitted order cannot be edited, so the update must be refused.
    expect(await send(t.admin, "update", { ORDER_ID: "A1", REMARK: "x" })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await send(t.admin, "delete", { ORDER_ID: "A1" })).toEqual({ Code: 1, Msg: "S0212" });
    await step(t.admin, "Withdraw");
    expect(await one()).toMatchObject({ STATUS: draft, SUBMITTED_BY: null });
    await step(t.admin, "Submit");
    await step(t.admin, "Audit");
    expect(await one()).toMatchObject({ STATUS: audited, AUDITED_BY: "admin" });
    await t.rows(sql`update "user" set user_name = '陈明' where tenant_id = ${t.id} and user_id = 'admin'`);
    expect(await one()).toMatchObject({ SUBMITTED_BY_NAME: "陈明", AUDITED_BY_NAME: "陈明" });
    await step(t.admin, "Start");
    const o = await one();
    expect(o).toMatchObject({ STATUS: running });
    expect(Date.parse(String(o?.START_TIME))).toBe(noon);
    expect(await step(t.admin, "Close")).toEqual({ Code: 1, Msg: "S0007^CLOSE_REASON" });
    await step(t.admin, "Close", { CLOSE_REASON: "customer wants less" });
    expect(await one()).toMatchObject({ STATUS: closed, CLOSE_REASON: "customer wants less" });
    expect(await send(t.admin, "delete", { ORDER_ID: "A1" })).toEqual({ Code: 1, Msg: "S0211" });
    const history = await t.rows(
      sql`select action from system_log where tenant_id = ${t.id} and target = 'PRD_ORDER' and target_key = 'A1'`,
    );
    // Besides the insert and six updates, the log has an entry "onePerson": one person has both submitted and audited
    // the order.
    expect(history.map((h) => h.action).sort()).toEqual(["insert", "onePerson", ...Array(6).fill("update")]);
  });

  it("are audited by another user if the tenant requires it", async () => {
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'ORDER_AUDIT_OTHER', 'Y')`,
    );
    await send(t.admin, "insert", row);
    await step(t.admin, "Submit");
    expect(await step(t.admin, "Audit")).toEqual({ Code: 1, Msg: "S0251" });
    expect(await one()).toMatchObject({ AUDIT_BY_OTHER: "Y" });
    expect(await step(await t.user("P1"), "Audit")).toMatchObject({ Code: 0 });
  });

  it("run one at a time per mold, and not before the previous order ended", async () => {
    await started();
    await send(t.admin, "insert", { ...row, ORDER_ID: "A2" });
    for (const name of ["Submit", "Audit"]) await step(t.admin, name, { ORDER_ID: "A2" });
    expect(await step(t.admin, "Start", { ORDER_ID: "A2" })).toEqual({ Code: 1, Msg: "S0250^A1" });
    s.clock.now = noon + 2.5 * hour;
    await step(t.admin, "Close", { CLOSE_REASON: "x" });
    const early = { ORDER_ID: "A2", START_TIME: iso(noon + hour) };
    expect(await step(t.admin, "Start", early)).toEqual({ Code: 1, Msg: "S0200^START_TIME" });
    expect(await step(t.admin, "Start", { ...early, START_TIME: iso(noon + 5 * hour) })).toEqual({
      Code: 1,
      Msg: "S0200^START_TIME",
    });
    await step(t.admin, "Start", { ORDER_ID: "A2" });
    // The hour in which the first order ended belongs to the first order. The second order begins in this hour, but
    // gets none of its shots.
    expect(Date.parse(String((await one("A2"))?.START_TIME))).toBe(noon + 2.5 * hour);
    await t.hours([
      { mold_id: mold.moldId, hour: noon + 2 * hour, shots: 10 },
      { mold_id: mold.moldId, hour: noon + 3 * hour, shots: 7 },
    ]);
    expect([(await one())?.MADE_TIMES, (await one("A2"))?.MADE_TIMES]).toEqual([10, 7]);
  });

  it("appear in the production status with progress and machine while they run", async () => {
    const status = async () => (await t.admin.list("PO102", "Q01"))[0];
    expect(await status()).toMatchObject({ ORDER_ID: null, PROGRESS: null, DEV_NAME: null });
    await t.admin.mitt({
      Type: "insert",
      MENU_ID: "BS107",
      TableName: "BS_DEVICE",
      Data: [{ DEV_ID: "D1", DEV_NAME: "Press 1", DEV_TON: 100, DUTY_MAN: "x", PLANT_ID: "P1", DEV_STAT: 0 }],
    });
    await t.admin.run("rf_MountMold", { DEV_ID: "D1", MOLD_NO: "M1", MOUNT_TIME: iso(noon) });
    await started();
    await t.hours([{ mold_id: mold.moldId, hour: noon, shots: 250 }]);
    expect(await status()).toMatchObject({ ORDER_ID: "A1", PROGRESS: 25, DEV_NAME: "Press 1" });
  });

  it("are split into a draft without losing shots", async () => {
    await started();
    await t.hours([{ mold_id: mold.moldId, hour: noon, shots: 300 }]);
    const split = (SPLIT_TIMES: number) => step(t.admin, "Split", { SPLIT_TIMES });
    expect(await split(701)).toEqual({ Code: 1, Msg: "S0252^700" });
    const made = await split(400);
    expect(await one()).toMatchObject({ ORDER_TIMES: 600, PROGRESS: 50 });
    expect(await one(made.ReturnData.ORDER_ID)).toMatchObject({
      ORDER_TIMES: 400,
      STATUS: draft,
      SPLIT_FROM: "A1",
      MADE_TIMES: 0,
    });
  });

  it("are counted again at once if they were split while the job counted them", async () => {
    await started();
    await t.hours([{ mold_id: mold.moldId, hour: noon, shots: 500 }]);
    s.clock.now = noon + hour;
    const ctx = systemCtxOf(t);
    let calls = 0;
    const db: typeof ctx.db = Object.assign(Object.create(ctx.db), {
      run: async (...call: Parameters<typeof ctx.db.run>) => {
        const results = await ctx.db.run(...call);
        if (calls++ === 0)
          expect(await step(t.admin, "Split", { SPLIT_TIMES: 500 })).toMatchObject({ Code: 0 });
        return results;
      },
    });
    await finishOrders({ ...ctx, db });
    expect(await one()).toMatchObject({ STATUS: running, ORDER_TIMES: 500 });
    await finishOrders(ctx);
    expect(await one()).toMatchObject({ STATUS: done });
  });

  it("are counted again after the clock was set back", async () => {
    await started();
    await t.hours([{ mold_id: mold.moldId, hour: noon, shots: 1000 }]);
    await t.rows(
      sql`update production_order set check_at = ${new Date(noon + 48 * hour)} where tenant_id = ${t.id}`,
    );
    s.clock.now = noon + hour;
    await finishOrders(systemCtxOf(t));
    expect(await one()).toMatchObject({ STATUS: done });
  });

  it("are done at the end of the hour in which the planned shots were reached", async () => {
    await started();
    const at = (h: number, shots: number) => ({ mold_id: mold.moldId, hour: noon + h * hour, shots });
    await t.hours([at(0, 400), at(1, 500), at(2, 150), at(3, 80)]);
    s.clock.now = noon + 10 * hour;
    await finishOrders(systemCtxOf(t));
    const o = await one();
    // Shots after the hour in which the planned shots were reached do not count for the order.
    expect(o).toMatchObject({ STATUS: done, MADE_TIMES: 1050, MADE_QTY: 4200, PROGRESS: 105 });
    expect(Date.parse(String(o?.END_TIME))).toBe(noon + 3 * hour);
    expect(await step(t.admin, "Close", { CLOSE_REASON: "x" })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await send(t.admin, "delete", { ORDER_ID: "A1" })).toEqual({ Code: 1, Msg: "S0211" });
    // If one order of a selection is finished already, the whole selection is refused.
    await send(t.admin, "insert", { ...row, ORDER_ID: "A2" });
    const both = {
      Type: "delete",
      MENU_ID: "PO101",
      TableName: "PRD_ORDER",
      Data: [{ ORDER_ID: "A2" }, { ORDER_ID: "A1" }],
    };
    expect(await t.admin.mitt(both)).toEqual({ Code: 1, Msg: "S0211" });
    expect(await orders()).toHaveLength(2);
  });

  it("are refused for unfit molds, for more parts than cavities, and with a past end", async () => {
    const put = (more: Record<string, unknown>) => send(t.admin, "insert", { ...row, ...more });
    await t.mold("GONE", { MOLD_STAT: 4 });
    await t.mold("STORED", { MOLD_STAT: 3 });
    expect(await put({ MOLD_NO: "GONE" })).toEqual({ Code: 1, Msg: "S0253" });
    expect(await put({ CAVE_TIMES: 999 })).toEqual({ Code: 1, Msg: "S0200^CAVE_TIMES" });
    expect(await put({ PS_DATE: null, PE_DATE: "2001-01-01T00:00:00Z" })).toMatchObject({ Code: 0 });
    expect(await step(t.admin, "Submit")).toEqual({ Code: 1, Msg: "S0200^PE_DATE" });
    await send(t.admin, "update", { ORDER_ID: "A1", PE_DATE: row.PE_DATE });
    expect(await step(t.admin, "Submit")).toMatchObject({ Code: 0 });
    await t.rows(sql`update mold set service_state = 4 where tenant_id = ${t.id} and mold_no = 'M1'`);
    expect(await step(t.admin, "Audit")).toEqual({ Code: 1, Msg: "S0253" });
    await put({ ORDER_ID: "A2", MOLD_NO: "STORED" });
    for (const name of ["Submit", "Audit"])
      expect(await step(t.admin, name, { ORDER_ID: "A2" })).toMatchObject({ Code: 0 });
    expect(await step(t.admin, "Start", { ORDER_ID: "A2" })).toEqual({ Code: 1, Msg: "S0253" });
  });

  it("get no shot made before their start, and no shot of an hour in which another order ended", async () => {
    const minute = 60_000;
    await t.hours([{ mold_id: mold.moldId, hour: noon, shots: 16 }]);
    for (const ORDER_ID of ["A1", "A2"]) {
      await send(t.admin, "insert", { ...row, ORDER_ID });
      for (const name of ["Submit", "Audit"]) await step(t.admin, name, { ORDER_ID });
    }
    s.clock.now = noon + 12 * minute;
    expect(await step(t.admin, "Start", { START_TIME: iso(noon - minute) })).toEqual({
      Code: 1,
      Msg: "S0200^START_TIME",
    });
    await step(t.admin, "Start");
    expect(Date.parse(String((await one())?.START_TIME))).toBe(noon + 12 * minute);
    expect(await one()).toMatchObject({ MADE_TIMES: 0 });
    const hours = (shots: number) =>
      t.rows(
        sql`update shot_hour set shots = ${shots} where tenant_id = ${t.id} and mold_id = ${mold.moldId}`,
      );
    // When the order started, the hour had 16 shots. So only 20 of 36 shots count for the order. The order started
    // twelve minutes after the full hour. So at most 80 % of the hour's shots count: 160 of 200.
    await hours(36);
    expect(await one()).toMatchObject({ MADE_TIMES: 20 });
    await hours(200);
    expect(await one()).toMatchObject({ MADE_TIMES: 160 });
    s.clock.now = noon + 30 * minute;
    await step(t.admin, "Close", { CLOSE_REASON: "x" });
    await step(t.admin, "Start", { ORDER_ID: "A2" });
    await hours(300);
    expect(await one("A2")).toMatchObject({ MADE_TIMES: 0 });
  });

  it("get the shots of a new counter that was bound in the hour of their start", async () => {
    const [old, fresh] = [await t.counter("W1", mold, noon - 24 * hour), await t.counter("W2")];
    const minute = hour / 60;
    const count = (counterId: number, minutes: number, shots: number) =>
      s.app.ledger.ingest(t.id, [readingAt(counterId, noon + minutes * minute, shots)]);
    await count(old, 0, 1000);
    await count(old, 20, 1040);
    s.clock.now = noon + 20 * minute;
    await send(t.admin, "insert", row);
    for (const name of ["Submit", "Audit", "Start"]) await step(t.admin, name);
    s.clock.now = noon + 30 * minute;
    await t.admin.run("rf_ReplaceCounter", { MOLD_NO: "M1", NEW_WRITER_ID: "W2", REASON: "battery" });
    await count(fresh, 31, 10);
    await count(fresh, 51, 50);
    expect(await one()).toMatchObject({ MADE_TIMES: 40 });
  });

  it("forecast their end by the mold's daily shots, and the risk of delay", async () => {
    await started({ ORDER_TIMES: 20_000, PE_DATE: iso(noon + 32 * 24 * hour) }, noon - 10 * 24 * hour);
    const rows = Array.from({ length: 480 }, (_, i) => {
      const h = noon - (i + 1) * hour;
      // In the last 24 hours, the mold made 5 shots an hour. Before, it made 30.
      return { mold_id: mold.moldId, hour: h, shots: i < 24 ? 5 : 30 };
    });
    await t.hours(rows);
    const made = rows.filter((r) => r.hour >= noon - 240 * hour).reduce((n, r) => n + r.shots, 0);
    const daily = Array.from({ length: 21 }, (_, i) =>
      rows
        .filter((r) => Math.floor((noon - r.hour) / (24 * hour)) === 20 - i)
        .reduce((n, r) => n + r.shots, 0),
    );
    const forecast = forecastUse(20_000 - made, daily, noon);
    const o = await one();
    expect(o).toMatchObject({ MADE_TIMES: made });
    const near = (wire: string, ms: number | null | undefined) =>
      expect(Math.abs(Date.parse(String(o?.[wire])) - Number(ms))).toBeLessThan(2000);
    near("FC_DATE", forecast?.at);
    near("FC_EARLY", forecast?.earliest);
    near("FC_LATE", forecast?.latest);
    const risk = async (days: number) => {
      await t.rows(
        sql`update production_order set planned_end = ${new Date(noon + days * 24 * hour)} where tenant_id = ${t.id}`,
      );
      return (await one())?.LATE_RISK;
    };
    const between = ((forecast?.at ?? 0) + (forecast?.latest ?? 0)) / 2;
    const risks = [
      await risk(365),
      await risk((between - noon) / (24 * hour)),
      await risk(10),
      await risk(-1),
    ];
    expect(risks).toEqual(["onTime", "possible", "likely", "late"]);
    await t.rows(
      sql`delete from shot_hour where tenant_id = ${t.id} and hour < ${new Date(noon - 40 * hour)}`,
    );
    // Two days of history are too few for a forecast, so the risk is null. A mold without recent shots never makes the
    // remaining shots, so the order is likely late.
    expect(await risk(5)).toBeNull();
    expect(await one()).toMatchObject({ FC_DATE: null });
    await t.rows(sql`delete from shot_hour where tenant_id = ${t.id}`);
    expect(await risk(5)).toBe("likely");
    expect(await one()).toMatchObject({ FC_DATE: null });
  });

  it("are limited to the caller's organization, tenant and rights", async () => {
    await send(t.admin, "insert", row);
    const [p1, p2, o1] = await Promise.all(["P1", "P2", "O1"].map((o) => t.user(o)));
    const stranger = (await TestTenant.create(s)).admin;
    if (!p1 || !p2 || !o1) throw new Error("users");
    expect(await Promise.all([p1, o1, p2, stranger].map(async (u) => (await orders(u)).length))).toEqual([
      1, 1, 0, 0,
    ]);
    expect(await send(p2, "insert", { ...row, ORDER_ID: "A2" })).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
    expect(await send(p1, "insert", { ...row, ORDER_ID: "A2" })).toMatchObject({ Msg: "S0022" });
    for (const u of [p2, stranger]) {
      expect(await send(u, "update", { ORDER_ID: "A1", REMARK: "x" })).toMatchObject({ Code: 1 });
      expect(await send(u, "delete", { ORDER_ID: "A1" })).toEqual({ Code: 1, Msg: "S0016" });
      for (const [name, more] of [
        ["Submit"],
        ["Audit"],
        ["Withdraw"],
        ["Start"],
        ["Close", { CLOSE_REASON: "x" }],
        ["Split", { SPLIT_TIMES: 1 }],
      ] as const)
        expect(await step(u, name, more)).toMatchObject({ Code: 1, Msg: expect.stringMatching(/^S0202\^/) });
    }
    const reader = await t.user(null, ["PO101:Q"]);
    expect(await orders(reader)).toHaveLength(2);
    for (const type of ["insert", "update", "delete"])
      expect(await send(reader, type, row)).toEqual({ Code: 1, Msg: "S0020" });
    for (const name of ["Submit", "Audit", "Withdraw", "Start", "Close", "Split"])
      expect(await step(reader, name)).toEqual({ Code: 1, Msg: "S0020" });
    const nobody = await t.user(null, ["PO102:Q"]);
    expect(await nobody.mitt({ Type: "QueryByID", MENU_ID: "PO101", QueryID: "Q01" })).toEqual({
      Code: 1,
      Msg: "S0020",
    });
    expect(await one()).toMatchObject({ STATUS: draft, REMARK: null });
  });
});
