import { useState } from "react";
import { DataGrid, type GridColumn, textsEn } from "../../plain/index.ts";
import { columns, type Part, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(20) };

/**
 * Cells are edited by double click, F2 or typing. If saving fails, the old value returns and the error message is
 * shown.
 */
export default function Editing() {
  const [saved, setSaved] = useState("nothing yet");
  const [editable] = useState<readonly GridColumn<Part>[]>(() =>
    columns.map((column) => {
      if (column.key === "id") return column;
      const validate = (value: unknown) =>
        typeof value === "number" && value < 0 ? "A weight is not negative" : undefined;
      const save = async (row: Part, value: unknown): Promise<void> => {
        if (value === "refuse") throw new Error("The server refuses this name");
        setSaved(`${row.id}: ${column.key} = ${String(value)}`);
      };
      return { ...column, edit: { save, validate } };
    }),
  );
  return (
    <DataGrid
      id="editing"
      label="Parts"
      height={360}
      columns={editable}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      toolbar={<output>Saved: {saved}</output>}
    />
  );
}
