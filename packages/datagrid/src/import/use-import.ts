import { useCallback, useEffect, useRef, useState } from "react";
import type { ImportCounts } from "../sheet/import-session.ts";
import { headerRow, type ImportScheme, mapColumns, schemeOf } from "../sheet/mapping.ts";
import { type OpenedFile, openFile } from "../sheet/open-file.ts";
import { type Cell, FileError, type FileFault, type Mapping } from "../sheet/types.ts";
import { readScheme, writeScheme } from "./scheme-store.ts";
import type { ImportSpec, ImportValues } from "./spec.ts";
import { exampleMarks } from "./texts.ts";

/** Where the header of the chosen sheet is, and what each of its columns means. */
export interface Placed {
  readonly sheet: number;
  readonly header: number;
  readonly titles: readonly Cell[];
  readonly mapping: Mapping;
}

/** Rows fetched from the worker at a time. */
const PIECE = 1000;
const NOTHING: ImportCounts = { total: 0, bad: 0 };

async function takeAll(file: OpenedFile, total: number, onlyGood: boolean) {
  const rows: { row: number; values: ImportValues }[] = [];
  for (let at = 0; at < total; at += PIECE) rows.push(...(await file.take(at, PIECE, onlyGood)));
  return rows;
}

/** A file that is being brought in. */
export function useImport(id: string, spec: ImportSpec) {
  const [file, setFile] = useState<OpenedFile>();
  const [placed, setPlaced] = useState<Placed>();
  const [fault, setFault] = useState<FileFault>();
  const [reading, setReading] = useState(false);
  const [counts, setCounts] = useState(NOTHING);
  /** Grows with every result, so that the preview asks again. */
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

  // Every other mapping is other rows, read and checked anew.
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
      const rows = await takeAll(file, found.total, false);
      const told = await check(
        rows.map((r) => r.values),
        signal,
      );
      // A column that is missing is said once, above, and not of every row again.
      const missing = new Set(
        columns.filter((c) => c.required && !mapping.includes(c.key)).map((c) => c.key),
      );
      const news = told.filter(({ key }) => key === null || !missing.has(key));
      if (!signal.aborted) show(await file.tell(news));
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

  /** Takes the rows in; answers how many, or undefined when there turned out to be faults. */
  const save = async (onlyGood: boolean): Promise<number | undefined> => {
    if (!file) return undefined;
    setSaved(0);
    try {
      const rows = await takeAll(file, counts.total, onlyGood);
      const told = await latest.current.save(
        rows.map((r) => r.values),
        (done) => setSaved(done / Math.max(1, rows.length)),
      );
      // Somebody was faster between the check and this: what is wrong now is shown.
      if (told.length === 0) return rows.length;
      show(await file.tell(told.map((f) => ({ ...f, row: rows[f.row]?.row ?? f.row }))));
      return undefined;
    } finally {
      setSaved(undefined);
    }
  };

  const change = (next: (old: Placed) => Placed) => setPlaced((old) => old && next(old));
  const keepScheme = (): void => {
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
    /** Share of the rows that are in, while they are being brought in. */
    saved,
    open,
    leave,
    save,
    keepScheme,
    forgetScheme,
    setSheet: (sheet: number) => file && void place(file, sheet, undefined, scheme),
    setHeader: (header: number) => file && placed && void place(file, placed.sheet, header, scheme),
    /** A column is filled by one at most: the one before gives it up. */
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
