import { beforeAll, describe, expect, it } from "vitest";
import { type BankRow, bankFile, bookFile, type MatchedLine, matchFile } from "../../../testing/bank.ts";
import { type TestServer, type TestUser, where, withServer } from "../../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../../testing/shop.ts";

let s: TestServer;
let shop: TestShop;
beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
});

const total = 448.56;
const orderOf = async (user: TestUser = shop.one): Promise<string> => {
  s.clock.now += 1000;
  const lines = [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56 }];
  const placed = await shop.place(user, [{ oem: oem(1), lines }]);
  return (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
};
const nameOf = (i: 1 | 2) => `SECRET-${i}-${shop.t.code}`;

const fileOf = (rows: readonly BankRow[]) => bankFile(nameOf(1), rows);
const match = async (file: string) => (await matchFile(shop, file)).LINES;
const book = (file: string, lines: readonly (MatchedLine | undefined)[], orders?: readonly string[]) =>
  bookFile(shop, file, lines, orders);
const head = async (no: string) => (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", no)))[0];
const paymentsOf = (no: string) =>
  shop.t.admin.list("OR101", "Q02", {
    WhereStr: [{ Field: "ORDERS", ConditionalCode: "LIKE", Value: no }],
  });

describe("a bank statement", () => {
  it("is matched by order number, and booked as a confirmed payment", async () => {
    const no = await orderOf();
    const file = fileOf([{ amount: total, remark: `货款${no}谢谢` }]);
    const [line] = await match(file);
    expect(line).toMatchObject({
      BANK_STATE: 0,
      BANK_REASON: "orderNumber",
      ORDER_NOS: [no],
    });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 0, RECEIVED_JE: 0 });
    expect(await book(file, [line])).toMatchObject({ Code: 0, ReturnData: { BOOKED_JE: total } });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 2, IS_PAY: "Y", RECEIVED_JE: total });
    expect(await paymentsOf(no)).toMatchObject([
      { PAYMENT_STAT: 1, BOOKED_JE: total, PAID_DATE: "2026-05-19", JUDGE_BY: "admin" },
    ]);
  });

  it("books parts, and the rest above an order as the customer's credit", async () => {
    const no = await orderOf();
    const file = fileOf([
      { amount: 100, remark: no },
      { amount: "400.00", remark: no },
    ]);
    const lines = await match(file);
    expect(lines).toMatchObject([
      { BANK_STATE: 0, ORDER_NOS: [no] },
      { BANK_STATE: 1, BANK_REASON: "excess", ORDER_NOS: [no] },
    ]);
    expect(await book(file, lines.slice(0, 1))).toMatchObject({ Code: 0 });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 0, IS_PAY: "N", RECEIVED_JE: 100 });
    expect(await book(file, lines.slice(1))).toMatchObject({ Msg: `S0475^3 (${no})` });
    expect(await book(file, (await match(file)).slice(1))).toMatchObject({ Code: 0 });
    expect(await head(no)).toMatchObject({ ORDER_STAT: 2, IS_PAY: "Y", RECEIVED_JE: total });
    const credits = (await paymentsOf(no)).map((p) => p.CREDIT_JE).sort();
    expect(credits).toEqual([0, 51.44]);
  });

  it("confirms the payment that the customer reported, instead of adding a second one", async () => {
    const [a, b] = [await orderOf(), await orderOf()];
    const FILE_IDS = [await uploaded(shop.t, shop.one)];
    await shop.one.run("rf_UploadVoucher", { ORDER_NOS: [a, b], FILE_IDS, PAID_JE: 897.12 });
    const file = fileOf([{ amount: 897.12 }]);
    const [line] = await match(file);
    expect(line).toMatchObject({ BANK_STATE: 0, BANK_REASON: "reported" });
    expect([...(line?.ORDER_NOS ?? [])].sort()).toEqual([a, b].sort());
    expect(await book(file, [line])).toMatchObject({ Code: 0 });
    expect(await paymentsOf(a)).toMatchObject([{ PAYMENT_STAT: 1, BOOKED_JE: 897.12 }]);
    for (const no of [a, b]) expect(await head(no)).toMatchObject({ ORDER_STAT: 2, IS_PAY: "Y" });
  });

  it("never books a line twice, also from another file, but books an equal transfer", async () => {
    const [a, b] = [await orderOf(), await orderOf()];
    const file = fileOf([{ amount: total, remark: a, no: "TWICE" }]);
    const [line] = await match(file);
    expect(await book(file, [line])).toMatchObject({ Code: 0 });
    expect(await book(file, [line], [b])).toMatchObject({ Msg: "S0474^2" });
    const other = fileOf([
      { amount: 5, remark: "x" },
      { amount: `"${total.toFixed(2)}"`, remark: `改 ${b}`, no: "TWICE" },
      { amount: total, remark: b, no: "NEW" },
    ]);
    const lines = await match(other);
    expect(lines[1]).toMatchObject({ BANK_STATE: 3, ORDER_NOS: [] });
    expect(await book(other, [lines[1]], [b])).toMatchObject({ Msg: "S0474^3" });
    expect(lines[2]).toMatchObject({ BANK_STATE: 1, BANK_REASON: "looksBooked", ORDER_NOS: [b] });
    expect(await head(b)).toMatchObject({ RECEIVED_JE: 0 });
    expect(await book(other, [lines[2]])).toMatchObject({ Code: 0 });
    expect(await head(b)).toMatchObject({ ORDER_STAT: 2 });
  });

  it("is matched by customer and month of a statement", async () => {
    const [a, b] = [await orderOf(shop.two), await orderOf(shop.two)];
    const [line] = await match(fileOf([{ amount: 897.12, remark: "C2 2026-05 货款", payer: nameOf(2) }]));
    expect(line).toMatchObject({ BANK_STATE: 0, BANK_REASON: "statement", ORDER_NOS: [a, b].sort() });
  });

  it("leaves doubts and foreign money to staff", async () => {
    const no = await orderOf();
    const lines = await match(
      fileOf([
        { amount: total, remark: no, payer: "别的公司" },
        { amount: 3, remark: "?", payer: nameOf(1) },
        { amount: 7.77, remark: "?", payer: "陌生人" },
      ]),
    );
    expect(lines.map((l) => [l.BANK_STATE, l.BANK_REASON])).toEqual([
      [1, "otherPayer"],
      [1, "payerOnly"],
      [2, "nothing"],
    ]);
  });
});

describe("booking is refused", () => {
  it("for orders of two customers, none, an unknown line, a cancelled order; then nothing is booked", async () => {
    const [a, b, c] = [await orderOf(), await orderOf(shop.two), await orderOf()];
    const file = fileOf([
      { amount: 1, remark: a },
      { amount: 2, remark: b, payer: nameOf(2) },
    ]);
    const [one, two] = await match(file);
    expect(await book(file, [one, two], [a, b])).toMatchObject({ Msg: "S0478^2" });
    expect(await book(file, [])).toMatchObject({ Msg: "S0007^CHOSEN" });
    expect(await book(file, [one], [])).toMatchObject({ Msg: "S0007^ORDERS" });
    expect(await book(fileOf([{ amount: 9 }]), [one])).toMatchObject({ Msg: "S0202^LINE_KEY" });
    expect(await book(file, [one, one])).toMatchObject({ Msg: "S0029^LINE_KEY" });
    await shop.t.admin.run("rf_CancelUnpaid", { ORDER_NOS: [c], CANCEL_REASON: "x" });
    expect(await book(file, [one], [c])).toMatchObject({ Msg: `S0477^2 (${c})` });
    for (const no of [a, b]) expect(await head(no)).toMatchObject({ RECEIVED_JE: 0 });
  });

  it("for a customer", async () => {
    const InParams = { BANK_FILE: "x.csv", FILE_CONTENT: fileOf([{ amount: 1 }]), CHOSEN: [] };
    for (const Type of ["rf_MatchBankLines", "rf_BookBankLines"])
      expect(await shop.one.mitt({ Type, InParams })).toMatchObject({ Msg: "S0020" });
  });

  it("when two clerks book the same line at once: one wins", async () => {
    const no = await orderOf();
    const file = fileOf([{ amount: 10, remark: no }]);
    const lines = await match(file);
    const answers = await Promise.all([book(file, lines), book(file, lines)]);
    expect(answers.map((x) => x.Msg).sort()).toEqual(["S0012", "S0474^2"]);
    expect(await head(no)).toMatchObject({ RECEIVED_JE: 10 });
  });
});
