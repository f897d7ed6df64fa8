import { beforeAll, describe, expect, it } from "vitest";
import { noon, type TestServer, where, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

type Row = Readonly<Record<string, unknown>>;

/** Formats epoch ms as the answers of the API do. Example: "2026-05-20T04:00:00+00:00". */
const instant = (ms: number) => new Date(ms).toISOString().replace(".000Z", "+00:00");

/** Writes records with the fields that the specification names, and reads them back under the same names. */
describe("the specified fields of", () => {
  let s: TestServer;
  let t: TestTenant;
  const add = (MENU_ID: string, TableName: string, row: Row) =>
    t.admin.mitt({ Type: "insert", MENU_ID, TableName, Data: [row] });
  const one = async (menu: string, id: string, field: string, value: unknown) =>
    (await t.admin.list(menu, id, where(field, value)))[0] ?? {};
  /** Adds a record with all fields of its form. Expects that the list returns these fields with the same values. */
  const kept = async (menu: string, table: string, row: Row, query = "Q01") => {
    expect(await add(menu, table, row)).toMatchObject({ Msg: "S0022" });
    const [key = ""] = Object.keys(row);
    const stored = await one(menu, query, key, row[key]);
    expect(stored).toMatchObject(row);
    return stored;
  };
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    await kept("BS103", "BS_CUST", { CUST_ID: "C1", CUST_NAME: "Acme" });
  });

  // spec: admin 3.1, 3.3
  it("users and roles", async () => {
    await kept("SYS102", "SYS_ROLE", { ROLE_CODE: "clerk", ROLE_NAME: "Clerk", DATA_SCOPE: "tenant" });
    const user = { USER_ID: "li", USERNAME: "Li", NICKNAME: "Lee", SEX: 2, PHONE: "13800000001", STATUS: 0 };
    expect(await kept("SYS101", "SYS_USER", { ...user, ROLE_CODE: "clerk" })).toHaveProperty(
      "ROLE_NAME",
      "Clerk",
    );
  });

  // spec: admin 3.4-3.6, 3.47, 3.50
  it("dictionaries and parameters", async () => {
    await kept("SYS103", "SYS_DICT", { DICT_CODE: "DEFECT", DICT_NAME: "Defects" });
    const item = { ITEM_ID: "DEFECT", ITEM_VALUE: "D1", SEQ: 3, DICT_DATA_NAME: "Flash" };
    const names = { DICT_DATA_CODE: "D1", SORT_NUMBER: 3 };
    expect(await kept("SYS103", "SYS_DICT_ITEM", item, "Q14")).toMatchObject(names);
    await kept("BS109", "SYS_PRM", { PRM_ID: "OWN", PRM_VALUE: "1" });
  });

  // spec: admin 3.7, 3.8
  it("document coding rules", async () => {
    await kept("SYS110", "SYS_DOC_RULE", {
      DOC_ID: "GATE",
      DOC_NAME: "Gate pass",
      PREFIX: "GP",
      IS_USE_DATE: "Y",
      DATE_TYPE: 2,
      SN_BIT: 0,
      SN_COUNT: 4,
      SNFIX: "-",
    });
  });

  // spec: admin 3.9, 3.10, 3.11, 3.12, 3.13, 3.14, 3.15, 3.16, 3.17, 3.18, 3.19, 3.20, 3.21, 3.22, 3.23, 3.24, 3.46
  it("molds", async () => {
    const mold = {
      MOLD_NO: "M1",
      CUST_ID: "C1",
      MOLD_NAME: "Front bumper",
      SAVE_ADDRESS: "P1",
      ENGINE_ID: "O1",
      MOLD_LIFE: 50,
      MOLD_CAVE_NUM: 2,
      PRODUCT_WEIGHT: 12.5,
      PRODUCT_CYCLE: 30,
      PROJECT_NAME: "Sedan",
      PROJECT_NO: "S-1",
      DAY_MAINTAIN_TIME: 100,
      BIG_MAINTAIN_TIME: 1000,
      PROJECT_MANAGER: "Zhou",
      MOLD_PM: "Wu",
      MOLD_MAKE_ID: "M1",
      MD_T0_TIME: "2026-01-05",
      MD_OVER_TIME: "2026-03-01",
      PRODUCT_NO: "8001",
      ROW_STOCK: "ABS",
      PRODUCT_TERRACE_NAME: "B2",
      MOLD_TYPE: "plastic",
      DEV_TON: 280,
      MOLD_N_O: 1,
      RUNWAY: 1,
    };
    expect(await kept("BS101", "BS_MOLD", mold)).toMatchObject({
      ENGINE_NAME: "Name of O1",
      MOLD_MAKE_NAME: "Name of M1",
      COUNTER_NO: null,
      COUNT_TIMES: 0,
      Work_Stat: "unbound",
      Remove_Sign: null,
      CREATED_BY: "admin",
      CREATED_DATE: instant(noon),
      UPDATED_BY: "admin",
      UPDATED_DATE: instant(noon),
    });
    expect(await one("BS101", "Q01", "MOLD_NO", "M1")).toHaveProperty("RUNWAY_NAME");
  });

  // spec: admin 3.25, 3.26, 3.27, 3.28, 3.29, 3.30, 3.49, 7.21, 9.9
  it("counters and their readings", async () => {
    const counter = {
      WRITER_ID: "W1",
      WRITER_IMIE: `chip-${t.code}`,
      WRITER_TYPE: "LTE",
      WRITER_STAT: 0,
      IS_VALID: "Y",
      EX_DATE: "2030-01-01",
      ENABLE_GPS: "Y",
      REMARK: "spare",
      IMEI: "867400020316620",
    };
    expect(await kept("CT101", "BS_WRITER", counter)).toHaveProperty("INT_GPS", 24);
    const reading = {
      WRITER_IMIE: counter.WRITER_IMIE,
      COUNT_TIMES: 100,
      sendTime: instant(noon - 60_000),
      percentage: 88,
      Electricity_Mark: 0,
      rssi: -80,
      coordinate: "113.5,23.25",
      Remove_Sign: 0,
      Reader_Id: "CARD-7",
    };
    const token = await s.app.sessions.open(t.id, "admin", "PC", true, noon);
    const answer = await s.http.inject({
      method: "POST",
      url: "/jsq",
      headers: { Authorizations: token },
      payload: { Type: "report", Data: [reading] },
    });
    expect(answer.json()).toMatchObject({ Code: 0, ReturnData: { accepted: 1 } });
    expect(await one("CT102", "Q01", "WRITER_ID", "W1")).toMatchObject(reading);
    const { percentage, Electricity_Mark, rssi, coordinate, sendTime } = reading;
    expect(await one("CT101", "Q01", "WRITER_ID", "W1")).toMatchObject({
      percentage,
      BATTERY: percentage,
      Electricity_Mark,
      rssi,
      coordinate,
      sendTime,
    });
  });

  // spec: admin 3.31, 3.32
  it("devices and suppliers", async () => {
    const device = {
      DEV_ID: "D1",
      DEV_NAME: "Press",
      DEV_TON: 300,
      DUTY_MAN: "Li",
      PLANT_ID: "P1",
      DEV_STAT: 0,
    };
    await kept("BS107", "BS_DEVICE", device);
    expect(await kept("BS105", "BS_MAIN_SUP", { MAIN_ID: "O1", SUP_ID: "P1" })).toMatchObject({
      MAIN_NAME: "Name of O1",
      SUP_NAME: "Name of P1",
    });
  });

  // spec: admin 3.33, 3.34
  it("production orders", async () => {
    const order = {
      ORDER_ID: "PO1",
      MOLD_NO: "M1",
      ORDER_TIMES: 500,
      CAVE_TIMES: 2,
      PE_DATE: instant(noon + 86_400_000),
      PRODUCTNUM: "8001",
      PRODUCT_PARAMETER: "220 °C",
    };
    expect(await kept("PO101", "PRD_ORDER", order)).toHaveProperty("STATUS", 0);
  });

  // spec: admin 3.35, 3.36
  it("maintenance tasks", async () => {
    await t.admin.run("rf_AddTask", { MT_TYPE: 1, MOLD_NO: "M1", MT_SOURCE: 2, TASK_REASON: "noise" });
    const task = await one("MT101", "Q01", "MOLD_NO", "M1");
    expect(task).toMatchObject({ MAINTAIN_TIMES: 2, IS_DELAY: "N", MT_STAT: expect.any(Number) });
    const { TASK_ID } = task;
    await t.admin.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "cleaned" });
    const done = await one("MT101", "Q01", "TASK_ID", TASK_ID);
    expect(done).toMatchObject({ MAINTAIN_CONTENT: "cleaned", IMG_URL: null });
  });

  // spec: admin 3.37, 3.38
  it("inspection issues", async () => {
    const issue = { APPOINT_ID: "A1", APPOINT_TYPE: 2, MOLD_NO: "M1", PROBLEM: "flash", APPOINT_LEVEL: 1 };
    expect(await kept("IN101", "MOLD_APPOINT", issue)).toMatchObject({ PROBLEM_URL: null, APPOINT_STAT: 0 });
    const solution = { SAVE_PROBLEM: "polished", SAVE_PROBLEM_DATE: instant(noon) };
    await t.admin.run("rf_SolveAppoint", { APPOINT_ID: "A1", ...solution });
    expect(await one("IN101", "Q01", "APPOINT_ID", "A1")).toMatchObject({
      ...solution,
      SAVE_PROBLEM_URL: null,
      APPOINT_STAT: 1,
    });
  });

  // spec: admin 3.39, 3.40
  it("rules of notices", async () => {
    const template = { TEMPLATE_ID: "T1", TEMPLATE_NAME: "Short", NOTICE_GROUP: "warning" };
    const texts = { SUBJECT_ZH_CN: "{mold}", BODY_ZH_CN: "{mold}" };
    expect(await add("SYS108", "SYS_NOTICE_TEMPLATE", { ...template, ...texts })).toMatchObject({
      Msg: "S0022",
    });
    const rule = {
      RULE_ID: "R1",
      RULE_NAME: "Battery",
      NOTICE_TYPE: "battery",
      LEAST_LEVEL: 1,
      IS_USE: "Y",
      NOTICE_STYLE: ["bell"],
      TEMPLATE_ID: "T1",
      LANGUAGE: "en",
      PUSH_CYCLE: "once",
      upTime: 15,
      AUDIENCE: "everyone",
      LINK_PATH: "/warning/battery",
      DEV_TYPE: "PC",
    };
    expect(await kept("SYS108", "SYS_NOTICE", rule)).toHaveProperty("TEMPLATE_NAME", "Short");
  });

  // spec: admin 3.42, 3.43, 3.44
  it("the tenant and its licence", async () => {
    const own = { CUST_NAME: "Acme", FULL_NAME: "Acme Molds", SYS_NAME: "Acme counters", playTime: 45 };
    const Data = [{ TENANT_ID: t.code, ...own }];
    expect(
      await t.admin.mitt({ Type: "update", MENU_ID: "SYS109", TableName: "SYS_TENANT", Data }),
    ).toMatchObject({ Msg: "S0023" });
    expect(await one("SYS109", "Q01", "TENANT_ID", t.code)).toMatchObject({
      ...own,
      AU_ID: expect.stringMatching(/^SK-/),
      DUE_DATE: null,
      PC_COUNT: expect.any(Number),
      PDA_COUNT: expect.any(Number),
      V_T: "N",
      LOGO: null,
    });
  });

  // spec: admin 3.48
  it("entries of the menu", async () => {
    expect(await one("SYS104", "Q01", "MENU_ID", "BS101")).toMatchObject({
      PARENT_ID: "BS",
      SORT_NUMBER: expect.any(Number),
      ORGANIZATION_ID: null,
    });
  });
});
