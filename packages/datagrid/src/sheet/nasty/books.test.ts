import { CFB, read, write } from "@e965/xlsx";
import { expect, it } from "vitest";
import { as, cell, file, formatted, inline, is, type Line, no, outcome, row, xlsx } from "./files.ts";

const number = (title: string, value: string): Uint8Array => cell(title, "", `<v>${value}</v>`);

/** Converts an .xlsx file to an .xls file with the same cells. */
function xls(data: Uint8Array): Uint8Array {
  const book = read(data, { cellNF: true, cellStyles: true });
  return new Uint8Array(write(book, { type: "array", bookType: "biff8" }) as ArrayBuffer);
}

/** Returns an OLE file with streams of these names. Office writes encrypted workbooks in this format. */
function ole(...streams: string[]): Uint8Array {
  const container = CFB.utils.cfb_new();
  for (const name of streams) CFB.utils.cfb_add(container, `/${name}`, new Uint8Array(5000));
  return new Uint8Array(CFB.write(container, { type: "buffer" }) as Uint8Array);
}

/** Returns an .xls file with a record FILEPASS after the first record, as in a workbook with a password. */
function xlsWithPassword(): Uint8Array {
  const container = CFB.read(xls(number("Amount", "1")), { type: "array" });
  const entry = CFB.find(container, "/Workbook");
  if (!entry) throw new Error("no workbook");
  const old = new Uint8Array(entry.content as Uint8Array);
  const size = 4 + (old[2] ?? 0);
  const password = [0x2f, 0, 6, 0, 0, 0, 0x12, 0x34, 0x56, 0x78];
  entry.content = new Uint8Array([...old.slice(0, size), ...password, ...old.slice(size)]);
  return new Uint8Array(CFB.write(container, { type: "buffer" }) as Uint8Array);
}

const titles = (...names: string[]) => row(1, ...names.map((name, i) => inline(`${"ABCDEF"[i]}1`, name)));
const merged = (...ranges: string[]) =>
  `<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
const twoRows = xlsx(
  row(1, inline("A1", "No"), inline("B1", "Plan")) +
    row(2, inline("B2", "Count"), inline("C2", "Day")) +
    row(3, inline("A3", "A"), '<c r="B3"><v>5</v></c>', inline("C3", "2026-01-02")),
  { after: merged("A1:A2", "B1:C1") },
);
const body = xlsx(
  titles("No", "Amount") +
    row(2, inline("A2", "A"), inline("B2", "")) +
    row(3, inline("A3", "B"), '<c r="B3"/>'),
  { after: merged("A2:A3") },
);
const filled = xlsx(
  row(1, inline("A1", "No"), inline("B1", "Kind")) +
    row(2, inline("A2", "X"), inline("B2", "Hot"), '<c r="C2"/>'),
  { after: merged("A1:A1", "B2:C2") },
);

/** Test cases: cells of workbooks whose value, type or number format an import could lose. */
const lines: readonly Line[] = [
  ["zeros by number format, in a text", formatted("Date of making", 7, "000"), "made", as("007", "shown")],
  ["zeros by number format, .xls", xls(formatted("Date of making", 7, "000")), "made", as("007", "shown")],
  ["zeros by number format, in a number", formatted("Amount", 7, "000"), "n", is(7)],
  ["prefix by number format", formatted("Date of making", 12, '"M-"0000'), "made", as("M-0012", "shown")],
  [
    "telephone number by format",
    formatted("Date of making", 5551234, "000-0000"),
    "made",
    as("555-1234", "shown"),
  ],
  ["version by format", formatted("Date of making", 1.1, "0.00"), "made", as("1.10", "shown")],
  ["grouped by format, in a text", formatted("Date of making", 1234, "#,##0"), "made", as("1234", "format")],
  ["rounded by format, in a text", formatted("Date of making", 1.256, "0.0"), "made", as("1.256", "format")],
  ["rounded by format, in a number", formatted("Amount", 1.256, "0.0"), "n", is(1.256)],
  ["currency by format", formatted("Amount", 12.5, '"¥"#,##0.00'), "n", is(12.5)],
  ["percent by format", formatted("Amount", 0.45, "0%"), "n", as(0.45, "percent")],
  ["percent by format in a column of percents", formatted("Share", 0.45, "0%"), "share", as(45, "percent")],
  ["inexact percent", formatted("Share", 0.07, "0.0%"), "share", as(7, "percent")],
  ["percent sign in quotes", formatted("Share", 45, '0"%"'), "share", is(45)],
  ["percent sign in quotes, in a number", formatted("Amount", 45, '0"%"'), "n", is(45)],
  ["escaped percent sign", formatted("Share", 45, "0\\%"), "share", is(45)],
  ["percent after quotes", formatted("Share", 0.45, '"ca. "0%'), "share", as(45, "percent")],
  ["percent sign in quotes, in a text", formatted("Date of making", 45, '0"%"'), "made", as("45%", "shown")],
  ["fraction by format", formatted("Date of making", 0.5, "# ?/?"), "made", as("0.5", "format")],
  ["exponent by format", formatted("Date of making", 1500, "0.00E+00"), "made", as("1500", "format")],
  ["18 digits in a number", number("Amount", "123456789012345678"), "n", no("digits")],
  ["18 digits in a text column", number("Date of making", "123456789012345678"), "made", no("digits")],
  ["16 digits in a text column", number("Date of making", "1234567890123456"), "made", no("digits")],
  ["15 digits in a text column", number("Date of making", "123456789012345"), "made", is("123456789012345")],
  ["inexact sum", number("Amount", "0.30000000000000004"), "n", is(0.3)],
  ["inexact sum in a text", number("Date of making", "0.30000000000000004"), "made", is("0.3")],
  [
    "inexact sum in a text, by format",
    formatted("Date of making", "0.30000000000000004", "0.00"),
    "made",
    as("0.30", "shown"),
  ],
  ["16 digits and a half in a text", number("Date of making", "1234567890123456.5"), "made", no("digits")],
  ["more decimals than stored", number("Cycle", "45.567"), "cycle", as(45.57, "rounded")],
  ["2.5 pieces", number("Count", "2.5"), "count", no("whole")],
  ["formula with a value", cell("Amount", "", "<f>1+1</f><v>2</v>"), "n", is(2)],
  ["formula with the value 0", cell("Amount", "", "<f>1-1</f><v>0</v>"), "n", is(0)],
  ["formula without a value", cell("Amount", "", "<f>1+1</f>"), "n", no("noValue")],
  ["formula with an empty value", cell("Amount", "", "<f>1+1</f><v></v>"), "n", no("noValue")],
  ["formula without a value, in a text", cell("Date of making", "", "<f>A2</f>"), "made", no("noValue")],
  ["shared formula without a value", cell("Amount", "", '<f t="shared" si="0"/>'), "n", no("noValue")],
  ["formula with an empty text", cell("Date of making", 't="str"', '<f>""</f><v></v>'), "made", is(null)],
  ["error", cell("Amount", 't="e"', "<v>#DIV/0!</v>"), "n", no("error")],
  ["error in a text column", cell("Date of making", 't="e"', "<v>#N/A</v>"), "made", no("error")],
  ["error in .xls", xls(cell("Date of making", 't="e"', "<v>#N/A</v>")), "made", no("error")],
  ["boolean in a flag", cell("Valid", 't="b"', "<v>1</v>"), "ok", is("Y")],
  ["boolean in a text", cell("Date of making", 't="b"', "<v>0</v>"), "made", as("FALSE", "boolean")],
  ["boolean in a number", cell("Amount", 't="b"', "<v>1</v>"), "n", no("number")],
  ["date", formatted("Day", 46_024, "yyyy-mm-dd"), "day", is("2026-01-02")],
  ["date in the American format", formatted("Day", 46_024, "m/d/yy"), "day", is("2026-01-02")],
  ["date in Chinese", formatted("Day", 46_024, '[$-804]yyyy"年"m"月"d"日"'), "day", is("2026-01-02")],
  ["date from 1904", formatted("Day", 44_562, "yyyy-mm-dd", true), "day", is("2026-01-02")],
  [
    "date of type d",
    cell("Day", 't="d" s="1"', "<v>2026-01-02</v>", { format: "yyyy-mm-dd" }),
    "day",
    is("2026-01-02"),
  ],
  ["date without a format", number("Day", "46024"), "day", as("2026-01-02", "serial")],
  [
    "date in a text column",
    formatted("Remark", 46_024, "d-mmm"),
    "remark",
    as("2026-01-02 00:00:00", "dateText"),
  ],
  ["date in a number column", formatted("Amount", 46_024, "yyyy-mm-dd"), "n", no("number")],
  [
    "number in a column with a word of dates",
    number("Date of making", "46024"),
    "made",
    as("2026-01-02 00:00:00", "serial"),
  ],
  ["29 February 1900", formatted("Day", 60, "yyyy-mm-dd"), "day", no("date")],
  ["before March 1900", formatted("Day", 1, "yyyy-mm-dd"), "day", is("1900-01-01")],
  ["negative date", formatted("Day", -1, "yyyy-mm-dd"), "day", no("date")],
  ["time of day", formatted("Date of making", 0.125, "h:mm"), "made", as("03:00:00", "dateText")],
  ["time of day in a time column", formatted("Seen at", 0.125, "h:mm"), "at", no("time")],
  [
    "more than a day of hours",
    formatted("Date of making", 1.5, "[h]:mm:ss"),
    "made",
    as("36:00:00", "dateText"),
  ],
  [
    "parts of a second",
    formatted("Seen at", 46_024.500_005, "yyyy-mm-dd hh:mm:ss"),
    "at",
    as("2026-01-02 12:00:00", "seconds"),
  ],
  ["time in a date column", formatted("Day", 46_024.5, "yyyy-mm-dd"), "day", as("2026-01-02", "timeDropped")],
  ["damaged number format", formatted("Date of making", 5, '[h;;"'), "made", is("5")],
  [
    "rich text",
    cell("Date of making", 't="inlineStr"', "<is><r><t>a</t></r><r><t>b</t></r></is>"),
    "made",
    is("ab"),
  ],
  [
    "phonetic text",
    cell("Date of making", 't="inlineStr"', '<is><t>東</t><rPh sb="0" eb="1"><t>ヒ</t></rPh></is>'),
    "made",
    is("東"),
  ],
  [
    "escaped control character",
    cell("Date of making", 't="inlineStr"', "<is><t>a_x0007_b</t></is>"),
    "made",
    no("control"),
  ],
  [
    "text of 32,767 characters",
    cell("Remark", 't="inlineStr"', `<is><t>${"x".repeat(32_767)}</t></is>`),
    "remark",
    no("tooLong"),
  ],
  ["formula as text", cell("Date of making", 't="inlineStr"', "<is><t>=1+1</t></is>"), "made", is("=1+1")],
  [
    "blanks around",
    cell("Date of making", 't="inlineStr"', '<is><t xml:space="preserve"> a </t></is>'),
    "made",
    as("a", "trimmed"),
  ],
  ["header over two rows: number", twoRows, "count", is(5)],
  ["header over two rows: date", twoRows, "day", is("2026-01-02")],
  ["merged cells without a value", body, "n", is(null)],
  ["merged cells with a value", filled, "kind", is(1)],
  ["workbook with a password", ole("EncryptionInfo", "EncryptedPackage"), "n", file("password")],
  ["old workbook with a password", xlsWithPassword(), "n", file("password")],
  ["document of Word", ole("WordDocument"), "n", file("notSheet")],
  [
    "cell in the last column",
    xlsx(titles("No") + row(2, '<c r="XFD2"><v>1</v></c>', inline("A2", "A"))),
    "no",
    is("A"),
  ],
  [
    "a cell in the last column of 1,000 rows",
    xlsx(Array.from({ length: 1000 }, (_, i) => row(i + 1, `<c r="XFD${i + 1}"><v>1</v></c>`)).join("")),
    "no",
    file("tooMuch"),
  ],
  [
    "a column beyond the last",
    xlsx(titles("No") + row(2, '<c r="ZZZZ2"><v>1</v></c>')),
    "no",
    file("tooMuch"),
  ],
  [
    "a row beyond the last",
    xlsx(titles("No") + row(9_000_000, '<c r="A9000000"><v>1</v></c>')),
    "no",
    file("tooMuch"),
  ],
];

for (const [what, data, key, expected, choices] of lines)
  it(what, async () => {
    expect(await outcome(data, key, choices)).toEqual(expected);
  });
