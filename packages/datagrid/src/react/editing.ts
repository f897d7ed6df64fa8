import type { ReactNode, RefObject } from "react";
import type { PlacedColumns } from "../core/columns.ts";
import type { EditedCell } from "../core/edit-session.ts";
import type { CellRange, Rect } from "../core/range.ts";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn } from "../core/types.ts";

/** Data and functions of the grid that the bar above the rows uses (undo, redo, save, discard, list of problems). */
export interface EditBarContext<R> {
  readonly view: RowView<R>;
  /**
   * Shows a cell and makes it active. `row` is the index in the page. If the column is hidden, uses the first data
   * column.
   */
  readonly goTo: (row: number, column: string | undefined) => void;
  /**
   * `base` is the index of the page's first row among all rows that match the filters. `rowCount` is the number of rows
   * of the page.
   */
  readonly base: number;
  readonly rowCount: number;
  readonly gridTexts: GridTexts;
  readonly columns: readonly GridColumn<R>[];
  readonly notify: (text: string) => void;
}

/** Data and functions of the grid by which EditLayer pastes, cuts, clears, fills and undoes the selected cells. */
export interface EditLayerContext<R> {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly view: RowView<R>;
  readonly base: number;
  readonly rowCount: number;
  readonly rowHeight: number;
  /** Index of the row from which vertical positions are measured (use-viewport.ts). */
  readonly anchor: number;
  readonly placed: PlacedColumns<R>;
  readonly rect: Rect | undefined;
  readonly isEditorOpen: boolean;
  readonly setRange: (range: CellRange) => void;
  readonly reveal: (row: number, col: number) => void;
  readonly gridTexts: GridTexts;
  readonly notify: (text: string) => void;
}

/**
 * Spreadsheet-like editing, which `useTableEditing` creates. The grid depends only on this interface. So bundles of
 * grids without such editing do not contain its code.
 */
export interface TableEditing<R> {
  /** Returns a view that shows the rows of the given view with the unsaved changes. */
  readonly wrap: (view: RowView<R>) => RowView<R>;
  readonly marksOf: (row: R) => ReadonlyMap<string, EditedCell> | undefined;
  /** Returns the message that a cell of the column with this title cannot be changed. */
  readonly fixedText: (title: string) => string;
  /** Accepts the text of a cell editor that has closed. */
  readonly typeText: (row: R, column: GridColumn<R>, text: string, gridTexts: GridTexts) => void;
  /** Accepts the value of a custom editor. */
  readonly typeValue: (row: R, column: GridColumn<R>, value: unknown) => void;
  readonly bar: (context: EditBarContext<R>) => ReactNode;
  readonly layer: (context: EditLayerContext<R>) => ReactNode;
}
