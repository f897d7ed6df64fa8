import { cellFault, cellValue } from "./convert.ts";
import { readSheets } from "./read.ts";
import { SHIFT_1904 } from "./serial.ts";
import type { Cell, CellFault, ImportColumn, Mapping, Sheet } from "./types.ts";
import { type SheetColumn, XlsxWriter } from "./xlsx-writer.ts";

/** Summary of a sheet, with which the user chooses the sheet and its header row. */
export interface SheetInfo {
  readonly name: string;
  readonly rowCount: number;
  /** The first rows of the sheet, at most 40. */
  readonly top: readonly (readonly Cell[])[];
}

export interface ImportPlan {
  readonly sheet: number;
  /** Index of the header row, counted from 0. */
  readonly header: number;
  readonly mapping: Mapping;
  readonly columns: readonly ImportColumn[];
  /** Words that mark the example row of a template. The import skips a row that contains one of them. */
  readonly exampleMarks?: readonly string[] | undefined;
}

export interface ImportCounts {
  readonly total: number;
  readonly bad: number;
}

/**
 * A fault that `ImportSpec.check` or `save` has found, usually on the server. `row` is the index among all rows,
 * counted from 0.
 */
export interface RowFault {
  readonly row: number;
  /** Key of the faulty column; null if the fault concerns the whole row. */
  readonly key: string | null;
  readonly text: string;
}

export type PreviewFault =
  | { readonly key: string; readonly fault: CellFault }
  | { readonly key: string | null; readonly text: string };

export interface PreviewRow {
  /** Number of the row in the sheet, counted from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, Cell>>;
  readonly faults: readonly PreviewFault[];
}

/**
 * Texts for the file with the faulty rows. The file has the columns of the original sheet, the row number, and a column
 * that explains the faults.
 */
export interface BadFileWords {
  readonly sheet: string;
  readonly lineTitle: string;
  readonly faultTitle: string;
  /** One explanation per faulty row, in the order of the rows. */
  readonly texts: readonly string[];
}

interface Row {
  readonly line: number;
  readonly values: Record<string, Cell>;
  readonly cellFaults: readonly PreviewFault[];
  checkFaults: PreviewFault[];
}

const TOP = 40;
const none: readonly never[] = [];
const isBad = (row: Row): boolean => row.cellFaults.length > 0 || row.checkFaults.length > 0;
const preview = ({ line, values, cellFaults, checkFaults }: Row): PreviewRow => ({
  line,
  values,
  faults:
    cellFaults.length === 0
      ? checkFaults
      : [...cellFaults, ...checkFaults.filter((t) => !cellFaults.some((o) => o.key === t.key))],
});

/**
 * An opened file and its converted rows. The session lives in a worker, so that the page never holds a large sheet in
 * memory.
 */
export class ImportSession {
  #sheets: readonly Sheet[] = [];
  #plan: ImportPlan | undefined;
  #rows: Row[] = [];

  async open(bytes: Uint8Array, name: string): Promise<SheetInfo[]> {
    this.#sheets = await readSheets(bytes, name);
    return this.#sheets.map((s) => ({ name: s.name, rowCount: s.rows.length, top: s.rows.slice(0, TOP) }));
  }

  /** Returns the cells of the header row, which are the titles of the columns. */
  titles(sheet: number, header: number): readonly Cell[] {
    return this.#sheets[sheet]?.rows[header] ?? none;
  }

  /**
   * Converts all rows below the header by the plan. Skips example rows, and rows without a value in the assigned
   * columns. Returns the number of rows and of faulty rows.
   */
  apply(plan: ImportPlan): ImportCounts {
    this.#plan = plan;
    const byKey = new Map(plan.columns.map((c) => [c.key, c]));
    const filled = plan.mapping.flatMap((key, at) => {
      const column = key === undefined ? undefined : byKey.get(key);
      return column && !column.unimport ? [{ at, column }] : [];
    });
    const marks = new Set(plan.exampleMarks);
    this.#rows = [];
    const { rows = none, is1904 = false } = this.#sheets[plan.sheet] ?? {};
    for (let i = plan.header + 1; i < rows.length; i++) {
      const cells = rows[i] ?? none;
      const values: Record<string, Cell> = {};
      const cellFaults: PreviewFault[] = [];
      let empty = true;
      let example = false;
      for (const { at, column } of filled) {
        const value = cellValue(cells[at] ?? null, column, is1904 ? SHIFT_1904 : 0);
        const fault = cellFault(value, column);
        if (fault) cellFaults.push({ key: column.key, fault });
        if (value === null) continue;
        values[column.key] = value;
        empty = false;
        example ||= marks.has(String(value));
      }
      if (!empty && !example) this.#rows.push({ line: i + 1, values, cellFaults, checkFaults: [] });
    }
    return this.counts();
  }

  counts(): ImportCounts {
    return { total: this.#rows.length, bad: this.#rows.reduce((n, row) => n + (isBad(row) ? 1 : 0), 0) };
  }

  /** Sets the faults that `ImportSpec.check` or `save` has found. They replace the faults that were set before. */
  setCheckFaults(faults: readonly RowFault[]): ImportCounts {
    for (const row of this.#rows) row.checkFaults = [];
    for (const { row, key, text } of faults) this.#rows[row]?.checkFaults.push({ key, text });
    return this.counts();
  }

  /**
   * Returns the rows [offset, offset + limit) for the preview, and the number of all rows. With `onlyBad`, both contain
   * only faulty rows.
   */
  page(offset: number, limit: number, onlyBad: boolean): { rows: PreviewRow[]; total: number } {
    const rows = onlyBad ? this.#rows.filter(isBad) : this.#rows;
    return { rows: rows.slice(offset, offset + limit).map(preview), total: rows.length };
  }

  /**
   * Returns the values to import from the rows [offset, offset + limit), each with the index of its row among all rows.
   * With `onlyGood`, faulty rows are left out.
   */
  values(offset: number, limit: number, onlyGood: boolean): { row: number; values: Record<string, Cell> }[] {
    return this.#rows
      .slice(offset, offset + limit)
      .flatMap((row, i) => (onlyGood && isBad(row) ? [] : [{ row: offset + i, values: row.values }]));
  }

  /** Writes the faulty rows to a file, which the user can correct and import again. */
  badFile(words: BadFileWords): Blob {
    const { sheet = 0, header = 0, mapping = none, columns: known = none } = this.#plan ?? {};
    const { rows = none, is1904 = false } = this.#sheets[sheet] ?? {};
    const days = new Set(known.flatMap((c) => (c.type === "date" || c.type === "time" ? c.key : [])));
    // Dates of a sheet that counts from 1904 are shifted, because the written file counts dates from 1900.
    const cellAt = (line: number, at: number): Cell => {
      const cell = rows[line - 1]?.[at] ?? null;
      const moved = is1904 && typeof cell === "number" && days.has(mapping[at] ?? "");
      return moved ? cell + SHIFT_1904 : cell;
    };
    const titles = this.titles(sheet, header);
    const width = Math.max(titles.length, ...rows.slice(header, header + TOP).map((r) => r.length));
    const columns: SheetColumn[] = [
      ...Array.from(
        { length: width },
        (_, i): SheetColumn => ({ title: String(titles[i] ?? ""), kind: "text", width: 120 }),
      ),
      { title: words.lineTitle, kind: "number", width: 72 },
      { title: words.faultTitle, kind: "text", width: 420 },
    ];
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const writer = new XlsxWriter({ name: words.sheet, columns }, (chunk) => chunks.push(chunk));
    const bad = this.#rows.filter(isBad);
    for (let from = 0; from < bad.length; from += 500)
      writer.add(
        bad
          .slice(from, from + 500)
          .map(({ line }, i) => [
            ...Array.from({ length: width }, (_, at) => cellAt(line, at)),
            line,
            words.texts[from + i] ?? "",
          ]),
      );
    writer.finish();
    return new Blob(chunks);
  }
}
