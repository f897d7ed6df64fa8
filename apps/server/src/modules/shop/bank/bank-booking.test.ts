import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../kernel/db/sql.ts";
import { type BankRow, bankFile, bookFile, type MatchedLine, matchFile } from "../../../testing/bank.ts";
import { asOwner } from "../../../testing/clerk/recorder.ts";
import { systemCtxOf } from "../../../testing/job.ts";
import { type TestServer, type TestUser, where, withServer } from "../../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../../testing/shop.ts";
import { countingDb } from "../../../testing/work-counter.ts";
import { readFacts } from "./facts.ts";

// Each test repeats a case in which the server once recorded money twice, or for the wrong order.

let s: TestServer;
let shop: TestShop;
beforeAll(async () => {
  s = await withServer();
});

const price = 448.56;
/**
 * Each test has its own shop, because a line of a bank statement is compared with all lines and payments of the shop.
 */
const freshShop = async () => {
  shop = await makeShop(s);
};
const orderOf = async (user: TestUser = shop.one): Promise<string> => {
  s.clock.now += 1000;
  const lines = [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56 }];
  const placed = await shop.place(user, [{ oem: oem(1), lines }]);
  return (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
};
const ordersOf = async (count: number): Promise<readonly string[]> => {
  const nos: string[] = [];
  for (let i = 0; i < count; i++) nos.push(await orderOf());
  return nos;
};
const payer = () => `SECRET-1-${shop.t.code}`;
const fileOf = (...rows: readonly BankRow[]) => bankFile(payer(), rows);
const match = async (file: string) => (await matchFile(shop, file)).LINES;
const stateOf = (l: MatchedLine | undefined) => [
  l?.BANK_STATE,
  l?.BANK_REASON,
  [...(l?.ORDER_NOS ?? [])].sort(),
];
const report = async (orderNos: readonly string[], amount: number) => {
  const FILE_IDS = [await uploaded(shop.t, shop.one)];
  await shop.one.run("rf_UploadVoucher", {
    ORDER_NOS: orderNos,
    FILE_IDS,
    PAID_JE: amount,
    PAID_DATE: "2026-05-20",
  });
};
const confirm = (ORDER_NOS: readonly string[]) => shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS });
const head = async (no: string) => (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", no)))[0];
const received = async (nos: readonly string[]) =>
  Promise.all(nos.map(async (no) => (await head(no))?.RECEIVED_JE));
/** Returns the booked money of all payments (`money`), and how much of it belongs to no order (`credit`), yuan. */
const booked = async () => {
  const rows = await shop.t.admin.list("OR101", "Q02", {});
  const sum = (name: string) => rows.reduce((n, r) => n + Math.round(Number(r[name]) * 100), 0) / 100;
  return { money: sum("BOOKED_JE"), credit: sum("CREDIT_JE") };
};

describe("a transfer that is confirmed from its receipt", () => {
  it.each([
    ["names its order", true],
    ["names no order", false],
  ])("is attached to its payment and adds no money: the line %s", async (_name, isNamed) => {
    await freshShop();
    const [a = "", b = ""] = await ordersOf(2);
    await report([a], price);
    await confirm([a]);
    const file = fileOf({ amount: price, remark: isNamed ? a : "货款" });
    const [line] = await match(file);
    expect(stateOf(line)).toEqual([1, "confirmedPayment", [a]]);
    expect(await bookFile(shop, file, [line])).toMatchObject({ Code: 0 });
    expect(await received([a, b])).toEqual([price, 0]);
    expect(await booked()).toEqual({ money: price, credit: 0 });
    expect(stateOf((await match(file))[0])).toEqual([3, "bookedBefore", []]);
    // A line of the statement proves the confirmed payment. So a second transfer of this amount is for the order B.
    const next = fileOf({ amount: price, day: "20260525" });
    expect(stateOf((await match(next))[0])).toEqual([0, "payerAndAmount", [b]]);
  });

  it("is refused if it was confirmed after the match", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(2);
    await report([a], price);
    const file = fileOf({ amount: price, remark: a });
    const [line] = await match(file);
    expect(line).toMatchObject({ BANK_STATE: 0, ORDER_NOS: [a] });
    await confirm([a]);
    expect(await bookFile(shop, file, [line])).toMatchObject({ Msg: `S0475^2 (${a})` });
    expect(await booked()).toEqual({ money: price, credit: 0 });
  });

  it("may be another one if staff say so", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(1);
    await report([a], 100);
    await confirm([a]);
    const file = fileOf({ amount: 100, remark: a });
    const [line] = await match(file);
    expect(stateOf(line)).toEqual([1, "confirmedPayment", [a]]);
    expect(await bookFile(shop, file, [line], [a], { isNew: true })).toMatchObject({ Code: 0 });
    expect(await received([a])).toEqual([200]);
  });

  it("is proposed for one line only, and attached once by two clerks", async () => {
    await freshShop();
    const [a = "", b = ""] = await ordersOf(2);
    await report([a], price);
    await confirm([a]);
    const file = fileOf({ amount: price, remark: "x" }, { amount: price, remark: "y" });
    const lines = await match(file);
    expect(lines.map(stateOf)).toEqual([
      [1, "confirmedPayment", [a]],
      [0, "payerAndAmount", [b]],
    ]);
    const [one, two] = lines;
    const answers = await Promise.all([bookFile(shop, file, [one], [a]), bookFile(shop, file, [two], [a])]);
    expect(answers.map((x) => String(x.Msg).slice(0, 5)).sort()).toEqual(["S0012", "S0475"]);
    expect(await booked()).toEqual({ money: price, credit: 0 });
  });
});

describe("a line that names a paid order", () => {
  it("never pays another order", async () => {
    await freshShop();
    const [a = "", b = ""] = await ordersOf(2);
    const first = fileOf({ amount: price, remark: a });
    expect(await bookFile(shop, first, await match(first))).toMatchObject({ Code: 0 });
    const again = fileOf({ amount: price, remark: a, day: "20260525" });
    expect(stateOf((await match(again))[0])).toEqual([1, "paidOrder", [a]]);
    expect(await received([b])).toEqual([0]);
    await shop.t.admin.run("rf_CancelUnpaid", { ORDER_NOS: [b], CANCEL_REASON: "x" });
    const c = await orderOf();
    const cancelled = fileOf({ amount: price, remark: b, day: "20260528" });
    expect(stateOf((await match(cancelled))[0])).toEqual([1, "cancelledOrder", []]);
    expect(await received([c])).toEqual([0]);
  });
});

describe("a line that names an order that waits for approval", () => {
  it("says so, books nothing, and pays the order after its approval", async () => {
    await freshShop();
    await shop.one.run("rf_SetApproval", { APPROVAL_ABOVE: 0 });
    const placed = await shop.place(shop.t.admin, [
      { oem: oem(1), lines: [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56 }], head: { CUST_ID: "C1" } },
    ]);
    const [a = ""] = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
    // Bank statements may contain order numbers in lower case, too.
    const file = fileOf({ amount: price, remark: a.toLowerCase() });
    const [line] = await match(file);
    expect(stateOf(line)).toEqual([1, "unapprovedOrder", []]);
    expect(await bookFile(shop, file, [line], [a])).toMatchObject({ Code: 1, Msg: `S0479^2 (${a})` });
    await shop.one.run("rf_ApproveOrders", { ORDER_NOS: [a] });
    const [approved] = await match(file);
    expect(stateOf(approved)).toEqual([0, "orderNumber", [a]]);
    expect(await bookFile(shop, file, [approved])).toMatchObject({ Code: 0 });
    expect(await received([a])).toEqual([price]);
  });
});

describe("the orders that a statement may pay", () => {
  it("are found by indexes: paid orders that no line names are not read", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(1);
    const store = (count: number) =>
      shop.t.rows(sql`
        insert into customer_order (
          tenant_id, order_no, cust_id, order_date, oem_name, order_stat, goods_amount, postage, postage_stat,
          total_amount, plan_out_date, rec_man, rec_tel, checkout_key, cancelled_at, credited_amount
        )
        select
          ${shop.t.id}::int, 'OLD' || ${count}::int || '-' || n, 'C1', now(), 'x', -2, 1, 0, 1, 1, current_date, 'x',
          'x', 'OLD' || ${count}::int || '-' || n, now(), 1
        from generate_series(1, ${count}::int) n
      `);
    const rowsRead = async () => {
      await s.app.db.platform(asOwner("analyze customer_order;"));
      const { db, work } = countingDb(s.app.db);
      const line = { row: 2, day: "2026-05-19", amount: 1, payerName: "", payerAccount: "", reference: "" };
      const counts = { outgoing: 0, pending: 0, faults: [], hasCurrency: true };
      const lines = [{ ...line, remark: `${a} old7-7` }];
      const found = await readFacts({ ...systemCtxOf(shop.t), db }, { ...counts, lines, reversals: [] });
      return { rows: work.rows, orders: found.orders.map((o) => o.orderNo) };
    };
    await store(7);
    const few = await rowsRead();
    expect(few.orders.sort()).toEqual(["OLD7-7", a].sort());
    await store(5000);
    expect((await rowsRead()).rows).toBeLessThanOrEqual(few.rows);
  });
});

describe("a reported payment", () => {
  it("of several orders is confirmed by the line that names one of them", async () => {
    await freshShop();
    const [a = "", b = ""] = await ordersOf(2);
    await report([a, b], 897.12);
    const file = fileOf({ amount: 897.12, remark: a });
    const [line] = await match(file);
    expect(stateOf(line)).toEqual([1, "otherReport", [a, b].sort()]);
    expect(await bookFile(shop, file, [line], [a])).toMatchObject({
      Msg: `S0476^2 (${[a, b].sort().join(", ")})`,
    });
    expect(await bookFile(shop, file, [line])).toMatchObject({ Code: 0 });
    expect(await received([a, b])).toEqual([price, price]);
    expect(await booked()).toEqual({ money: 897.12, credit: 0 });
  });

  it("of another amount is confirmed with the amount that came", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(1);
    await report([a], price);
    const file = fileOf({ amount: 440, remark: a });
    const [line] = await match(file);
    expect(stateOf(line)).toEqual([1, "otherReport", [a]]);
    expect(await bookFile(shop, file, [line])).toMatchObject({ Code: 0 });
    expect(await received([a])).toEqual([440]);
    const [p, ...others] = await shop.t.admin.list("OR101", "Q02", {});
    expect(p).toMatchObject({ PAYMENT_STAT: 1, BOOKED_JE: 440 });
    expect(others).toEqual([]);
  });

  it("that came after the match is not overlooked", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(1);
    const file = fileOf({ amount: price, remark: a });
    const [line] = await match(file);
    await report([a], price);
    expect(await bookFile(shop, file, [line])).toMatchObject({ Msg: `S0475^2 (${a})` });
    expect(await bookFile(shop, file, await match(file))).toMatchObject({ Code: 0 });
    expect(await booked()).toEqual({ money: price, credit: 0 });
  });
});

describe("a line that is perhaps booked", () => {
  it("with another format: without payer, with another serial number, a day apart", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(2);
    const camt = Buffer.from(
      `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="CNY">400</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <Sts>BOOK</Sts><BookgDt><DtTm>2026-05-19T16:30:00Z</DtTm></BookgDt><AcctSvcrRef>X1</AcctSvcrRef>
      <AddtlNtryInf>${a}</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`,
    ).toString("base64");
    const [first] = await match(camt);
    expect(first).toMatchObject({ BANK_STATE: 0, BANK_DATE: "2026-05-20", PAYER_NAME: "" });
    expect(await bookFile(shop, camt, [first])).toMatchObject({ Code: 0 });
    for (const day of ["20260519", "20260520", "20260521"])
      expect(stateOf((await match(fileOf({ amount: 400, remark: a, day })))[0])).toEqual([
        1,
        "looksBooked",
        [a],
      ]);
    const later = fileOf(
      { amount: 40, remark: a, day: "20260520" },
      { amount: 400, remark: a, day: "20260522" },
    );
    expect((await match(later)).map((l) => l.BANK_REASON)).toEqual(["orderNumber", "excess"]);
  });

  it("without a serial number: staff may book the second of two equal transfers, once", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(1);
    const row = { amount: 100, remark: a, no: "" };
    const noon = fileOf(row);
    expect(await bookFile(shop, noon, await match(noon))).toMatchObject({ Code: 0 });
    const evening = fileOf({ ...row, remark: `${a} ` });
    const [line] = await match(evening);
    expect(stateOf(line)).toEqual([1, "looksBooked", [a]]);
    const answers = await Promise.all([bookFile(shop, evening, [line]), bookFile(shop, evening, [line])]);
    expect(answers.map((x) => x.Msg).sort()).toEqual(["S0012", "S0474^2"]);
    expect(await received([a])).toEqual([200]);
    expect(await bookFile(shop, evening, [line])).toMatchObject({ Msg: "S0474^2" });
    expect(await received([a])).toEqual([200]);
  });

  it("with the serial number of another row of the file", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(1);
    const row = { amount: 100, remark: a, no: "SAME" };
    const lines = await match(fileOf(row, row, { ...row, amount: 50 }));
    expect(lines.map((l) => l.BANK_REASON)).toEqual(["orderNumber", "looksBooked", "orderNumber"]);
  });
});

describe("the day of a line", () => {
  it("is refused in the future, and more than a month before the order", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(1);
    for (const [day, shown] of [
      ["20260522", "2026-05-22"],
      ["20260418", "2026-04-18"],
      ["19900101", "1990-01-01"],
    ] as const) {
      const file = fileOf({ amount: price, remark: a, day });
      expect(await bookFile(shop, file, await match(file), [a])).toMatchObject({ Msg: `S0486^2 (${shown})` });
    }
    expect(await received([a])).toEqual([0]);
    const file = fileOf({ amount: price, remark: a, day: "20260419" });
    expect(await bookFile(shop, file, await match(file), [a])).toMatchObject({ Code: 0 });
  });
});

describe("a reversal", () => {
  it("is shown beside the orders that the booked transfer paid, and is not booked", async () => {
    await freshShop();
    const [a = "", b = ""] = await ordersOf(2);
    const file = fileOf({ amount: price, remark: a });
    expect(await bookFile(shop, file, await match(file))).toMatchObject({ Code: 0 });
    const later = fileOf({ amount: -price, day: "20260601" }, { amount: -7, day: "20260601" });
    const lines = await match(later);
    expect(lines.map(stateOf)).toEqual([
      [4, "reversesBooked", [a]],
      [4, "reversesOther", []],
    ]);
    expect(lines[0]).toMatchObject({ BANK_JE: -price });
    expect(await bookFile(shop, later, [lines[0]])).toMatchObject({ Msg: "S0202^LINE_KEY" });
    const both = fileOf({ amount: price, remark: b, day: "20260610" }, { amount: -price, day: "20260610" });
    expect(stateOf((await match(both))[0])).toEqual([1, "reversed", [b]]);
  });
});

describe("a named order", () => {
  it("is in doubt if the transfer exceeds it", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(1);
    const [line] = await match(fileOf({ amount: 44_856, remark: a }));
    expect(stateOf(line)).toEqual([1, "excess", [a]]);
  });
});

describe("booking", () => {
  it("of a file without a currency must be confirmed", async () => {
    await freshShop();
    const [a = ""] = await ordersOf(1);
    const text = `交易日期,收入,对方户名,备注\n20260519,${price},${payer()},${a}`;
    const FILE_CONTENT = Buffer.from(text).toString("base64");
    const found = await matchFile(shop, FILE_CONTENT);
    expect(found).toMatchObject({ HAS_CURRENCY: "N", LINES: [{ BANK_STATE: 0 }] });
    expect(await bookFile(shop, FILE_CONTENT, found.LINES)).toMatchObject({ Msg: "S0007^IS_YUAN" });
    expect(await bookFile(shop, FILE_CONTENT, found.LINES, undefined, { isYuan: "Y" })).toMatchObject({
      Code: 0,
    });
  });

  it("names the row and the order of a refusal", async () => {
    await freshShop();
    const [a = "", b = ""] = await ordersOf(2);
    const two = await orderOf(shop.two);
    const file = fileOf({ amount: 1, remark: a }, { amount: 2, remark: b });
    const lines = await match(file);
    await shop.t.admin.run("rf_CancelUnpaid", { ORDER_NOS: [b], CANCEL_REASON: "x" });
    expect(await bookFile(shop, file, lines)).toMatchObject({ Msg: `S0477^3 (${b})` });
    expect(await bookFile(shop, file, lines.slice(0, 1), [a, two])).toMatchObject({ Msg: "S0478^2" });
    expect(await received([a])).toEqual([0]);
  });

  it("and matching are refused for a user of one plant", async () => {
    await freshShop();
    const user = await shop.t.user("P1", ["OR100:Q", "OR100:M"]);
    const InParams = { BANK_FILE: "x.csv", FILE_CONTENT: fileOf({ amount: price }), CHOSEN: [] };
    for (const Type of ["rf_MatchBankLines", "rf_BookBankLines"])
      expect(await user.mitt({ Type, InParams })).toMatchObject({ Msg: "S0020" });
  });
});
