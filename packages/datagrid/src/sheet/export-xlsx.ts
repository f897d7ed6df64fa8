import { isExported } from "../core/columns.ts";
import { inTimeSlices } from "../core/pause.ts";
import type { GridColumn } from "../core/types.ts";
import { sheetCell, sheetColumn } from "./export-cells.ts";
import { startWorker } from "./start-worker.ts";
import type { Cell } from "./types.ts";
import type { WriteAnswer, WriteOrder } from "./write-worker.ts";

export interface XlsxExport<R> {
  /** Name of the sheet in the workbook. */
  name: string;
  /** Columns in display order. The export leaves out columns with `unexport`, and `custom` columns without `text`. */
  columns: readonly GridColumn<R>[];
  /**
   * Widths in px, by column key. Default: the declared width or, without one, the default width of the column's type.
   */
  widths?: Readonly<Record<string, number>> | undefined;
  /** Loads the rows [offset, offset + limit). Returns them with the total number of rows. */
  page: (offset: number, limit: number) => Promise<{ rows: readonly R[]; total: number }>;
  /** Texts for the values true and false, in this order. */
  flags: readonly [string, string];
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Number of rows per request to the data source. */
const PAGE = 1000;
/**
 * Largest number of rows that the worker has received but not written yet. At this number, the export loads no more
 * rows until the worker has caught up.
 */
const IN_FLIGHT = 2000;

/** Exports all rows of a data source as an .xlsx file. A worker writes the file, so that the page stays responsive. */
export async function exportXlsx<R>(options: XlsxExport<R>): Promise<Blob> {
  const { name, columns, widths, page, flags, onProgress, signal } = options;
  const chosen = columns.filter(isExported);
  const worker = await startWorker("write");
  const send = (order: WriteOrder): void => worker.postMessage(order);
  let sent = 0;
  let received = 0;
  let wake = (): void => {};
  try {
    return await new Promise<Blob>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }: MessageEvent<WriteAnswer>) => {
        if ("error" in data) reject(new Error(data.error));
        else if ("file" in data) resolve(data.file);
        else {
          received += data.received;
          wake();
        }
      };
      const feed = async (): Promise<void> => {
        send({ plan: { name, columns: chosen.map((c) => sheetColumn(c, widths?.[c.key])) } });
        let total = Number.POSITIVE_INFINITY;
        for (let offset = 0; offset < total; ) {
          signal?.throwIfAborted();
          const part = await page(offset, PAGE);
          total = part.total;
          if (part.rows.length === 0) break;
          const cells = (row: R): Cell[] => chosen.map((c) => sheetCell(c, row, flags));
          for await (const rows of inTimeSlices(part.rows, cells)) {
            signal?.throwIfAborted();
            sent += rows.length;
            send({ rows });
            while (sent - received > IN_FLIGHT) await new Promise<void>((resume) => (wake = resume));
            onProgress?.(sent, total);
          }
          offset += part.rows.length;
        }
        send({ finish: true });
      };
      feed().catch(reject);
    });
  } finally {
    worker.terminate();
  }
}
