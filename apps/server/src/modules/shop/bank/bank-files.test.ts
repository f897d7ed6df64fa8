import { describe, expect, it } from "vitest";
import { readCamt as readCamtIn } from "./camt.ts";
import { readCsv } from "./csv.ts";
import { plainWord } from "./csv-head.ts";
import { rowsOfCsv } from "./csv-rows.ts";
import { amountOf, dayOf, withKeys } from "./line.ts";
import { decodeText, readStatement as readStatementIn } from "./read-file.ts";

const zone = "Asia/Shanghai";
const readCamt = (xml: string) => readCamtIn(xml, zone);
const readStatement = (content: unknown, name: string) => readStatementIn(content, name, zone);

// Names, accounts and numbers are invented. The columns are those of the banks' real exports.
const icbc = `[中国工商银行] 账户明细
账号：12020000001,,,
凭证号,本方账号,对方账号,交易时间,借/贷,借方发生额,贷方发生额,对方行号,摘要,用途,对方单位名称,余额
1001,12020000001,'6222000000000000011,2026-05-19 10:11:12,贷,0.00,"4,484.56",102,货款,S2605001,宁波众力精密注塑有限公司,10000.00
1002,12020000001,6222000000000000012,2026-05-19 11:00:00,借,300.00,0.00,102,手续费,,中国工商银行,9700.00
合计,,,,,300.00,"4,484.56",,,,,
`;
const ccb = `账号,账户名称,交易时间,借方发生额（支取）,贷方发生额（收入）,余额,币种,对方户名,对方账号,记账日期,摘要,备注,账户明细编号-交易流水号
3305,本公司,20260519 10:12:13,0.00,448.56,1.00,人民币元,合肥瑞丰塑业有限公司,34001,20260519,电汇,S2605002,9-77
3305,本公司,20260519 10:12:14,0.00,12.00,1.00,美元,合肥瑞丰塑业有限公司,34001,20260519,电汇,,9-78
3305,本公司,20260519 10:12:15,0.00,12.345,1.00,人民币元,合肥瑞丰塑业有限公司,34001,20260519,电汇,,9-79
3305,本公司,2026-13-45,0.00,12.30,1.00,人民币元,合肥瑞丰塑业有限公司,34001,,电汇,,9-80
`;
const cmb = `交易日\t交易时间\t起息日\t交易类型\t借方金额\t贷方金额\t余额\t摘要\t流水号\t业务参考号\t收/付方名称\t收/付方帐号
20260519\t101112\t20260519\t转账\t\t18.00\t5.00\t货款 S2605003\tC123\tR9\t青岛海恒塑胶科技有限公司\t37001
20260519\t101113\t20260519\t转账\t20.00\t\t5.00\t付款\tC124\tR10\t供应商\t37002
`;
const bocHead = [
  "交易类型[ Transaction Type ],付款人账号[ Debit Account No. ],付款人名称[ Payer's Name ]",
  "交易日期[ Transaction Date ],交易货币[ Trade Currency ],交易金额[ Trade Amount ]",
  "交易流水号[ Transaction reference number ],用途[ Purpose ],交易附言[ Remark ]",
].join(",");
const boc = `${bocHead}
来账,41001,苏州启明精密模塑有限公司,20260519,CNY,"1,000.00",B77,货款,"S2605004, 谢谢"
往账,本方,本公司,20260519,CNY,-50.00,B78,付款,
`;

const camt = (body: string, head = "") => `<?xml version="1.0" encoding="UTF-8"?>${head}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
<BkToCstmrStmt><Stmt>${body}</Stmt></BkToCstmrStmt></Document>`;
const entry = (more = "", amount = "448.56", direction = "CRDT") => `
<Ntry><Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-05-19</Dt></BookgDt><AcctSvcrRef>E1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<RltdPties><Dbtr><Nm>宁波众力精密注塑有限公司</Nm></Dbtr><DbtrAcct><Id><Othr><Id>6222</Id></Othr></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>S2605001</Ustrd></RmtInf></TxDtls></NtryDtls>${more}</Ntry>`;

describe("a CSV file", () => {
  it("of ICBC: account and title above, totals below, an apostrophe before the account", () => {
    expect(readCsv(icbc)).toEqual({
      lines: [
        {
          row: 4,
          day: "2026-05-19",
          amount: 4484.56,
          payerName: "宁波众力精密注塑有限公司",
          payerAccount: "6222000000000000011",
          reference: "1001",
          remark: "货款 S2605001",
        },
      ],
      outgoing: 1,
      pending: 0,
      reversals: [],
      faults: [],
      hasCurrency: false,
    });
  });

  it("of CCB: names rows in another currency, and with an amount or day that cannot be read", () => {
    const read = readCsv(ccb);
    expect(read?.lines).toMatchObject([
      { row: 2, amount: 448.56, reference: "9-77", remark: "电汇 S2605002" },
    ]);
    expect(read?.faults).toEqual([
      { row: 3, fault: "currency" },
      { row: 4, fault: "amount" },
      { row: 5, fault: "day" },
    ]);
  });

  it("of CMB: separated by tabs", () => {
    expect(readCsv(cmb)).toMatchObject({
      lines: [{ amount: 18, payerAccount: "37001", reference: "C123", remark: "货款 S2605003" }],
      outgoing: 1,
    });
  });

  it("of BOC: columns in two languages, and one signed amount", () => {
    expect(readCsv(boc)).toMatchObject({
      lines: [{ amount: 1000, payerName: "苏州启明精密模塑有限公司", remark: "货款 S2605004, 谢谢" }],
      outgoing: 1,
      faults: [],
    });
  });

  it("keeps separators, quotes and line breaks in quoted cells", () => {
    expect(rowsOfCsv('a,"b,""c""\nd"\r\n1,2').rows).toEqual([
      ["a", 'b,"c"\nd'],
      ["1", "2"],
    ]);
  });

  it("without the columns of a statement is none", () => {
    expect(readCsv("a,b\n1,2\n")).toBeUndefined();
  });
});

describe("a CAMT.053 file", () => {
  it("gives its booked incoming transfers", () => {
    const pending = entry().replace("BOOK", "PDNG");
    const read = readCamt(camt(entry() + entry("", "10.00", "DBIT") + pending));
    expect(read).toEqual({
      lines: [
        {
          row: 1,
          day: "2026-05-19",
          amount: 448.56,
          payerName: "宁波众力精密注塑有限公司",
          payerAccount: "6222",
          reference: "E1",
          remark: "S2605001",
        },
      ],
      outgoing: 1,
      pending: 1,
      reversals: [],
      faults: [],
      hasCurrency: true,
    });
  });

  it("with a prefix, or with several transfers in an entry, is read", () => {
    const prefixed = camt(entry()).replace(/<(\/?)([A-Z])/g, "<$1c:$2");
    expect(readCamt(prefixed)?.lines).toHaveLength(1);
    const tx = (amount: number) =>
      `<TxDtls><Amt Ccy="CNY">${amount}.00</Amt><RmtInf><Ustrd>S${amount}</Ustrd></RmtInf></TxDtls>`;
    const several = entry("", "3.00").replace(
      /<NtryDtls>.*<\/NtryDtls>/s,
      `<NtryDtls>${tx(1)}${tx(2)}</NtryDtls>`,
    );
    expect(readCamt(camt(several))?.lines.map((l) => [l.amount, l.remark])).toEqual([
      [1, "S1"],
      [2, "S2"],
    ]);
  });

  it.each([
    ["an external entity", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'],
    ["an entity that grows", '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'],
  ])("with %s is refused", (_name, head) => {
    expect(readCamt(camt(entry().replace("S2605001", "&e;"), head))).toBeUndefined();
  });

  it.each(["<Document>", "<html><body/></html>", "<a/>"])("that is none is refused: %s", (xml) => {
    expect(readCamt(xml)).toBeUndefined();
  });
});

describe("a line", () => {
  const line = readCsv(icbc)?.lines[0];
  it("has the same key in another file, and equal lines of one file have different keys", () => {
    if (!line) throw new Error("no line");
    const [one] = withKeys([line]);
    const again = withKeys([{ ...line, row: 99, remark: "other spacing" }, line]);
    expect(again[0]?.key).toBe(one?.key);
    expect(again[1]?.key).not.toBe(one?.key);
    expect(withKeys([{ ...line, amount: 4484.57 }])[0]?.key).not.toBe(one?.key);
  });

  it("has a day and an amount in cents", () => {
    const days = ["20260520", "2026-05-20", "2026/5/20 10:00", "2026年5月20日", "20260520 10:11:12"];
    for (const text of days) expect(dayOf(text)).toBe("2026-05-20");
    const wrong = ["", "20261301", "2026-02-30", "9999-12-31", "0000-01-01", "x"];
    for (const text of wrong) expect(dayOf(text)).toBeUndefined();
    expect(["1,234.50", "¥12", "+3.1", "12.3400"].map(amountOf)).toEqual([1234.5, 12, 3.1, 12.34]);
    for (const text of ["1.234", "1e5", "abc", "--1", ""]) expect(amountOf(text)).toBeUndefined();
  });
});

it("a text of brackets without end is read at once", () => {
  expect(plainWord("Amount (CNY) [金额]")).toBe("amount");
  const start = performance.now();
  plainWord("(".repeat(1_000_000));
  // The call takes tens of milliseconds. With quadratic time it would take hours.
  expect(performance.now() - start).toBeLessThan(5000);
});

describe("a file", () => {
  const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
  it("may be in GBK, UTF-8 or UTF-16", () => {
    // The bytes of the text 交易日期,收入 in GBK.
    const gbk = Uint8Array.from(Buffer.from("bdbbd2d7c8d5c6da2ccad5c8eb", "hex"));
    expect(decodeText(gbk)).toBe("交易日期,收入");
    expect(decodeText(Buffer.from("\ufeff交易日期"))).toBe("交易日期");
    expect(decodeText(Buffer.from("\ufeff交易日期", "utf16le"))).toBe("交易日期");
  });

  it("is read by its content, not by its name", () => {
    expect(readStatement(base64(icbc), "x.xml").lines).toHaveLength(1);
    expect(readStatement(base64(camt(entry())), "x.csv").lines).toHaveLength(1);
  });

  it.each([
    ["", "S0007"],
    [base64("%PDF-1.4"), "S0473"],
    [base64(Buffer.alloc(6 << 20, 65)), "S0205"],
    [base64("交易日期,收入\n"), "S0473"],
  ])("is refused: %#", (content, code) => {
    expect(() => readStatement(content, "f.csv")).toThrow(code);
  });
});
