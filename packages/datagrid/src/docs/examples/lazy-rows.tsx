import { ALL_ROWS, DataGrid, type GridSource, textsEn } from "../../plain/index.ts";
import { columns, type Part, partOf, rowKey } from "../parts.ts";

const total = 1_000_000;
// A real data source sends the request to its server, which must filter and sort the rows as requested.
const source: GridSource<Part> = {
  load: async ({ offset, limit }) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const count = Math.max(0, Math.min(limit, total - offset));
    return { rows: Array.from({ length: count }, (_, n) => partOf(offset + n)), total };
  },
};
const plainColumns = columns.map((column) => ({ ...column, sortable: false, filterable: false, sum: false }));

/** Shows a million rows of a simulated server. The grid loads only the blocks of rows that are visible. */
export default function LazyRows() {
  return (
    <DataGrid
      id="lazy-rows"
      label="A million parts"
      height={360}
      columns={plainColumns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      pageSize={ALL_ROWS}
    />
  );
}
