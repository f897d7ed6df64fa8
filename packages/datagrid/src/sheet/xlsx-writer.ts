import { strToU8, Zip, ZipDeflate } from "fflate";
import {
  columnLetters,
  frozen,
  head,
  MAX_DECIMALS,
  main,
  sheetName,
  style,
  textLine,
  widthsXml,
  workbookParts,
  xmlText,
} from "./ooxml.ts";
import type { Cell } from "./types.ts";

/** A cell to write. A number may have a number format of its own. */
export type SheetCell = Cell | { readonly value: number; readonly format: string };

export interface SheetColumn {
  readonly title: string;
  /** Kind of the column's cells. The values of dates and times are Excel serial dates. */
  readonly kind: "text" | "number" | "date" | "time";
  /** Width of the column, px. */
  readonly width: number;
  /** Decimals of a number. Default: as many as the value has. */
  readonly decimals?: number | undefined;
}

export interface SheetPlan {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Largest number of rows per sheet, including the header. More rows go to further sheets. Default: Excel's limit. */
  readonly rowsPerSheet?: number | undefined;
}

const MAX_ROWS = 1_048_576;
/** Level of compression, 0 to 9. XML repeats much text, so this fast level already shrinks a sheet to a tenth. */
const LEVEL = 2;
/** Width of a digit in Excel's default font, px. Excel measures column widths in digits. */
const DIGIT = 7;

/** Writes an .xlsx file as a stream. Each row is compressed when it is added, so the rows are not kept in memory. */
export class XlsxWriter {
  #plan: SheetPlan;
  #zip: Zip;
  #sheet: ZipDeflate | undefined;
  #sheets = 0;
  /** Number of rows in the current sheet, including the header. */
  #rows = 0;
  #letters: readonly string[];
  #styles: readonly string[];
  /**
   * Number formats of cells that do not use the format of their column. The style of such a format in the workbook has
   * the index `style.own` + the format's index in this list.
   */
  #formats: string[] = [];

  constructor(plan: SheetPlan, onData: (chunk: Uint8Array<ArrayBuffer>) => void) {
    this.#plan = plan;
    this.#letters = plan.columns.map((_, i) => columnLetters(i));
    this.#styles = plan.columns.map(styleOf);
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      onData(chunk as Uint8Array<ArrayBuffer>);
    });
  }

  add(rows: readonly (readonly SheetCell[])[]): void {
    const maxRows = this.#plan.rowsPerSheet ?? MAX_ROWS;
    for (let from = 0; from < rows.length; ) {
      if (!this.#sheet || this.#rows >= maxRows) this.#open();
      const part = rows.slice(from, from + maxRows - this.#rows);
      from += part.length;
      this.#put(part.map((row) => this.#line(row, ++this.#rows)).join(""));
    }
  }

  finish(): void {
    if (!this.#sheet) this.#open();
    this.#close();
    const names = Array.from({ length: this.#sheets }, (_, i) => ({
      name: i === 0 ? sheetName(this.#plan.name) : `${sheetName(this.#plan.name).slice(0, 26)} ${i + 1}`,
    }));
    for (const [name, text] of Object.entries(workbookParts(names, this.#formats))) {
      const part = new ZipDeflate(name, { level: LEVEL });
      this.#zip.add(part);
      part.push(strToU8(text), true);
    }
    this.#zip.end();
  }

  #open(): void {
    this.#close();
    const { columns } = this.#plan;
    this.#sheet = new ZipDeflate(`xl/worksheets/sheet${++this.#sheets}.xml`, { level: LEVEL });
    this.#zip.add(this.#sheet);
    this.#rows = 1;
    const widths = columns.map((c) => Math.round((c.width / DIGIT) * 10) / 10);
    const titles = textLine(
      1,
      columns.map((c) => c.title),
      style.header,
    );
    this.#put(
      `${head}<worksheet ${main}>${frozen}${columns.length > 0 ? widthsXml(widths) : ""}<sheetData>${titles}`,
    );
  }

  #close(): void {
    if (!this.#sheet) return;
    const last = this.#letters.at(-1);
    this.#put(
      `</sheetData>${last === undefined ? "" : `<autoFilter ref="A1:${last}${this.#rows}"/>`}</worksheet>`,
      true,
    );
    this.#sheet = undefined;
  }

  #put(text: string, last = false): void {
    this.#sheet?.push(encoder.encode(text), last);
  }

  #line(row: readonly SheetCell[], number: number): string {
    let line = `<row r="${number}">`;
    for (let i = 0; i < this.#letters.length; i++) {
      const value = row[i];
      if (value === null || value === undefined || value === "") continue;
      const at = `<c r="${this.#letters[i]}${number}"`;
      if (typeof value === "object")
        line += isExact(value.value)
          ? `${at} s="${this.#styleOf(value.format)}"><v>${value.value}</v></c>`
          : `${at} t="inlineStr"><is>${said(String(value.value))}</is></c>`;
      else if (typeof value === "number" && isExact(value))
        line += `${at}${this.#styles[i]}><v>${value}</v></c>`;
      else if (typeof value === "boolean") line += `${at} t="b"><v>${value ? 1 : 0}</v></c>`;
      else
        line += `${at} t="inlineStr"${formula.test(String(value)) ? asText : ""}><is>${said(String(value))}</is></c>`;
    }
    return `${line}</row>`;
  }

  #styleOf(format: string): number {
    const known = this.#formats.indexOf(format);
    return style.own + (known < 0 ? this.#formats.push(format) - 1 : known);
  }
}

const encoder = new TextEncoder();

/**
 * Returns false if a number must be written as text: Excel keeps only 15 digits and would change a longer whole number,
 * such as an identifier.
 */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && !(Number.isInteger(value) && Math.abs(value) >= 1e15);

/** Matches texts that Excel would turn into a formula when a user edits the cell. */
const formula = /^[=+\-@]/;
const asText = ` s="${style.text}"`;

const said = (text: string): string =>
  /^\s|\s$|\n|\t/.test(text) ? `<t xml:space="preserve">${xmlText(text)}</t>` : `<t>${xmlText(text)}</t>`;

function styleOf({ kind, decimals }: SheetColumn): string {
  if (kind === "date") return ` s="${style.date}"`;
  if (kind === "time") return ` s="${style.time}"`;
  return kind === "number" && decimals !== undefined && decimals <= MAX_DECIMALS
    ? ` s="${style.decimals + decimals}"`
    : "";
}
