import { tokenHeader } from "@shotkeeper/contract/kernel";
import { documentType } from "@shotkeeper/contract/shop";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { bankFile, matchFile } from "../../testing/bank.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { freshCode, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, packCounters, type TestShop, uploaded, withVoucher } from "../../testing/shop.ts";
import { orderContent } from "./documents/document-content.ts";
import { notifySales } from "./index.ts";

let s: TestServer;
let shop: TestShop;
let other: TestShop;
let waybills = 0;

beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
  other = await makeShop(s);
});

type Answer = { readonly RETURN_NO: string };
const run = (user: TestUser, Type: string, InParams: object) => user.mitt({ Type, InParams });
const staff = (Type: string, InParams: object) => run(shop.t.admin, Type, InParams);
const head = async (no: string) => (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", no)))[0];
const doc = async (no: string) => (await shop.t.admin.list("OR105", "Q01", where("RETURN_NO", no)))[0];
const product = async (id: string) =>
  (await shop.t.admin.list("OR104", "Q01", where("GOODS_ID", id)))[0] as Record<string, number>;
const serial = async (chip: string) =>
  (await shop.t.admin.list("OR104", "Q03", where("WRITER_IMIE", chip)))[0];

/** Places an order: two counters at 430.56 and three spare articles at 25.00, postage 18. */
async function placed(user = shop.one): Promise<string> {
  const lines = [
    { GOODS_ID: "JS001", UNIT_PRICE: 430.56, QTY: 2 },
    { GOODS_ID: "J007", UNIT_PRICE: 25, QTY: 3 },
  ];
  const answer = await shop.place(user, [{ oem: oem(1), lines }]);
  return (answer.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
}
async function paid(): Promise<string> {
  const no = await placed();
  await withVoucher(shop, [no]);
  await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
  return no;
}
async function ship(no: string, more: object = {}) {
  const EXPRESS_NO = `SF${2_000_000_000 + ++waybills}`;
  return staff("rf_ShipOrders", { ORDER_NOS: [no], CARRIER: "顺丰速运", EXPRESS_NO, ...more });
}
async function shipped(): Promise<{ readonly no: string; readonly chips: readonly string[] }> {
  const no = await paid();
  const chips = await packCounters(shop, no, 2);
  expect(await ship(no)).toMatchObject({ Code: 0 });
  return { no, chips };
}
async function ask(
  no: string,
  kind: number,
  lines: readonly (readonly [number, number])[],
  more: object = {},
  user = shop.one,
) {
  return run(user, "rf_RequestReturn", {
    ORDER_NO: no,
    RETURN_KIND: kind,
    LINES: lines.map(([SEQ, RETURN_QTY]) => ({ SEQ, RETURN_QTY })),
    RETURN_REASON: 5,
    ...more,
  });
}
async function asked(...args: Parameters<typeof ask>): Promise<string> {
  const answer = await ask(...args);
  expect(answer).toMatchObject({ Code: 0 });
  return (answer.ReturnData as Answer).RETURN_NO;
}
const approve = (RETURN_NO: string) => staff("rf_ApproveReturn", { RETURN_NO });
const receive = (RETURN_NO: string, more: object) => staff("rf_ReceiveReturn", { RETURN_NO, ...more });
const settle = (RETURN_NO: string, more: object = {}) =>
  staff("rf_SettleReturn", { RETURN_NO, REFUND_REFERENCE: "B-1", ...more });

it("an order with a return is refused to be deleted because it is submitted", async () => {
  const no = await paid();
  expect(await ask(no, 0, [[2, 1]])).toMatchObject({ Code: 0 });
  const Data = [{ ORDER_NO: no }];
  const gone = { Type: "delete", MENU_ID: "OR100", TableName: "CUST_ORDER_HD", Data };
  expect(await shop.one.mitt(gone)).toEqual({ Code: 1, Msg: "S0306" });
});

describe("a cancel", () => {
  it("takes pieces out of a paid order, and its value is refunded once", async () => {
    const no = await paid();
    const before = await product("J007");
    expect(await ask(no, 0, [[2, 4]])).toEqual({ Code: 1, Msg: `S0480^${no}/2` });
    const back = await asked(no, 0, [[2, 2]]);
    expect(await ask(no, 0, [[2, 2]])).toEqual({ Code: 1, Msg: `S0480^${no}/2` });
    expect(await settle(back)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await approve(back)).toMatchObject({ Code: 0 });
    expect(await approve(back)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await product("J007")).toMatchObject({
      SC_STOCK_QTY: before.SC_STOCK_QTY,
      RESERVED_QTY: Number(before.RESERVED_QTY) - 2,
    });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 2, CREDITED_JE: 50, REFUND_DUE_JE: 50, OPEN_JE: 0 });
    expect(await doc(back)).toMatchObject({ RETURN_STAT: 2, RETURN_JE: 50 });
    expect(await settle(back, { REFUND_JE: 50.01 })).toEqual({ Code: 1, Msg: "S0482^50" });
    for (const REFUND_DATE of ["2199-01-01", "2026-05-19", "0001-01-01"])
      expect(await settle(back, { REFUND_DATE })).toEqual({ Code: 1, Msg: "S0200^REFUND_DATE" });
    expect(await settle(back, { IS_CREDIT: "Y" })).toEqual({ Code: 1, Msg: "S0200^IS_CREDIT" });
    expect(await settle(back, { REFUND_JE: 20 })).toMatchObject({ Code: 0 });
    expect(await doc(back)).toMatchObject({ RETURN_STAT: 2, REFUNDED_JE: 20 });
    expect(await settle(back)).toMatchObject({ Code: 0 });
    expect(await settle(back)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await doc(back)).toMatchObject({ RETURN_STAT: 3, REFUNDED_JE: 50 });
    expect(await head(no)).toMatchObject({ REFUNDED_JE: 50, REFUND_DUE_JE: 0, IS_PAY: "Y" });
    // Ships the pieces that were not cancelled. The whole order then counts as shipped.
    await packCounters(shop, no, 2);
    expect(await ship(no)).toMatchObject({ Code: 0 });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 3 });
  });

  it("of the whole order gives the postage back, and takes packed counters out", async () => {
    const no = await paid();
    const [chip = ""] = await packCounters(shop, no, 1);
    const back = await asked(no, 0, [
      [1, 2],
      [2, 3],
    ]);
    expect(await approve(back)).toMatchObject({ Code: 0 });
    expect(await head(no)).toMatchObject({ ORDER_STAT: -2, CREDITED_JE: 954.12, REFUND_DUE_JE: 954.12 });
    expect(await serial(chip)).toMatchObject({ SERIAL_STAT: 0, ORDER_NO: null });
    expect(await settle(back)).toMatchObject({ Code: 0 });
    expect(await ship(no)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await ask(no, 0, [[1, 1]])).toEqual({ Code: 1, Msg: "S0212" });
  });

  it("is refused for orders that are not confirmed, foreign ones, and pieces that were shipped meanwhile", async () => {
    expect(await ask(await placed(), 0, [[1, 1]])).toEqual({ Code: 1, Msg: "S0212" });
    const no = await paid();
    expect(await ask(no, 0, [[1, 1]], {}, shop.two)).toEqual({ Code: 1, Msg: "S0202^ORDER_NO" });
    expect(await ask(no, 0, [[9, 1]])).toEqual({ Code: 1, Msg: "S0202^LINES" });
    expect(await ask(no, 0, [])).toEqual({ Code: 1, Msg: "S0007^LINES" });
    expect(await ask(no, 0, [[1, 0]])).toEqual({ Code: 1, Msg: "S0200^LINES" });
    const back = await asked(no, 0, [[2, 1]]);
    expect(await run(shop.one, "rf_ApproveReturn", { RETURN_NO: back })).toEqual({ Code: 1, Msg: "S0020" });
    expect(await run(other.t.admin, "rf_ApproveReturn", { RETURN_NO: back })).toEqual({
      Code: 1,
      Msg: "S0202^RETURN_NO",
    });
    expect(await run(shop.two, "rf_WithdrawReturn", { RETURN_NO: back })).toEqual({
      Code: 1,
      Msg: "S0202^RETURN_NO",
    });
    await packCounters(shop, no, 2);
    await ship(no);
    expect(await approve(back)).toEqual({ Code: 1, Msg: `S0480^${no}/2` });
    expect(await run(shop.one, "rf_WithdrawReturn", { RETURN_NO: back })).toMatchObject({ Code: 0 });
    expect(await doc(back)).toMatchObject({ RETURN_STAT: 5 });
  });
});

describe("a return", () => {
  it("brings good counters into stock and writes damaged ones off, and the counters are retired", async () => {
    const { no, chips } = await shipped();
    const [good = "", damaged = ""] = chips;
    const before = await product("JS001");
    const files = { RETURN_REASON: 1, FILE_IDS: [await uploaded(shop.t, shop.one)] };
    expect(await ask(no, 1, [[1, 2]], { RETURN_REASON: 1 })).toEqual({ Code: 1, Msg: "S0483" });
    expect(await ask(no, 1, [[1, 2]], { SERIALS: ["NONE-1"] })).toEqual({ Code: 1, Msg: "S0481^NONE-1" });
    const back = await asked(no, 1, [[1, 2]], { ...files, SERIALS: [good] });
    expect(await receive(back, { SERIALS: chips })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await approve(back)).toMatchObject({ Code: 0 });
    const foreign = await shipped();
    expect(await receive(back, { SERIALS: [foreign.chips[0]] })).toEqual({
      Code: 1,
      Msg: `S0481^${foreign.chips[0]}`,
    });
    expect(await receive(back, { SERIALS: [good], DAMAGED_SERIALS: [good] })).toEqual({
      Code: 1,
      Msg: `S0325^${good}`,
    });
    expect(await receive(back, {})).toEqual({ Code: 1, Msg: "S0007^LINES" });
    const { moldNo } = await shop.t.mold(freshCode("M"));
    await shop.t.admin.run("rf_BindCounter", { MOLD_NO: moldNo, WRITER_ID: good });
    expect(await receive(back, { SERIALS: [good], DAMAGED_SERIALS: [damaged] })).toEqual({
      Code: 1,
      Msg: `S0226^${good}`,
    });
    await shop.t.rows(
      sql`
        update binding
        set
          unbound_at = (bound_at at time zone 'UTC' + interval '1 second') at time zone 'UTC',
          unbound_count = bound_count
        where tenant_id = ${shop.t.id} and mold_id = (
          select mold_id
          from mold
          where tenant_id = ${shop.t.id} and mold_no = ${moldNo}
        )
      `,
    );
    expect(await receive(back, { SERIALS: [good], DAMAGED_SERIALS: [damaged] })).toMatchObject({ Code: 0 });
    expect(await serial(good)).toMatchObject({ SERIAL_STAT: 0, ORDER_NO: null });
    expect(await serial(damaged)).toMatchObject({ SERIAL_STAT: 3, ORDER_NO: null });
    expect(await product("JS001")).toMatchObject({ SC_STOCK_QTY: Number(before.SC_STOCK_QTY) + 1 - 2 });
    const moves = await shop.t.admin.list("OR104", "Q02", where("GOODS_ID", "JS001"));
    const documents = moves.filter((m) => m.MOVE_NO === back || m.MOVE_REASON === back);
    expect(documents.map((m) => [m.MOVE_KIND, m.MOVE_QTY]).sort()).toEqual([
      [3, 2],
      [5, -1],
    ]);
    for (const chip of chips)
      expect(await shop.t.admin.list("CT101", "Q01", where("WRITER_ID", chip))).toMatchObject([
        { WRITER_STAT: 2 },
      ]);
    expect(await head(no)).toMatchObject({ CREDITED_JE: 861.12, REFUND_DUE_JE: 861.12, ORDER_STAT: 3 });
    expect(await settle(back)).toMatchObject({ Code: 0 });
    // Sells the undamaged counter again. The shipment registers it again.
    const again = await paid();
    await shop.t.admin.run("rf_PackSerials", { ORDER_NO: again, SERIALS: [good] });
    expect(await ship(again, { LINES: [{ ORDER_NO: again, SEQ: 1, SHIP_QTY: 1 }] })).toMatchObject({
      Code: 0,
    });
    expect(await shop.t.admin.list("CT101", "Q01", where("WRITER_ID", good))).toMatchObject([
      { WRITER_STAT: 0, WRITER_IMIE: good },
    ]);
  });

  it("of spare articles counts by quantity, and what does not come back stays with the customer", async () => {
    const { no } = await shipped();
    const back = await asked(no, 1, [[2, 3]]);
    await approve(back);
    const line = (GOOD_QTY: number, DAMAGED_QTY = 0) => ({ LINES: [{ SEQ: 2, GOOD_QTY, DAMAGED_QTY }] });
    expect(await receive(back, line(3, 1))).toEqual({ Code: 1, Msg: `S0480^${no}/2` });
    expect(await receive(back, line(1, 1))).toMatchObject({ Code: 0 });
    expect(await head(no)).toMatchObject({ CREDITED_JE: 50 });
    // Only one of the pieces is left to return. A request for two is refused, and a later request for one is accepted.
    expect(await ask(no, 1, [[2, 2]])).toEqual({ Code: 1, Msg: `S0480^${no}/2` });
    const rest = await asked(no, 1, [[2, 1]]);
    expect(await staff("rf_RefuseReturn", { RETURN_NO: rest })).toEqual({
      Code: 1,
      Msg: "S0007^JUDGE_REASON",
    });
    expect(await staff("rf_RefuseReturn", { RETURN_NO: rest, JUDGE_REASON: "used" })).toMatchObject({
      Code: 0,
    });
    await notifySales(systemCtxOf(shop.t));
    const told = await shop.t.rows<{ title: string }>(
      sql`select distinct title from notice where tenant_id = ${shop.t.id}`,
    );
    expect(told.map((n) => n.title).join()).toContain(no);
  });

  it("makes a red-letter invoice of an issued invoice, and takes its value out of a request", async () => {
    const invoice = async (no: string, id: string) =>
      shop.one.mitt({
        Type: "DoHDAndDT",
        MENU_ID: "OR102",
        HD: { TableName: "INVOICE_HD", Data: [{ ID: id, INVOICE_TYPE: 0 }] },
        DT: [{ TableName: "INVOICE_DT", Data: [{ ID: id, SEQ: 1, ORDER_NO: no }] }],
      });
    const issue = async (ID: string) =>
      staff("rf_IssueInvoice", { ID, FILE_ID: await uploaded(shop.t, shop.t.admin, "application/pdf") });
    const { no } = await shipped();
    const id = freshCode("FP");
    expect(await invoice(no, id)).toMatchObject({ Code: 0 });
    const take = async (qty: number) => {
      const back = await asked(no, 1, [[2, qty]]);
      await approve(back);
      expect(await receive(back, { LINES: [{ SEQ: 2, GOOD_QTY: qty, DAMAGED_QTY: 0 }] })).toMatchObject({
        Code: 0,
      });
      return back;
    };
    await take(1);
    const invoices = () => shop.t.admin.list("OR102", "Q01");
    expect((await invoices()).find((i) => i.ID === id)).toMatchObject({ ALL_MONEY: 929.12 });
    expect(await issue(id)).toMatchObject({ Code: 0 });
    const back = await take(1);
    expect((await invoices()).find((i) => i.RED_OF === id)).toMatchObject({
      ID: `${back}-R`,
      ALL_MONEY: -25,
      IS_INVOICING: "N",
    });
    expect(await staff("rf_CancelInvoice", { ID: id, CANCEL_REASON: "x" })).toEqual({
      Code: 1,
      Msg: `S0484^${back}-R`,
    });
    expect(await staff("rf_SendBackInvoice", { ID: `${back}-R`, SEND_BACK_REASON: "x" })).toEqual({
      Code: 1,
      Msg: "S0212",
    });
    // No request may take the id of a red-letter invoice, or add orders to one.
    const next = await paid();
    expect(await invoice(next, `${back}-R`)).toEqual({ Code: 1, Msg: "S0200^ID" });
    expect(await invoice(next, "TH2099-R")).toEqual({ Code: 1, Msg: "S0200^ID" });
    const row = { TableName: "INVOICE_DT", Data: [{ ID: `${back}-R`, SEQ: 2, ORDER_NO: next }] };
    expect(await shop.one.mitt({ Type: "insert", MENU_ID: "OR102", ...row })).toEqual({
      Code: 1,
      Msg: "S0011",
    });
    expect((await invoices()).find((i) => i.RED_OF === id)).toMatchObject({ ALL_MONEY: -25 });
    expect(await issue(`${back}-R`)).toMatchObject({ Code: 0 });
    const sums = (await shop.one.run("rf_Invoicing", {})) as Record<string, number>;
    expect(sums.OverMoney).toBe(904.12);
  });
});

it("a cancel of the rest of an order takes over the delivery of its parcels", async () => {
  const no = await paid();
  await packCounters(shop, no, 2);
  expect(await ship(no, { LINES: [{ ORDER_NO: no, SEQ: 1, SHIP_QTY: 2 }] })).toMatchObject({ Code: 0 });
  const at = "2026-05-20T12:00:00.000Z";
  await shop.t.rows(
    sql`
      update shipment s
      set delivered_at = ${at}
      from shipment_line l
      where s.tenant_id = ${shop.t.id}
        and l.tenant_id = s.tenant_id
        and l.shipment_no = s.shipment_no
        and l.order_no = ${no}
    `,
  );
  await approve(await asked(no, 0, [[2, 3]]));
  const stored = sql`
    select order_stat as stat, delivered_at as at
    from customer_order
    where tenant_id = ${shop.t.id} and order_no = ${no}
  `;
  expect(await shop.t.rows(stored)).toEqual([{ stat: 3, at }]);
});

it("documents of an order show what was delivered, and the value of what left the order", async () => {
  const no = await paid();
  await approve(await asked(no, 0, [[2, 1]]));
  const [back = "", kept = ""] = await packCounters(shop, no, 2);
  expect(await ship(no)).toMatchObject({ Code: 0 });
  const returned = await asked(no, 1, [[1, 1]]);
  await approve(returned);
  expect(await receive(returned, { SERIALS: [back] })).toMatchObject({ Code: 0 });
  const base = systemCtxOf(shop.t);
  const ctx = { ...base, who: { ...base.who, scope: { kind: "tenant" as const } } };
  const note = await orderContent(ctx, documentType.deliveryNote, no, "en");
  expect(note.lines.map((l) => [l.code, l.qty])).toEqual([
    ["JS001", 2],
    ["J007", 2],
  ]);
  expect(note.lines[0]?.name).toContain(kept);
  expect(note.lines[0]?.name).not.toContain(back);
  const quotation = await orderContent(ctx, documentType.quotation, no, "en");
  expect(quotation.lines.map((l) => l.amount)).toEqual([861.12, 75, -455.56]);
  expect(quotation).toMatchObject({ total: 498.56, postage: 18 });
});

it("cancelled pieces do not count as sold", async () => {
  const lines = [{ GOODS_ID: "DC001", UNIT_PRICE: 32.8, QTY: 60 }];
  const answer = await shop.place(shop.one, [{ oem: oem(1), lines }]);
  const [no = ""] = (answer.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
  await withVoucher(shop, [no]);
  await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
  const isPopular = async () =>
    (await shop.one.list("BS103", "Q21", where("GOODS_ID", "DC001"))).map((g) => g.IS_PRO);
  expect(await product("DC001")).toMatchObject({ SOLD_QTY: 60 });
  expect(new Set(await isPopular())).toEqual(new Set(["Y"]));
  await approve(await asked(no, 0, [[1, 20]]));
  expect(await product("DC001")).toMatchObject({ SOLD_QTY: 40 });
  expect(new Set(await isPopular())).toEqual(new Set(["N"]));
});

it("nobody adds pictures to a return but by the request", async () => {
  const no = await paid();
  const back = await asked(no, 0, [[2, 1]]);
  await approve(back);
  for (const user of [shop.one, shop.t.admin]) {
    const token = await s.app.sessions.open(shop.t.id, user.userId, "PC", true, s.clock.now);
    const form = new FormData();
    form.append("file", new Blob([Buffer.from("89504e470d0a1a0a", "hex")]), "a.png");
    form.append("FileInfo", JSON.stringify({ OT_TB: "CUST_RETURN", OT_ID1: back, OT_ID2: "RETURN" }));
    const request = new Request("http://x/", { method: "POST", body: form });
    const reply = await s.http.inject({
      method: "POST",
      url: "/UploadFiles",
      headers: { [tokenHeader]: token, "content-type": request.headers.get("content-type") ?? "" },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect(reply.json()).toMatchObject({ Msg: "S0020" });
  }
});

describe("an exchange", () => {
  it("reserves the replacement, leads the order back to packing, and ends with the new parcel", async () => {
    const { no, chips } = await shipped();
    const [wrong = ""] = chips;
    const before = await product("JS001");
    const files = { RETURN_REASON: 1, FILE_IDS: [await uploaded(shop.t, shop.one)] };
    const back = await asked(no, 2, [[1, 1]], files);
    await approve(back);
    expect(await product("JS001")).toMatchObject({ RESERVED_QTY: Number(before.RESERVED_QTY) + 1 });
    expect(await receive(back, { SERIALS: [wrong] })).toMatchObject({ Code: 0 });
    expect(await doc(back)).toMatchObject({ RETURN_STAT: 2, RETURN_JE: 0 });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 2, CREDITED_JE: 0, REFUND_DUE_JE: 0, IS_PAY: "Y" });
    expect(await settle(back)).toEqual({ Code: 1, Msg: "S0212" });
    const [fresh = ""] = await packCounters(shop, no, 1);
    const sent = await ship(no);
    expect(sent).toMatchObject({ Code: 0 });
    const { SHIPMENT_NO } = sent.ReturnData as { SHIPMENT_NO: string };
    expect(await doc(back)).toMatchObject({ RETURN_STAT: 3, SHIPMENT_NO });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 3, OPEN_JE: 0 });
    expect(await serial(fresh)).toMatchObject({ SERIAL_STAT: 2, ORDER_NO: no });
    expect(await product("JS001")).toMatchObject({ RESERVED_QTY: before.RESERVED_QTY });
    const seen = (await shop.one.run("rf_Personal", { Limit: 99 })) as {
      list: { HD_INFO: { ORDER_NO: string; RETURNS: object[] } }[];
    };
    expect(seen.list.find((o) => o.HD_INFO.ORDER_NO === no)?.HD_INFO.RETURNS).toMatchObject([
      { RETURN_NO: back, RETURN_STAT: 3, SHIPMENT_NO, FILES: [expect.stringContaining("/files/")] },
    ]);
  });

  it("needs a replacement in stock, and a withdrawn one releases it", async () => {
    const lines = [{ GOODS_ID: "LAST", UNIT_PRICE: 10, QTY: 8 }];
    const answer = await shop.place(shop.one, [{ oem: oem(1), lines }]);
    const [no = ""] = (answer.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
    await withVoucher(shop, [no]);
    await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
    await ship(no);
    const many = await asked(no, 2, [[1, 3]]);
    expect(await approve(many)).toEqual({ Code: 1, Msg: "S0304^LAST" });
    expect(await run(shop.one, "rf_WithdrawReturn", { RETURN_NO: many })).toMatchObject({ Code: 0 });
    const two = await asked(no, 2, [[1, 2]]);
    expect(await approve(two)).toMatchObject({ Code: 0 });
    expect(await product("LAST")).toMatchObject({ RESERVED_QTY: 2 });
    expect(await run(shop.one, "rf_WithdrawReturn", { RETURN_NO: two })).toMatchObject({ Code: 0 });
    expect(await product("LAST")).toMatchObject({ RESERVED_QTY: 0 });
  });
});

it("counters of a customer's own tenant are retired there, if unbound and the tenant trusts the shop", async () => {
  const trust = (COUNTER_SUPPLIER: string | null) =>
    other.t.admin.mitt({
      Type: "update",
      MENU_ID: "SYS109",
      TableName: "SYS_TENANT",
      Data: [{ TENANT_ID: other.t.code, COUNTER_SUPPLIER }],
    });
  const link = (TENANT_CODE: string | null) => staff("rf_LinkCustomerTenant", { CUST_ID: "C1", TENANT_CODE });
  await trust(shop.t.code);
  expect(await link(other.t.code)).toMatchObject({ Code: 0 });
  const { no, chips } = await shipped();
  expect(await link(null)).toMatchObject({ Code: 0 });
  const { moldNo } = await other.t.mold(freshCode("M"));
  await other.t.admin.run("rf_BindCounter", { MOLD_NO: moldNo, WRITER_ID: chips[0] });
  // The server refuses a request to return a counter that is still bound. So customers learn this before they send the
  // counter back.
  expect(await ask(no, 1, [[1, 2]], { SERIALS: chips })).toEqual({ Code: 1, Msg: `S0226^${chips[0]}` });
  const back = await asked(no, 1, [[1, 2]]);
  await approve(back);
  expect(await receive(back, { SERIALS: chips })).toEqual({ Code: 1, Msg: `S0226^${chips[0]}` });
  await other.t.rows(
    sql`
      update binding
      set
          unbound_at = (bound_at at time zone 'UTC' + interval '1 second') at time zone 'UTC',
          unbound_count = bound_count
      where tenant_id = ${other.t.id} and unbound_at is null
    `,
  );
  await trust(null);
  expect(await receive(back, { SERIALS: chips })).toEqual({ Code: 1, Msg: `S0328^${other.t.code}` });
  await trust(shop.t.code);
  expect(await receive(back, { SERIALS: chips })).toMatchObject({ Code: 0 });
  for (const chip of chips) {
    expect(await other.t.admin.list("CT101", "Q01", where("WRITER_ID", chip))).toMatchObject([
      { WRITER_STAT: 2 },
    ]);
    expect(await serial(chip)).toMatchObject({ SERIAL_STAT: 0 });
  }
  // While the shop has a counter in stock, neither the former owner nor the shop's own tenant can use the counter.
  for (const { admin } of [other.t, shop.t]) {
    const revived = { Type: "update", Data: [{ WRITER_ID: chips[0], WRITER_STAT: 0 }] };
    const row = { WRITER_TYPE: "LTE", WRITER_STAT: 1, IS_VALID: "Y", ENABLE_GPS: "N", INT_REPORT: 12 };
    const added = {
      Type: "insert",
      Data: [{ ...row, WRITER_ID: freshCode("C"), WRITER_IMIE: chips[0] }],
    };
    for (const request of admin === other.t.admin ? [revived, added] : [added])
      expect(await admin.mitt({ MENU_ID: "CT101", TableName: "BS_WRITER", ...request })).toEqual({
        Code: 1,
        Msg: "S0029^WRITER_IMIE",
      });
  }
  const next = await paid();
  expect(await staff("rf_PackSerials", { ORDER_NO: next, SERIALS: [chips[0]] })).toMatchObject({ Code: 0 });
});

it("a return on monthly terms lowers the open amount, or its value is credited to other orders", async () => {
  const confirm = async (no: string) => {
    await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
    return no;
  };
  const first = await confirm(await placed(shop.two));
  const open = await asked(first, 0, [[2, 1]], {}, shop.two);
  await approve(open);
  expect(await doc(open)).toMatchObject({ RETURN_STAT: 3, RETURN_JE: 25, REFUNDED_JE: 0 });
  expect(await head(first)).toMatchObject({ OPEN_JE: 929.12, CREDITED_JE: 25, IS_PAY: "N" });
  const FILE_IDS = [await uploaded(shop.t, shop.two)];
  await shop.two.run("rf_UploadVoucher", { ORDER_NOS: [first], FILE_IDS });
  await confirm(first);
  expect(await head(first)).toMatchObject({ OPEN_JE: 0, IS_PAY: "Y", RECEIVED_JE: 929.12 });
  const credit = await asked(first, 0, [[2, 2]], {}, shop.two);
  await approve(credit);
  // The customer has no other open order that could take the credit.
  expect(await settle(credit, { IS_CREDIT: "Y" })).toEqual({ Code: 1, Msg: "S0482^0" });
  const second = await confirm(await placed(shop.two));
  expect(await settle(credit, { IS_CREDIT: "Y" })).toMatchObject({ Code: 0 });
  expect(await head(first)).toMatchObject({ REFUNDED_JE: 50, REFUND_DUE_JE: 0 });
  expect(await head(second)).toMatchObject({ RECEIVED_JE: 50, OPEN_JE: 904.12 });
  // The credit books the value of a return to other orders, and is no bank transfer. So the server must not match it
  // with a bank transfer of the same amount.
  const name = `SECRET-2-${shop.t.code}`;
  const found = await matchFile(shop, bankFile(name, [{ amount: 50, remark: second }]));
  expect(found).toMatchObject({ PAYMENTS: [], LINES: [{ BANK_REASON: "orderNumber", ORDER_NOS: [second] }] });
  const [month] = await shop.t.admin.list("OR103", "Q01");
  expect(month).toMatchObject({ CREDITED_JE: 75, PAID_JE: 929.12, OPEN_JE: 904.12, ORDER_JE: 1908.24 });
});

it("a return is settled if it has no value, or if another return of the order took the money", async () => {
  const no = await placed(shop.two);
  await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
  await shop.t.rows(
    sql`
      update customer_order
      set received_amount = 100
      where tenant_id = ${shop.t.id} and order_no = ${no}
    `,
  );
  const cancelled = async (order: string, line: readonly [number, number], user = shop.two) => {
    const back = await asked(order, 0, [line], {}, user);
    await approve(back);
    return back;
  };
  const [large, small] = [await cancelled(no, [1, 2]), await cancelled(no, [2, 1])];
  expect(await head(no)).toMatchObject({ REFUND_DUE_JE: 32 });
  expect(await doc(small)).toMatchObject({ RETURN_STAT: 2, RETURN_JE: 25 });
  expect(await settle(large)).toMatchObject({ Code: 0 });
  for (const back of [large, small]) expect(await doc(back)).toMatchObject({ RETURN_STAT: 3 });

  await shop.t.rows(
    sql`update product set unit_price = 0.004 where tenant_id = ${shop.t.id} and goods_id = 'J002'`,
  );
  const lines = [
    { GOODS_ID: "J002", UNIT_PRICE: 0.004, QTY: 3 },
    { GOODS_ID: "J007", UNIT_PRICE: 25, QTY: 3 },
  ];
  const answer = await shop.place(shop.one, [{ oem: oem(1), lines }]);
  const [cheap = ""] = (answer.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
  await withVoucher(shop, [cheap]);
  await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [cheap] });
  expect(await doc(await cancelled(cheap, [2, 1], shop.one))).toMatchObject({ RETURN_STAT: 2 });
  expect(await doc(await cancelled(cheap, [1, 1], shop.one))).toMatchObject({ RETURN_STAT: 3, RETURN_JE: 0 });
});
