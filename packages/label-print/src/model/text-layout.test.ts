import { describe, expect, it } from "vitest";
import { mmPerPt, type TextItem, text } from "./page.ts";
import { pageSvg } from "./svg.ts";
import { layoutText, type Measure } from "./text-layout.ts";

/** Measure in which every character is as wide as its font size, so that lines can be computed by hand. */
const square: Measure = () => 1;
const laid = (item: Partial<TextItem>) =>
  layoutText(text({ left: 0, top: 0, width: 20, height: 100, text: "", ...item }), square);
const lines = (item: Partial<TextItem>) => laid(item).lines.map((l) => l.text);
/** Font size with which five characters fit into 20 mm, points. */
const five = 4 / mmPerPt;

describe("lines of a text", () => {
  it.each([
    ["Chinese breaks anywhere", "广东省佛山市顺德区", ["广东省佛山", "市顺德区"]],
    ["a stop does not begin a line", "广东省佛。山", ["广东省佛。", "山"]],
    ["words stay whole", "ab cde fg", ["ab", "cde", "fg"]],
    ["a word longer than a line is broken", "abcdefghijkl", ["abcde", "fghij", "kl"]],
    ["ends of lines are kept", "a\r\nb\n\nc", ["a", "b", "", "c"]],
    ["Chinese and words break where they meet", "型号abcd", ["型号", "abcd"]],
  ])("%s", (_, value, expected) => {
    expect(lines({ text: value, size: five })).toEqual(expected);
  });

  it("are aligned horizontally and vertically", () => {
    const at = (align: 0 | 1 | 2, valign: 0 | 1 | 2) => {
      const [line] = laid({ text: "ab", size: five, height: 24.8, align, valign }).lines;
      return [line?.x, line?.y].map((v) => Math.round((v ?? 0) * 100) / 100);
    };
    const [, base = 0] = at(0, 0);
    // The text is 8 mm wide in a box of 20 mm, so its line begins at 0, 6 or 12 mm (left, centre, right). The line is
    // 4.8 mm high in a box of 24.8 mm, so it is moved down by 0, 10 or 20 mm (top, middle, bottom).
    expect([at(0, 0), at(1, 1), at(2, 2)]).toEqual([
      [0, base],
      [6, base + 10],
      [12, base + 20],
    ]);
  });

  // spec: shop B3.11
  it("have the additional line spacing", () => {
    const pitch = (lineSpacing: number) => {
      const [a, b] = laid({ text: "a\nb", size: five, lineSpacing }).lines;
      return (b?.y ?? 0) - (a?.y ?? 0);
    };
    expect(pitch(10) - pitch(0)).toBeCloseTo(10 * mmPerPt, 6);
  });

  it("use the box's other side when rotated by 90°", () => {
    const value = "广东省佛山市顺德区";
    expect(lines({ text: value, size: five, width: 100, height: 20, rotation: 1 })).toHaveLength(2);
    expect(lines({ text: value, size: five, width: 100, height: 20, rotation: 3 })).toHaveLength(1);
  });
});

describe("a text that must fit its box", () => {
  const long = "广东省佛山市顺德区北滘镇工业大道三十六号";

  it("shrinks by fifths of a point, no more than necessary", () => {
    const box = { width: 20, height: 10, text: long };
    const { size } = laid({ ...box, size: 14, shrink: true });
    expect(Math.abs((14 - size) / 0.2 - Math.round((14 - size) / 0.2))).toBeLessThan(1e-9);
    const high = (of: number) => {
      const l = laid({ ...box, size: of }).lines;
      return l.length * of * mmPerPt * 1.2;
    };
    expect(high(size)).toBeLessThanOrEqual(10.01);
    expect(high(size + 0.2)).toBeGreaterThan(10.01);
  });

  it("keeps its size if it fits or may not shrink", () => {
    expect(laid({ text: "短", size: 14, shrink: true }).size).toBe(14);
    expect(laid({ text: long, height: 5, size: 14 }).size).toBe(14);
  });

  it("shrinks to 2 pt at most and starts at the top", () => {
    const { size, lines: all } = laid({
      text: long.repeat(99),
      height: 5,
      size: 14,
      shrink: true,
      valign: 1,
    });
    expect(size).toBe(2);
    expect(all[0]?.y).toBeLessThan(1);
  });
});

// spec: shop B9.6
it("is drawn at 9 pt and scaled down if it is smaller than 9 pt", () => {
  const svg = (size: number) =>
    pageSvg({
      ...{ width: 50, height: 20 },
      items: [text({ left: 0, top: 0, width: 50, height: 20, text: "小字", size })],
    });
  const nine = (9 * mmPerPt).toFixed(3);
  expect(svg(6)).toContain(`font-size="${nine}"`);
  expect(svg(6)).toContain('transform="scale(0.667)"');
  expect(svg(9)).not.toContain("scale(");
});
