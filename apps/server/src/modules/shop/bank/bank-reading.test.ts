import { describe, expect, it } from "vitest";
import { readCamt } from "./camt.ts";
import { readCsv } from "./csv.ts";
import { amountOf, dayOf, dayOfIso, decimalOf, withKeys } from "./line.ts";
import { readStatement } from "./read-file.ts";

// Each test repeats a file that the server once read wrongly: an amount was counted twice, a direction was guessed, or
// a row was lost.

const camt = (...entries: readonly string[]) =>
  `<Document><BkToCstmrStmt><Stmt>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`;
interface Entry {
  readonly amount?: string;
  readonly currency?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly day?: string;
  readonly details?: string;
  readonly more?: string;
}
const entry = (e: Entry = {}) =>
  [
    `<Ntry><Amt ${e.currency ?? 'Ccy="CNY"'}>${e.amount ?? "1000.00"}</Amt>`,
    e.direction ?? "<CdtDbtInd>CRDT</CdtDbtInd>",
    e.status ?? "<Sts>BOOK</Sts>",
    `<BookgDt>${e.day ?? "<Dt>2026-05-19</Dt>"}</BookgDt>${e.more ?? ""}`,
    e.details === undefined ? "" : `<NtryDtls>${e.details}</NtryDtls>`,
    "</Ntry>",
  ].join("");
const tx = (amount: string, more = "") =>
  `<TxDtls><AmtDtls><TxAmt><Amt Ccy="CNY">${amount}</Amt></TxAmt></AmtDtls>${more}</TxDtls>`;
const read = (...entries: readonly string[]) => readCamt(camt(...entries), "Asia/Shanghai");
const amounts = (s: ReturnType<typeof read>) => s?.lines.map((l) => l.amount);
const faults = (s: ReturnType<typeof read>) => s?.faults.map((f) => [f.row, f.fault]);

describe("a batch of a CAMT file", () => {
  const instructed = '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="CNY">500</Amt></InstdAmt></AmtDtls></TxDtls>';
  it.each([
    ["without amounts of its transfers", "<TxDtls/><TxDtls/>"],
    ["with instructed amounts only", instructed + instructed],
    ["whose transfers do not add up", tx("500.00") + tx("499.99")],
    ["with fewer transfers than it names", `<Btch><NbOfTxs>2</NbOfTxs></Btch>${tx("1000.00")}`],
  ])("%s is a fault", (_name, details) => {
    const s = read(entry({ details }));
    expect(amounts(s)).toEqual([]);
    expect(faults(s)).toEqual([[1, "transfers"]]);
  });

  it("gives each transfer its own amount, and leaves out one that goes out", () => {
    const details = tx("700.00") + tx("400.00") + tx("100.00", "<CdtDbtInd>DBIT</CdtDbtInd>");
    expect(read(entry({ details }))).toMatchObject({
      lines: [{ amount: 700 }, { amount: 400 }],
      outgoing: 1,
    });
  });

  it("of one transfer has the booked amount, from which charges are deducted", () => {
    expect(amounts(read(entry({ amount: "995.00", details: tx("1000.00") })))).toEqual([995]);
  });
});

describe("an entry of a CAMT file", () => {
  it.each([
    ["without direction", { direction: "" }, "direction"],
    ["with an unknown direction", { direction: "<CdtDbtInd>IN</CdtDbtInd>" }, "direction"],
    ["without status", { status: "" }, "status"],
    ["with a private status", { status: "<Sts><Prtry>PENDING</Prtry></Sts>" }, "status"],
    ["without currency", { currency: "" }, "currency"],
    ["in dollars", { currency: 'Ccy="USD"' }, "currency"],
    ["with a decimal comma", { amount: "448,56" }, "amount"],
    ["with three decimals", { amount: "448.561" }, "amount"],
    ["without day", { day: "" }, "day"],
  ])("%s is a fault", (_name, e, fault) => {
    const s = read(entry(e));
    expect(amounts(s)).toEqual([]);
    expect(faults(s)).toEqual([[1, fault]]);
  });

  it.each(["PDNG", "INFO", "FUTR"])("in state %s is counted as not booked", (status) => {
    const coded = entry({ status: `<Sts><Cd>${status}</Cd></Sts>` });
    expect(read(entry({ status: `<Sts>${status}</Sts>` }), coded)).toMatchObject({ lines: [], pending: 2 });
  });

  it.each(["true", "1"])("that reverses another one is listed: RvslInd %s", (value) => {
    const more = `<RvslInd>${value}</RvslInd>`;
    const s = read(entry({ more, direction: "<CdtDbtInd>DBIT</CdtDbtInd>" }), entry({ more }));
    expect(s).toMatchObject({ lines: [], outgoing: 0, reversals: [{ amount: -1000 }, { amount: 1000 }] });
  });

  it("has the day of the tenant's zone if its time has an offset", () => {
    const dayOfEntry = (at: string) => read(entry({ day: `<DtTm>${at}</DtTm>` }))?.lines[0]?.day;
    expect(dayOfEntry("2026-05-19T16:30:00Z")).toBe("2026-05-20");
    expect(dayOfEntry("2026-05-19T16:30:00.123+08:00")).toBe("2026-05-19");
    expect(dayOfEntry("2026-05-19T23:30:00")).toBe("2026-05-19");
    expect(dayOfIso("2026-05-19+08:00", "Asia/Shanghai")).toBe("2026-05-19");
    for (const x of ["2026-02-30T10:00:00Z", "2026-05-19T25:00:00Z", "20260519"])
      expect(dayOfIso(x, "Asia/Shanghai")).toBeUndefined();
  });
});

describe("an XML file", () => {
  const whole = camt(entry(), entry());
  it("that is cut off anywhere is refused", () => {
    for (let end = 1; end < whole.length; end += 7)
      expect(readCamt(whole.slice(0, end), "UTC")).toBeUndefined();
    expect(readCamt(whole, "UTC")?.lines).toHaveLength(2);
  });

  it("that is nested deeply is refused at once", () => {
    const start = performance.now();
    expect(readCamt("<a>".repeat(1_000_000), "UTC")).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("may name a document type in a text", () => {
    const text = "<AddtlNtryInf><![CDATA[<!DOCTYPE x>]]></AddtlNtryInf>";
    expect(read(entry({ more: text }))?.lines).toMatchObject([{ remark: "<!DOCTYPE x>" }]);
  });

  it("with more transfers than a statement may have is refused", () => {
    const content = Buffer.from(camt(entry().repeat(5001))).toString("base64");
    expect(() => readStatement(content, "x.xml", "UTC")).toThrow("S0220");
  });
});

const csv = (head: string, ...rows: readonly string[]) => readCsv([head, ...rows].join("\n"));

describe("the direction of a row in a CSV file", () => {
  const head = "交易日期,借贷标志,金额,币种,对方户名";
  const row = (word: string, amount = "448.56") => `20260519,${word},${amount},CNY,客户`;

  it.each(["贷", "收入", "来账", "转入", "C", "Credit", "Deposit", "CRDT"])("is incoming: %s", (word) => {
    expect(csv(head, row(word))).toMatchObject({ lines: [{ amount: 448.56 }], outgoing: 0, faults: [] });
  });
  it.each(["借", "支出", "往账", "转出", "出账", "Out", "D", "DBIT"])("is outgoing: %s", (word) => {
    expect(csv(head, row(word))).toMatchObject({ lines: [], outgoing: 1, faults: [] });
  });
  it.each(["支票", "支付宝转入", "Dividend", "1", ""])("is a fault: %j", (word) => {
    expect(csv(head, row(word))).toMatchObject({
      lines: [],
      outgoing: 0,
      faults: [{ row: 2, fault: "direction" }],
    });
  });

  it.each(["借贷方向", "收支方向", "资金流向", "Dr/Cr"])("is in a column of another name: %s", (name) => {
    const renamed = head.replace("借贷标志", name);
    expect(csv(renamed, row("转出"), row("转入"))).toMatchObject({ lines: [{ row: 3 }], outgoing: 1 });
    expect(csv(renamed, row("?"), row("转入", "-1"))).toMatchObject({
      faults: [{ row: 2, fault: "direction" }],
    });
  });

  it("is the sign in a file with signs, and a fault in a file without signs", () => {
    const plain = "交易日期,交易类型,金额,币种,备注";
    const signed = csv(plain, "20260519,转账,5.00,CNY,x", "20260519,转账,-3.00,CNY,x");
    expect(signed).toMatchObject({ lines: [{ amount: 5 }], outgoing: 1, faults: [] });
    const unsigned = csv(plain, "20260519,转账,5.00,CNY,x", "20260519,转账,-3.00,CNY,冲正");
    expect(unsigned?.lines).toEqual([]);
    expect(unsigned?.faults).toHaveLength(2);
  });

  it("is that of a reversal for a negative incoming amount", () => {
    expect(csv(head, row("贷", "-448.56"))).toMatchObject({
      lines: [],
      outgoing: 0,
      reversals: [{ amount: -448.56 }],
    });
    const two = csv("交易日期,收入,支出,币种", "20260519,-9.00,,CNY", "20260519,1.00,2.00,CNY");
    expect(two).toMatchObject({ reversals: [{ amount: -9 }], faults: [{ row: 3, fault: "amount" }] });
  });
});

describe("the currency of a CSV file", () => {
  it.each(["币种", "币别", "货币", "交易币种名称", "Currency", "Ccy"])("is in the column %s", (name) => {
    const s = csv(`交易日期,收入,${name}`, "20260519,1.00,USD", "20260519,2.00,人民币", "20260519,3.00,");
    expect(s).toMatchObject({ lines: [{ amount: 2 }], hasCurrency: true });
    expect(s?.faults.map((f) => f.fault)).toEqual(["currency", "currency"]);
  });

  it("is the unit of the amount, or unknown", () => {
    expect(csv("交易日期,收入(美元)", "20260519,1.00")?.faults).toEqual([{ row: 2, fault: "currency" }]);
    expect(csv("交易日期,收入(万元)", "20260519,1.00")?.faults).toEqual([{ row: 2, fault: "currency" }]);
    expect(csv("交易日期,收入(元)", "20260519,1.00")).toMatchObject({
      lines: [{ amount: 1 }],
      hasCurrency: true,
    });
    expect(csv("交易日期,收入", "20260519,1.00")).toMatchObject({
      lines: [{ amount: 1 }],
      hasCurrency: false,
    });
  });
});

describe("a quotation mark", () => {
  it.each([
    ["that is not closed", ['20260519\t2.00\t"货款', "20260519\t3.00\tx"]],
    ["before other text", ['20260519\t2.00\t"货"款', "20260519\t3.00\tx"]],
  ])("%s ends the reading with a fault", (_name, rows) => {
    const s = csv("交易日期\t收入\t备注", "20260519\t1.00\tx", ...rows);
    expect(s).toMatchObject({ lines: [{ amount: 1 }], faults: [{ row: 3, fault: "quote" }] });
  });

  it("may be followed by spaces, and occur in a text", () => {
    const s = csv("交易日期,收入,备注", '"20260519" ,"1.00"\t,5" 管');
    expect(s).toMatchObject({ lines: [{ amount: 1, remark: '5" 管' }], faults: [] });
  });
});

describe("an amount or day", () => {
  it("is refused if it could mean another one", () => {
    for (const text of [
      "448,56",
      "1,5",
      "448 56",
      "1'234.50",
      "12,34,567",
      ",5",
      "1,234,5",
      "-¥-3",
      "(5.00)",
    ])
      expect([text, amountOf(text)]).toEqual([text, undefined]);
    expect(["1,234,567.80", "-¥5.00", "CNY 7", "￥1,000"].map(amountOf)).toEqual([1234567.8, -5, 7, 1000]);
    expect(["1,234.50", "448.56", "5.00000"].map(decimalOf)).toEqual([undefined, 448.56, 5]);
    for (const text of ["2026111", "202605201", "2026-5/20", "2026-05-201", "20260520x"])
      expect([text, dayOf(text)]).toEqual([text, undefined]);
    for (const text of ["2026-05-20-10.11.12", "20260520101112", "20260520 101112", "2026-05-20T10:11"])
      expect([text, dayOf(text)]).toEqual([text, "2026-05-20"]);
  });
});

describe("the key of a line", () => {
  const line = {
    row: 1,
    day: "2026-05-19",
    amount: 5,
    payerName: "A",
    payerAccount: "",
    reference: "",
    remark: "",
  };
  it("without a serial number is the next free one if it was booked", () => {
    const [first, second] = withKeys([line, line]);
    const booked = new Set([first?.key ?? ""]);
    const [again] = withKeys([line], booked);
    expect(again).toMatchObject({ key: second?.key, equalKeys: [first?.key] });
    const both = withKeys([line, line], booked);
    expect(both.map((l) => l.equalKeys)).toEqual([[first?.key], undefined]);
    expect(both[1]?.key).toBe(second?.key);
    expect(new Set([first, ...both].map((l) => l?.key)).size).toBe(3);
  });

  it("with a serial number is that of the booked line", () => {
    const numbered = { ...line, reference: "9-77" };
    const [first] = withKeys([numbered]);
    expect(withKeys([numbered], new Set([first?.key ?? ""]))).toEqual([first]);
    expect(withKeys([{ ...line, reference: "00000" }])[0]?.key).toBe(withKeys([line])[0]?.key);
  });
});
