import { DataGrid, type GridColumn, groupRows, textsEn } from "../../plain/index.ts";
import { type Part, partsOf, rowKey, columns as shown } from "../parts.ts";

const columns: readonly GridColumn<Part>[] = shown.map((column) =>
  column.key === "weight" ? { ...column, aggregate: "average" } : column,
);
const source = { rows: partsOf(10_000), structure: groupRows<Part>({ by: ["state", "name"] }) };

/** Rows in groups of two levels. The header of a group shows its number of rows and the average of the weights. */
export default function RowGroups() {
  return (
    <DataGrid
      id="row-groups"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
    />
  );
}
