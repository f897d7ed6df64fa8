import { useState } from "react";
import { DataGrid, type GridColumn, textsEn, useTableEditing } from "../../plain/index.ts";
import { type Part, partsOf, rowKey, columns as shown } from "../parts.ts";

const columns: readonly GridColumn<Part>[] = shown.map((column) =>
  column.key === "id" ? column : { ...column, edit: {} },
);

/**
 * Edit cells by pasting, cutting, Delete, Ctrl+D or dragging the corner of a range. Ctrl+Z undoes a step. One save
 * sends all changed rows and returns a result for each. The example simulates that somebody else changes P-00003.
 */
export default function EditLikeASpreadsheet() {
  const [source] = useState(() => ({ rows: partsOf(200) }));
  const [saved, setSaved] = useState("");
  const editing = useTableEditing<Part>({
    columns,
    rowKey,
    locale: "en",
    save: async (rows) => {
      setSaved(rows.map(({ key, values }) => `${key}: ${Object.keys(values).join(", ")}`).join("; "));
      return rows.map(({ key, row, values }) => {
        if (values.name === "refuse")
          return { key, saved: false, errors: [{ field: "name", text: "The name is refused" }] };
        if (key === "P-00003" && row.name !== "Theirs")
          return { key, saved: false, current: { ...row, name: "Theirs" } };
        return { key, saved: true };
      });
    },
  });
  return (
    <>
      <DataGrid
        id="edit-like-a-spreadsheet"
        label="Parts"
        height={360}
        columns={columns}
        rowKey={rowKey}
        source={source}
        texts={textsEn}
        editing={editing}
      />
      <p>
        <output>Sent: {saved}</output>
      </p>
    </>
  );
}
