import { download } from "../core/download.ts";
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

/** Exports all filtered rows in the current order, shows the progress, and downloads the file. */
export async function runExport<R>(
  { view, columns, widths, name, texts, notify }: ExportOptions<R>,
  kind: ExportKind,
  controller: AbortController,
): Promise<void> {
  const { signal } = controller;
  const onCancel = (): void => {
    controller.abort();
    notify(undefined);
  };
  let shown = -1;
  const onProgress = (done: number, total: number): void => {
    const percent = Math.floor((done / Math.max(1, total)) * 100);
    if (percent === shown || signal.aborted) return;
    shown = percent;
    notify({ text: texts.exporting(percent), sticky: true, onCancel });
  };
  onProgress(0, 1);
  const flags = [texts.yes, texts.no] as const;
  const page = (offset: number, limit: number) => view.page(offset, limit, signal);
  const shared = { columns, flags, page, onProgress, signal };
  if (kind !== "xlsx") {
    const { exportCsv } = await import("../core/csv.ts");
    const pieces = await exportCsv({ ...shared, forExcel: kind === "excelCsv" });
    download(new Blob(pieces, { type: "text/csv;charset=utf-8" }), `${name}.csv`);
  } else {
    const { exportXlsx } = await import("../sheet/export-xlsx.ts");
    download(await exportXlsx({ ...shared, name, widths }), `${name}.xlsx`);
  }
  notify(undefined);
}
