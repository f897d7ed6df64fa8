import { parseNumber } from "../sheet/numbers.ts";
import type { CellBlock } from "./paste.ts";

/**
 * Reads the first table of copied HTML. Spreadsheets write the text that a cell shows. Some also write the exact number
 * as an attribute: Excel in `x:num`, LibreOffice in `sdval`, Google Sheets in `data-sheets-value`. Returns undefined if
 * the HTML has no table.
 */
export function blockOfHtml(html: Document): string[][] | undefined {
  const table = html.querySelector("table");
  if (!table) return undefined;
  const block: string[][] = [];
  for (const [at, line] of [...table.rows].entries()) {
    let col = 0;
    block[at] ??= [];
    for (const cell of line.cells) {
      while (block[at]?.[col] !== undefined) col++;
      // Puts the text of a merged cell into the first of the cells that it covers. The others stay empty.
      for (let down = 0; down < Math.min(cell.rowSpan || 1, table.rows.length - at); down++) {
        const target = block[at + down] ?? [];
        block[at + down] = target;
        for (let right = 0; right < cell.colSpan; right++)
          target[col + right] = down === 0 && right === 0 ? exactText(cell) : "";
      }
      col += cell.colSpan;
    }
  }
  return block.map((line) => Array.from(line, (text) => text ?? ""));
}

/** Returns the exact number of a cell if the shown text is this number rounded. Otherwise returns the shown text. */
function exactText(cell: HTMLTableCellElement): string {
  const shown = textOf(cell);
  const stored = storedNumber(cell);
  if (stored === undefined) return shown;
  const parsed = parseNumber(shown, "point", undefined);
  // Uses the shown text if it is no plain number. The stored number of a date cell would be a count of days, and that
  // of a percentage a fraction: 0.5 for 50 %.
  if ("fault" in parsed || parsed.notes.includes("percent")) return shown;
  const decimals = /\.(\d+)/.exec(shown)?.[1]?.length ?? 0;
  const isRounding = Math.abs(parsed.value - stored) <= 0.5 * 10 ** -decimals * (1 + 1e-9);
  return isRounding ? String(stored) : shown;
}

function storedNumber(cell: HTMLTableCellElement): number | undefined {
  const text = cell.getAttribute("x:num") || cell.getAttribute("sdval") || sheetsNumber(cell);
  const number = text === undefined || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Google Sheets writes a value as JSON: {"1":3,"3":1.5} is the number 1.5. */
function sheetsNumber(cell: HTMLTableCellElement): string | undefined {
  return /^\{"1":3,"3":(-?[\d.eE+-]+)\}$/.exec(cell.getAttribute("data-sheets-value") ?? "")?.[1];
}

/** Returns the text as the browser shows it: blanks are one space, and <br> and paragraphs are line breaks. */
function textOf(node: Node): string {
  let text = "";
  for (const child of node.childNodes) {
    if (child.nodeName === "BR") text += "\n";
    else if (child.nodeType === 3) text += (child.textContent ?? "").replace(/[ \t\r\n]+/g, " ");
    else {
      const isBlock = child.nodeName === "P" || child.nodeName === "DIV";
      if (isBlock && text.trim() !== "") text += "\n";
      text += textOf(child);
    }
  }
  return text
    .replace(/\u00a0/g, " ")
    .replace(/ *\n */g, "\n")
    .trim();
}

/**
 * Returns the cells of the clipboard. Lines and columns come from the plain text. The HTML adds exact numbers. If there
 * is no plain text, all cells come from the HTML.
 */
export function clipboardBlock(
  plain: CellBlock | undefined,
  html: CellBlock | undefined,
): CellBlock | undefined {
  if (!plain) return html;
  if (!html || html.length !== plain.length) return plain;
  return plain.map((line, row) =>
    line.map((text, col) => {
      const other = html[row]?.[col];
      return other !== undefined && other !== text && isNumber(text) && isNumber(other) ? other : text;
    }),
  );
}

const isNumber = (text: string): boolean => !("fault" in parseNumber(text, "point", undefined));
