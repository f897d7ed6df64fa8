import { useEffect, useRef } from "react";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn } from "../core/types.ts";
import type { Notify } from "./toaster.tsx";

export type ExportKind = "xlsx" | "csv" | "excelCsv";

export interface ExportOptions<R> {
  view: RowView<R>;
  /** Visible columns in display order. */
  columns: readonly GridColumn<R>[];
  /** Widths of the visible columns in px, by column key. */
  widths: Readonly<Record<string, number>>;
  /** Name of the file without extension. */
  name: string;
  texts: GridTexts;
  notify: Notify;
}

/**
 * Returns a function that exports all filtered rows in the current order. Its code is loaded on demand, because most
 * users of a page do not export.
 */
export function useExport<R>(options: ExportOptions<R>) {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return async (kind: ExportKind): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    try {
      await (await import("./run-export.ts")).runExport(options, kind, controller);
    } catch {
      if (!controller.signal.aborted) options.notify(options.texts.failed);
    }
  };
}
