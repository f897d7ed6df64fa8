import { useMemo, useState } from "react";
import { DataGrid, textsEn } from "../../plain/index.ts";
import { columns, type Part, partsOf, rowKey } from "../parts.ts";

/**
 * Rows are moved by their handles or by Alt+Shift+Up and Down. A double click or Enter shows all fields of a row in a
 * drawer.
 */
export default function RowOrder() {
  const [rows, setRows] = useState(() => partsOf(12));
  const source = useMemo(() => ({ rows }), [rows]);
  const move = (_row: Part, from: number, to: number): void =>
    setRows((old) => {
      const next = [...old];
      next.splice(to, 0, ...next.splice(from, 1));
      return next;
    });
  return (
    <DataGrid
      id="row-order"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      onRowMove={move}
      rowDetail={(row) => (
        <p>
          {row.id}: {row.name}, made on {row.made}
        </p>
      )}
    />
  );
}
