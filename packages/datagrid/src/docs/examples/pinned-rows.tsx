import { ALL_ROWS, DataGrid, textsEn } from "../../plain/index.ts";
import { columns, type Part, partOf, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(1000) };
const target: readonly Part[] = [{ ...partOf(0), id: "Target", name: "", weight: 400 }];
const best: readonly Part[] = [{ ...partOf(1), id: "Best", name: "", weight: 12.5 }];

/** A row below the header and a row above the sums stay in place while the others scroll. */
export default function PinnedRows() {
  return (
    <DataGrid
      id="pinned-rows"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      pageSize={ALL_ROWS}
      pinnedTop={target}
      pinnedBottom={best}
    />
  );
}
