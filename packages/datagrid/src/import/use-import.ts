import { useCallback, useEffect, useRef, useState } from "react";
import type { ImportCounts } from "../sheet/import-session.ts";
import { headerRow, type ImportScheme, mapColumns, schemeOf } from "../sheet/mapping.ts";
import { type OpenedFile, openFile } from "../sheet/open-file.ts";
import { type Cell, FileError, type FileFault, type Mapping } from "../sheet/types.ts";
import { readScheme, writeScheme } from "./scheme-store.ts";
import type { ImportSpec, ImportValues } from "./spec.ts";
import { exampleMarks } from "./texts.ts";

/**
 * Place of the data in the file: the chosen sheet, its header row, and the fields to which its columns are assigned.
 */
export interface Placed {
  readonly sheet: number;
  readonly header: number;
  readonly titles: readonly Cell[];
  readonly mapping: Mapping;
}

/** Number of rows that the page fetches from the worker in one message. */
const PIECE = 1000;
const NOTHING: ImportCounts = { total: 0, bad: 0 };

async function allValues(file: OpenedFile, total: number, onlyGood: boolean) {
  const rows: { row: number; values: ImportValues }[] = [];
  for (let at = 0; at < total; at += PIECE) rows.push(...(await file.values(at, PIECE, onlyGood)));
  return rows;
}

/** Returns the state of an import: the file, the mapping of its columns, and the result of the check. */
export function useImport(id: string, spec: ImportSpec) {
  const [file, setFile] = useState<OpenedFile>();
  const [placed, setPlaced] = useState<Placed>();
  const [fault, setFault] = useState<FileFault>();
  const [reading, setReading] = useState(false);
  const [counts, setCounts] = useState(NOTHING);
  /** Number that is increased with each new result of the check, so that the preview loads its rows again. */
  const [version, setVersion] = useState(0);
  const [checking, setChecking] = useState(false);
  const [checkFailed, setCheckFailed] = useState(false);
  const [scheme, setScheme] = useState(() => readScheme(id));
  const [saved, setSaved] = useState<number>();
  const opening = useRef<AbortController>(undefined);
  const latest = useRef(spec);
  latest.current = spec;
  const { columns } = spec;

  useEffect(() => () => opening.current?.abort(), []);

  const place = async (
    to: OpenedFile,
    sheet: number,
    at: number | undefined,
    used: ImportScheme | undefined,
  ): Promise<void> => {
    const top = to.sheets[sheet]?.top ?? [];
    const header = at ?? headerRow(top, columns, used);
    const titles = top[header] ?? (await to.titles(sheet, header));
    setPlaced({ sheet, header, titles, mapping: mapColumns(titles, columns, used) });
  };

  const open = async (chosen: File): Promise<void> => {
    opening.current?.abort();
    const controller = new AbortController();
    opening.current = controller;
    setReading(true);
    setFault(undefined);
    try {
      const opened = await openFile(chosen, controller.signal);
      const first = opened.sheets.findIndex((s) => s.rowCount > 0);
      await place(opened, Math.max(0, first), undefined, scheme);
      setFile(opened);
    } catch (cause) {
      if (controller.signal.aborted) return;
      setFault(cause instanceof FileError ? cause.fault : "unreadable");
    }
    setReading(false);
  };

  const leave = (): void => {
    opening.current?.abort();
    setFile(undefined);
    setPlaced(undefined);
    setCounts(NOTHING);
  };

  const show = useCallback((next: ImportCounts): void => {
    setCounts(next);
    setVersion((n) => n + 1);
  }, []);

  // A changed mapping of columns changes the values, so all rows are converted and checked again.
  useEffect(() => {
    if (!file || !placed) return;
    const controller = new AbortController();
    const { signal } = controller;
    const run = async (): Promise<void> => {
      const { sheet, header, mapping } = placed;
      const found = await file.apply({ sheet, header, mapping, columns, exampleMarks });
      if (signal.aborted) return;
      show(found);
      const { check, maxRows = Number.POSITIVE_INFINITY } = latest.current;
      if (!check || found.total === 0 || found.total > maxRows) return;
      const rows = await allValues(file, found.total, false);
      const faults = await check(
        rows.map((r) => r.values),
        signal,
      );
      // If no column of the sheet is assigned to a required column, every row would have this fault. So it is reported
      // once above the preview.
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
  }, [file, placed, columns, show]);

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
      // The stored data may have changed since the check, so saving may find new faults. They are shown like those of
      // the check.
      if (faults.length === 0) return rows.length;
      show(await file.setCheckFaults(faults.map((f) => ({ ...f, row: rows[f.row]?.row ?? f.row }))));
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
    if (file && placed) void place(file, placed.sheet, placed.header, undefined);
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
    setSheet: (sheet: number) => file && void place(file, sheet, undefined, scheme),
    setHeader: (header: number) => file && placed && void place(file, placed.sheet, header, scheme),
    /**
     * Assigns a column of the sheet to the field `key`. If another column of the sheet was assigned to this field, that
     * assignment is removed.
     */
    assign: (at: number, key: string | undefined) =>
      change((p) => ({
        ...p,
        mapping: p.titles.map((_, i) => {
          const old = p.mapping[i];
          return i === at ? key : key !== undefined && old === key ? undefined : old;
        }),
      })),
  };
}
