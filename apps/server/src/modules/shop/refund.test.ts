import { beforeAll, expect, it } from "vitest";
import { type TestServer, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../testing/shop.ts";

type Row = Readonly<Record<string, unknown>>;

let s: TestServer;
let shop: TestShop;
beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
});

const total = 448.56;
/** Places an order, pays more than its total, and confirms the payment. Returns the payment's id. */
async function overpay(amount: number): Promise<string> {
  const lines = [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56 }];
  const placed = await shop.place(shop.one, [{ oem: oem(1), lines }]);
  const { ORDER_NOS } = placed.ReturnData as { ORDER_NOS: string[] };
  const FILE_IDS = [await uploaded(shop.t, shop.one)];
  await shop.one.run("rf_UploadVoucher", { ORDER_NOS, FILE_IDS, PAID_JE: amount });
  await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS });
  const [row] = await shop.t.admin.list("OR101", "Q02", where("ORDERS", ORDER_NOS[0] ?? ""));
  return String(row?.PAYMENT_ID);
}
const payBack = (PAYMENT_ID: string, more: Record<string, unknown> = {}) =>
  shop.t.admin.mitt({
    Type: "rf_RefundOverpaid",
    InParams: { PAYMENT_ID, REFUND_REFERENCE: "B-1", ...more },
  });
const payment = async (id: string) => (await shop.t.admin.list("OR101", "Q02", where("PAYMENT_ID", id)))[0];

it("overpaid money is paid back in parts, at most what is left", async () => {
  const id = await overpay(total + 100.1);
  expect(await payment(id)).toMatchObject({ CREDIT_JE: 100.1, REFUNDED_JE: 0 });
  expect(await payBack(id, { REFUND_JE: 100.11 })).toEqual({ Code: 1, Msg: "S0482^100.1" });
  expect(await payBack(id, { REFUND_JE: 40 })).toMatchObject({ Code: 0 });
  expect(await payment(id)).toMatchObject({ CREDIT_JE: 60.1, REFUNDED_JE: 40 });
  const answer = await payBack(id);
  expect(answer).toMatchObject({ Code: 0 });
  expect(await payment(id)).toMatchObject({ CREDIT_JE: 0, REFUNDED_JE: 100.1, BOOKED_JE: total + 100.1 });
  expect(await payBack(id)).toEqual({ Code: 1, Msg: "S0482^0" });
  const { REFUND_NO } = answer.ReturnData as { REFUND_NO: string };
  expect(await shop.t.admin.list("OR105", "Q03", where("REFUND_NO", REFUND_NO))).toMatchObject([
    { REFUND_KIND: 2, REFUND_JE: 60.1, ORDER_NO: null, RETURN_NO: null, PAYMENT_ID: id },
  ]);
});

it("the customer sees its overpaid money and the refunds, and no other customer sees them", async () => {
  const id = await overpay(total + 80.5);
  expect(await payBack(id, { REFUND_JE: 30, REFUND_DATE: "2026-05-20" })).toMatchObject({ Code: 0 });
  const { list } = (await shop.one.run("rf_Personal", {})) as { list: { HD_INFO: { PAYMENTS: Row[] } }[] };
  const payments = list.flatMap((o) => o.HD_INFO.PAYMENTS);
  expect(payments.find((p) => p.PAYMENT_ID === id)).toMatchObject({
    CREDIT_JE: 50.5,
    REFUNDS: [{ REFUND_JE: 30, REFUND_DATE: "2026-05-20", REFUND_REFERENCE: "B-1" }],
  });
  const ofPayment = where("PAYMENT_ID", id);
  const sums = [{ OVERPAID_JE: 80.5, REFUNDED_JE: 30, CREDIT_JE: 50.5 }];
  expect(await shop.one.list("OR101", "Q02", ofPayment)).toMatchObject(sums);
  expect(await shop.one.list("OR105", "Q03", ofPayment)).toMatchObject([{ REFUND_KIND: 2, REFUND_JE: 30 }]);
  expect(await shop.two.list("OR101", "Q02", ofPayment)).toEqual([]);
  expect(await shop.two.list("OR105", "Q03", ofPayment)).toEqual([]);
});

it("two refunds at once do not pay back more than is overpaid", async () => {
  const id = await overpay(total + 50);
  const answers = await Promise.all([payBack(id, { REFUND_JE: 30 }), payBack(id, { REFUND_JE: 30 })]);
  expect(answers.map((a) => a.Code).sort()).toEqual([0, 1]);
  expect(await payment(id)).toMatchObject({ CREDIT_JE: 20 });
});

it("refuses customers, unknown payments and impossible days", async () => {
  const id = await overpay(total + 1);
  expect(
    await shop.one.mitt({ Type: "rf_RefundOverpaid", InParams: { PAYMENT_ID: id, REFUND_REFERENCE: "x" } }),
  ).toMatchObject({ Code: 1 });
  expect(await payBack("none")).toEqual({ Code: 1, Msg: "S0202^PAYMENT_ID" });
  expect(await payBack(id, { REFUND_DATE: "2020-01-01" })).toEqual({ Code: 1, Msg: "S0200^REFUND_DATE" });
});
