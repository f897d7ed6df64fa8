import { DataGrid, textsEn } from "../../plain/index.ts";
import { columns, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(1000) };

/** Ctrl+F searches in the cells of all pages, also in cells that are not in the DOM. */
export default function FindInCells() {
  return (
    <DataGrid
      id="find-in-cells"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      findable
    />
  );
}
