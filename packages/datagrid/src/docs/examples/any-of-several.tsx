import { useState } from "react";
import { DataGrid, type GridFilter, textsEn } from "../../plain/index.ts";
import { columns, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(500) };
const initial: readonly GridFilter[] = [
  {
    field: "weight",
    operator: "EGT",
    value: 890,
    any: [
      [{ field: "weight", operator: "EGT", value: 890 }],
      [{ field: "state", operator: "IN", value: ["idle"] }],
    ],
  },
];

/**
 * A filter with alternatives: one chip stands for “heavy or idle”. “Or …” in a column's filter adds an alternative,
 * which may use another column.
 */
export default function AnyOfSeveral() {
  const [filters, setFilters] = useState(initial);
  return (
    <DataGrid
      id="any-of-several"
      label="Parts"
      height={360}
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={textsEn}
      filters={filters}
      onFiltersChange={setFilters}
    />
  );
}
