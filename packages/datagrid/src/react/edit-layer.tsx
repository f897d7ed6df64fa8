import { type ReactNode, useEffect, useRef } from "react";
import { blockOfHtml, clipboardBlock } from "../core/clipboard-html.ts";
import type { EditSession } from "../core/edit-session.ts";
import type { EditTexts } from "../core/edit-texts.ts";
import { fetchRows, loadedRows } from "../core/fetch-rows.ts";
import { fillValues } from "../core/fill.ts";
import { cellText } from "../core/parse-cell.ts";
import {
  blockOfTsv,
  type CellBlock,
  EDIT_LIMIT,
  type Planned,
  planClear,
  planPaste,
  planValues,
  type TargetColumn,
  targetOf,
} from "../core/paste.ts";
import { type Rect, toTsv } from "../core/range.ts";
import { fieldOf } from "../core/types.ts";
import type { EditLayerContext } from "./editing.ts";
import { FillHandle } from "./fill-handle.tsx";
import { isInteractive } from "./use-cells.ts";

interface Props<R> {
  readonly session: EditSession<R>;
  readonly texts: EditTexts;
  readonly context: EditLayerContext<R>;
}

/**
 * Pastes, cuts, clears, fills and undoes cells of the selected range. The handlers are native event listeners, so that
 * a grid without editing contains no code for them.
 */
export function EditLayer<R>({ session, texts, context }: Props<R>): ReactNode {
  const { element, rect } = context;
  const actions = actionsOf(session, texts, context);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const grid = element.current;
    if (!grid) return;
    const isCell = (event: Event) => !isInteractive(event.target) || event.target === grid;
    const onPaste = (event: globalThis.ClipboardEvent): void => {
      if (isCell(event)) latest.current.paste(event);
    };
    const onCut = (event: globalThis.ClipboardEvent): void => {
      if (isCell(event)) latest.current.cut(event);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isCell(event) && latest.current.key(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    grid.addEventListener("paste", onPaste);
    grid.addEventListener("cut", onCut);
    grid.addEventListener("keydown", onKey);
    return () => {
      grid.removeEventListener("paste", onPaste);
      grid.removeEventListener("cut", onCut);
      grid.removeEventListener("keydown", onKey);
    };
  }, [element]);
  if (!rect || rect.top < 0 || context.isEditorOpen) return null;
  return <FillHandle rect={rect} context={context} label={texts.fillHandle} onFill={actions.fill} />;
}

/**
 * Returns the columns into which copied cells can be pasted: the data columns and the row numbers. Row numbers are
 * included because copies contain them.
 */
function targetsOf<R>({ placed, gridTexts }: EditLayerContext<R>) {
  return placed.all
    .filter((c) => c.kind === "data" || c.kind === "seq")
    .map((c) => ({ column: c.column, title: c.column?.title ?? gridTexts.sequence, index: c.index }));
}

function actionsOf<R>(session: EditSession<R>, texts: EditTexts, context: EditLayerContext<R>) {
  const { view, base, rowCount, rect, gridTexts, notify } = context;
  const flags = [gridTexts.yes, gridTexts.no] as const;
  const targets = targetsOf(context);

  /** Returns the selected range. Its columns are indexes in `targets` (columns for pasting), not in the grid. */
  const selected = (): Rect | undefined => {
    if (!rect || rect.bottom < 0) return undefined;
    const left = targets.findIndex((t) => t.index >= rect.left);
    const right = targets.findLastIndex((t) => t.index <= rect.right);
    return left < 0 || right < left ? undefined : { ...rect, top: Math.max(0, rect.top), left, right };
  };

  /**
   * Changes a range of cells. `plan` returns the changes for the rows of the range, which are loaded first if needed.
   * `done` returns the message to the user; its argument is the number of changed cells.
   */
  const change = (
    area: Rect,
    plan: (rows: R[], columns: readonly TargetColumn<R>[]) => Planned<R>,
    done: (cells: number) => string,
  ): void => {
    const count = area.bottom - area.top + 1;
    const columns = targets.slice(area.left, area.right + 1);
    if (count * columns.length > EDIT_LIMIT) {
      notify(texts.tooManyCells(EDIT_LIMIT));
      return;
    }
    const apply = (rows: R[]): void => {
      const planned = plan(rows, columns);
      if ("refusal" in planned) {
        notify(planned.refusal);
        return;
      }
      session.apply(planned.edits);
      notify(done(planned.edits.length));
    };
    const loaded = loadedRows(view, base + area.top, count);
    const isStructured = view.line !== undefined;
    if (loaded) apply(loaded);
    else if (isStructured) notify(texts.groupLines);
    else fetchRows(view, base + area.top, count).then(apply, () => notify(gridTexts.failed));
  };
  const options = (area: Rect, rows: R[], columns: readonly TargetColumn<R>[]) => ({
    columns,
    rows,
    number: base + area.top + 1,
    flags,
    texts,
  });

  const select = (area: Rect): void => {
    const [left, right] = [targets[area.left]?.index ?? 0, targets[area.right]?.index ?? 0];
    context.setRange({ anchor: { row: area.top, col: left }, head: { row: area.bottom, col: right } });
  };

  const clear = (): void => {
    const area = selected();
    if (area) change(area, (rows, columns) => planClear(options(area, rows, columns)), texts.cleared);
  };

  const pasteBlock = (block: CellBlock): void => {
    const from = selected();
    if (!from) return;
    const area = targetOf(block, from);
    if (area.bottom >= rowCount) {
      notify(texts.tooManyRows(block.length, rowCount - area.top));
      return;
    }
    if (area.right >= targets.length) {
      notify(texts.tooManyColumns(area.right - area.left + 1, targets.length - area.left));
      return;
    }
    change(area, (rows, columns) => planPaste(block, options(area, rows, columns)), texts.pasted);
    select(area);
  };

  const fill = (area: Rect, mode: "copy" | "series"): void => {
    const source = selected();
    if (!source) return;
    const isBackward = area.top < source.top;
    const filled = isBackward
      ? { ...source, top: area.top, bottom: source.top - 1 }
      : { ...source, top: source.bottom + 1, bottom: area.bottom };
    if (filled.bottom < filled.top) return;
    const from = loadedRows(view, base + source.top, source.bottom - source.top + 1);
    if (!from) {
      notify(gridTexts.failed);
      return;
    }
    const count = filled.bottom - filled.top + 1;
    change(
      filled,
      (rows, columns) => {
        const values = columns.map(({ column }) =>
          column
            ? fillValues(
                from.map((row) => fieldOf(row, column.key)),
                count,
                column.type,
                mode,
                isBackward,
              )
            : [],
        );
        return planValues(
          options(filled, rows, columns),
          (row, col) => values[col]?.[isBackward ? count - 1 - row : row],
        );
      },
      texts.filled,
    );
    select({ ...source, top: Math.min(area.top, source.top), bottom: Math.max(area.bottom, source.bottom) });
  };

  /** Copies the first row of the range to its other rows. If the range has only one row, copies the row above to it. */
  const fillDown = (): void => {
    const area = selected();
    if (!area) return;
    const top = area.bottom === area.top ? area.top - 1 : area.top;
    const from = top < 0 ? undefined : view.get(base + top);
    if (from === undefined) return;
    const filled = { ...area, top: top + 1 };
    change(
      filled,
      (rows, columns) =>
        planValues(options(filled, rows, columns), (_, col) => {
          const column = columns[col]?.column;
          return column && fieldOf(from, column.key);
        }),
      texts.filled,
    );
  };

  const paste = (event: globalThis.ClipboardEvent): void => {
    const data = event.clipboardData;
    const html = data?.getData("text/html") ?? "";
    const plain = data?.getData("text/plain") ?? "";
    const table = html === "" ? undefined : blockOfHtml(new DOMParser().parseFromString(html, "text/html"));
    const block = clipboardBlock(plain === "" ? undefined : blockOfTsv(plain), table);
    event.preventDefault();
    if (block) pasteBlock(block);
    else notify(texts.nothingToPaste);
  };

  const cut = (event: globalThis.ClipboardEvent): void => {
    const area = selected();
    const rows = area && loadedRows(view, base + area.top, area.bottom - area.top + 1);
    if (!area || !rows) return;
    const columns = targets.slice(area.left, area.right + 1);
    const lines = rows.map((row, at) =>
      columns.map(({ column }) =>
        column ? cellText(column, fieldOf(row, column.key), row, flags) : String(base + area.top + at + 1),
      ),
    );
    event.preventDefault();
    event.clipboardData?.setData("text/plain", toTsv(lines));
    clear();
  };

  const step = (kind: "undo" | "redo"): void => {
    const cells = session[kind]();
    if (kind === "undo") notify(cells === 0 ? texts.nothingToUndo : texts.undone(cells));
    else notify(cells === 0 ? texts.nothingToRedo : texts.redone(cells));
  };

  const key = (event: KeyboardEvent): boolean => {
    const ctrl = (event.ctrlKey || event.metaKey) && !event.altKey;
    const name = event.key.toLowerCase();
    if (event.key === "Delete" || event.key === "Backspace") clear();
    else if (ctrl && name === "z") step(event.shiftKey ? "redo" : "undo");
    else if (ctrl && name === "y") step("redo");
    else if (ctrl && name === "d") fillDown();
    else return false;
    return true;
  };

  return { paste, cut, key, fill };
}
