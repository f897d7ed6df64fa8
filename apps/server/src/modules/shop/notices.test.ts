import { beforeEach, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { makeShop, oem, packCounters, type TestShop, uploaded } from "../../testing/shop.ts";
import { notifySales } from "./index.ts";

let s: TestServer;
let shop: TestShop;
beforeEach(async () => {
  s = await withServer();
  shop = await makeShop(s);
  const { t } = shop;
  // The users of C1 and C2 have no mail address. So their notices go to the mail address of the customer, which is set
  // here.
  await t.rows(
    sql`
      update customer
      set mail = lower(cust_id) || '@buyer.example'
      where tenant_id = ${t.id} and cust_id in ('C1', 'C2')
    `,
  );
});

/** Returns the notices that were created since the last call: channel, receiver, title. */
async function newNotices(): Promise<string[]> {
  s.clock.now += 60_000;
  const before = Number(
    (await shop.t.rows(sql`select coalesce(max(outbox_id), 0) as n from notice_outbox`))[0]?.n,
  );
  await notifySales(systemCtxOf(shop.t));
  // A second run of the job must not send the same notices again.
  await notifySales(systemCtxOf(shop.t));
  const rows = await shop.t.rows(
    sql`
      select style, receiver, title, body
      from notice_outbox
      where tenant_id = ${shop.t.id} and outbox_id > ${before}
      order by outbox_id
    `,
  );
  return rows.map((r) => `${r.style} ${r.receiver}: ${r.title}`);
}

/** Returns the notices that the customer gets by the default rule after a step: one in the bell and one by mail. */
const toCustomer = (title: string) => [
  `bell ${shop.one.userId}: ${title}`,
  `mail c1@buyer.example: ${title}`,
];

const place = async (user: TestUser) => {
  const placed = await shop.place(user, [
    { oem: oem(1), lines: [{ GOODS_ID: "DC001", UNIT_PRICE: 32.8, QTY: 5 }] },
  ]);
  return (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
};

it("does not say that a paid order was not paid, if the customer has cancelled it", async () => {
  const { t, one } = shop;
  const no = await place(one);
  await one.run("rf_UploadVoucher", { ORDER_NOS: [no], FILE_IDS: [await uploaded(t, one)] });
  await t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
  const LINES = [{ SEQ: 1, RETURN_QTY: 5 }];
  const cancel = { ORDER_NO: no, RETURN_KIND: 0, RETURN_REASON: 4, LINES };
  const { RETURN_NO } = await one.run<{ RETURN_NO: string }>("rf_RequestReturn", cancel);
  await newNotices();
  await t.admin.run("rf_ApproveReturn", { RETURN_NO });
  expect(await t.admin.list("OR100", "Q01")).toMatchObject([{ ORDER_NO: no, ORDER_STAT: -2 }]);
  expect(await newNotices()).toEqual(toCustomer(`您对订单 ${no} 的取消或退换货申请已同意`));
});

it("tells a customer that overpaid money was paid back", async () => {
  const { t, one } = shop;
  const no = await place(one);
  const ORDER_NOS = [no];
  await one.run("rf_UploadVoucher", { ORDER_NOS, FILE_IDS: [await uploaded(t, one)], PAID_JE: 1000 });
  await t.admin.run("rf_ConfirmPayment", { ORDER_NOS });
  const [paid] = await t.admin.list("OR101", "Q02");
  await newNotices();
  const refund = { PAYMENT_ID: paid?.PAYMENT_ID, REFUND_JE: 5, REFUND_REFERENCE: "B-1" };
  await t.admin.run("rf_RefundOverpaid", refund);
  expect(await newNotices()).toEqual(toCustomer(`您的订单 ${no} 多付的款项已退回`));
});

it("tells a customer on monthly terms once that a voucher was rejected", async () => {
  const { t, two } = shop;
  const no = await place(two);
  const ORDER_NOS = [no];
  await t.admin.run("rf_ConfirmPayment", { ORDER_NOS });
  await two.run("rf_UploadVoucher", { ORDER_NOS, FILE_IDS: [await uploaded(t, two)] });
  await newNotices();
  await t.admin.run("rf_RejectVoucher", { ORDER_NOS, REJECT_REASON: "看不清" });
  expect(await newNotices()).toEqual([
    `bell ${two.userId}: 订单 ${no} 的付款凭证被驳回，请重新上传`,
    `mail c2@buyer.example: 订单 ${no} 的付款凭证被驳回，请重新上传`,
  ]);
  await t.admin.run("rf_ShipOrders", { ORDER_NOS, EXPRESS_NO: "SF7770000002" });
  expect(await newNotices()).toEqual([
    `bell ${two.userId}: 您的订单 ${no} 已发货`,
    `mail c2@buyer.example: 您的订单 ${no} 已发货`,
  ]);
});

it("notifies staff of their next steps, and of a customer's steps only that customer", async () => {
  const { t, one } = shop;
  const placed = await shop.place(one, [{ oem: oem(1), lines: [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56 }] }]);
  const [no = ""] = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
  const ORDER_NOS = [no];
  expect(await newNotices()).toEqual([`bell admin: 新订单 ${no}`]);
  const voucher = async () => one.run("rf_UploadVoucher", { ORDER_NOS, FILE_IDS: [await uploaded(t, one)] });
  await voucher();
  expect(await newNotices()).toEqual([`bell admin: 订单 ${no} 已上传付款凭证，请确认收款`]);
  await t.admin.run("rf_RejectVoucher", { ORDER_NOS, REJECT_REASON: "看不清" });
  expect(await newNotices()).toEqual(toCustomer(`订单 ${no} 的付款凭证被驳回，请重新上传`));
  const [mail] = await t.rows(
    sql`select body from notice_outbox where tenant_id = ${t.id} order by outbox_id desc limit 1`,
  );
  expect(mail?.body).toContain("原因：看不清");
  await voucher();
  expect(await newNotices()).toEqual([`bell admin: 订单 ${no} 已上传付款凭证，请确认收款`]);
  await t.admin.run("rf_ConfirmPayment", { ORDER_NOS });
  expect(await newNotices()).toEqual(toCustomer(`您的订单 ${no} 已确认，正在备货`));
  await packCounters(shop, no);
  await t.admin.run("rf_ShipOrders", { ORDER_NOS, EXPRESS_NO: "SF7770000001" });
  expect(await newNotices()).toEqual(toCustomer(`您的订单 ${no} 已发货`));
  const invoice = (ID: string) =>
    one.mitt({
      Type: "DoHDAndDT",
      MENU_ID: "OR102",
      HD: { TableName: "INVOICE_HD", Data: [{ ID, INVOICE_TYPE: 0 }] },
      DT: [{ TableName: "INVOICE_DT", Data: [{ ID, SEQ: 1, ORDER_NO: no }] }],
    });
  expect(await invoice("F1")).toMatchObject({ Code: 0 });
  expect(await newNotices()).toEqual([`bell admin: 新的开票申请：${no}`]);
  await t.admin.run("rf_SendBackInvoice", { ID: "F1", SEND_BACK_REASON: "抬头" });
  expect(await newNotices()).toEqual(toCustomer(`订单 ${no} 的开票申请被退回`));
  expect(await invoice("F2")).toMatchObject({ Code: 0 });
  await t.admin.run("rf_IssueInvoice", { ID: "F2", FILE_ID: await uploaded(t, t.admin, "application/pdf") });
  expect(await newNotices()).toEqual([
    `bell admin: 新的开票申请：${no}`,
    ...toCustomer(`订单 ${no} 的发票已开具，可以下载`),
  ]);
  // The tenant has switched off this kind of notice, so no notice is sent.
  await one.run("rf_ReceiveOrder", { ORDER_NO: no });
  expect(await newNotices()).toEqual([]);
});
