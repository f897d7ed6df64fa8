import { DataGrid, textsEn } from "../../plain/index.ts";
import { columns, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(1000) };

/** All rows are in memory: the grid filters, sorts and sums them. */
export default function RowsInMemory() {
  return (
    <DataGrid
      id="rows-in-memory"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
    />
  );
}
