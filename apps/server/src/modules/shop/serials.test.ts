import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { freshCode, type TestServer, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, packCounters, type TestShop, withVoucher } from "../../testing/shop.ts";

let s: TestServer;
let shop: TestShop;
let other: TestShop;
let waybills = 0;

beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
  other = await makeShop(s);
});

const admin = (Type: string, InParams: object, of = shop) => of.t.admin.mitt({ Type, InParams });
const newSerials = (n: number) => Array.from({ length: n }, () => freshCode("SN"));
const stockOf = async (id: string) =>
  (await shop.t.admin.list("OR104", "Q01", where("GOODS_ID", id)))[0] as Record<string, number>;
const serial = async (chip: string) =>
  (await shop.t.admin.list("OR104", "Q03", where("WRITER_IMIE", chip)))[0];

/** Places an order of counters and spare articles that may be shipped. Returns its number. */
async function readyOrder(qty = 2): Promise<string> {
  const lines = [
    { GOODS_ID: "JS001", UNIT_PRICE: 430.56, QTY: qty },
    { GOODS_ID: "J007", UNIT_PRICE: 25, QTY: 1 },
  ];
  const placed = await shop.place(shop.one, [{ oem: oem(1), lines }]);
  const [no = ""] = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
  await withVoucher(shop, [no]);
  await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
  return no;
}
const ship = (no: string, more: object = {}) =>
  admin("rf_ShipOrders", {
    ORDER_NOS: [no],
    CARRIER: "顺丰速运",
    EXPRESS_NO: `SF${1_000_000_000 + ++waybills}`,
    ...more,
  });

describe("stock", () => {
  it("begins with an opening and is the sum of its documents", async () => {
    await admin("rf_ReceiveStock", { GOODS_ID: "J007", RECEIVED_QTY: 20, REASON: "delivery 7" });
    await admin("rf_AdjustStock", { GOODS_ID: "J007", CHANGE_QTY: -5, REASON: "broken" });
    const moves = await shop.t.admin.list("OR104", "Q02", where("GOODS_ID", "J007"));
    expect(moves.map((m) => [m.MOVE_KIND, m.MOVE_QTY, m.BALANCE_QTY]).sort()).toEqual([
      [0, 1000, 1000],
      [1, 20, 1020],
      [4, -5, 1015],
    ]);
    expect(await stockOf("J007")).toMatchObject({ SC_STOCK_QTY: 1015 });
    expect(await shop.one.mitt({ Type: "QueryByID", MENU_ID: "OR104", QueryID: "Q02" })).toMatchObject({
      Code: 1,
    });
  });

  it("never falls below the pieces that are reserved, and a refused document leaves no trace", async () => {
    const before = await shop.t.admin.list("OR104", "Q02");
    expect(await admin("rf_AdjustStock", { GOODS_ID: "LAST", CHANGE_QTY: -11, REASON: "x" })).toEqual({
      Code: 1,
      Msg: "S0304^LAST",
    });
    expect(await admin("rf_ReceiveStock", { GOODS_ID: "LAST", RECEIVED_QTY: 0, REASON: "x" })).toMatchObject({
      Msg: "S0200^RECEIVED_QTY",
    });
    expect(await admin("rf_ReceiveStock", { GOODS_ID: "NONE", RECEIVED_QTY: 1, REASON: "x" })).toMatchObject({
      Msg: "S0202^GOODS_ID",
    });
    expect(await shop.t.admin.list("OR104", "Q02")).toEqual(before);
  });

  it("of counters is received with the serial number of each", async () => {
    const [a = "", b = ""] = newSerials(2);
    const receive = (SERIALS: unknown, RECEIVED_QTY = 2) =>
      admin("rf_ReceiveStock", { GOODS_ID: "JS001", RECEIVED_QTY, SERIALS, REASON: "delivery" });
    const before = await stockOf("JS001");
    expect(await receive([a])).toEqual({ Code: 1, Msg: "S0326^JS001" });
    expect(await receive([a, a])).toEqual({ Code: 1, Msg: `S0325^${a}` });
    expect(await receive([a, "with space"])).toEqual({ Code: 1, Msg: "S0200^SERIALS" });
    expect(await stockOf("JS001")).toEqual(before);
    expect(await receive([a, b])).toMatchObject({ Code: 0 });
    expect(await receive([b, freshCode("SN")])).toEqual({ Code: 1, Msg: `S0325^${b}` });
    expect(await stockOf("JS001")).toMatchObject({
      SC_STOCK_QTY: Number(before.SC_STOCK_QTY) + 2,
      SERIAL_COUNT: Number(before.SERIAL_COUNT) + 2,
    });
    expect(
      await admin("rf_ReceiveStock", { GOODS_ID: "J007", RECEIVED_QTY: 1, SERIALS: [a], REASON: "x" }),
    ).toEqual({
      Code: 1,
      Msg: "S0200^SERIALS",
    });
  });
});

describe("packing", () => {
  it("accepts only serial numbers of counters in stock, of the ordered product and number", async () => {
    const no = await readyOrder();
    const pack = (...SERIALS: string[]) => admin("rf_PackSerials", { ORDER_NO: no, SERIALS });
    const [a = "", b = "", c = ""] = newSerials(3);
    await shop.t.admin.run("rf_RecordSerials", { GOODS_ID: "JS001", SERIALS: [a, b, c] });
    expect(await pack("UNKNOWN-1")).toEqual({ Code: 1, Msg: "S0324^UNKNOWN-1" });
    expect(await pack(a, "UNKNOWN-1")).toMatchObject({ Code: 1 });
    expect(await serial(a)).toMatchObject({ SERIAL_STAT: 0 });
    expect(await pack(a)).toMatchObject({ Code: 0 });
    expect(await pack(a)).toEqual({ Code: 1, Msg: `S0325^${a}` });
    expect(await pack(b, c)).toEqual({ Code: 1, Msg: `S0323^${no}/1` });
    expect(await pack(b)).toMatchObject({ Code: 0 });
    expect(await admin("rf_UnpackSerials", { ORDER_NO: no, SERIALS: [c] })).toEqual({
      Code: 1,
      Msg: `S0324^${c}`,
    });
    expect(await admin("rf_UnpackSerials", { ORDER_NO: no, SERIALS: [b] })).toMatchObject({ Code: 0 });
    expect(await serial(b)).toMatchObject({ SERIAL_STAT: 0, ORDER_NO: null });
    const foreign = await other.t.admin.mitt({
      Type: "rf_PackSerials",
      InParams: { ORDER_NO: no, SERIALS: [c] },
    });
    expect(foreign).toEqual({ Code: 1, Msg: "S0202^ORDER_NO" });
    expect(
      await shop.one.mitt({ Type: "rf_PackSerials", InParams: { ORDER_NO: no, SERIALS: [c] } }),
    ).toMatchObject({
      Msg: "S0020",
    });
  });

  it("refuses the chip of a registered counter, even of another tenant", async () => {
    const [own = "", foreign = ""] = newSerials(2);
    for (const [of, chip] of [
      [shop, own],
      [other, foreign],
    ] as const)
      expect(
        await of.t.admin.mitt({
          Type: "insert",
          MENU_ID: "CT101",
          TableName: "BS_WRITER",
          Data: [
            {
              WRITER_ID: chip,
              WRITER_IMIE: chip,
              WRITER_TYPE: "LTE",
              WRITER_STAT: 0,
              IS_VALID: "Y",
              ENABLE_GPS: "N",
            },
          ],
        }),
      ).toMatchObject({ Code: 0 });
    for (const chip of [own, foreign])
      expect(await admin("rf_RecordSerials", { GOODS_ID: "JS001", SERIALS: [chip] })).toEqual({
        Code: 1,
        Msg: `S0325^${chip}`,
      });
  });
});

describe("shipping counters", () => {
  it("needs the serial number of each, and registers them ready to bind", async () => {
    const no = await readyOrder();
    expect(await ship(no)).toEqual({ Code: 1, Msg: `S0487^${no}/1` });
    const [chip = ""] = await packCounters(shop, no);
    expect(await ship(no)).toEqual({ Code: 1, Msg: `S0487^${no}/1` });
    const part = [{ ORDER_NO: no, SEQ: 1, SHIP_QTY: 1 }];
    const shipped = await ship(no, { LINES: part });
    expect(shipped).toMatchObject({ Code: 0 });
    expect(await shop.t.admin.list("CT101", "Q01", where("WRITER_ID", chip))).toMatchObject([
      { WRITER_IMIE: chip, WRITER_TYPE: "LTE", WRITER_STAT: 0, IS_VALID: "Y", C_STAT: 1 },
    ]);
    const { moldNo } = await shop.t.mold(freshCode("M"));
    const bound = await admin("rf_BindCounter", { MOLD_NO: moldNo, WRITER_ID: chip });
    expect(bound).toMatchObject({ Code: 0 });
    const [second = ""] = await packCounters(shop, no);
    expect(await ship(no)).toMatchObject({ Code: 0 });
    expect(await serial(second)).toMatchObject({ SERIAL_STAT: 2, ORDER_NO: no, SEQ: 1 });
    const moves = await shop.t.rows<{ qty: string }>(
      sql`
        select move_qty as qty
        from stock_move
        where tenant_id = ${shop.t.id}
          and move_no = ${String((shipped.ReturnData as { SHIPMENT_NO: string }).SHIPMENT_NO)}
      `,
    );
    expect(moves.map((m) => Number(m.qty))).toEqual([-1]);
    // A shipped serial number cannot be packed again.
    expect(await admin("rf_PackSerials", { ORDER_NO: await readyOrder(), SERIALS: [chip] })).toEqual({
      Code: 1,
      Msg: `S0325^${chip}`,
    });
  });

  it("registers them in the customer's tenant, if that tenant names the shop as its supplier", async () => {
    const link = (TENANT_CODE: string | null) =>
      admin("rf_LinkCustomerTenant", { CUST_ID: "C1", TENANT_CODE });
    expect(await link(other.t.code)).toEqual({ Code: 1, Msg: `S0328^${other.t.code}` });
    const trust = (COUNTER_SUPPLIER: string | null) =>
      other.t.admin.mitt({
        Type: "update",
        MENU_ID: "SYS109",
        TableName: "SYS_TENANT",
        Data: [{ TENANT_ID: other.t.code, COUNTER_SUPPLIER }],
      });
    expect(await trust(shop.t.code)).toMatchObject({ Code: 0 });
    expect(await link(other.t.code)).toMatchObject({ Code: 0 });
    const no = await readyOrder();
    const chips = await packCounters(shop, no, 2);
    await trust(null);
    expect(await ship(no)).toEqual({ Code: 1, Msg: `S0328^${other.t.code}` });
    expect(await serial(chips[0] ?? "")).toMatchObject({ SERIAL_STAT: 1 });
    await trust(shop.t.code);
    expect(await ship(no)).toMatchObject({ Code: 0 });
    for (const chip of chips) {
      expect(await shop.t.admin.list("CT101", "Q01", where("WRITER_ID", chip))).toEqual([]);
      expect(await other.t.admin.list("CT101", "Q01", where("WRITER_ID", chip))).toMatchObject([
        { WRITER_IMIE: chip, WRITER_STAT: 0, C_STAT: 1 },
      ]);
    }
    const logged = await other.t.rows<{ hasSecret: boolean }>(
      sql`
        select after -> 'secret_hash' is not null as "hasSecret"
        from system_log
        where tenant_id = ${other.t.id} and target_key = any(${chips}) and user_id = 'system'
      `,
    );
    expect(logged).toEqual(chips.map(() => ({ hasSecret: false })));
    const { moldNo } = await other.t.mold(freshCode("M"));
    expect(await admin("rf_BindCounter", { MOLD_NO: moldNo, WRITER_ID: chips[0] }, other)).toMatchObject({
      Code: 0,
    });
    s.clock.now += 3_600_000;
    // The first reading sets the count from which the binding counts.
    const reading = (minutesAgo: number, COUNT_TIMES: number) => ({
      WRITER_IMIE: chips[0],
      COUNT_TIMES,
      sendTime: new Date(s.clock.now - minutesAgo * 60_000).toISOString(),
    });
    const answer = await s.http.inject({
      method: "POST",
      url: "/jsq",
      headers: {
        Authorizations: await s.app.sessions.open(other.t.id, "admin", "PC", true, s.clock.now),
      },
      payload: { Type: "report", Data: [reading(50, 12), reading(10, 19)] },
    });
    expect(answer.json()).toMatchObject({ Code: 0, ReturnData: { accepted: 2 } });
    const [counted] = await other.t.admin.list("BS101", "Q01", where("MOLD_NO", moldNo));
    expect(counted).toMatchObject({ COUNT_TIMES: 7 });
    expect(await link(null)).toMatchObject({ Code: 0 });
  });
});
