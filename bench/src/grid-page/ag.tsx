import {
  AllCommunityModule,
  type ColDef,
  type IDatasource,
  ModuleRegistry,
  type ValueFormatterParams,
} from "ag-grid-community";
import { AgGridReact } from "ag-grid-react";
import type { Root } from "react-dom/client";
import { fetchRows, MILLION, numbers, type Row } from "./data.ts";

ModuleRegistry.registerModules([AllCommunityModule]);

const format = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const decimals = ({ value }: ValueFormatterParams<Row>): string =>
  typeof value === "number" ? format.format(value) : "";

const columns: ColDef<Row>[] = [
  { field: "id", headerName: "Part no.", width: 120, pinned: "left" },
  { field: "name", headerName: "Name", width: 140 },
  { field: "maker", headerName: "Maker", width: 140 },
  { field: "state", headerName: "State", width: 112 },
  { field: "made", headerName: "Made on", width: 112 },
  { field: "seen", headerName: "Seen", width: 160 },
  ...numbers.map((field): ColDef<Row> => ({ field, width: 110, valueFormatter: decimals })),
];

const lazy: IDatasource = {
  rowCount: MILLION,
  getRows: ({ startRow, endRow, successCallback }) => {
    void fetchRows(startRow, endRow - startRow).then((rows) => successCallback(rows, MILLION));
  },
};

export function shown(): { all: number; filled: number; one: string } {
  const cells = [
    ...document.querySelectorAll(".ag-pinned-left-cols-container [col-id=id], .ag-row [col-id=id]"),
  ];
  return {
    all: cells.length,
    filled: cells.filter((c) => c.textContent?.startsWith("P-")).length,
    one: cells[0]?.textContent ?? "",
  };
}

export function render(root: Root, rows: Row[] | undefined): void {
  const shared = { columnDefs: columns, rowHeight: 32, animateRows: false };
  root.render(
    <div style={{ height: "100%" }}>
      {rows ? (
        <AgGridReact<Row> {...shared} rowData={rows} />
      ) : (
        <AgGridReact<Row>
          {...shared}
          rowModelType="infinite"
          datasource={lazy}
          cacheBlockSize={200}
          maxBlocksInCache={60}
          infiniteInitialRowCount={MILLION}
        />
      )}
    </div>,
  );
}
