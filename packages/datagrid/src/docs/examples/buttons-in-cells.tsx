import { useState } from "react";
import { DataGrid, textsEn } from "../../plain/index.ts";
import { columns, type Part, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(50) };

/**
 * The grid is one tab stop. Enter or F2 moves the focus to the buttons of the active cell. Escape returns to the cell.
 */
export default function ButtonsInCells() {
  const [pressed, setPressed] = useState("nothing yet");
  return (
    <DataGrid<Part>
      id="buttons-in-cells"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      actionsWidth={130}
      rowActions={(row) =>
        ["Edit", "Copy"].map((action) => (
          <button
            key={action}
            type="button"
            aria-label={`${action} ${row.id}`}
            onClick={() => setPressed(`${action} ${row.id}`)}
          >
            {action}
          </button>
        ))
      }
      toolbar={<output>Pressed: {pressed}</output>}
    />
  );
}
