import { useCallback, useEffect, useRef, useState } from "react";
import { zoneName } from "../core/zone.ts";
import { type ImportScheme, schemeOf } from "../sheet/mapping.ts";
import { type OpenedFile, openFile } from "../sheet/open-file.ts";
import type { FileInfo, ImportCounts, Layout } from "../sheet/session-types.ts";
import { type DateOrder, type Encoding, FileError, type NumberStyle } from "../sheet/types.ts";
import { readScheme, writeScheme } from "./scheme-store.ts";
import { type ImportSpec, type ImportValues, knownColumns } from "./spec.ts";
import { exampleMarks } from "./texts.ts";

/** Position of the data in the file, and the choices that say how to read it, such as the encoding. */
export interface Placed extends Layout {
  readonly sheet: number;
  readonly encoding: Encoding | undefined;
  /** Decimal sign that the user chose. Undefined: the sign is detected automatically. */
  readonly numbers?: NumberStyle | undefined;
  /** Order of day, month and year that the user chose. Undefined: the order is detected automatically. */
  readonly dates?: DateOrder | undefined;
  /** Whether to import hidden rows. Undefined until the user has chosen. */
  readonly withHidden?: boolean | undefined;
}

/** Number of rows that the page fetches from the worker in one message. */
const PIECE = 1000;
const NOTHING: ImportCounts = {
  total: 0,
  bad: 0,
  converted: 0,
  hidden: 0,
  skipped: 0,
  styles: { numbers: "point", isNumbersProven: false, dates: undefined, isDateOpen: false },
};

async function allValues(file: OpenedFile, total: number, onlyGood: boolean) {
  const rows: { row: number; values: ImportValues }[] = [];
  for (let at = 0; at < total; at += PIECE) rows.push(...(await file.values(at, PIECE, onlyGood)));
  return rows;
}

/** Returns the state of an import: the file, the mapping of its columns, and the result of the check. */
export function useImport(id: string, spec: ImportSpec) {
  const [file, setFile] = useState<OpenedFile>();
  const [placed, setPlaced] = useState<Placed>();
  const [fault, setFault] = useState<FileError>();
  const [reading, setReading] = useState(false);
  const [counts, setCounts] = useState(NOTHING);
  /** Version number. Each new result of the check increments it, so that the preview loads its rows again. */
  const [version, setVersion] = useState(0);
  const [checking, setChecking] = useState(false);
  const [checkFailed, setCheckFailed] = useState(false);
  const [scheme, setScheme] = useState(() => readScheme(id));
  const [saved, setSaved] = useState<number>();
  const opening = useRef<AbortController>(undefined);
  /** Number of edited cells. After an edit, the rows are checked again. */
  const [edits, setEdits] = useState(0);
  /**
   * Settings for reading the file (`placed`) by which the worker has converted the rows. As long as `placed` is the
   * same, the user has only edited cells, and the rows need not be converted again.
   */
  const applied = useRef<Placed>(undefined);
  const latest = useRef(spec);
  latest.current = spec;
  /** Columns with all aliases (other titles by which the import recognises them), once they are loaded. */
  const [loaded, setLoaded] = useState<{ from: ImportSpec["columns"]; columns: ImportSpec["columns"] }>();
  const columns = loaded?.from === spec.columns ? loaded.columns : spec.columns;

  useEffect(() => () => opening.current?.abort(), []);

  const place = async (
    to: OpenedFile,
    sheet: number,
    used: ImportScheme | undefined,
    encoding: Encoding | undefined,
    at: { header?: number; depth?: number; columns?: ImportSpec["columns"] } = {},
  ): Promise<void> => {
    const layout = await to.layout(sheet, at.columns ?? columns, used, at.header, at.depth);
    setPlaced({ ...layout, sheet, encoding });
  };
  const firstSheet = (info: FileInfo): number =>
    Math.max(
      0,
      info.sheets.findIndex((s) => s.rowCount > 0),
    );

  const open = async (chosen: File): Promise<void> => {
    opening.current?.abort();
    const controller = new AbortController();
    opening.current = controller;
    setReading(true);
    setFault(undefined);
    try {
      const opened = await openFile(chosen, controller.signal);
      const known = await knownColumns(spec);
      setLoaded({ from: spec.columns, columns: known });
      await place(opened, firstSheet(opened.info), scheme, opened.info.encoding, { columns: known });
      setFile(opened);
    } catch (cause) {
      if (controller.signal.aborted) return;
      setFault(cause instanceof FileError ? cause : new FileError("unreadable"));
    }
    setReading(false);
  };

  const leave = (): void => {
    opening.current?.abort();
    setFile(undefined);
    setPlaced(undefined);
    setCounts(NOTHING);
    file?.close();
  };

  const show = useCallback((next: ImportCounts): void => {
    setCounts(next);
    setVersion((n) => n + 1);
  }, []);

  // A changed mapping of columns changes the values, so all rows are converted and checked again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: edits change the rows in the worker
  useEffect(() => {
    if (!file || !placed) return;
    const controller = new AbortController();
    const { signal } = controller;
    const run = async (): Promise<void> => {
      const { sheet, header, depth, mapping, numbers, dates, withHidden } = placed;
      const choices = { numbers, dates, withHidden, zone: zoneName() };
      const plan = { sheet, header, depth, mapping, columns, exampleMarks, ...choices };
      const isSame = applied.current === placed;
      const found = isSame ? await file.counts() : await file.apply(plan);
      if (signal.aborted) return;
      applied.current = placed;
      show(found);
      const { check, maxRows = Number.POSITIVE_INFINITY } = latest.current;
      if (!check || found.total === 0 || found.total > maxRows) return;
      const rows = await allValues(file, found.total, false);
      const faults = await check(
        rows.map((r) => r.values),
        signal,
      );
      // Finds required columns to which no column of the sheet is assigned. Every row would have this fault, so it is
      // reported once above the preview.
      const missing = new Set(
        columns.filter((c) => c.required && !mapping.includes(c.key)).map((c) => c.key),
      );
      const further = faults.filter(({ key }) => key === null || !missing.has(key));
      if (!signal.aborted) show(await file.setCheckFaults(further));
    };
    setChecking(true);
    setCheckFailed(false);
    run()
      .catch((error: unknown) => {
        if (signal.aborted) return;
        setCheckFailed(true);
        latest.current.onError?.(error);
      })
      .finally(() => !signal.aborted && setChecking(false));
    return () => controller.abort();
  }, [file, placed, columns, show, edits]);

  /** Imports the rows. Returns the number of imported rows. Returns undefined if the server found faults. */
  const save = async (onlyGood: boolean): Promise<number | undefined> => {
    if (!file) return undefined;
    setSaved(0);
    try {
      const rows = await allValues(file, counts.total, onlyGood);
      const faults = await latest.current.save(
        rows.map((r) => r.values),
        (done) => setSaved(done / Math.max(1, rows.length)),
      );
      // Shows the faults of the save like faults of the check. A save may find new faults, because the stored data may
      // have changed since the check.
      if (faults.length === 0) return rows.length;
      // Converts positions among the saved rows to positions among all rows of the file.
      const inFile = (row: number): number => rows[row]?.row ?? row;
      const found = faults.map(({ sameAs, ...f }) => ({
        ...f,
        row: inFile(f.row),
        ...(sameAs === undefined ? {} : { sameAs: inFile(sameAs) }),
      }));
      show(await file.setCheckFaults(found));
      return undefined;
    } finally {
      setSaved(undefined);
    }
  };

  const change = (next: (old: Placed) => Placed) => setPlaced((old) => old && next(old));
  const saveScheme = (): void => {
    if (!placed) return;
    const next = schemeOf(placed.titles, placed.mapping, scheme);
    writeScheme(id, next);
    setScheme(next);
  };
  const forgetScheme = (): void => {
    writeScheme(id, undefined);
    setScheme(undefined);
    if (file && placed) void place(file, placed.sheet, undefined, placed.encoding, placed);
  };
  const setEncoding = async (encoding: Encoding): Promise<void> => {
    if (!file) return;
    try {
      const info = await file.setEncoding(encoding);
      if (info) await place(file, firstSheet(info), scheme, encoding);
    } catch (cause) {
      // Closes the file and shows the reason, because the text cannot be read in this encoding. For example, a quote
      // is not closed.
      leave();
      setFault(cause instanceof FileError ? cause : new FileError("unreadable"));
    }
  };
  const edit = async (line: number, key: string, text: string): Promise<void> => {
    if (!file) return;
    show(await file.edit(line, key, text));
    setEdits((n) => n + 1);
  };
  return {
    file,
    placed,
    fault,
    reading,
    counts,
    version,
    checking,
    checkFailed,
    scheme,
    /** Progress of the import from 0 to 1. Undefined while no import is running. */
    saved,
    open,
    leave,
    save,
    saveScheme,
    forgetScheme,
    edit,
    setEncoding: (encoding: Encoding) => void setEncoding(encoding),
    setSheet: (sheet: number) => file && void place(file, sheet, scheme, placed?.encoding),
    setHeader: (header: number) =>
      file && placed && void place(file, placed.sheet, scheme, placed.encoding, { header }),
    setDepth: (depth: number) =>
      file &&
      placed &&
      void place(file, placed.sheet, scheme, placed.encoding, { header: placed.header, depth }),
    choose: (choice: Pick<Placed, "numbers" | "dates" | "withHidden">) =>
      change((old) => ({ ...old, ...choice })),
    /**
     * Assigns a column of the sheet to the field `key`. If another column of the sheet was assigned to this field, that
     * assignment is removed.
     */
    assign: (at: number, key: string | undefined) =>
      change((p) => ({
        ...p,
        matches: p.matches.map((match, i) =>
          i === at || (key !== undefined && p.mapping[i] === key) ? undefined : match,
        ),
        mapping: p.titles.map((_, i) => {
          const old = p.mapping[i];
          return i === at ? key : key !== undefined && old === key ? undefined : old;
        }),
      })),
  };
}
