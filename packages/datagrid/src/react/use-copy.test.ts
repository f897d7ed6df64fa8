import type { ClipboardEvent } from "react";
import { expect, it } from "vitest";
import { ArrayView } from "../core/array-view.ts";
import { placeColumns } from "../core/columns.ts";
import { EMPTY_LAYOUT } from "../core/layout.ts";
import { gridTexts } from "../core/texts.ts";
import { type Part, partColumns, parts } from "../gallery/parts.ts";
import { useCopy as copyHandler } from "./use-copy.ts";

const widths = { checkWidth: undefined, seqWidth: undefined, actionsWidth: undefined };
const columns = placeColumns<Part>(partColumns, EMPTY_LAYOUT, {
  viewWidth: 1000,
  narrow: false,
  ...widths,
}).all;

/** Returns the text that a copy writes to the clipboard. Undefined: the browser copies the selected text. */
function copied(target: object): string | undefined {
  const copy = copyHandler({
    view: new ArrayView(parts(2), partColumns, (row) => row.id),
    base: 0,
    columns,
    rect: { top: 0, bottom: 1, left: 0, right: 0 },
    texts: gridTexts.en,
    notify: () => {},
  });
  let text: string | undefined;
  const setData = (_type: string, value: string): void => {
    text = value;
  };
  copy({ target, clipboardData: { setData }, preventDefault: () => {} } as unknown as ClipboardEvent);
  return text;
}

it("copies the selected cells, also while a checkbox has the focus", () => {
  expect(copied({})).toBe("P-00001\nP-00002");
  expect(copied({ selectionStart: null })).toBe("P-00001\nP-00002");
});

it("leaves a copy inside the editor of a cell to the browser", () => {
  expect(copied({ selectionStart: 0 })).toBeUndefined();
});
