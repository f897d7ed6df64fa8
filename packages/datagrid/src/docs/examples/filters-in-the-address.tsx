import { useState } from "react";
import { DataGrid, filtersFromParam, filtersToParam, type GridFilter, textsEn } from "../../plain/index.ts";
import { columns, partsOf, rowKey } from "../parts.ts";

const source = { rows: partsOf(500) };
const initial: readonly GridFilter[] = [{ field: "weight", operator: "EGT", value: 800 }];

/** The page controls the filters. It stores them as one parameter of its address. */
export default function FiltersInTheAddress() {
  const [parameter, setParameter] = useState(() => filtersToParam(initial));
  return (
    <>
      <p>
        <code>?filters={parameter}</code>
      </p>
      <DataGrid
        id="filters-in-the-address"
        label="Parts"
        height={360}
        columns={columns}
        rowKey={rowKey}
        source={source}
        texts={textsEn}
        filters={filtersFromParam(parameter)}
        onFiltersChange={(filters) => setParameter(filtersToParam(filters))}
      />
    </>
  );
}
