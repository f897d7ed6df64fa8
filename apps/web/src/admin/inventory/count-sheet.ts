import { type Item, type Page, text } from "@shotkeeper/label-print";

/** Line of the printed list of a stock-take: a mold that the user has to look for. */
interface SheetLine {
  readonly moldNo: string | null;
  readonly moldName: string | null;
  readonly plantName: string | null;
}

interface CountSheet {
  readonly title: string;
  /** Lines below the title, for example the scope of the stock-take and the time of printing. */
  readonly facts: readonly string[];
  readonly heads: readonly [code: string, mold: string, plant: string, seen: string, note: string];
  readonly lines: readonly SheetLine[];
  /** Page footer; %n is the page number and %t the number of pages. */
  readonly foot: string;
}

const paper = { width: 210, height: 297 } as const;
const margin = 12;
const top = 34;
const row = 15;
/** Number of molds on a page of the printed list. */
export const sheetRows = Math.floor((paper.height - top - 8 - 14) / row);
/** Left edge of each column, mm from the left edge of the page. */
const at = { code: margin, mold: margin + 17, plant: 96, seen: 140, note: 156 } as const;
const right = paper.width - margin;

const words = (left: number, y: number, width: number, value: string, size: number, bold = false) =>
  text({ left, top: y, width, height: row - 3, text: value, size, bold, valign: 1, shrink: true });

const rule = (x1: number, y: number, thickness: number): Item => ({
  kind: "line",
  x1,
  y1: y,
  x2: right,
  y2: y,
  style: 0,
  color: "#000000",
  thickness,
});

/**
 * Returns the pages of the printed list that a user takes along to look for molds. Each mold has a code to scan, a box
 * to tick and space for notes.
 */
export function countSheet({ title, facts, heads, lines, foot }: CountSheet): Page[] {
  const pages = Math.max(1, Math.ceil(lines.length / sheetRows));
  return Array.from({ length: pages }, (_, p): Page => {
    const items: Item[] = [
      { ...words(margin, 10, 130, title, 15, true), height: 8 },
      ...facts.map((fact, i) => ({ ...words(margin, 18 + i * 4.4, right - margin, fact, 8.5), height: 4.4 })),
    ];
    const columns = [at.code, at.mold, at.plant, at.seen, at.note] as const;
    heads.forEach((head, i) => {
      const left = columns[i] ?? margin;
      items.push({ ...words(left, top, (columns[i + 1] ?? right) - left - 2, head, 8.5), height: 6 });
    });
    items.push(rule(margin, top + 7, 1));
    lines.slice(p * sheetRows, (p + 1) * sheetRows).forEach((line, i) => {
      const y = top + 8 + i * row;
      const moldNo = line.moldNo ?? "";
      if (moldNo !== "")
        items.push({
          kind: "qr",
          text: moldNo,
          left: at.code,
          top: y + 1,
          width: 11,
          height: 11,
          rotation: 0,
          color: "#000000",
          correction: "M",
        });
      items.push(
        { ...words(at.mold, y, at.plant - at.mold - 3, moldNo, 10.5, true), height: 6 },
        { ...words(at.mold, y + 6, at.plant - at.mold - 3, line.moldName ?? "", 8.5), height: 7 },
        words(at.plant, y, at.seen - at.plant - 3, line.plantName ?? "", 8.5),
        {
          kind: "rectangle",
          left: at.seen + 2,
          top: y + 3.5,
          width: 6,
          height: 6,
          rotation: 0,
          style: 0,
          color: "#000000",
          thickness: 0.75,
        },
        // Draws the line between two rows only to the right of the QR code. Scanners need a light margin around the
        // code.
        rule(at.mold, y + row - 1.5, 0.25),
      );
    });
    const footer = foot.replace("%n", String(p + 1)).replace("%t", String(pages));
    items.push({ ...words(margin, paper.height - 12, right - margin, footer, 8), align: 1, height: 5 });
    return { ...paper, items };
  });
}
