import {
  headerRow,
  type ImportColumn,
  importedRows,
  mapColumns,
  readFile,
  type Sheet,
} from "@shotkeeper/datagrid/sheet";
import { useMemo, useRef, useState } from "react";

type Mapping = readonly (string | undefined)[];

interface Chosen {
  readonly name: string;
  readonly sheets: readonly Sheet[];
  readonly sheet: number;
  readonly header: number;
  readonly mapping: Mapping;
}

const none: readonly never[] = [];

/** A file that is being brought in: its sheets, where its header is, and what each of its columns means. */
export function useSheet(columns: readonly ImportColumn[]) {
  const [chosen, setChosen] = useState<Chosen>();
  const [reading, setReading] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const latest = useRef<AbortController>(undefined);

  const place = (name: string, sheets: readonly Sheet[], sheet: number, at?: number): Chosen => {
    const rows = sheets[sheet]?.rows ?? none;
    const header = at ?? headerRow(rows, columns);
    return { name, sheets, sheet, header, mapping: mapColumns(rows[header] ?? none, columns) };
  };

  async function open(file: File): Promise<void> {
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    setReading(true);
    setUnreadable(false);
    try {
      const sheets = await readFile(file, controller.signal);
      setChosen(place(file.name, sheets, 0));
    } catch {
      if (controller.signal.aborted) return;
      setChosen(undefined);
      setUnreadable(true);
    }
    setReading(false);
  }

  const change = (next: (c: Chosen) => Chosen) => setChosen((c) => c && next(c));
  const rows = useMemo(
    () =>
      chosen
        ? importedRows(chosen.sheets[chosen.sheet]?.rows ?? none, chosen.header, chosen.mapping, columns)
        : none,
    [chosen, columns],
  );
  return {
    chosen,
    reading,
    unreadable,
    rows,
    titles: chosen?.sheets[chosen.sheet]?.rows[chosen.header] ?? none,
    open,
    setSheet: (sheet: number) => change((c) => place(c.name, c.sheets, sheet)),
    setHeader: (header: number) => change((c) => place(c.name, c.sheets, c.sheet, header)),
    /** A column is filled by one at most: the one before gives it up. */
    assign: (at: number, key: string | undefined) =>
      change((c) => ({
        ...c,
        mapping: c.mapping.map((k, i) => (i === at ? key : k === key ? undefined : k)),
      })),
    leave: () => setChosen(undefined),
  };
}
