import { beforeAll, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../testing/shop.ts";

let s: TestServer;
let shop: TestShop;
beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
});

const total = 448.56;
const orderOf = async (): Promise<string> => {
  const lines = [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56 }];
  const placed = await shop.place(shop.one, [{ oem: oem(1), lines }]);
  return (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
};
const run = (user: TestUser, Type: string, InParams: Record<string, unknown>) =>
  user.mitt({ Type, InParams });
/** Reports a payment with new pictures. Returns the id of the last picture. */
const pay = async (ORDER_NOS: readonly string[], more: Record<string, unknown> = {}, pictures = 1) => {
  s.clock.now += 1000;
  const FILE_IDS: string[] = [];
  for (let i = 0; i < pictures; i++) FILE_IDS.push(await uploaded(shop.t, shop.one));
  expect(await run(shop.one, "rf_UploadVoucher", { ORDER_NOS, FILE_IDS, ...more })).toMatchObject({
    Code: 0,
  });
  return FILE_IDS.at(-1) ?? "";
};
const judge = (type: string, input: Record<string, unknown>) => {
  s.clock.now += 1000;
  return run(shop.t.admin, type, input);
};
const head = async (no: string) => (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", no)))[0];
const paymentsOf = async (no: string) => {
  const rows = await shop.t.admin.list("OR101", "Q02", {
    WhereStr: [{ Field: "ORDERS", ConditionalCode: "LIKE", Value: no }],
  });
  return rows.sort((a, b) => String(a.CREATED_DATE).localeCompare(String(b.CREATED_DATE)));
};

it("judges only payments that name the given orders", async () => {
  const [a, b, c] = [await orderOf(), await orderOf(), await orderOf()];
  await pay([a, b]);
  await pay([b, c]);
  expect(await judge("rf_ConfirmPayment", { ORDER_NOS: [a] })).toMatchObject({
    ReturnData: { ORDER_NOS: [a, b].sort() },
  });
  expect((await paymentsOf(b)).map((p) => p.PAYMENT_STAT)).toEqual([1, 0]);
  expect(await head(c)).toMatchObject({ ORDER_STAT: 1, RECEIVED_JE: 0 });
});

it("leaves a paid order alone, which does not prevent the judgement of another order", async () => {
  const [a, b] = [await orderOf(), await orderOf()];
  await pay([a]);
  await pay([a], { PAID_JE: 430.56 });
  await pay([a, b]);
  const [first, second] = (await paymentsOf(a)).map((p) => p.PAYMENT_ID);
  expect(await judge("rf_ConfirmPayment", { PAYMENT_IDS: [first] })).toMatchObject({ Code: 0 });
  const facts = ({ VOUCHER_COUNT: _, ...more }: Record<string, unknown> = {}) => more;
  const paid = facts(await head(a));
  expect(paid).toMatchObject({ ORDER_STAT: 2, IS_PAY: "Y", REJECT_REASON: null });
  const rejection = { PAYMENT_IDS: [second], REJECT_REASON: "paid twice" };
  expect(await judge("rf_RejectVoucher", rejection)).toMatchObject({ Code: 0 });
  expect(facts(await head(a))).toEqual(paid);
  expect(await judge("rf_ConfirmPayment", { ORDER_NOS: [b] })).toMatchObject({ Code: 0 });
  expect(facts(await head(a))).toEqual(paid);
  expect(await head(b)).toMatchObject({ ORDER_STAT: 2, RECEIVED_JE: total });
});

const attach = async (no: string, more: Record<string, string> = {}) => {
  const id = await uploaded(shop.t, shop.one);
  await shop.t.rows(
    sql`
      update file_info
      set
        owner_table = 'CUST_ORDER_HD', owner_id = ${no}, file_name = ${more.name ?? "x"},
        file_code = ${more.content ?? id}
      where tenant_id = ${shop.t.id} and file_id = ${id}
    `,
  );
};
const step = (no: string) => {
  s.clock.now += 1000;
  return shop.one.mitt({
    Type: "update",
    MENU_ID: "OR100",
    TableName: "CUST_ORDER_HD",
    Data: [{ ORDER_NO: no, ORDER_STAT: 1 }],
  });
};

it("a receipt that an update of an order in state 1 adds is answered and logged", async () => {
  const no = await orderOf();
  const logged = (target: string, action: string) =>
    shop.t.rows(
      sql`
        select target_key
        from system_log
        where tenant_id = ${shop.t.id}
          and target = ${target}
          and action = ${action}
          and after::text like ${`%${no}%`}
      `,
    );
  const news = async () =>
    (
      await shop.t.rows(sql`
    select 1 from system_log
    where tenant_id = ${shop.t.id} and target = 'CUST_PAYMENT' and action = 'insert'
  `)
    ).length;
  const before = await news();
  await attach(no);
  const first = await step(no);
  expect(first).toMatchObject({ Code: 0 });
  const [was, count] = [await head(no), (await logged("CUST_ORDER_HD", "update")).length];
  await attach(no);
  expect((await step(no)).Msg).toBe(first.Msg);
  expect((await head(no))?.VOUCHER_DATE).not.toBe(was?.VOUCHER_DATE);
  expect(await logged("CUST_ORDER_HD", "update")).toHaveLength(count + 1);
  expect(await news()).toBe(before + 2);
});

it("pictures of judged payments do not count as waiting, and equal pictures are named", async () => {
  const no = await orderOf();
  await pay([no], { PAID_JE: 1 }, 3);
  expect(await judge("rf_ConfirmPayment", { ORDER_NOS: [no] })).toMatchObject({ Code: 0 });
  expect(await step(no)).toEqual({ Code: 1, Msg: "S0312" });
  await attach(no, { content: `same ${no}` });
  expect(await step(no)).toMatchObject({ Code: 0 });
  const other = await orderOf();
  await attach(other, { content: `equal ${other}` });
  await attach(other, { content: `equal ${other}`, name: "copy" });
  expect(await step(other)).toEqual({ Code: 1, Msg: "S0470^copy" });
});

it("pictures of a rejected payment are not deleted", async () => {
  const no = await orderOf();
  const file = await pay([no]);
  expect(await judge("rf_RejectVoucher", { ORDER_NOS: [no], REJECT_REASON: "x" })).toMatchObject({ Code: 0 });
  expect(await shop.one.run("rf_DelteFiles", { IDS: [file] })).toEqual({ COUNT: 0 });
});
