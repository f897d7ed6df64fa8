import { useState } from "react";
import { DataGrid, textsEn } from "../../plain/index.ts";
import { columns, type Part, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(200) };

/**
 * The user selects rows by checkboxes, also on several pages. A click with Shift selects all rows between two
 * checkboxes.
 */
export default function Selection() {
  const [selection, setSelection] = useState<ReadonlyMap<string, Part>>(new Map());
  const weight = [...selection.values()].reduce((sum, row) => sum + row.weight, 0);
  return (
    <DataGrid
      id="selection"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      selectable
      selection={selection}
      onSelectionChange={setSelection}
      toolbar={<output>Weight of the selection: {weight.toFixed(1)} g</output>}
    />
  );
}
