import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, type TestUser, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import type { ImportAnswer } from "../testing/wire-answers.ts";

const row = {
  MOLD_NO: "M1",
  ENGINE_ID: "O1",
  SAVE_ADDRESS: "Name of P1",
  DAY_MAINTAIN_TIME: 100,
  BIG_MAINTAIN_TIME: 1000,
  MD_T0_TIME: "2026-01-01",
  MD_OVER_TIME: "2026-02-01",
};

const bring = (user: TestUser, ROWS: unknown, CHECK_ONLY = "N") =>
  user.mitt<ImportAnswer>({ Type: "rf_ImportMolds", InParams: { ROWS, CHECK_ONLY } });

describe("molds from a sheet", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const molds = async () => (await t.admin.list("BS101", "Q01")).map((r) => r.MOLD_NO);

  it("are checked, then added with organizations by number or name", async () => {
    const rows = [row, { ...row, MOLD_NO: "M2", ENGINE_ID: "Name of O2", OPENING_TIMES: 70 }];
    expect(await bring(t.admin, rows, "Y")).toMatchObject({ ReturnData: { COUNT: 2, FAULTS: [] } });
    expect(await molds()).toEqual([]);
    expect(await bring(t.admin, rows)).toMatchObject({ Code: 0, ReturnData: { COUNT: 2, FAULTS: [] } });
    expect(await t.admin.list("BS101", "Q01", { Sort: [{ Field: "MOLD_NO", Sort: "asc" }] })).toMatchObject([
      { MOLD_NO: "M1", ENGINE_ID: "O1", SAVE_ADDRESS: "P1", COUNT_TIMES: 0 },
      { MOLD_NO: "M2", ENGINE_ID: "O2", COUNT_TIMES: 70 },
    ]);
  });

  it("are all refused if one is invalid, and each fault names its row", async () => {
    await t.mold("THERE");
    const { ReturnData } = await bring(t.admin, [
      row,
      { ...row, MOLD_NO: "M2", PRODUCT_CYCLE: "fast", RUNWAY: 99 },
      { ...row, MOLD_NO: "THERE" },
      row,
      { ...row, MOLD_NO: "M3", ENGINE_ID: "Nobody", MD_T0_TIME: "2026-02-30" },
      { MOLD_NO: "M4" },
      { ...row, MOLD_NO: "M5", MOLD_NAME: "<script>", HACK: 1 },
    ]);
    const faults = ReturnData.FAULTS.map((f) => `${f.ROW} ${f.FIELD} ${f.MSG}`);
    expect(ReturnData.COUNT).toBe(0);
    expect(faults.sort()).toEqual(
      [
        "1 PRODUCT_CYCLE S0200^PRODUCT_CYCLE",
        "1 RUNWAY S0200^RUNWAY",
        "2 MOLD_NO S0029^MOLD_NO",
        "3 MOLD_NO S0029^MOLD_NO",
        "4 ENGINE_ID S0202^ENGINE_ID",
        "4 MD_T0_TIME S0200^MD_T0_TIME",
        "5 BIG_MAINTAIN_TIME S0007^BIG_MAINTAIN_TIME",
        "5 DAY_MAINTAIN_TIME S0007^DAY_MAINTAIN_TIME",
        "5 ENGINE_ID S0007^ENGINE_ID",
        "5 MD_OVER_TIME S0007^MD_OVER_TIME",
        "5 MD_T0_TIME S0007^MD_T0_TIME",
        "6 HACK S0015^HACK",
        "6 MOLD_NAME S0019",
      ].sort(),
    );
    expect(await molds()).toEqual(["THERE"]);
  });

  it.each([
    ["no list", "x", "S0007^ROWS"],
    ["no rows", [], "S0007^ROWS"],
    ["a row that is none", ["x"], "S0200^ROWS"],
    ["too many rows", Array.from({ length: 5001 }, () => ({})), "S0220^5000"],
  ])("are refused with %s", async (_what, rows, msg) => {
    expect(await bring(t.admin, rows)).toEqual({ Code: 1, Msg: msg });
  });

  it("refer to organizations of the required kind that are in use", async () => {
    const archived = {
      Type: "archive",
      MENU_ID: "SYS105",
      TableName: "SYS_ORG",
      Data: { ORGANIZATION_ID: "P2" },
    };
    expect(await t.admin.mitt(archived)).toMatchObject({ Code: 0 });
    const { ReturnData } = await bring(t.admin, [
      { ...row, ENGINE_ID: "P1" },
      { ...row, MOLD_NO: "M2", SAVE_ADDRESS: "Name of M1" },
      { ...row, MOLD_NO: "M3", SAVE_ADDRESS: "P2" },
      { ...row, MOLD_NO: "M4", MOLD_MAKE_ID: "O2" },
    ]);
    expect(ReturnData.FAULTS).toEqual([
      { ROW: 0, FIELD: "ENGINE_ID", MSG: "S0202^ENGINE_ID" },
      { ROW: 1, FIELD: "SAVE_ADDRESS", MSG: "S0202^SAVE_ADDRESS" },
      { ROW: 2, FIELD: "SAVE_ADDRESS", MSG: "S0202^SAVE_ADDRESS" },
      { ROW: 3, FIELD: "MOLD_MAKE_ID", MSG: "S0202^MOLD_MAKE_ID" },
    ]);
    expect(await molds()).toEqual([]);
  });

  it("are refused without the right or outside the scope", async () => {
    expect(await bring(await t.user(null, ["BS101:Q", "BS101:M"]), [row])).toEqual({ Code: 1, Msg: "S0020" });
    const oem = await t.user("O2");
    expect(
      await bring(oem, [
        { ...row, ENGINE_ID: "O2" },
        { ...row, MOLD_NO: "M2" },
      ]),
    ).toMatchObject({
      ReturnData: { COUNT: 0, FAULTS: [{ ROW: 1, FIELD: null, MSG: "S0020" }] },
    });
    expect(await molds()).toEqual([]);
  });

  it("ignore other tenants' rows", async () => {
    const other = await TestTenant.create(s);
    await other.mold("M1");
    expect(await bring(t.admin, [row])).toMatchObject({ ReturnData: { COUNT: 1 } });
    expect(await other.admin.list("BS101", "Q01")).toHaveLength(1);
  });
});

/**
 * Cases for the imports of all tables except molds: a valid row, a change that makes the row invalid, and the faults
 * that the server must report.
 */
const sheets = [
  {
    type: "rf_ImportProducts",
    menu: "BS102",
    good: { GOODS_ID: "G1", GOODS_NAME: "Seal", GOOD_TYPE: 0, UNIT_PRICE: "1.5", LOWER_SHELF: "N" },
    wrong: { GOODS_NAME: "" },
    faults: ["GOODS_ID S0029^GOODS_ID", "GOODS_NAME S0007^GOODS_NAME"],
  },
  {
    type: "rf_ImportCustomers",
    menu: "BS103",
    good: { CUST_ID: "C1", CUST_NAME: "Acme", CONET_TEL: "13800000001" },
    wrong: { CONET_TEL: "1" },
    faults: ["CONET_TEL S0200^CONET_TEL", "CUST_ID S0029^CUST_ID"],
  },
  {
    type: "rf_ImportSuppliers",
    menu: "BS105",
    good: { MAIN_ID: "O1", SUP_ID: "Name of P1" },
    wrong: {},
    faults: ["SUP_ID S0029^SUP_ID"],
    more: { MAIN_ID: "O1", SUP_ID: "P2" },
  },
  {
    type: "rf_ImportManufacturers",
    menu: "BS106",
    good: { MAIN_ID: "O2", MAKE_ID: "Name of M1" },
    wrong: { MAIN_ID: "Nobody" },
    faults: ["MAIN_ID S0202^MAIN_ID"],
  },
  {
    type: "rf_ImportDevices",
    menu: "BS107",
    good: {
      DEV_ID: "D1",
      DEV_NAME: "Press",
      DEV_TON: 200,
      DUTY_MAN: "Li",
      PLANT_ID: "Name of P2",
      DEV_STAT: 0,
    },
    wrong: { DEV_TON: "heavy" },
    faults: ["DEV_ID S0029^DEV_ID", "DEV_TON S0200^DEV_TON"],
  },
  {
    type: "rf_ImportUsers",
    menu: "SYS101",
    good: { USER_ID: "li", USERNAME: "Li", STATUS: 0, ORGANIZATION_ID: "Name of P1" },
    wrong: { E_MAIL: "nowhere" },
    faults: ["E_MAIL S0200^E_MAIL", "USER_ID S0029^USER_ID"],
  },
  {
    type: "rf_ImportOrganizations",
    menu: "SYS105",
    good: { ORGANIZATION_ID: "X1", ORGANIZATION_NAME: "Xin", ORGANIZATION_TYPE: "plant" },
    wrong: { ORGANIZATION_TYPE: "school" },
    faults: ["ORGANIZATION_ID S0029^ORGANIZATION_ID", "ORGANIZATION_TYPE S0200^ORGANIZATION_TYPE"],
  },
] as const;

it.each(sheets)("$type imports a valid sheet completely and an invalid one not at all", async (sheet) => {
  const t = await TestTenant.create(await withServer());
  const send = (user: TestUser, rows: readonly object[]) =>
    user.mitt<ImportAnswer>({ Type: sheet.type, InParams: { ROWS: rows, CHECK_ONLY: "N" } });
  const count = async () => (await t.admin.list(sheet.menu, "Q01", { Limit: 100 })).length;
  const reader = await t.user(null, [`${sheet.menu}:Q`, `${sheet.menu}:M`]);
  const before = await count();
  const { good } = sheet;
  expect(await send(reader, [good])).toMatchObject({ Msg: "S0020" });
  const { ReturnData: bad } = await send(t.admin, [good, { ...good, ...sheet.wrong }]);
  expect(bad.COUNT).toBe(0);
  expect(bad.FAULTS.map((f) => `${f.ROW} ${f.FIELD} ${f.MSG}`).sort()).toEqual(
    sheet.faults.map((x) => `1 ${x}`),
  );
  expect(await count()).toBe(before);
  const rows = "more" in sheet ? [good, sheet.more] : [good];
  expect(await send(t.admin, rows)).toMatchObject({
    Code: 0,
    ReturnData: { COUNT: rows.length, FAULTS: [] },
  });
  expect(await count()).toBe(before + rows.length);
});

it("rf_ImportUsers names each id that differs only in capitals from an id of the sheet or of a user", async () => {
  const t = await TestTenant.create(await withServer());
  const rows = ["Zhao", "li", "zhao", "ADMIN", "ZHAO"].map((USER_ID) => ({
    USER_ID,
    USERNAME: "x",
    STATUS: 0,
  }));
  for (const CHECK_ONLY of ["Y", "N"]) {
    const { ReturnData: answer } = await t.admin.mitt<ImportAnswer>({
      Type: "rf_ImportUsers",
      InParams: { ROWS: rows, CHECK_ONLY },
    });
    expect(answer.COUNT).toBe(0);
    expect(answer.FAULTS.map((f) => [f.ROW, f.FIELD, f.MSG])).toEqual(
      [2, 3, 4].map((row) => [row, "USER_ID", "S0029^USER_ID"]),
    );
  }
});
