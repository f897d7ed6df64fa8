import type { GridColumn } from "@shotkeeper/datagrid/antd";
import { describe, expect, it } from "vitest";
import { fitColumns } from "./column-fit.ts";

type Column = GridColumn<never>;
const column = (width: number, more: Partial<Column> = {}): Column => ({
  key: `c${width}`,
  title: "",
  type: "number",
  width,
  ...more,
});
const widths = (columns: readonly Column[], available: number) =>
  fitColumns(columns, available).map((c) => c.width);

describe("fitColumns", () => {
  it("does not change columns that all fit, because the grid distributes the free width", () => {
    const columns = [column(100), column(200)];
    expect(fitColumns(columns, 300)).toBe(columns);
  });

  it("moves a column behind the edge if the edge would cut it", () => {
    expect(widths([column(100), column(100), column(160), column(90)], 240)).toEqual([120, 120, 160, 90]);
  });

  it("shrinks a name column by a few pixels if one more column then fits", () => {
    const name = { type: "text" } as const;
    expect(widths([column(100), column(200, name), column(100), column(90)], 395)).toEqual([
      100, 195, 100, 90,
    ]);
    expect(widths([column(100), column(200), column(100), column(90)], 395)).toEqual([132, 263, 100, 90]);
  });

  it("gives free width to names, which may be cut, and not to codes and numbers", () => {
    const name = { type: "text" } as const;
    expect(widths([column(100), column(200, name), column(100), column(250)], 450)).toEqual([
      100, 250, 100, 250,
    ]);
  });

  it("lets the edge cut columns that are as wide as a sentence", () => {
    expect(widths([column(100), column(380)], 360)).toEqual([100, 260]);
  });

  it("lets the edge cut a text that stays readable, but no numbers or tags", () => {
    const text = { type: "text" } as const;
    expect(widths([column(100), column(200, text), column(90)], 220)).toEqual([100, 120, 90]);
    expect(widths([column(100), column(100), column(150), column(90)], 290)).toEqual([145, 145, 150, 90]);
    expect(
      widths([column(100), column(100), column(150, { ...text, options: [] }), column(90)], 290),
    ).toEqual([145, 145, 150, 90]);
  });

  it("never lets the edge cut codes, because a part of a code is useless", () => {
    expect(widths([column(200), column(128, { type: "text" }), column(90)], 290)).toEqual([290, 128, 90]);
  });

  it("keeps the width of pinned columns and ignores hidden columns", () => {
    const columns = [column(110, { pin: "left" }), column(70, { hidden: true }), column(100), column(160)];
    expect(widths(columns, 250)).toEqual([110, 70, 140, 160]);
  });

  it("does nothing if few columns would be stretched too much", () => {
    const columns = [column(100), column(300)];
    expect(fitColumns(columns, 200)).toBe(columns);
    expect(fitColumns(columns, 80)).toBe(columns);
  });

  it("fills the width to the pixel", () => {
    const fitted = fitColumns([column(101), column(103), column(107), column(200)], 372);
    expect(fitted.slice(0, 3).reduce((w, c) => w + (c.width ?? 0), 0)).toBe(372);
  });

  it("makes a column as wide as its codes, and does not narrow it at the edge", () => {
    const columns = [
      column(112, { pin: "left", key: "user", type: "text" }),
      column(100),
      column(180, { key: "tax", type: "text" }),
    ];
    const codes = { user: 190, tax: 176 };
    expect(fitColumns(columns, 380).map((c) => c.width)).toEqual([112, 100, 168]);
    expect(fitColumns(columns, 380, codes).map((c) => c.width)).toEqual([190, 100, 180]);
    expect(fitColumns(columns, 900, codes).map((c) => c.width)).toEqual([190, 100, 180]);
  });

  it("makes a column as wide as its title, and never narrows it below", () => {
    const text = { type: "text" } as const;
    const columns = [column(100, { key: "a" }), column(160, { ...text, key: "plant" }), column(300)];
    const fitted = (available: number, titles: Readonly<Record<string, number>>) =>
      fitColumns(columns, available, {}, titles).map((c) => c.width);
    expect(fitted(800, { a: 128 })).toEqual([128, 160, 300]);
    // The column at the edge is narrowed to 95 px although this cuts its names, but not if it would cut its title.
    expect(fitted(195, { plant: 90 })).toEqual([100, 95, 300]);
    expect(fitted(195, { plant: 120 })).not.toContain(95);
    // The third column fits if the second column ("name", 200 px) gets 195 px, which is enough for a title of 190 px.
    // It is not enough for a title of 198 px. The second column then gets wider, until it ends at the edge.
    const three = [column(100), column(200, { ...text, key: "name" }), column(100, { key: "c" }), column(90)];
    expect(fitColumns(three, 395, {}, { name: 190 }).map((c) => c.width)).toEqual([100, 195, 100, 90]);
    expect(fitColumns(three, 395, {}, { name: 198 }).map((c) => c.width)).toEqual([100, 295, 100, 90]);
  });
});
