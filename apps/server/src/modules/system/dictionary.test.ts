import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import type { ImportAnswer } from "../../testing/wire-answers.ts";

const send = (user: TestUser, Type: string, TableName: string, ...Data: Record<string, unknown>[]) =>
  user.mitt({ Type, MENU_ID: "SYS103", TableName, Data });

const defects = { DICT_CODE: "DEFECT", DICT_NAME: "Defects" };
const flash = { ITEM_ID: "DEFECT", ITEM_VALUE: "D01", DICT_DATA_NAME: "Flash", SEQ: 1 };

describe("dictionaries", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    expect(await send(t.admin, "insert", "SYS_DICT", defects)).toMatchObject({ Msg: "S0022" });
  });

  // spec: admin 2.59, 8.20-8.22
  it("have items, which are added, changed and deleted", async () => {
    const items = [flash, { ...flash, ITEM_VALUE: "D02", DICT_DATA_NAME: "Sink", SEQ: 2 }];
    expect(await send(t.admin, "insert", "SYS_DICT_ITEM", ...items)).toMatchObject({ Msg: "S0022" });
    expect(await t.admin.list("SYS103", "Q01", where("DICT_CODE", "DEFECT"))).toMatchObject([
      { ...defects, ITEM_COUNT: 2 },
    ]);
    const changed = { ITEM_ID: "DEFECT", ITEM_VALUE: "D02", DICT_DATA_NAME: "Sink mark" };
    expect(await send(t.admin, "update", "SYS_DICT_ITEM", changed)).toMatchObject({ Msg: "S0023" });
    expect(
      await send(t.admin, "delete", "SYS_DICT_ITEM", { ITEM_ID: "DEFECT", ITEM_VALUE: "D01" }),
    ).toMatchObject({ Msg: "S0024" });
    expect(await t.admin.list("SYS103", "Q14", where("ITEM_ID", "DEFECT"))).toMatchObject([
      { ...changed, DICT_NAME: "Defects" },
    ]);
  });

  it("list their items by the sequence number, and items without one last", async () => {
    const item = (ITEM_VALUE: string, SEQ: number | null) => ({ ...flash, ITEM_VALUE, SEQ });
    await send(
      t.admin,
      "insert",
      "SYS_DICT_ITEM",
      item("A", null),
      item("B", 10),
      item("C", 9),
      item("D", 10),
    );
    for (const id of ["Q14", "Q12"])
      expect((await t.admin.list("SYS103", id, where("ITEM_ID", "DEFECT"))).map((i) => i.ITEM_VALUE)).toEqual(
        ["C", "B", "D", "A"],
      );
  });

  // spec: admin 7.18, 9.3
  it("are readable for every signed-in user by the specified queries", async () => {
    await send(t.admin, "insert", "SYS_DICT_ITEM", flash);
    const anybody = await t.user("P1", []);
    for (const id of ["Q14", "Q12"])
      expect(
        await anybody.list("SYS103", id, { ...where("ITEM_ID", "DEFECT"), Page: 1, Limit: 99_999 }),
      ).toMatchObject([flash]);
    expect(await anybody.mitt({ Type: "QueryByID", MENU_ID: "SYS103", QueryID: "Q01" })).toMatchObject({
      Msg: "S0020",
    });
  });

  it.each([
    ["SYS_DICT", { ...defects, DICT_CODE: "" }, "S0007^DICT_CODE"],
    ["SYS_DICT", { DICT_CODE: "X" }, "S0007^DICT_NAME"],
    ["SYS_DICT", defects, "S0029^DICT_CODE"],
    ["SYS_DICT_ITEM", { ...flash, ITEM_ID: "NONE" }, "S0202^ITEM_ID"],
    ["SYS_DICT_ITEM", { ...flash, ITEM_VALUE: "" }, "S0007^ITEM_VALUE"],
    ["SYS_DICT_ITEM", { ...flash, DICT_DATA_NAME: "" }, "S0007^DICT_DATA_NAME"],
    ["SYS_DICT_ITEM", { ...flash, SEQ: "first" }, "S0200^SEQ"],
  ])("refuse in %s %o", async (table, row, Msg) => {
    expect(await send(t.admin, "insert", table, row)).toEqual({ Code: 1, Msg });
  });

  it("are not deleted while they have items, and refuse repeated values", async () => {
    await send(t.admin, "insert", "SYS_DICT_ITEM", flash);
    expect((await send(t.admin, "insert", "SYS_DICT_ITEM", flash)).Msg).toMatch(/^S0029/);
    expect(await send(t.admin, "delete", "SYS_DICT", { DICT_CODE: "DEFECT" })).toEqual({
      Code: 1,
      Msg: "S0233^SYS_DICT_ITEM.ITEM_ID:1",
    });
    await send(t.admin, "delete", "SYS_DICT_ITEM", { ITEM_ID: "DEFECT", ITEM_VALUE: "D01" });
    expect(await send(t.admin, "delete", "SYS_DICT", { DICT_CODE: "DEFECT" })).toMatchObject({
      Msg: "S0024",
    });
  });

  it("belong to one tenant; changes need the right and tenant scope", async () => {
    await send(t.admin, "insert", "SYS_DICT_ITEM", flash);
    const other = await TestTenant.create(s);
    expect(await other.admin.list("SYS103", "Q14", where("ITEM_ID", "DEFECT"))).toEqual([]);
    for (const user of [await t.user(null, ["SYS103:Q"]), await t.user("P1")])
      for (const type of ["insert", "update", "delete"]) {
        expect(await send(user, type, "SYS_DICT", defects)).toMatchObject({ Code: 1, Msg: "S0020" });
        expect(await send(user, type, "SYS_DICT_ITEM", flash)).toMatchObject({ Code: 1, Msg: "S0020" });
      }
  });
});

it("imports items of several dictionaries from one sheet, all or none", async () => {
  const t = await TestTenant.create(await withServer());
  const bring = (user: TestUser, ROWS: readonly object[]) =>
    user.mitt<ImportAnswer>({ Type: "rf_ImportDictionaryItems", InParams: { ROWS, CHECK_ONLY: "N" } });
  const codes = ["SHEET_A", "SHEET_B"].map((c) => ({ DICT_CODE: c, DICT_NAME: `Name of ${c}` }));
  await t.admin.mitt({ Type: "insert", MENU_ID: "SYS103", TableName: "SYS_DICT", Data: codes });
  const row = { ITEM_ID: "SHEET_A", ITEM_VALUE: "1", DICT_DATA_NAME: "one" };
  const { ReturnData } = await bring(t.admin, [
    row,
    row,
    { ...row, ITEM_ID: "NONE", ITEM_VALUE: "2" },
    { ITEM_ID: "SHEET_A", ITEM_VALUE: "3" },
  ]);
  expect(ReturnData.COUNT).toBe(0);
  expect(ReturnData.FAULTS.map((f) => `${f.ROW} ${f.FIELD} ${f.MSG}`)).toEqual([
    "1 ITEM_VALUE S0029^ITEM_VALUE",
    "2 ITEM_ID S0202^ITEM_ID",
    "3 DICT_DATA_NAME S0007^DICT_DATA_NAME",
  ]);
  const items = () => t.admin.list("SYS103", "Q14", { WhereStr: [] });
  const before = (await items()).length;
  expect(await bring(await t.user(null, ["SYS103:Q", "SYS103:M"]), [row])).toMatchObject({ Msg: "S0020" });
  expect(await bring(await t.user("P1"), [row])).toMatchObject({ Msg: "S0020" });
  expect(await bring(t.admin, [row, { ...row, ITEM_ID: "SHEET_B" }])).toMatchObject({
    ReturnData: { COUNT: 2, FAULTS: [] },
  });
  expect((await items()).length).toBe(before + 2);
});
