import { setZone } from "../core/zone.ts";
import { type BadFileWords, badRowsFile } from "./bad-file.ts";
import { type ConvertOptions, convertCell, type Outcome, type SourceCell } from "./convert.ts";
import { detectStyles, type StyleInfo } from "./detect.ts";
import { headerOf, type ImportScheme, matchTitles, titlesOf } from "./mapping.ts";
import { readFile } from "./read.ts";
import { SHIFT_1904 } from "./serial.ts";
import type {
  FileInfo,
  ImportCounts,
  ImportPlan,
  Layout,
  PreviewFault,
  PreviewFilter,
  PreviewNote,
  PreviewRow,
  RowFault,
} from "./session-types.ts";
import type { Cell, Encoding, ImportColumn, Sheet } from "./types.ts";

interface Row {
  readonly line: number;
  values: Record<string, Cell>;
  cellFaults: readonly PreviewFault[];
  isConverted: boolean;
  checkFaults: PreviewFault[];
}

interface Target {
  readonly at: number;
  readonly column: ImportColumn;
}

const none: readonly never[] = [];
const noSheet: Sheet = { name: "", rows: none };
const noStyles: StyleInfo = { numbers: "point", isNumbersProven: false, dates: undefined, isDateOpen: false };
const isBad = (row: Row): boolean => row.cellFaults.length > 0 || row.checkFaults.length > 0;

/**
 * An opened file and its converted rows. The session lives in a worker, so that the page never holds a large sheet in
 * memory.
 */
export class ImportSession {
  #bytes: Uint8Array | undefined;
  #name = "";
  #sheets: readonly Sheet[] = [];
  #plan: ImportPlan | undefined;
  #styles = noStyles;
  #targets: readonly Target[] = [];
  #rows: Row[] = [];
  #skipped = 0;
  #hidden = 0;
  /** Texts that the user typed, by line and column of the sheet. */
  #edits = new Map<string, string>();

  async open(bytes: Uint8Array, name: string, encoding?: Encoding): Promise<FileInfo> {
    const file = await readFile(bytes, name, encoding);
    this.#bytes = file.encoding === undefined ? undefined : bytes;
    this.#name = name;
    this.#sheets = file.sheets;
    this.#edits.clear();
    const sheets = file.sheets.map((s) => ({ name: s.name, rowCount: s.rows.length }));
    return { sheets, encoding: file.encoding };
  }

  /** Reads a text file again in another encoding. */
  async setEncoding(encoding: Encoding): Promise<FileInfo | undefined> {
    return this.#bytes && (await this.open(this.#bytes, this.#name, encoding));
  }

  /**
   * Finds the header of a sheet and assigns its titles to columns.
   * @param header index of the header row that the user chose. Default: the detected header.
   */
  layout(
    index: number,
    columns: readonly ImportColumn[],
    scheme?: ImportScheme,
    header?: number,
    depth?: number,
  ): Layout {
    const sheet = this.#sheets[index] ?? noSheet;
    const found = headerOf(sheet, columns, scheme);
    const at = header ?? found.header;
    const rowCount = depth ?? (at === found.header ? found.depth : (sheet.details?.headerDepth(at) ?? 1));
    const titles = titlesOf(sheet, at, rowCount);
    return { header: at, depth: rowCount, titles, ...matchTitles(titles, columns, scheme) };
  }

  /**
   * Converts all rows below the header by the settings in `plan`, such as the assignment of columns. Skips example rows
   * and rows that have no value in the assigned columns.
   */
  apply(plan: ImportPlan): ImportCounts {
    if (this.#plan && (this.#plan.sheet !== plan.sheet || this.#plan.header !== plan.header))
      this.#edits.clear();
    this.#plan = plan;
    if (plan.zone !== undefined) setZone(plan.zone);
    const byKey = new Map(plan.columns.map((c) => [c.key, c]));
    this.#targets = plan.mapping.flatMap((key, at) => {
      const column = key === undefined ? undefined : byKey.get(key);
      return column && !column.unimport ? [{ at, column }] : [];
    });
    const { rows, hiddenRows, isText } = this.#sheet();
    const first = plan.header + (plan.depth ?? 1);
    const found = detectStyles(rows, first, this.#targets);
    this.#styles = { ...found, numbers: plan.numbers ?? found.numbers, dates: plan.dates ?? found.dates };
    // Includes columns without a title to the right of the last title, because the user may have assigned them.
    const assigned = this.#targets.map((t) => t.at + 1);
    const width = Math.max(rows[plan.header]?.length ?? 0, ...assigned);
    this.#rows = [];
    this.#skipped = this.#hidden = 0;
    for (let i = first; i < rows.length; i++) {
      const cells = rows[i] ?? none;
      if (hiddenRows?.has(i) && cells.some((c) => c !== null)) {
        this.#hidden++;
        if (plan.withHidden === false) continue;
      }
      const row: Row = { line: i + 1, values: {}, cellFaults: none, isConverted: false, checkFaults: [] };
      const isFilled = this.#convert(row);
      if (!isFilled) {
        if (cells.some((c) => c !== null && String(c).trim() !== "")) this.#skipped++;
        continue;
      }
      // Reports cells beyond the last column. Such cells usually come from an unquoted decimal comma, which splits a
      // cell in two and moves the following cells to wrong columns.
      if (isText && plan.header >= 0 && cells.slice(width).some((c) => c !== null))
        row.cellFaults = [{ key: null, fault: "extraCells" }, ...row.cellFaults];
      const marks = plan.exampleMarks ?? none;
      const isExample = marks.length > 0 && Object.values(row.values).some((v) => marks.includes(String(v)));
      if (!isExample) this.#rows.push(row);
    }
    return this.counts();
  }

  #sheet(): Sheet {
    return this.#sheets[this.#plan?.sheet ?? -1] ?? noSheet;
  }

  #source(row: number, { at, column }: Target): SourceCell {
    const { rows, details } = this.#sheet();
    const typed = this.#edits.get(`${row} ${at}`);
    if (typed !== undefined) return { value: typed };
    const value = rows[row]?.[at] ?? null;
    if (!details) return { value };
    const format = typeof value === "number" ? details.format(row, at) : undefined;
    const shown = format === undefined || column.type !== "text" ? undefined : details.shown(row, at);
    return { value, mark: details.mark(row, at), format, shown };
  }

  #outcome(row: number, target: Target): Outcome {
    const shift = this.#sheet().is1904 ? SHIFT_1904 : 0;
    const { numbers, dates } = this.#styles;
    const options: ConvertOptions = { numbers, dates, shift };
    return convertCell(this.#source(row, target), target.column, options);
  }

  /** Converts the cells of a row that are assigned to columns of the import. Returns false if all of them are empty. */
  #convert(row: Row): boolean {
    row.values = {};
    const faults: PreviewFault[] = [];
    let isFilled = false;
    row.isConverted = false;
    for (const target of this.#targets) {
      const { key } = target.column;
      const { value, notes, fault } = this.#outcome(row.line - 1, target);
      if (fault) faults.push({ key, fault });
      if (notes.length > 0) row.isConverted = true;
      if (value !== null) row.values[key] = value;
      if (value !== null || (fault !== undefined && fault !== "required")) isFilled = true;
    }
    row.cellFaults = faults;
    return isFilled;
  }

  /** Replaces a cell by a text that the user typed, and converts the row again. */
  edit(line: number, key: string, text: string): ImportCounts {
    const row = this.#rows.find((r) => r.line === line);
    const target = this.#targets.find((t) => t.column.key === key);
    if (row && target) {
      this.#edits.set(`${line - 1} ${target.at}`, text);
      const extra = row.cellFaults.filter((f) => "fault" in f && f.fault === "extraCells");
      this.#convert(row);
      row.cellFaults = [...extra, ...row.cellFaults];
      row.checkFaults = row.checkFaults.filter((f) => f.key !== null && f.key !== key);
    }
    return this.counts();
  }

  counts(): ImportCounts {
    let [bad, converted] = [0, 0];
    for (const row of this.#rows) {
      if (isBad(row)) bad++;
      if (row.isConverted) converted++;
    }
    const [hidden, skipped, styles] = [this.#hidden, this.#skipped, this.#styles];
    return { total: this.#rows.length, bad, converted, hidden, skipped, styles };
  }

  /** Sets the faults that the check or the save of the rows has found. Replaces the faults of an earlier call. */
  setCheckFaults(faults: readonly RowFault[]): ImportCounts {
    for (const row of this.#rows) row.checkFaults = [];
    for (const { row, key, text, sameAs } of faults) {
      const sameLine = sameAs === undefined ? undefined : this.#rows[sameAs]?.line;
      this.#rows[row]?.checkFaults.push({ key, text, ...(sameLine === undefined ? {} : { sameLine }) });
    }
    return this.counts();
  }

  /**
   * Returns the rows [offset, offset + limit) of all rows that match the filter, and the number of all these rows.
   */
  page(offset: number, limit: number, filter: PreviewFilter): { rows: PreviewRow[]; total: number } {
    const chosen = filter === "bad" ? isBad : (row: Row) => row.isConverted;
    const rows = filter === "all" ? this.#rows : this.#rows.filter(chosen);
    return { rows: rows.slice(offset, offset + limit).map((row) => this.#preview(row)), total: rows.length };
  }

  #preview({ line, values, cellFaults, checkFaults, isConverted }: Row): PreviewRow {
    const further = checkFaults.filter((t) => t.key === null || !cellFaults.some((o) => o.key === t.key));
    const notes = isConverted
      ? this.#targets.flatMap((target): PreviewNote[] => {
          const { notes: kinds } = this.#outcome(line - 1, target);
          const { value, shown } = this.#source(line - 1, target);
          return kinds.length === 0 ? [] : [{ key: target.column.key, from: shown ?? String(value), kinds }];
        })
      : none;
    return { line, values, faults: [...cellFaults, ...further], notes };
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
    const { header = 0, depth = 1 } = this.#plan ?? {};
    const sheet = this.#sheet();
    const isDate = ({ column }: Target) => column.type === "date" || column.type === "time";
    const source = {
      sheet,
      titles: titlesOf(sheet, header, depth),
      dateColumns: new Set(this.#targets.filter(isDate).map((t) => t.at)),
      edited: (row: number, column: number) => this.#edits.get(`${row} ${column}`),
    };
    const bad = this.#rows.filter(isBad).map((row) => row.line - 1);
    return badRowsFile(source, bad, words);
  }
}
