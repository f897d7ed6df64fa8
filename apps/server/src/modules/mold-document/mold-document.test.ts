import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const transfer = (user: TestUser, more: Record<string, unknown> = {}) =>
  user.mitt<{ DOC_NO: string }>({
    Type: "rf_TransferMold",
    InParams: { MOLD_NO: "M1", TO_PLANT_ID: "P2", REASON: "capacity", ...more },
  });
const scrap = (user: TestUser, more: Record<string, unknown> = {}) =>
  user.mitt<{ DOC_NO: string }>({
    Type: "rf_ScrapMold",
    InParams: { MOLD_NO: "M1", REASON: "worn", ...more },
  });

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});
const events = async () =>
  (await t.admin.list("BS101", "Q02", where("MOLD_NO", "M1"))).map((e) => [e.EVENT_KIND, e.EVENT_DETAIL]);

describe("a mold's transfer", () => {
  it("changes the plant by a dated document, unmounts the mold, and appears in the event history", async () => {
    const mold = await t.mold("M1", { OPENING_TIMES: 500 });
    const counterId = await t.counter("C1", mold);
    await t.admin.mitt({
      Type: "insert",
      MENU_ID: "BS107",
      TableName: "BS_DEVICE",
      Data: [{ DEV_ID: "D1", DEV_NAME: "x", DEV_TON: 100, DUTY_MAN: "x", PLANT_ID: "P1", DEV_STAT: 0 }],
    });
    const DOC_TIME = new Date(noon - hour).toISOString();
    await t.admin.run("rf_MountMold", {
      DEV_ID: "D1",
      MOLD_NO: "M1",
      MOUNT_TIME: new Date(noon - 2 * hour).toISOString(),
    });
    const rev = async () =>
      (
        await t.rows(
          sql`select rev from counter_state where tenant_id = ${t.id} and counter_id = ${counterId}`,
        )
      )[0]?.rev;
    const before = Number(await rev());
    const { Code, ReturnData } = await transfer(t.admin, { DOC_TIME });
    expect(Code).toBe(0);
    expect(ReturnData.DOC_NO).toMatch(/^DB\d{6}0001$/);
    expect(await t.admin.list("BS101", "Q01")).toMatchObject([{ SAVE_ADDRESS: "P2", COUNTER_NO: "C1" }]);
    expect(Number(await rev())).toBeGreaterThan(before);
    expect(await t.admin.list("BS108", "Q01")).toMatchObject([
      { IS_ACTIVE: "N", UNMOUNT_REASON: "capacity" },
    ]);
    expect(await events()).toContainEqual(["transferred", "Name of P1 → Name of P2 · capacity"]);
    const documents = await t.admin.mitt({ Type: "QueryBySelf", MENU_ID: "BS101", TableName: "BS_MOLD_DOC" });
    expect(documents.ReturnData).toMatchObject({
      list: [
        { DOC_NO: ReturnData.DOC_NO, FROM_PLANT_ID: "P1", TO_PLANT_ID: "P2", COUNT_THEN: 500, DOC_KIND: 1 },
      ],
    });
  });

  it.each([
    ["no reason", { REASON: "" }, "S0007^REASON"],
    ["no plant", { TO_PLANT_ID: "" }, "S0007^TO_PLANT_ID"],
    ["an unknown plant", { TO_PLANT_ID: "X" }, "S0202^TO_PLANT_ID"],
    ["an organisation that is no plant", { TO_PLANT_ID: "M2" }, "S0202^TO_PLANT_ID"],
    ["its present plant", { TO_PLANT_ID: "P1" }, "S0200^TO_PLANT_ID"],
    ["an unknown mold", { MOLD_NO: "X" }, "S0202^MOLD_NO"],
    ["a time in the future", { DOC_TIME: new Date(noon + hour).toISOString() }, "S0200^DOC_TIME"],
  ])("is refused with %s", async (_what, change, msg) => {
    await t.mold("M1");
    expect(await transfer(t.admin, change)).toEqual({ Code: 1, Msg: msg });
    expect(await t.admin.list("BS101", "Q01")).toMatchObject([{ SAVE_ADDRESS: "P1" }]);
  });

  it("is refused with a time more than 31 days ago, or before the mold's last document", async () => {
    await t.mold("M1");
    const at = (ms: number) => ({ DOC_TIME: new Date(ms).toISOString() });
    expect(await transfer(t.admin, at(noon - 32 * 24 * hour))).toMatchObject({ Msg: "S0453^31" });
    expect(await transfer(t.admin, at(noon - hour))).toMatchObject({ Code: 0 });
    const back = { TO_PLANT_ID: "P1", ...at(noon - 2 * hour) };
    expect(await transfer(t.admin, back)).toMatchObject({ Msg: "S0200^DOC_TIME" });
    expect(await transfer(t.admin, { TO_PLANT_ID: "P1", ...at(noon - hour / 2) })).toMatchObject({ Code: 0 });
  });

  it("is refused to plants, makers and other OEMs", async () => {
    await t.mold("M1");
    const who = async (org: string | null, rights?: string[]) => transfer(await t.user(org, rights));
    expect(await who(null, ["BS101:Q"])).toEqual({ Code: 1, Msg: "S0020" });
    expect(await who("P1")).toEqual({ Code: 1, Msg: "S0020" });
    expect(await who("M1")).toEqual({ Code: 1, Msg: "S0020" });
    expect(await who("O2")).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
    expect(await transfer((await TestTenant.create(s)).admin)).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
    expect(await who("O1")).toMatchObject({ Code: 0 });
  });
});

describe("a mold's scrapping", () => {
  it("scraps the mold by a dated document, and only once", async () => {
    await t.mold("M1");
    expect(await scrap(t.admin)).toMatchObject({
      Code: 0,
      ReturnData: { DOC_NO: expect.stringMatching(/^BF/) },
    });
    expect(await t.admin.list("BS101", "Q01")).toMatchObject([{ MOLD_STAT: 4, Work_Stat: "scrapped" }]);
    expect(await events()).toContainEqual(["scrapped", "worn"]);
    expect(await scrap(t.admin)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await transfer(t.admin)).toEqual({ Code: 1, Msg: "S0212" });
  });

  it("is refused until the counter is unbound", async () => {
    await t.counter("C1", await t.mold("M1"));
    expect(await scrap(t.admin)).toEqual({ Code: 1, Msg: "S0226^C1" });
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "C1", REASON: "scrap" });
    expect(await scrap(t.admin)).toMatchObject({ Code: 0 });
    const again = { Type: "rf_BindCounter", InParams: { MOLD_NO: "M1", WRITER_ID: "C1" } };
    expect(await t.admin.mitt(again)).toEqual({ Code: 1, Msg: "S0212" });
  });

  it("is refused while the mold has open work, and names the work", async () => {
    await t.mold("M1", { MOLD_N_O: 1 });
    const dated = new Date(noon + hour).toISOString();
    await t.admin.mitt({
      Type: "insert",
      MENU_ID: "TR101",
      TableName: "MOLD_TRIAL",
      Data: [{ TRIAL_ID: "S1", MOLD_NO: "M1", TRIAL_REASON: "x", REQUESTER: "Li", PLAN_DATE: dated }],
    });
    for (const step of ["Submit", "Audit", "Start"])
      await t.admin.run(`rf_${step}Trial`, { TRIAL_ID: "S1", ...(step === "Start" && { START_TIME: null }) });
    await t.admin.mitt({
      Type: "insert",
      MENU_ID: "PO101",
      TableName: "PRD_ORDER",
      Data: [{ ORDER_ID: "O1", MOLD_NO: "M1", ORDER_TIMES: 9, PE_DATE: dated }],
    });
    const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
      MT_TYPE: 2,
      MOLD_NO: "M1",
      MT_SOURCE: 2,
      TASK_REASON: "x",
    });
    await t.admin.run("rf_StartTask", { TASK_ID });
    await t.rows(
      sql`insert into new_mold_plan (
          tenant_id, mold_no, opening_date, t0_date, t1_date, quality_date, handover_on, acceptance_date
        )
        select ${t.id}::int, 'M1', d, d, d, d, d, d from (values (date '2026-02-01')) x (d) returning 1`,
    );
    const open = "MAINTAIN_TASK.MOLD_NO:1,MOLD_TRIAL.MOLD_NO:1,NEW_MOLD_PLAN.MOLD_NO:1,PRD_ORDER.MOLD_NO:1";
    expect(await scrap(t.admin)).toEqual({ Code: 1, Msg: `S0245^${open}` });
    await t.rows(sql`delete from new_mold_plan where tenant_id = ${t.id} returning 1`);
    await t.rows(sql`update maintenance_task set state = 4 where tenant_id = ${t.id} returning 1`);
    await t.rows(sql`update mold_trial set audit_stat = 3 where tenant_id = ${t.id} returning 1`);
    expect(await scrap(t.admin)).toEqual({ Code: 1, Msg: "S0245^PRD_ORDER.MOLD_NO:1" });
    await t.rows(sql`update production_order set order_state = 5 where tenant_id = ${t.id} returning 1`);
    expect(await scrap(t.admin)).toMatchObject({ Code: 0 });
  });

  it("needs its right too if a new mold is added as scrapped", async () => {
    const add = async (org: string | null, rights?: string[]) => {
      const row = { MOLD_NO: "OLD", ENGINE_ID: "O1", SAVE_ADDRESS: "P1", MOLD_MAKE_ID: "M1", MOLD_STAT: 4 };
      const days = { DAY_MAINTAIN_TIME: 100, BIG_MAINTAIN_TIME: 1000 };
      const dates = { MD_T0_TIME: "2026-01-01", MD_OVER_TIME: "2026-02-01" };
      const Data = [{ ...row, ...days, ...dates }];
      return (await t.user(org, rights)).mitt({
        Type: "insert",
        MENU_ID: "BS101",
        TableName: "BS_MOLD",
        Data,
      });
    };
    expect(await add(null, ["BS101:A"])).toEqual({ Code: 1, Msg: "S0020" });
    expect(await add("P1")).toEqual({ Code: 1, Msg: "S0020" });
    expect(await add(null, ["BS101:A", "BS101:S"])).toMatchObject({ Msg: "S0022" });
  });

  it("is refused without a reason, to a plant, without the right and to another tenant", async () => {
    await t.mold("M1");
    expect(await scrap(t.admin, { REASON: null })).toEqual({ Code: 1, Msg: "S0007^REASON" });
    expect(await scrap(await t.user("P1"))).toEqual({ Code: 1, Msg: "S0020" });
    expect(await scrap(await t.user(null, ["BS101:Q", "BS101:A"]))).toEqual({ Code: 1, Msg: "S0020" });
    expect(await scrap((await TestTenant.create(s)).admin)).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
    expect(await t.admin.list("BS101", "Q01")).toMatchObject([{ MOLD_STAT: 0 }]);
  });
});

describe("a change of a mold's state or maker", () => {
  const change = (user: TestUser, MOLD_STAT: number, more: Record<string, unknown> = {}) =>
    user.mitt<{ DOC_NO: string }>({
      Type: "rf_ChangeMoldState",
      InParams: { MOLD_NO: "M1", MOLD_STAT, REASON: "season over", ...more },
    });
  const changeMaker = (user: TestUser, MOLD_MAKE_ID: string) =>
    user.mitt({ Type: "rf_ChangeMoldMaker", InParams: { MOLD_NO: "M1", MOLD_MAKE_ID, REASON: "sold" } });

  it("needs a document, which the event history shows", async () => {
    await t.mold("M1");
    const { Code, ReturnData } = await change(t.admin, 3);
    expect(Code).toBe(0);
    expect(ReturnData.DOC_NO).toMatch(/^ZT\d{6}0001$/);
    expect((await changeMaker(await t.user("O1"), "M2")).Code).toBe(0);
    expect(await t.admin.list("BS101", "Q01")).toMatchObject([{ MOLD_STAT: 3, MOLD_MAKE_ID: "M2" }]);
    expect(await events()).toEqual(
      expect.arrayContaining([
        ["stateChanged", "season over"],
        ["makerChanged", "Name of M1 → Name of M2 · sold"],
      ]),
    );
  });

  it("is refused for the same value, for scrapping, without a reason, and to others than the owner", async () => {
    await t.mold("M1");
    expect(await change(t.admin, 0)).toMatchObject({ Code: 1, Msg: "S0200^MOLD_STAT" });
    expect(await change(t.admin, 4)).toMatchObject({ Code: 1, Msg: "S0200^MOLD_STAT" });
    expect(await change(t.admin, 3, { REASON: "" })).toMatchObject({ Code: 1, Msg: "S0007^REASON" });
    for (const org of ["P1", "M1"])
      expect(await change(await t.user(org), 3)).toMatchObject({ Code: 1, Msg: "S0020" });
    expect(await change(await t.user("O2"), 3)).toMatchObject({ Code: 1, Msg: "S0202^MOLD_NO" });
    await scrap(t.admin);
    expect(await change(t.admin, 0)).toMatchObject({ Code: 1, Msg: "S0212" });
    expect(await changeMaker(t.admin, "M2")).toMatchObject({ Code: 1, Msg: "S0212" });
  });
});
