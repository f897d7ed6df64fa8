import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, withVoucher } from "../../testing/shop.ts";
import { receiveDelivered } from "./index.ts";

let s: TestServer;
let shop: TestShop;
let waybills = 0;

beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
});

const nextWaybill = () => `SF${1_000_000_000 + ++waybills}`;
const articles = [
  { GOODS_ID: "J007", UNIT_PRICE: 25, QTY: 3 },
  { GOODS_ID: "DC001", UNIT_PRICE: 32.8, QTY: 2 },
];

/** Places an order of spare articles whose payment is confirmed. Returns its number. */
async function readyOrder(user: TestUser = shop.one, head: object = {}): Promise<string> {
  const placed = await shop.place(user, [{ oem: oem(1), lines: articles, head: { ...head } }]);
  const [no = ""] = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
  if (user === shop.one) await withVoucher(shop, [no]);
  await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
  return no;
}
const ship = (ORDER_NOS: readonly string[], more: object = {}) =>
  shop.t.admin.mitt({
    Type: "rf_ShipOrders",
    InParams: { ORDER_NOS, CARRIER: "顺丰速运", EXPRESS_NO: nextWaybill(), ...more },
  });
const stockOf = async (id: string) => (await shop.t.admin.list("OR104", "Q01", where("GOODS_ID", id)))[0];
const orderOf = async (no: string) => (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", no)))[0];
const linesOf = (no: string) => shop.one.list("OR100", "Q12", where("ORDER_NO", no));
const shipmentNoOf = (answer: { readonly ReturnData?: unknown }) =>
  (answer.ReturnData as { SHIPMENT_NO: string }).SHIPMENT_NO;

describe("a shipment", () => {
  it("has one customer: orders of two customers in one parcel are refused by name, and nothing changes", async () => {
    const [mine, other] = [await readyOrder(), await readyOrder(shop.two)];
    const before = await shop.t.rows(sql`select count(*) as n from shipment where tenant_id = ${shop.t.id}`);
    const [, last] = [mine, other].sort();
    expect(await ship([mine, other])).toEqual({ Code: 1, Msg: `S0320^${last}` });
    for (const no of [mine, other]) expect(await orderOf(no)).toMatchObject({ ORDER_STAT: 2 });
    expect(await shop.t.rows(sql`select count(*) as n from shipment where tenant_id = ${shop.t.id}`)).toEqual(
      before,
    );
  });

  it("has one address", async () => {
    const receiver = {
      REC_MAN: "吴磊",
      REC_TEL: "13800001021",
      REC_PROVINCE: "浙江省",
      REC_CITY: "宁波市",
      REC_EXPAREA: "慈溪市",
      REC_ADDR: "慈东大道66号",
    };
    const nos = [await readyOrder(), await readyOrder(shop.one, receiver)];
    expect(await ship(nos)).toMatchObject({ Code: 1, Msg: expect.stringMatching(/^S0320\^/) });
  });

  it("joins orders of one customer and address. Another customer sees none of it", async () => {
    const nos = [await readyOrder(), await readyOrder()].sort();
    const answer = await ship(nos);
    expect(answer).toMatchObject({ Code: 0 });
    for (const no of nos) expect(await orderOf(no)).toMatchObject({ ORDER_STAT: 3, MERGE_NO: nos[0] });
    const own = where("SHIPMENT_NO", shipmentNoOf(answer));
    expect(await shop.one.list("OR100", "Q11", own)).toMatchObject([{ CUST_ID: "C1", PIECE_COUNT: 10 }]);
    for (const id of ["Q11", "Q12", "Q13"]) expect(await shop.two.list("OR100", id, own)).toEqual([]);
  });

  it.each([
    [{ EXPRESS_NO: "随便" }, "S0322^SF1234567890123"],
    [{ EXPRESS_NO: "SF12" }, "S0322^SF1234567890123"],
    [{ CARRIER: "圆通速递", EXPRESS_NO: "SF1234567890" }, "S0322^YT1234567890123"],
    [{ CARRIER: null, EXPRESS_NO: "SF12" }, "S0322^SF1234567890123"],
    [{ CARRIER: "某物流", EXPRESS_NO: "12" }, "S0322^AB12345678"],
    [{ EXPRESS_NO: "" }, "S0309"],
  ])("refuses the number %j", async (more, Msg) => {
    const no = await readyOrder();
    expect(await ship([no], more)).toEqual({ Code: 1, Msg });
    expect(await orderOf(no)).toMatchObject({ ORDER_STAT: 2 });
  });

  it("has a number of its own. Another carrier may have the same number", async () => {
    const nos = [await readyOrder(), await readyOrder(), await readyOrder()];
    const EXPRESS_NO = "7812345678901";
    expect(await ship(nos.slice(0, 1), { CARRIER: "中通快递", EXPRESS_NO })).toMatchObject({ Code: 0 });
    const stock = await stockOf("J007");
    expect(await ship(nos.slice(1, 2), { CARRIER: "中通", EXPRESS_NO: "78 1234 5678 901" })).toEqual({
      Code: 1,
      Msg: `S0321^${EXPRESS_NO}`,
    });
    expect(await stockOf("J007")).toEqual(stock);
    expect(await ship(nos.slice(2), { CARRIER: "韵达快递", EXPRESS_NO })).toMatchObject({ Code: 0 });
  });

  it("may contain a part of an order: the order is shipped with its last piece", async () => {
    const no = await readyOrder();
    const before = await stockOf("J007");
    const part = (SEQ: number, SHIP_QTY: number) => ({ ORDER_NO: no, SEQ, SHIP_QTY });
    expect(await ship([no], { LINES: [part(1, 4)] })).toEqual({ Code: 1, Msg: `S0323^${no}/1` });
    for (const LINES of [[part(1, 0)], [part(1, 1), part(1, 1)], [{ ORDER_NO: no }], "x", []])
      expect(await ship([no], { LINES })).toEqual({ Code: 1, Msg: "S0200^LINES" });
    expect(await ship([no], { LINES: [part(9, 1)] })).toEqual({ Code: 1, Msg: "S0202^LINES" });
    expect(await ship([no], { LINES: [part(1, 2)] })).toMatchObject({ Code: 0 });
    expect(await orderOf(no)).toMatchObject({ ORDER_STAT: 2 });
    expect(await stockOf("J007")).toMatchObject({
      SC_STOCK_QTY: Number(before?.SC_STOCK_QTY) - 2,
      RESERVED_QTY: Number(before?.RESERVED_QTY) - 2,
    });
    expect(await ship([no])).toMatchObject({ Code: 0 });
    expect(await orderOf(no)).toMatchObject({ ORDER_STAT: 3 });
    expect((await linesOf(no)).map((l) => [l.SEQ, l.SHIP_QTY]).sort()).toEqual([
      [1, 1],
      [1, 2],
      [2, 2],
    ]);
    const { list } = await shop.one.run<{ list: { HD_INFO: { ORDER_NO: string; SHIPMENTS: unknown[] } }[] }>(
      "rf_Personal",
      {},
    );
    expect(list.find((o) => o.HD_INFO.ORDER_NO === no)?.HD_INFO.SHIPMENTS).toMatchObject([
      { CARRIER: "顺丰速运", PIECE_COUNT: 2 },
      { CARRIER: "顺丰速运", PIECE_COUNT: 3 },
    ]);
  });

  it("is shipped once if two users ship it at the same time", async () => {
    const no = await readyOrder();
    const answers = await Promise.all([ship([no]), ship([no])]);
    expect(answers.map((a) => a.Code).sort()).toEqual([0, 1]);
    expect(await linesOf(no)).toHaveLength(2);
  });
});

describe("a wrong waybill number", () => {
  const correct = (SHIPMENT_NO: string, more: object = {}) =>
    shop.t.admin.mitt({
      Type: "rf_CorrectWaybill",
      InParams: {
        SHIPMENT_NO,
        CARRIER: "顺丰速运",
        EXPRESS_NO: nextWaybill(),
        REASON: "typing error",
        ...more,
      },
    });

  it("is corrected by staff. The order shows the new number and the history the old one", async () => {
    const no = await readyOrder();
    const shipped = await ship([no], { EXPRESS_NO: "SF1111111111" });
    const shipmentNo = shipmentNoOf(shipped);
    expect(await correct(shipmentNo, { EXPRESS_NO: "SF2222222222" })).toMatchObject({ Code: 0 });
    expect(await orderOf(no)).toMatchObject({ EXPRESS_NO: "SF2222222222" });
    expect(await shop.one.list("OR100", "Q13", where("SHIPMENT_NO", shipmentNo))).toMatchObject([
      { EXPRESS_NO: "SF1111111111", REASON: "typing error", CREATED_BY: "admin" },
    ]);
    // After the correction, another shipment may use the shipment's earlier waybill number.
    expect(await ship([await readyOrder()], { EXPRESS_NO: "SF1111111111" })).toMatchObject({ Code: 0 });
    expect(await correct(shipmentNo, { EXPRESS_NO: "SF1111111111" })).toEqual({
      Code: 1,
      Msg: "S0321^SF1111111111",
    });
    expect(await correct(shipmentNo, { EXPRESS_NO: "SF2222222222" })).toEqual({ Code: 1, Msg: "S0232" });
    expect(await correct(shipmentNo, { EXPRESS_NO: "wrong" })).toMatchObject({ Code: 1 });
    expect(await correct(shipmentNo, { REASON: "" })).toEqual({ Code: 1, Msg: "S0007^REASON" });
    expect(await correct("none")).toEqual({ Code: 1, Msg: "S0202^SHIPMENT_NO" });
    const forbidden = await shop.one.mitt({
      Type: "rf_CorrectWaybill",
      InParams: { SHIPMENT_NO: shipmentNo, EXPRESS_NO: "SF3333333333", REASON: "x" },
    });
    expect(forbidden).toMatchObject({ Code: 1, Msg: "S0020" });
  });

  it("has no delivery after its correction. Another spelling of the carrier keeps the delivery", async () => {
    const no = await readyOrder();
    const EXPRESS_NO = nextWaybill();
    const shipmentNo = shipmentNoOf(await ship([no], { EXPRESS_NO }));
    const at = new Date(s.clock.now);
    const ownTenant = sql`tenant_id = ${shop.t.id}`;
    await shop.t.rows(
      sql`update shipment set delivered_at = ${at} where ${ownTenant} and shipment_no = ${shipmentNo}`,
    );
    await shop.t.rows(
      sql`update customer_order set delivered_at = ${at} where ${ownTenant} and order_no = ${no}`,
    );
    const delivered = () =>
      shop.t.rows<{ parcel: string | null; order: string | null }>(
        sql`
          select s.delivered_at as parcel, o.delivered_at as "order"
          from shipment s, customer_order o
          where s.tenant_id = ${shop.t.id} and s.shipment_no = ${shipmentNo}
            and o.tenant_id = ${shop.t.id} and o.order_no = ${no}
        `,
      );
    await correct(shipmentNo, { CARRIER: "SF", EXPRESS_NO });
    expect(await delivered()).toEqual([{ parcel: at.toISOString(), order: at.toISOString() }]);
    expect(await orderOf(no)).toMatchObject({ CARRIER: "SF" });
    await correct(shipmentNo);
    expect(await delivered()).toEqual([{ parcel: null, order: null }]);
  });
});

it("is received automatically ten days after its delivery", async () => {
  const no = await readyOrder(shop.two);
  await ship([no]);
  const at = s.clock.now;
  await shop.t.rows(
    sql`
      update customer_order
      set delivered_at = ${new Date(at)}
      where tenant_id = ${shop.t.id} and order_no = ${no}
    `,
  );
  s.clock.now = at + 10 * 86_400_000 - 1000;
  await receiveDelivered(systemCtxOf(shop.t));
  expect(await orderOf(no)).toMatchObject({ ORDER_STAT: 3 });
  s.clock.now = at + 10 * 86_400_000;
  await receiveDelivered(systemCtxOf(shop.t));
  expect(await orderOf(no)).toMatchObject({ ORDER_STAT: 4, RECEIVE_BY: "system" });
});
