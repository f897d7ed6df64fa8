import { DataGrid, textsEn, treeRows } from "../../plain/index.ts";
import { columns, type Part, partOf, partsOf, rowKey } from "../parts.ts";

/** Of every four rows, the first is the parent of the other three. */
const structure = treeRows<Part>({
  parentKey: (row) => {
    const n = Number(row.id.slice(2)) - 1;
    return n % 4 === 0 ? undefined : partOf(n - (n % 4)).id;
  },
});
const source = { rows: partsOf(400), structure };

/** Shows the children of a row below it. A click on the arrow opens or closes a row. So do the keys Right and Left. */
export default function Tree() {
  return (
    <DataGrid
      id="tree"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
    />
  );
}
