import { field } from "@shotkeeper/contract/kernel";
import { expect, it } from "vitest";
import { codeWidths } from "./code-widths.ts";

const query = { key: ["code"], columns: { code: field.text(50), file: field.text(500) } };
const text = { title: "", type: "text" } as const;
const widthOf = (value: string) => value.length * 10;
const widths = (columns: Parameters<typeof codeWidths>[1], rows: Parameters<typeof codeWidths>[2]) =>
  codeWidths(query, columns, rows, widthOf);

it("asks for the width of the longest code of a column", () => {
  const rows = [{ code: "A-1" }, { code: "SK-4G-2026-0001" }, { code: null }];
  expect(widths([{ key: "code", ...text }], rows)).toEqual({ code: 150 + 26 });
});

it("asks for no width for names, choices and hidden columns", () => {
  const rows = [{ code: "Bumper left", level: "high", hidden: "A-1" }];
  const columns = [
    { key: "code", ...text },
    { key: "level", ...text, options: [] },
    { key: "hidden", ...text, hidden: true },
  ];
  expect(widths(columns, rows)).toEqual({});
  expect(widths([{ key: "code", ...text }], [{ code: "A-1" }, { code: "保险杠" }])).toEqual({});
});

it("asks for no width for pictures, but for links to a record", () => {
  const render = () => null;
  const rows = [{ code: "A-1", file: "files/1.png" }];
  const columns = [
    { key: "code", ...text, render },
    { key: "file", ...text, render },
  ];
  expect(Object.keys(widths(columns, rows))).toEqual(["code"]);
});

it("limits the width of a very long code", () => {
  expect(widths([{ key: "code", ...text }], [{ code: "x".repeat(200) }])).toEqual({ code: 260 });
});
