import { useState } from "react";
import { DataGrid, type GridColumn, textsEn } from "../../plain/index.ts";
import { type Part, partsOf, rowKey, columns as shown } from "../parts.ts";

/** The page draws its own filter for the weight column and its own editor for the state column. */
export default function CustomFilterAndEditor() {
  const [source] = useState(() => ({ rows: partsOf(500) }));
  const [saved, setSaved] = useState("");
  const [columns] = useState(() =>
    shown.map((column): GridColumn<Part> => {
      if (column.key === "weight")
        return {
          ...column,
          filterPanel: ({ conditions, onApply }) => (
            <button
              type="button"
              onClick={() =>
                onApply(conditions.length > 0 ? [] : [{ field: "weight", operator: "EGT", value: 800 }])
              }
            >
              {conditions.length > 0 ? "All parts" : "Only heavy parts"}
            </button>
          ),
        };
      if (column.key !== "state") return column;
      return {
        ...column,
        edit: {
          save: async (row, value) => setSaved(`${row.id}: ${value}`),
          editor: ({ value, onCommit }) => (
            <button
              type="button"
              // biome-ignore lint/a11y/noAutofocus: the user has just opened this editor
              autoFocus
              onClick={() => onCommit(value === "idle" ? "running" : "idle")}
            >
              Change
            </button>
          ),
        },
      };
    }),
  );
  return (
    <>
      <DataGrid
        id="custom-filter-and-editor"
        label="Parts"
        height={360}
        columns={columns}
        rowKey={rowKey}
        source={source}
        texts={textsEn}
      />
      <p>
        <output>Saved: {saved}</output>
      </p>
    </>
  );
}
