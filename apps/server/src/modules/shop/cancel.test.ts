import { beforeEach, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../testing/shop.ts";
import { expireOrders, notifySales } from "./index.ts";

const day = 86_400_000;
let s: TestServer;
let shop: TestShop;
beforeEach(async () => {
  s = await withServer();
  shop = await makeShop(s);
  await shop.t.rows(
    sql`update customer set mail = 'c1@buyer.example' where tenant_id = ${shop.t.id} and cust_id = 'C1'`,
  );
});

const orderOf = async (user: TestUser = shop.one, QTY = 3): Promise<string> => {
  const lines = [
    { GOODS_ID: "LAST", UNIT_PRICE: 10, QTY },
    { GOODS_ID: "JS001", UNIT_PRICE: 430.56, QTY: 1 },
  ];
  const placed = await shop.place(user, [{ oem: oem(1), lines }]);
  return (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
};
const head = async (no: string) => (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", no)))[0];
const reserved = async () =>
  (await shop.t.admin.list("OR104", "Q01", where("GOODS_ID", "LAST")))[0]?.RESERVED_QTY;
const run = (user: TestUser, Type: string, InParams: Record<string, unknown>) =>
  user.mitt({ Type, InParams });
const cancel = (no: string, user = shop.t.admin, CANCEL_REASON: unknown = "sold out") =>
  run(user, "rf_CancelUnpaid", { ORDER_NOS: [no], CANCEL_REASON });
const expire = () => expireOrders(systemCtxOf(shop.t));
const pay = async (no: string, more: Record<string, unknown> = {}) =>
  run(shop.one, "rf_UploadVoucher", {
    ORDER_NOS: [no],
    FILE_IDS: [await uploaded(shop.t, shop.one)],
    ...more,
  });

it("an unpaid order expires after the days of the parameter, and gives its stock back once", async () => {
  const [no, terms, paid, part] = [
    await orderOf(),
    await orderOf(shop.two, 1),
    await orderOf(shop.one, 1),
    await orderOf(shop.one, 1),
  ];
  await pay(paid);
  await pay(part, { PAID_JE: 5 });
  await run(shop.t.admin, "rf_ConfirmPayment", { ORDER_NOS: [part] });
  expect(await reserved()).toBe(6);
  s.clock.now += 7 * day - 1000;
  await expire();
  expect(await head(no)).toMatchObject({ ORDER_STAT: 0 });
  s.clock.now += 1000;
  await expire();
  await expire();
  expect(await head(no)).toMatchObject({
    ORDER_STAT: -2,
    CANCEL_BY: "system",
    CANCEL_REASON: null,
    OPEN_JE: 0,
  });
  expect(await reserved()).toBe(3);
  // Two kinds of orders do not expire: orders on monthly terms, and orders with a payment voucher or received money.
  for (const [other, stat] of [
    [terms, 0],
    [paid, 1],
    [part, 0],
  ] as const)
    expect(await head(other)).toMatchObject({ ORDER_STAT: stat });
  // The customer is notified at its mail address.
  await notifySales(systemCtxOf(shop.t));
  const told = await shop.t.rows<{ title: string }>(
    sql`select title from notice_outbox where tenant_id = ${shop.t.id} and receiver = 'c1@buyer.example'`,
  );
  expect(told.map((n) => n.title)).toContain(`您的订单 ${no} 未付款，已取消`);
});

it("the days are a parameter of the tenant, 0 means never, and a rejection begins them again", async () => {
  const set = (PRM_VALUE: string, Type = "update") =>
    shop.t.admin.mitt({
      Type,
      MENU_ID: "BS109",
      TableName: "SYS_PRM",
      Data: [{ PRM_ID: "SHOP_PAY_DAYS", PRM_VALUE, REMARK: "x" }],
    });
  const no = await orderOf();
  const until = async () => {
    const found = await shop.one.run<{ list: { HD_INFO: Record<string, unknown> }[] }>("rf_Personal", {
      TEXT: no,
    });
    return found.list[0]?.HD_INFO.PAY_UNTIL;
  };
  expect(Date.parse(String(await until()))).toBe(s.clock.now + 7 * day);
  expect(await set("0", "insert")).toMatchObject({ Code: 0 });
  expect(await until()).toBeNull();
  s.clock.now += 9 * day;
  await expire();
  expect(await head(no)).toMatchObject({ ORDER_STAT: 0 });
  await pay(no);
  await run(shop.t.admin, "rf_RejectVoucher", { ORDER_NOS: [no], REJECT_REASON: "x" });
  expect(await set("2")).toMatchObject({ Code: 0 });
  s.clock.now += 2 * day - 1000;
  await expire();
  expect(await head(no)).toMatchObject({ ORDER_STAT: 0 });
  s.clock.now += 1000;
  await expire();
  expect(await head(no)).toMatchObject({ ORDER_STAT: -2 });
});

it("staff cancel an unpaid order with a reason; nothing revives it", async () => {
  const no = await orderOf();
  expect(await cancel(no, shop.one)).toEqual({ Code: 1, Msg: "S0020" });
  expect(await cancel(no, shop.t.admin, null)).toEqual({ Code: 1, Msg: "S0007^CANCEL_REASON" });
  const answers = await Promise.all([cancel(no), cancel(no)]);
  expect(answers.filter((a) => a.Code === 0)).toHaveLength(1);
  expect(await head(no)).toMatchObject({ ORDER_STAT: -2, CANCEL_REASON: "sold out", CANCEL_BY: "admin" });
  expect(await reserved()).toBe(0);
  expect(await pay(no)).toEqual({ Code: 1, Msg: "S0212" });
  for (const Type of ["rf_ConfirmPayment", "rf_ShipOrders"])
    expect(await run(shop.t.admin, Type, { ORDER_NOS: [no], EXPRESS_NO: "SF1" })).toMatchObject({ Code: 1 });
  const gone = { Type: "delete", MENU_ID: "OR100", TableName: "CUST_ORDER_HD", Data: [{ ORDER_NO: no }] };
  expect(await shop.one.mitt(gone)).toMatchObject({ Code: 1 });
  expect(await reserved()).toBe(0);
  const { list } = await shop.one.run<{ list: { HD_INFO: Record<string, unknown> }[] }>("rf_Personal", {});
  expect(list.map((o) => [o.HD_INFO.ORDER_NO, o.HD_INFO.CANCEL_REASON])).toEqual([[no, "sold out"]]);
});

it("an order with a receipt or with received money is not cancelled", async () => {
  const no = await orderOf();
  await pay(no, { PAID_JE: 5 });
  expect(await cancel(no)).toEqual({ Code: 1, Msg: "S0212" });
  await run(shop.t.admin, "rf_ConfirmPayment", { ORDER_NOS: [no] });
  expect(await cancel(no)).toEqual({ Code: 1, Msg: "S0212" });
  expect(await reserved()).toBe(3);
});

it("the notice of an expired order does not show why an earlier receipt was rejected", async () => {
  const no = await orderOf();
  await pay(no);
  await run(shop.t.admin, "rf_RejectVoucher", { ORDER_NOS: [no], REJECT_REASON: "blurred" });
  s.clock.now += 7 * day;
  await expire();
  await notifySales(systemCtxOf(shop.t));
  const told = await shop.t.rows<{ body: string }>(
    sql`
      select body from notice_outbox
      where tenant_id = ${shop.t.id} and title = ${`您的订单 ${no} 未付款，已取消`}
    `,
  );
  // Expects two notices: one in the bell and one by mail.
  expect(told).toHaveLength(2);
  for (const { body } of told) expect(body).not.toContain("blurred");
});

it("cancelled orders do not count as sold", async () => {
  const lines = [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56, QTY: 50 }];
  const placed = await shop.place(shop.one, [{ oem: oem(1), lines }]);
  const [no = ""] = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
  const sold = async () => {
    const [stock] = await shop.t.admin.list("OR104", "Q01", where("GOODS_ID", "JS001"));
    const [goods] = await shop.one.list("BS103", "Q21", where("B.GOODS_ID", "JS001"));
    return [stock?.SOLD_QTY, goods?.IS_PRO];
  };
  expect(await sold()).toEqual([50, "Y"]);
  expect(await cancel(no)).toMatchObject({ Code: 0 });
  expect(await sold()).toEqual([0, "N"]);
});
