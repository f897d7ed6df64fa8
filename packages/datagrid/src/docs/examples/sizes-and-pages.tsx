import { ALL_ROWS, DataGrid, textsEn } from "../../plain/index.ts";
import { columns, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(1000) };
const pageSizes = [7, 50, ALL_ROWS];

/**
 * The caller sets the largest row size and the page sizes that the user can choose. The user changes the size in the
 * menu “More”.
 */
export default function SizesAndPages() {
  return (
    <DataGrid
      id="sizes-and-pages"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      size="middle"
      pageSize={7}
      pageSizes={pageSizes}
    />
  );
}
