import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { freshCode, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../testing/shop.ts";
import { uploadFile } from "../../testing/upload.ts";

let s: TestServer;
let shop: TestShop;
beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
});

const total = 448.56;
const orderOf = async (user: TestUser = shop.one): Promise<string> => {
  const lines = [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56 }];
  const placed = await shop.place(user, [{ oem: oem(1), lines }]);
  return (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
};
const run = (user: TestUser, Type: string, InParams: Record<string, unknown>) =>
  user.mitt({ Type, InParams });
const pay = async (user: TestUser, ORDER_NOS: readonly string[], more: Record<string, unknown> = {}) => {
  // Advances the clock, because payments are listed in the order of their times.
  s.clock.now += 1000;
  return run(user, "rf_UploadVoucher", { ORDER_NOS, FILE_IDS: [await uploaded(shop.t, user)], ...more });
};
const confirm = (ORDER_NOS: readonly string[], more: Record<string, unknown> = {}) =>
  run(shop.t.admin, "rf_ConfirmPayment", { ORDER_NOS, ...more });
const head = async (no: string) => (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", no)))[0];
/** Returns the payments of an order, sorted by time. */
const paymentsOf = async (no: string, user: TestUser = shop.t.admin) => {
  const rows = await user.list("OR101", "Q02", {
    WhereStr: [{ Field: "ORDERS", ConditionalCode: "LIKE", Value: no }],
  });
  return rows.sort((a, b) => String(a.CREATED_DATE).localeCompare(String(b.CREATED_DATE)));
};
const upload = (user: TestUser, name: string, bytes: Buffer, info: Record<string, unknown> = {}) =>
  uploadFile(s, { tenantId: shop.t.id, user }, name, bytes, info);
const png = (text: string) => Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from(text)]);

describe("a receipt", () => {
  const step = (no: string, user = shop.one) =>
    user.mitt({
      Type: "update",
      MENU_ID: "OR100",
      TableName: "CUST_ORDER_HD",
      Data: [{ ORDER_NO: no, ORDER_STAT: 1 }],
    });
  /**
   * Kinds of files that are no payment voucher. Each function makes such a file, and returns its id and the code of the
   * expected refusal.
   */
  const forged: readonly (readonly [string, (no: string) => Promise<readonly [id: string, code: string]>])[] =
    [
      [
        "a quotation that the product printed",
        async (no) => {
          await shop.one.run("rf_PrintToPdf", { DocCode: no, DOC_TYPE: 1 });
          const [file] = await shop.t.rows<{ id: string }>(
            sql`select file_id as id from file_info where tenant_id = ${shop.t.id} and owner_part = 'PDF1'
            and owner_id = ${no}`,
          );
          return [file?.id ?? "", "S0202^FILE_IDS"];
        },
      ],
      [
        "a printed document that was made a picture",
        async (no) => {
          const id = await uploaded(shop.t, shop.one);
          await shop.t.rows(
            sql`update file_info set owner_table = 'CUST_ORDER_HD', owner_id = ${no}, owner_part = 'PDF1'
            where tenant_id = ${shop.t.id} and file_id = ${id}`,
          );
          return [id, "S0202^FILE_IDS"];
        },
      ],
      [
        "a picture of a product, uploaded again",
        async () => {
          const bytes = png(`product ${freshCode("p")}`);
          const owner = { OT_TB: "GOODS_INFO", OT_ID1: "JS001", OT_ID2: "GOODS_IMAG" };
          expect((await upload(shop.t.admin, "goods.png", bytes, owner)).Code).toBe(0);
          return [(await upload(shop.one, "mine.png", bytes)).id, "S0470^mine.png"];
        },
      ],
      [
        "the receipt of another order, uploaded again under another name",
        async () => {
          const bytes = png(`receipt ${freshCode("r")}`);
          const first = await upload(shop.one, "a.png", bytes);
          expect(
            await run(shop.one, "rf_UploadVoucher", { ORDER_NOS: [await orderOf()], FILE_IDS: [first.id] }),
          ).toMatchObject({ Code: 0 });
          return [(await upload(shop.one, "b.png", bytes)).id, "S0470^b.png"];
        },
      ],
      [
        "the rejected receipt of the same order",
        async (no) => {
          const bytes = png(`rejected ${freshCode("r")}`);
          const first = await upload(shop.one, "a.png", bytes);
          await run(shop.one, "rf_UploadVoucher", { ORDER_NOS: [no], FILE_IDS: [first.id] });
          await run(shop.t.admin, "rf_RejectVoucher", { ORDER_NOS: [no], REJECT_REASON: "x" });
          return [(await upload(shop.one, "b.png", bytes)).id, "S0470^b.png"];
        },
      ],
      ["a picture of another customer", async () => [await uploaded(shop.t, shop.two), "S0202^FILE_IDS"]],
      [
        "a text file",
        async () => [(await upload(shop.one, "a.txt", Buffer.from("paid"))).id, "S0202^FILE_IDS"],
      ],
      [
        "an empty picture",
        async () => {
          const id = await uploaded(shop.t, shop.one);
          await shop.t.rows(
            sql`update file_info set file_size = 0 where tenant_id = ${shop.t.id} and file_id = ${id}`,
          );
          return [id, "S0202^FILE_IDS"];
        },
      ],
    ];

  // spec: shop A4.2
  it.each(forged)("is not %s, neither by the command nor by an update of the order", async (_name, make) => {
    const no = await orderOf();
    const [id, refusal] = await make(no);
    expect(await run(shop.one, "rf_UploadVoucher", { ORDER_NOS: [no], FILE_IDS: [id] })).toEqual({
      Code: 1,
      Msg: refusal,
    });
    await shop.t.rows(
      sql`update file_info set owner_table = 'CUST_ORDER_HD', owner_id = ${no}
        where tenant_id = ${shop.t.id} and file_id = ${id} and owner_table is null`,
    );
    expect(await step(no)).toMatchObject({ Code: 1 });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 0, VOUCHER_COUNT: 0, IS_PAY: "N" });
  });

  it("is no program with another name, and no empty file", async () => {
    expect(await upload(shop.one, "a.png", Buffer.from("MZ\u0090\u0000"))).toMatchObject({ Msg: "S0221" });
    expect(await upload(shop.one, "a.png", Buffer.alloc(0))).toMatchObject({ Msg: "S0221" });
  });

  it("is needed for state 1, and no write sets a state in another way", async () => {
    const no = await orderOf();
    const write = (Type: string, TableName: string, row: Record<string, unknown>, user = shop.t.admin) =>
      user.mitt({ Type, MENU_ID: "OR100", TableName, Data: [{ ORDER_NO: no, ...row }] });
    for (const user of [shop.one, shop.t.admin]) {
      for (const ORDER_STAT of [1, 2, 3, 4])
        expect(await write("update", "CUST_ORDER_HD", { ORDER_STAT }, user)).toMatchObject({ Code: 1 });
      for (const row of [{ IS_PAY: "Y" }, { RECEIVED_JE: total }, { VOUCHER_DATE: "2026-05-01" }])
        expect(await write("update", "CUST_ORDER_HD", row, user)).toMatchObject({ Code: 1 });
      for (const table of ["CUST_ORDER_HD", "CUST_ORDER_VOUCHER", "CUST_PAYMENT"])
        expect(
          await write("insert", table, { ORDER_NO: `${no}x`, ORDER_STAT: 1, ID: "x", PAYMENT_ID: "x" }, user),
        ).toMatchObject({ Code: 1 });
    }
    expect(await confirm([no])).toEqual({ Code: 1, Msg: "S0212" });
    const placed = await shop.place(shop.one, [
      { oem: oem(1), lines: [{ GOODS_ID: "DC001", UNIT_PRICE: 32.8 }], head: { ORDER_STAT: 2, IS_PAY: "Y" } },
    ]);
    if (placed.Code === 0) {
      const [made = ""] = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
      expect(await head(made)).toMatchObject({ ORDER_STAT: 0, IS_PAY: "N" });
    }
    // The database itself refuses state 1 (payment voucher uploaded) if the order has no payment that waits for staff.
    await expect(
      shop.t.rows(
        sql`update customer_order set order_stat = 1 where tenant_id = ${shop.t.id} and order_no = ${no}`,
      ),
    ).rejects.toThrow(/has no receipt/);
    expect(await head(no)).toMatchObject({ ORDER_STAT: 0, IS_PAY: "N", RECEIVED_JE: 0 });
  });

  it("has an amount and a day, and is seen by its customer and staff alone", async () => {
    const no = await orderOf();
    expect(await pay(shop.one, [no], { PAID_JE: 0 })).toMatchObject({ Code: 1 });
    for (const PAID_DATE of ["2099-01-01", "2026-05-21", "2026-04-18", "0001-01-01"])
      expect(await pay(shop.one, [no], { PAID_DATE })).toEqual({ Code: 1, Msg: "S0200^PAID_DATE" });
    expect(await pay(shop.one, [no], { PAID_JE: 100, PAID_DATE: "2026-05-20" })).toMatchObject({ Code: 0 });
    for (const user of [shop.one, shop.t.admin])
      expect(await paymentsOf(no, user)).toMatchObject([
        { REPORTED_JE: 100, PAID_DATE: "2026-05-20", PAYMENT_STAT: 0, ORDERS: no, ORDER_JE: total },
      ]);
    expect(await paymentsOf(no, shop.two)).toEqual([]);
    const own = await shop.one.run<{ list: { HD_INFO: Record<string, unknown> }[] }>("rf_Personal", {
      TEXT: no,
    });
    expect(own.list[0]?.HD_INFO.PAYMENTS).toMatchObject([{ REPORTED_JE: 100, ORDER_NOS: [no] }]);
  });

  it("can be replaced until it is judged, and the history keeps it", async () => {
    const [no, other] = [await orderOf(), await orderOf()];
    await pay(shop.one, [no], { PAID_JE: 1 });
    const [first] = await paymentsOf(no);
    const REPLACES = first?.PAYMENT_ID;
    expect(await pay(shop.one, [other], { REPLACES })).toEqual({ Code: 1, Msg: "S0202^REPLACES" });
    expect(await pay(shop.one, [no], { REPLACES })).toMatchObject({ Code: 0 });
    expect(await pay(shop.one, [no], { REPLACES })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 1, VOUCHER_COUNT: 1 });
    expect(await confirm([no])).toMatchObject({ Code: 0 });
    expect((await paymentsOf(no)).map((p) => [p.PAYMENT_STAT, p.REPORTED_JE, p.BOOKED_JE])).toEqual([
      [3, 1, 0],
      [1, total, total],
    ]);
  });

  it("reports by default only what no waiting payment reports", async () => {
    const [a = "", b = ""] = [await orderOf(), await orderOf()].sort();
    const statement = async () => (await shop.one.list("OR100", "Q10", where("ORDER_NO", b)))[0];
    // Pays the first order and 100 of the second.
    await pay(shop.one, [b, a], { PAID_JE: total + 100 });
    expect(await statement()).toMatchObject({ OPEN_JE: total, UNREPORTED_JE: 348.56 });
    const own = await shop.one.run<{ list: { HD_INFO: object }[] }>("rf_Personal", { TEXT: b });
    expect(own.list[0]?.HD_INFO).toMatchObject({ UNREPORTED_JE: 348.56 });
    await pay(shop.one, [b]);
    expect((await paymentsOf(b)).at(-1)).toMatchObject({ REPORTED_JE: 348.56 });
    expect(await statement()).toMatchObject({ OPEN_JE: total, UNREPORTED_JE: 0 });
    expect(await confirm([b])).toMatchObject({ Code: 0 });
    expect(await head(b)).toMatchObject({ IS_PAY: "Y", RECEIVED_JE: total });
    expect((await paymentsOf(b)).map((p) => p.CREDIT_JE)).toEqual([0, 0]);
  });

  it("is not for orders of two customers", async () => {
    const ORDER_NOS = [await orderOf(shop.one), await orderOf(shop.two)];
    const FILE_IDS = [await uploaded(shop.t, shop.t.admin)];
    expect(await run(shop.t.admin, "rf_UploadVoucher", { ORDER_NOS, FILE_IDS })).toEqual({
      Code: 1,
      Msg: "S0471",
    });
  });
});

describe("payments", () => {
  it("are booked in parts, and the order is prepared when all is paid", async () => {
    const no = await orderOf();
    await pay(shop.one, [no], { PAID_JE: 200.01 });
    expect(await confirm([no])).toMatchObject({ Code: 0 });
    expect(await head(no)).toMatchObject({
      ORDER_STAT: 0,
      IS_PAY: "N",
      RECEIVED_JE: 200.01,
      OPEN_JE: 248.55,
    });
    const gone = { Type: "delete", MENU_ID: "OR100", TableName: "CUST_ORDER_HD", Data: [{ ORDER_NO: no }] };
    expect(await shop.one.mitt(gone)).toEqual({ Code: 1, Msg: "S0306" });
    await pay(shop.one, [no]);
    expect((await paymentsOf(no)).at(-1)).toMatchObject({ REPORTED_JE: 248.55 });
    expect(await confirm([no])).toMatchObject({ Code: 0 });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 2, IS_PAY: "Y", RECEIVED_JE: total, OPEN_JE: 0 });
  });

  it("book the amount that staff found, and keep the rest as the customer's credit", async () => {
    const nos = [await orderOf(), await orderOf()].sort();
    await pay(shop.one, nos, { PAID_JE: 897.12 });
    // Confirms the payment by one of its orders. The server confirms the payment for all its orders.
    expect(await confirm(nos.slice(0, 1), { BOOKED_JE: 900 })).toMatchObject({
      ReturnData: { ORDER_NOS: nos },
    });
    for (const no of nos) expect(await head(no)).toMatchObject({ ORDER_STAT: 2, RECEIVED_JE: total });
    expect(await paymentsOf(nos[0] ?? "")).toMatchObject([{ BOOKED_JE: 900, CREDIT_JE: 2.88 }]);
    const no = await orderOf();
    await pay(shop.one, [no]);
    expect(await pay(shop.one, [no])).toMatchObject({ Msg: "S0007^PAID_JE" });
    await pay(shop.one, [no], { PAID_JE: 5 });
    expect(await confirm([no], { BOOKED_JE: 1 })).toEqual({ Code: 1, Msg: "S0200^BOOKED_JE" });
  });

  it("are judged one by one; a rejected one says why", async () => {
    const no = await orderOf();
    await pay(shop.one, [no], { PAID_JE: 100 });
    await pay(shop.one, [no], { PAID_JE: 348.56 });
    const [first, second] = (await paymentsOf(no)).map((p) => p.PAYMENT_ID);
    const judged = (Type: string, id: unknown, more: Record<string, unknown> = {}) =>
      run(shop.t.admin, Type, { PAYMENT_IDS: [id], ...more });
    expect(await judged("rf_RejectVoucher", first, { REJECT_REASON: "unreadable" })).toMatchObject({
      Code: 0,
    });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 1, VOUCHER_COUNT: 1, REJECT_REASON: "unreadable" });
    expect(await judged("rf_ConfirmPayment", first)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await judged("rf_ConfirmPayment", second)).toMatchObject({ Code: 0 });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 0, RECEIVED_JE: 348.56 });
    expect(await paymentsOf(no, shop.one)).toMatchObject([
      { PAYMENT_STAT: 2, JUDGE_REASON: "unreadable", JUDGE_BY: "admin" },
      { PAYMENT_STAT: 1, BOOKED_JE: 348.56 },
    ]);
    expect(await run(shop.one, "rf_ConfirmPayment", { PAYMENT_IDS: [second] })).toEqual({
      Code: 1,
      Msg: "S0020",
    });
  });

  it("are judged once, also by two at the same time", async () => {
    const no = await orderOf();
    await pay(shop.one, [no], { PAID_JE: 300 });
    const answers = await Promise.all([confirm([no]), confirm([no])]);
    expect(answers.filter((a) => a.Code === 0)).toHaveLength(1);
    expect(await head(no)).toMatchObject({ RECEIVED_JE: 300 });
  });
});
