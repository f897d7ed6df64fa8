import { DataGrid, type GridColumn, textsEn } from "../../plain/index.ts";
import { columns, type Part, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(50) };
const own: readonly GridColumn<Part>[] = [
  ...columns.map((column) => (column.key === "made" ? { ...column, hidden: true } : column)),
  {
    key: "bar",
    title: "Share of 900 g",
    type: "custom",
    width: 200,
    pin: "right",
    // Copies and exports contain the text instead of the drawn content.
    text: (_value, row) => `${Math.round(row.weight / 9)} %`,
    render: (_value, row) => <meter aria-label={`Share of ${row.id}`} value={row.weight} max={900} />,
    total: "drawn by React",
  },
];

/**
 * Columns can have drawn content and a custom total, and can be pinned or hidden at first. The user can drag and resize
 * their headers.
 */
export default function Columns() {
  return (
    <DataGrid
      id="columns"
      label="Parts"
      height={360}
      columns={own}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
    />
  );
}
