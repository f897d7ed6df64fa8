import { DataGrid, type GridColumn, textsEn } from "../../plain/index.ts";
import { type Part, partsOf, rowKey, columns as shown } from "../parts.ts";

const groups: Readonly<Record<string, readonly string[]>> = {
  name: ["Part", "Names"],
  state: ["Part"],
  weight: ["Measured"],
  made: ["Measured", "Days"],
};
const columns: readonly GridColumn<Part>[] = shown.map((column) => ({
  ...column,
  groups: groups[column.key],
}));
const source = { rows: partsOf(200) };

/**
 * Headers over groups of columns, in two levels. If the user drags the columns of a group apart, the group has two
 * headers.
 */
export default function ColumnGroups() {
  return (
    <DataGrid
      id="column-groups"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
    />
  );
}
