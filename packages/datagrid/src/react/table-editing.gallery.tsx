import { useMemo, useState } from "react";
import "./datagrid.css";
import { DataGrid } from "../antd/data-grid.tsx";
import type { RowOutcome, RowToSave } from "../core/edit-session.ts";
import { gridTexts } from "../core/texts.ts";
import type { CellEditorProps } from "../core/types.ts";
import { type Part, partColumns, parts, rowKey } from "../gallery/parts.ts";
import type { GridStoryProps } from "./datagrid.gallery.tsx";
import { ALL_ROWS, type GridColumn } from "./props.ts";
import { useTableEditing } from "./table-editing.tsx";

const notNegative = (value: unknown) =>
  typeof value === "number" && value < 0 ? "A weight is not negative" : undefined;

/** A custom editor: buttons in place of the native list of choices. */
function StateEditor({ value, label, onCommit }: CellEditorProps<Part>) {
  return (
    <fieldset aria-label={label} style={{ display: "flex", gap: 2, padding: 0 }}>
      {["running", "idle", "repair"].map((state) => (
        <button
          key={state}
          type="button"
          // biome-ignore lint/a11y/noAutofocus: the user has just opened this editor
          autoFocus={state === value}
          onClick={() => onCommit(state)}
        >
          {state}
        </button>
      ))}
    </fieldset>
  );
}

const columns: readonly GridColumn<Part>[] = partColumns.map((column) => {
  if (column.key === "id") return column;
  if (column.key === "weight") return { ...column, edit: { validate: notNegative } };
  if (column.key !== "state") return { ...column, edit: {} };
  return { ...column, edit: { editor: (props) => <StateEditor {...props} /> } };
});

interface Props extends GridStoryProps {
  readonly rows?: number;
  readonly save?: (rows: readonly RowToSave<Part>[]) => Promise<readonly RowOutcome<Part>[]>;
}

/** Simulates a server that refuses the name "Refuse" and reports that somebody else has changed P-00004. */
async function saveRows(rows: readonly RowToSave<Part>[]): Promise<readonly RowOutcome<Part>[]> {
  return rows.map(({ key, row, values }) => {
    if (values.name === "Refuse")
      return { key, saved: false, errors: [{ field: "name", text: "The name is already used" }] };
    if (key === "P-00004" && row.name !== "Theirs")
      return { key, saved: false, current: { ...row, name: "Theirs" } };
    return { key, saved: true };
  });
}

/** Cells are pasted, cleared, filled and undone like in a spreadsheet, and saved together. */
export function EditAsTable({ rows = 12, save = saveRows, locale = "en", ...props }: Props) {
  const [source] = useState(() => ({ rows: parts(rows) }));
  const editing = useTableEditing<Part>({ columns, rowKey, locale, save });
  return (
    <main style={{ height: 460, width: 960, maxWidth: "100%", padding: 12 }}>
      <DataGrid<Part>
        id="story-editing"
        label="Parts"
        columns={columns}
        rowKey={rowKey}
        source={source}
        texts={gridTexts[locale]}
        pageSize={ALL_ROWS}
        editing={editing}
        {...props}
      />
    </main>
  );
}

/** Cells that cannot be saved: a text that is not a number, a refused value, and a conflict. */
export function WithProblems(props: Props) {
  const [source] = useState(() => ({ rows: parts(6) }));
  const locale = props.locale ?? "en";
  const editing = useTableEditing<Part>({ columns, rowKey, locale, save: saveRows });
  useMemo(() => {
    const { session } = editing;
    const [a, b, c] = source.rows;
    if (!a || !b || !c || session.rowCount > 0) return;
    session.apply([
      { row: a, field: "weight", cell: { value: undefined, text: "abc", error: "Not a number" } },
      { row: b, field: "weight", cell: { value: -1, error: "A weight is not negative" } },
      { row: c, field: "name", cell: { value: "Mine" } },
    ]);
    const texts = { conflict: String, otherCells: "", gone: "" };
    session.settle([{ key: c.id, saved: false, current: { ...c, name: "Theirs" } }], texts, []);
  }, [editing, source]);
  return (
    <main style={{ height: 460, width: 960, maxWidth: "100%", padding: 12 }}>
      <DataGrid<Part>
        id="story-editing"
        label="Parts"
        columns={columns}
        rowKey={rowKey}
        source={source}
        texts={gridTexts[locale]}
        editing={editing}
      />
    </main>
  );
}
