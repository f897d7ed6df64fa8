import { useState } from "react";
import { DataGrid, type GridColumn, textsEn, useTableEditing } from "../../plain/index.ts";
import { type Part, partsOf, rowKey, columns as shown } from "../parts.ts";

const columns: readonly GridColumn<Part>[] = shown.map((column) =>
  column.key === "id" ? column : { ...column, edit: {} },
);

/**
 * Paste cells of a spreadsheet, cut, press Delete, Ctrl+D or pull the corner of a range. Ctrl+Z undoes. One save stores
 * all rows and says what became of each. Somebody else has changed P-00003 meanwhile.
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
