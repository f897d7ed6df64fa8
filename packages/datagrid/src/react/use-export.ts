import { useEffect, useRef } from "react";
import { exportCsv } from "../core/csv.ts";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn } from "../core/types.ts";

interface Options<R> {
  view: RowView<R>;
  /** Visible columns in their order. */
  columns: readonly GridColumn<R>[];
  /** File name without extension. */
  name: string;
  texts: GridTexts;
  say: (text: string | undefined, sticky?: boolean) => void;
}

/** Answers what "Export CSV" does: everything that is filtered, in the order on show. */
export function useExport<R>({ view, columns, name, texts, say }: Options<R>): () => void {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    say(texts.exporting(0), true);
    exportCsv({
      columns: columns.filter((c) => c.unexport !== true && (c.type !== "custom" || c.text !== undefined)),
      flags: [texts.yes, texts.no],
      signal: controller.signal,
      page: async (offset, limit) => {
        // An array answers at once; without a pause between the pieces the page would stand still.
        await new Promise((resolve) => setTimeout(resolve));
        return view.page(offset, limit, controller.signal);
      },
      onProgress: (done, total) => say(texts.exporting(Math.floor((done / Math.max(1, total)) * 100)), true),
    })
      .then((pieces) => {
        download(new Blob(pieces, { type: "text/csv;charset=utf-8" }), `${name}.csv`);
        say(undefined);
      })
      .catch(() => {
        if (!controller.signal.aborted) say(texts.failed);
      });
  };
}

function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken the blob by the next task at the latest; a minute is generous.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
