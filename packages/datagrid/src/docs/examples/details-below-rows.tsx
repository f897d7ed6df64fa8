import { DataGrid, textsEn } from "../../plain/index.ts";
import { columns, type Part, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(1000) };
const detail = {
  height: 84,
  render: (row: Part) => (
    <p>
      {row.id} was made on {row.made} and weighs {row.weight} g.
    </p>
  ),
};

/** A click on the arrow of a row, or the key Right, opens the details below the row. */
export default function DetailsBelowRows() {
  return (
    <DataGrid
      id="details-below-rows"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      inlineDetail={detail}
    />
  );
}
