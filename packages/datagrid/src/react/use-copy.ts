import type { ClipboardEvent } from "react";
import type { PlacedColumn } from "../core/columns.ts";
import { plainText } from "../core/format.ts";
import { type Rect, toTsv } from "../core/range.ts";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import { fieldOf } from "../core/types.ts";

/** Largest number of rows that one copy may contain. A copy of more rows is refused. */
const COPY_LIMIT = 20_000;

interface Options<R> {
  view: RowView<R>;
  /** Index of the page's first row among all rows that match the filters. */
  base: number;
  columns: readonly PlacedColumn<R>[];
  rect: Rect | undefined;
  texts: GridTexts;
  notify: (text: string) => void;
}

/** Returns the handler of the copy event. The handler writes the selected range to the clipboard as TSV. */
export function useCopy<R>({ view, base, columns, rect, texts, notify }: Options<R>) {
  const line = (row: R, number: number, chosen: readonly PlacedColumn<R>[]): string[] =>
    chosen.map(({ column, kind }) => {
      if (column) return plainText(column, fieldOf(row, column.key), row, [texts.yes, texts.no]);
      return kind === "seq" ? String(number) : "";
    });

  const titleKey = columns.find((c) => c.kind === "data")?.key;

  return (event: ClipboardEvent): void => {
    if (!rect || rect.bottom < 0) return;
    // Leaves a copy in a text field, such as the editor of a cell, to the browser. Only such a field has a
    // selectionStart.
    if (Number.isInteger((event.target as HTMLInputElement).selectionStart)) return;
    const top = Math.max(0, rect.top);
    const count = rect.bottom - top + 1;
    event.preventDefault();
    if (count > COPY_LIMIT) {
      notify(texts.copyTooLarge(COPY_LIMIT));
      return;
    }
    const chosen = columns.filter(
      (c) => c.index >= rect.left && c.index <= rect.right && (c.kind === "data" || c.kind === "seq"),
    );
    const rows = Array.from({ length: count }, (_, at) => view.get(base + top + at));
    if (view.line) {
      // Copies the headers of groups as they are shown: the title in the first column, and the aggregates.
      const lines = rows.flatMap((row, at) => {
        const group = view.line?.(base + top + at);
        if (group?.kind !== "group") return row === undefined ? [] : [line(row, base + top + at + 1, chosen)];
        return [chosen.map(({ key }) => (key === titleKey ? group.title : String(group.values[key] ?? "")))];
      });
      event.clipboardData.setData("text/plain", toTsv(lines));
      notify(texts.copied(lines.length));
      return;
    }
    const tsv = (all: readonly (R | undefined)[]): string =>
      toTsv(all.map((row, at) => (row === undefined ? [] : line(row, base + top + at + 1, chosen))));
    if (rows.every((row) => row !== undefined)) {
      event.clipboardData.setData("text/plain", tsv(rows));
      notify(texts.copied(count));
      return;
    }
    // Copies by the asynchronous Clipboard API if some rows are not loaded yet, because the copy event ends before
    // these rows arrive.
    import("../core/fetch-rows.ts")
      .then(({ fetchRows }) => fetchRows(view, base + top, count))
      .then((all) => navigator.clipboard.writeText(tsv(all)).then(() => notify(texts.copied(all.length))))
      .catch(() => notify(texts.failed));
  };
}
