import type { Cell } from "./types.ts";
import { type SheetPlan, XlsxWriter } from "./xlsx-writer.ts";

export type WriteOrder =
  | { readonly plan: SheetPlan }
  | { readonly rows: readonly (readonly Cell[])[] }
  | { readonly finish: true };

export type WriteAnswer =
  | { readonly received: number }
  | { readonly file: Blob }
  | { readonly error: string };

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

// Runs in a worker, because writing and compressing a large sheet takes seconds and would freeze the page.
let writer: XlsxWriter | undefined;
const chunks: Uint8Array<ArrayBuffer>[] = [];
const answer = (message: WriteAnswer): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<WriteOrder>) => {
  try {
    if ("plan" in data) writer = new XlsxWriter(data.plan, (chunk) => chunks.push(chunk));
    else if ("rows" in data) {
      writer?.add(data.rows);
      answer({ received: data.rows.length });
    } else {
      writer?.finish();
      answer({ file: new Blob(chunks, { type: XLSX }) });
    }
  } catch (cause) {
    answer({ error: String(cause) });
  }
};
