import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../testing/shop.ts";

let s: TestServer;
let shop: TestShop;
beforeEach(async () => {
  s = await withServer();
  shop = await makeShop(s);
});

const order = async (user: TestUser = shop.one) => {
  const lines = [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56 }];
  const answer = await shop.place(user, [{ oem: oem(1), lines }]);
  return (answer.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
};
const step = (user: TestUser, Type: string, ORDER_NO: string) =>
  user.mitt({ Type, InParams: { ORDER_NOS: [ORDER_NO] } });
const stat = async (ORDER_NO: string) =>
  (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", ORDER_NO)))[0];
const voucher = async (user: TestUser, ORDER_NOS: string[]) =>
  user.mitt({
    Type: "rf_UploadVoucher",
    InParams: { ORDER_NOS, FILE_IDS: [await uploaded(shop.t, user)] },
  });

describe("invoices", () => {
  const ask = (user: TestUser, ID: string, nos: string[], more: Record<string, unknown> = {}) =>
    user.mitt({
      Type: "DoHDAndDT",
      MENU_ID: "OR102",
      HD: { TableName: "INVOICE_HD", Data: [{ ID, INVOICE_TYPE: 0, REMARK: "x", ...more }] },
      DT: [{ TableName: "INVOICE_DT", Data: nos.map((ORDER_NO, i) => ({ ID, SEQ: i + 1, ORDER_NO })) }],
    });

  // spec: admin 8.12, shop A3.37, A4.13-A4.15, A7.21, A7.25, A8.8
  it("are requested once per order, then issued or rejected", async () => {
    const no = await order();
    expect(await ask(shop.one, "F1", [no])).toEqual({ Code: 1, Msg: `S0314^${no}` });
    await voucher(shop.one, [no]);
    await step(shop.t.admin, "rf_ConfirmPayment", no);
    expect(await shop.one.run("rf_Invoicing", { CUST_ID: "C1" })).toEqual({
      AllMoney: 448.56,
      CanMoney: 448.56,
      AskMoney: 0,
      OverMoney: 0,
    });
    expect(await ask(shop.two, "F1", [no])).toEqual({ Code: 1, Msg: `S0314^${no}` });
    expect(await ask(shop.one, "F1", [no])).toMatchObject({ Code: 0 });
    expect(await ask(shop.one, "F2", [no])).toEqual({ Code: 1, Msg: `S0314^${no}` });
    const list = () => shop.one.list("OR102", "Q23", where("F.CUST_ID", "C1"));
    expect(await list()).toMatchObject([
      {
        ID: "F1",
        ALL_MONEY: 448.56,
        IS_INVOICING: "N",
        ORDER_STAT: 1,
        CUST_ID: "C1",
        SOCIAL_CODE: "91350100M000100Y43",
      },
    ]);
    expect(await shop.one.run("rf_Invoicing", {})).toEqual({
      AllMoney: 448.56,
      CanMoney: 448.56,
      AskMoney: 448.56,
      OverMoney: 0,
    });
    const back = { Type: "rf_SendBackInvoice", InParams: { ID: "F1", SEND_BACK_REASON: "title" } };
    expect(await shop.one.mitt(back)).toMatchObject({ Msg: "S0020" });
    expect(await shop.t.admin.mitt(back)).toMatchObject({ Code: 0 });
    expect(await ask(shop.one, "F2", [no])).toMatchObject({ Code: 0 });
    // The request F1 was sent back. A new line for F1 is refused, alone and together with the head of another request.
    const next = await order();
    await voucher(shop.one, [next]);
    await step(shop.t.admin, "rf_ConfirmPayment", next);
    const line = { TableName: "INVOICE_DT", Data: [{ ID: "F1", SEQ: 9, ORDER_NO: next }] };
    expect(await shop.one.mitt({ Type: "insert", MENU_ID: "OR102", ...line })).toEqual({
      Code: 1,
      Msg: "S0011",
    });
    const head = { TableName: "INVOICE_HD", Data: [{ ID: "F3", INVOICE_TYPE: 0 }] };
    const both = { Type: "DoHDAndDT", MENU_ID: "OR102", HD: head, DT: [line] };
    expect(await shop.one.mitt(both)).toEqual({ Code: 1, Msg: "S0011" });
    const pdf = await uploaded(shop.t, shop.t.admin, "application/pdf");
    const picture = await uploaded(shop.t, shop.t.admin);
    const issue = (FILE_ID: string, ID = "F2") =>
      shop.t.admin.mitt({ Type: "rf_IssueInvoice", InParams: { ID, FILE_ID } });
    expect(await issue(picture)).toEqual({ Code: 1, Msg: "S0310" });
    expect(await issue(pdf, "F1")).toEqual({ Code: 1, Msg: "S0212" });
    expect(await issue(pdf)).toMatchObject({ Code: 0 });
    expect((await list()).map((i) => [i.ID, i.IS_INVOICING, i.FILE_PATH])).toContainEqual([
      "F2",
      "Y",
      `/files/${pdf}`,
    ]);
    expect(await stat(no)).toMatchObject({ INVOICING_STAT: 2 });
    // An invoice without lines is refused. An issued invoice can be cancelled only once. The order of a cancelled
    // invoice may be invoiced again.
    const alone = { TableName: "INVOICE_HD", Data: [{ ID: "F4", INVOICE_TYPE: 1 }] };
    expect(await shop.one.mitt({ Type: "insert", MENU_ID: "OR102", ...alone })).toEqual({
      Code: 1,
      Msg: "S0007^DT",
    });
    const cancel = (user: TestUser) =>
      user.mitt({ Type: "rf_CancelInvoice", InParams: { ID: "F2", CANCEL_REASON: "wrong title" } });
    expect(await cancel(shop.one)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await cancel(shop.t.admin)).toMatchObject({ Code: 0 });
    expect(await cancel(shop.t.admin)).toEqual({ Code: 1, Msg: "S0212" });
    expect((await list()).map((i) => [i.ID, i.ORDER_STAT, i.CANCEL_REASON])).toContainEqual([
      "F2",
      4,
      "wrong title",
    ]);
    expect(await shop.one.run("rf_Invoicing", {})).toMatchObject({ OverMoney: 0, AskMoney: 0 });
    const ofd = await uploaded(shop.t, shop.t.admin, "application/ofd");
    expect(await ask(shop.one, "F5", [no])).toMatchObject({ Code: 0 });
    expect(await issue(ofd, "F5")).toMatchObject({ Code: 0 });
  });
});
