import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const row = {
  GOODS_ID: "G1",
  GOODS_NAME: "计数器",
  GOODS_NAME_TW: "計數器",
  GOODS_NAME_EN: "Counter",
  GOODS_MODEL: "SK-1",
  GOOD_TYPE: 0,
  UNIT: "只",
  GOODS_UNIT_TW: "隻",
  GOODS_UNIT_EN: "pc",
  GOODS_REMARK: "计数",
  GOODS_REMARK_TW: "計數",
  GOODS_REMARK_EN: "Counts",
  UNIT_PRICE: 12.3456,
  SC_STOCK_QTY: 5,
  LOW_STOCK_QTY: 5,
  LOWER_SHELF: "N",
};

const send = (user: TestUser, Type: string, data: Record<string, unknown>, TableName = "GOODS_INFO") =>
  user.mitt({ Type, MENU_ID: "BS102", TableName, Data: [data] });

describe("products", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  it("are added, changed and deleted; low stock is marked", async () => {
    expect(await send(t.admin, "insert", row)).toMatchObject({ Code: 0, Msg: "S0022" });
    expect(await t.admin.list("BS102", "Q01")).toMatchObject([
      { ...row, IS_LOW_STOCK: "Y", CREATED_BY: "admin" },
    ]);
    // The server refuses a price of zero, and a price with more decimals than it stores.
    for (const UNIT_PRICE of [0, 0.00005, 18.33335])
      expect(await send(t.admin, "update", { GOODS_ID: "G1", UNIT_PRICE })).toEqual({
        Code: 1,
        Msg: "S0200^UNIT_PRICE",
      });
    expect(await send(t.admin, "update", { GOODS_ID: "G1", SC_STOCK_QTY: 6 })).toEqual({
      Code: 1,
      Msg: "S0231^SC_STOCK_QTY",
    });
    await send(t.admin, "update", { GOODS_ID: "G1", LOW_STOCK_QTY: 4, UNIT_PRICE: 0.0001 });
    expect(await t.admin.list("BS102", "Q01")).toMatchObject([
      { SC_STOCK_QTY: 5, IS_LOW_STOCK: "N", UNIT_PRICE: 0.0001 },
    ]);
    expect(await send(t.admin, "delete", { GOODS_ID: "G1" })).toMatchObject({ Code: 0, Msg: "S0024" });
    expect(await t.admin.list("BS102", "Q01")).toEqual([]);
  });

  it.each([
    ["no code", { GOODS_ID: "" }, "S0007^GOODS_ID"],
    ["no name", { GOODS_NAME: undefined }, "S0007^GOODS_NAME"],
    ["no price", { UNIT_PRICE: null }, "S0007^UNIT_PRICE"],
    ["a negative price", { UNIT_PRICE: -1 }, "S0200^UNIT_PRICE"],
    ["negative stock", { SC_STOCK_QTY: -1 }, "S0200^SC_STOCK_QTY"],
    ["an unknown type", { GOOD_TYPE: 7 }, "S0200^GOOD_TYPE"],
    ["markup", { GOODS_NAME: "<b>x" }, "S0019"],
  ])("are refused with %s", async (_what, change, msg) => {
    expect(await send(t.admin, "insert", { ...row, ...change })).toEqual({ Code: 1, Msg: msg });
    expect(await t.admin.list("BS102", "Q01")).toEqual([]);
  });

  it("are refused with a code in use", async () => {
    await send(t.admin, "insert", row);
    expect(await send(t.admin, "insert", row)).toEqual({ Code: 1, Msg: "S0029^GOODS_ID" });
  });

  it("are invisible to other tenants and read-only without tenant scope and right", async () => {
    await send(t.admin, "insert", row);
    expect(await (await TestTenant.create(s)).admin.list("BS102", "Q01")).toEqual([]);
    const reader = await t.user(null, ["BS102:Q"]);
    const plant = await t.user("P1");
    expect(await reader.list("BS102", "Q01")).toHaveLength(1);
    for (const user of [reader, plant])
      for (const type of ["insert", "update", "delete"])
        expect(await send(user, type, { ...row })).toMatchObject({ Code: 1, Msg: "S0020" });
  });

  it("have prices of OEMs, which other OEMs do not see", async () => {
    await send(t.admin, "insert", row);
    const price = (n: number) => ({ GOODS_ID: "G1", OEM_NAME: `Name of O${n}`, UNIT_PRICE: n });
    for (const n of [1, 2])
      expect(await send(t.admin, "insert", price(n), "GOODS_OEM_PRICE")).toMatchObject({ Msg: "S0022" });
    expect(await send(t.admin, "insert", price(1), "GOODS_OEM_PRICE")).toMatchObject({
      Code: 1,
      Msg: /^S0029/,
    });
    expect(await send(t.admin, "insert", price(9), "GOODS_OEM_PRICE")).toEqual({
      Code: 1,
      Msg: "S0202^OEM_NAME",
    });
    expect(await send(t.admin, "insert", { ...price(1), GOODS_ID: "X" }, "GOODS_OEM_PRICE")).toEqual({
      Code: 1,
      Msg: "S0202^GOODS_ID",
    });
    const seen = async (org: string | null) =>
      (await (await t.user(org)).list("BS102", "Q02")).map((r) => r.UNIT_PRICE).sort();
    expect(await Promise.all([null, "O1", "P1"].map(seen))).toEqual([[1, 2], [1], []]);
    await send(t.admin, "delete", { GOODS_ID: "G1" });
    expect(await t.admin.list("BS102", "Q02")).toEqual([]);
  });

  // spec: shop A3.32
  it("have pictures in the order that a user sets", async () => {
    await send(t.admin, "insert", row);
    await t.rows(
      sql`
        insert into file_info (
          tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id,
          owner_part, file_code, created_date
        )
        select
          ${t.id}, x, x || '.png', '/files/' || x, 1, 'image/png', 'GOODS_INFO', 'G1', 'GOODS_IMAG',
          'c', now()
        from unnest(array['a', 'b', 'c']) x
      `,
    );
    const arrange = (FILE_IDS: unknown, user = t.admin, GOODS_ID = "G1") =>
      user.mitt({ Type: "rf_ArrangePictures", InParams: { GOODS_ID, OT_ID2: "GOODS_IMAG", FILE_IDS } });
    // COUNT is 3: two pictures were put in order, and the third picture was deleted.
    expect(await arrange(["c", "a"])).toMatchObject({ Code: 0, ReturnData: { COUNT: 3 } });
    const sorted = { ...where("GOODS_ID", "G1"), Sort: [{ Field: "SEQ", Sort: "asc" }] };
    expect((await t.admin.list("BS102", "Q03", sorted)).map((r) => r.ID)).toEqual(["c", "a"]);
    expect(await t.admin.list("BS102", "Q01")).toMatchObject([{ GOODS_IMAG: "/files/c", PICTURE_COUNT: 2 }]);
    expect(await arrange(["a", "b"])).toEqual({ Code: 1, Msg: "S0026" });
    expect(await arrange("a")).toEqual({ Code: 1, Msg: "S0200^FILE_IDS" });
    expect(await arrange(["a"], t.admin, "X")).toEqual({ Code: 1, Msg: "S0202^GOODS_ID" });
    expect(await arrange(["a"], await t.user(null, ["BS102:Q"]))).toEqual({ Code: 1, Msg: "S0020" });
    expect(await arrange([], (await TestTenant.create(s)).admin)).toEqual({ Code: 1, Msg: "S0202^GOODS_ID" });
    expect((await t.admin.list("BS102", "Q03", sorted)).map((r) => r.ID)).toEqual(["c", "a"]);
    // An empty list deletes the two remaining pictures. The answer counts them and is no error.
    expect(await arrange([])).toMatchObject({ Code: 0, ReturnData: { COUNT: 2 } });
  });
});
