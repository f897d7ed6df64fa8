import { type ReactNode, useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import { EditSession, type RowOutcome, type RowToSave } from "../core/edit-session.ts";
import { editTexts } from "../core/edit-texts.ts";
import { editedValue } from "../core/edited-value.ts";
import { EditedView } from "../core/edited-view.ts";
import { parseCell } from "../core/parse-cell.ts";
import { editOf } from "../core/paste.ts";
import type { RowView } from "../core/row-view.ts";
import type { GridLocale } from "../core/texts.ts";
import type { GridColumn } from "../core/types.ts";
import { EditBar } from "./edit-bar.tsx";
import { EditLayer } from "./edit-layer.tsx";
import type { TableEditing } from "./editing.ts";

export interface TableEditingOptions<R> {
  /** The columns of the grid. Users can edit columns that have `edit`. Pass the same array in each render. */
  readonly columns: readonly GridColumn<R>[];
  readonly rowKey: (row: R) => string;
  /** Language of the texts. */
  readonly locale: GridLocale;
  /** Saves all changed rows in one call. Returns the outcome for each row. If the promise rejects, no row was saved. */
  readonly save: (rows: readonly RowToSave<R>[]) => Promise<readonly RowOutcome<R>[]>;
  /** Content at the right end of the bar, for example a button that closes the editing. */
  readonly end?: ReactNode;
}

/** State of spreadsheet-like editing. Pass it to the grid as `editing`. */
export interface TableEditingState<R> extends TableEditing<R> {
  readonly session: EditSession<R>;
  /** Number of changed cells that are not saved. */
  readonly changedCells: number;
}

/**
 * Lets users edit the cells of a grid like a spreadsheet: paste, cut, clear, fill, undo and redo. One save stores all
 * changed rows.
 */
export function useTableEditing<R>(options: TableEditingOptions<R>): TableEditingState<R> {
  const latest = useRef(options);
  latest.current = options;
  const session = useMemo(() => new EditSession<R>((row) => latest.current.rowKey(row)), []);
  session.setColumns(options.columns);
  const wrap = useCallback((view: RowView<R>) => new EditedView(view, session), [session]);
  const version = useSyncExternalStore(session.subscribe, session.version, session.version);
  const { locale, end } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a new state of the session
  return useMemo(() => {
    const texts = editTexts[locale];
    return {
      session,
      changedCells: session.cellCount,
      wrap,
      marksOf: (row) => session.marksOf(row),
      fixedText: texts.fixedCell,
      typeText: (row, column, text, gridTexts) => {
        const { type } = column;
        // Parses the text of a date, time, choice or flag by `editedValue`, because their native inputs return the
        // value in another form than a spreadsheet. Numbers, texts and custom columns are parsed like pasted texts.
        const value =
          type === "number" || type === "text" || type === "custom" ? undefined : editedValue(column, text);
        const parsed =
          value === undefined ? parseCell(column, text, [gridTexts.yes, gridTexts.no], texts) : { value };
        session.apply([editOf(column, row, parsed, text)]);
      },
      typeValue: (row, column, value) => void session.apply([editOf(column, row, { value }, "")]),
      bar: (context) => (
        <EditBar
          session={session}
          texts={texts}
          rowKey={(row) => latest.current.rowKey(row)}
          save={(rows) => latest.current.save(rows)}
          end={end}
          context={context}
        />
      ),
      layer: (context) => <EditLayer session={session} texts={texts} context={context} />,
    };
  }, [session, wrap, version, locale, end]);
}
