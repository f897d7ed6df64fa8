import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop } from "../../testing/shop.ts";

let s: TestServer;
let shop: TestShop;
beforeEach(async () => {
  s = await withServer();
  shop = await makeShop(s);
});

interface Answer {
  readonly COUNT: number;
  readonly CART_IDS: readonly number[];
  readonly FAULTS: readonly Record<string, unknown>[];
  readonly OUTCOMES: readonly Record<string, unknown>[];
}
const send = (ROWS: unknown, more: Record<string, unknown> = {}) =>
  shop.one.run<Answer>("rf_QuickOrder", { OEM_NAME: oem(1), ROWS, ...more });
const preview = (ROWS: unknown, more: Record<string, unknown> = {}) =>
  send(ROWS, { CHECK_ONLY: "Y", ...more });
const cart = () => shop.one.list("BS114", "Q20");
const faultOf = async (row: Record<string, unknown>) => {
  const { FAULTS } = await preview([{ GOODS_ID: "JS001", QTY: 1, ...row }]);
  return FAULTS.map((f) => `${f.FIELD} ${f.MSG}`);
};

describe("a quick order", () => {
  it("is all or none, and reports every fault with its row and field", async () => {
    const rows = [
      { GOODS_ID: "DC001", QTY: 5 },
      { GOODS_ID: "X", QTY: 1 },
      { GOODS_ID: "OLD", QTY: 1 },
      { GOODS_ID: "JS001", QTY: "many" },
    ];
    const refused = await send(rows);
    expect(refused).toMatchObject({ COUNT: 0, CART_IDS: [] });
    expect(refused.FAULTS).toEqual([
      { ROW: 1, FIELD: "GOODS_ID", MSG: "S0202^GOODS_ID" },
      { ROW: 2, FIELD: "GOODS_ID", MSG: "S0305^OLD" },
      { ROW: 3, FIELD: "QTY", MSG: "S0200^QTY" },
    ]);
    expect(await cart()).toEqual([]);
    const added = await send([
      { GOODS_ID: "DC001", QTY: 5 },
      { GOODS_ID: "DC001", QTY: 2 },
    ]);
    expect(added).toMatchObject({ COUNT: 1, FAULTS: [] });
    expect(await cart()).toMatchObject([{ ID: added.CART_IDS[0], GOODS_ID: "DC001", QTY: 7 }]);
  });

  it("keeps configuration, accessory and host factory of each row", async () => {
    const { OUTCOMES, FAULTS } = await send([
      { GOODS_ID: "js001", QTY: 40, MOLD_TYPE: "hardware", MAGNET: 1, ACCESSORY: "j007" },
      { GOODS_ID: "JS001", QTY: 2, OEM_NAME: oem(2) },
    ]);
    expect(FAULTS).toEqual([]);
    expect(OUTCOMES).toMatchObject([
      { GOODS_ID: "JS001", UNIT_PRICE: 430.56, ACCESSORY: "J007", ACCESSORY_PRICE: 25, JE: 18222.4 },
      { GOODS_NAME: "Goods JS001", OEM_NAME: oem(2), UNIT_PRICE: 447, SC_STOCK_QTY: 1000, JE: 894 },
    ]);
    const lines = await cart();
    expect(lines.map((l) => [l.GOODS_ID, l.QTY, l.MOLD_TYPE, l.MAGNET, l.SIDE_TYPE, l.OEM_NAME])).toEqual([
      ["JS001", 40, "hardware", 1, 1, oem(1)],
      ["J007", 40, "hardware", 0, 1, oem(1)],
      ["JS001", 2, "plastic", 0, -1, oem(2)],
    ]);
  });

  it("shows price and stock of today in a preview, and changes nothing", async () => {
    const { OUTCOMES, COUNT } = await preview([{ GOODS_ID: "LAST", QTY: 3 }]);
    expect(COUNT).toBe(0);
    expect(OUTCOMES).toMatchObject([
      { GOODS_ID: "LAST", QTY: 3, UNIT_PRICE: 10, SC_STOCK_QTY: 10, JE: 30, MOLD_TYPE: null, MAGNET: -1 },
    ]);
    expect(await cart()).toEqual([]);
    await shop.t.admin.mitt({
      Type: "update",
      MENU_ID: "BS102",
      TableName: "GOODS_INFO",
      Data: [{ GOODS_ID: "LAST", UNIT_PRICE: 12 }],
    });
    expect((await preview([{ GOODS_ID: "LAST", QTY: 3 }])).OUTCOMES).toMatchObject([
      { UNIT_PRICE: 12, JE: 36 },
    ]);
  });

  it("refuses more than the stock, over all rows together", async () => {
    const row = { GOODS_ID: "LAST", QTY: 6 };
    expect((await preview([row])).FAULTS).toEqual([]);
    expect((await preview([row, row])).FAULTS).toEqual([
      { ROW: 0, FIELD: "QTY", MSG: "S0304^LAST" },
      { ROW: 1, FIELD: "QTY", MSG: "S0304^LAST" },
    ]);
    const { FAULTS } = await preview([
      { GOODS_ID: "JS001", QTY: 999, ACCESSORY: "J002" },
      { GOODS_ID: "J002", QTY: 2 },
    ]);
    expect(FAULTS).toEqual([
      { ROW: 0, FIELD: "ACCESSORY", MSG: "S0304^J002" },
      { ROW: 1, FIELD: "QTY", MSG: "S0304^J002" },
    ]);
  });

  it.each([
    ["no quantity", { QTY: null }, "QTY S0007^QTY"],
    ["half a piece", { QTY: 0.5 }, "QTY S0200^QTY"],
    ["no product", { GOODS_ID: "" }, "GOODS_ID S0007^GOODS_ID"],
    ["no magnet for hardware", { MOLD_TYPE: "hardware" }, "MAGNET S0301"],
    ["a round magnet for plastic", { MAGNET: 1 }, "MAGNET S0313^JS001"],
    ["an unknown kind of mold", { MOLD_TYPE: "wood" }, "MOLD_TYPE S0200^MOLD_TYPE"],
    ["an accessory of the other kind", { ACCESSORY: "J007" }, "ACCESSORY S0313^J007"],
    ["an accessory that is none", { ACCESSORY: "DC001" }, "ACCESSORY S0313^DC001"],
    ["an unknown accessory", { ACCESSORY: "J999" }, "ACCESSORY S0202^ACCESSORY"],
    ["an accessory of a battery", { GOODS_ID: "DC001", ACCESSORY: "J002" }, "ACCESSORY S0313^DC001"],
    ["a magnet of a battery", { GOODS_ID: "DC001", MAGNET: 1 }, "MAGNET S0313^DC001"],
    ["a host factory of others", { OEM_NAME: "Name of O9" }, "OEM_NAME S0315^Name of O9"],
  ])("refuses %s", async (_name, row, fault) => {
    expect(await faultOf(row)).toEqual([fault]);
  });

  it("refuses rows without any host factory, an empty list and a long one", async () => {
    const row = { GOODS_ID: "JS001", QTY: 1 };
    expect((await preview([row], { OEM_NAME: null })).FAULTS).toEqual([
      { ROW: 0, FIELD: "OEM_NAME", MSG: "S0300" },
    ]);
    const call = (ROWS: unknown) =>
      shop.one.mitt({ Type: "rf_QuickOrder", InParams: { OEM_NAME: oem(1), ROWS } });
    expect(await call([])).toMatchObject({ Msg: "S0007^ROWS" });
    expect(await call(Array(2001).fill(row))).toMatchObject({ Msg: "S0220^2000" });
    expect((await preview(["no row", null])).FAULTS).toHaveLength(4);
  });
});
