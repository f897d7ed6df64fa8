import { qualityList } from "@shotkeeper/contract/new-mold";
import type { Columns } from "@shotkeeper/ui/cells";
import { acceptColumn, dayColumns, lastColumns, moldColumn, stateColumn } from "./cells.tsx";
import { MilestonePage } from "./milestone-page.tsx";

const columns: Columns<typeof qualityList> = [
  moldColumn,
  stateColumn,
  acceptColumn,
  ...dayColumns,
  { name: "dimensionNote", width: 200 },
  { name: "appearanceNote", width: 180 },
  { name: "sampleReport", width: 140 },
  { name: "failedTrial", width: 104 },
  { name: "moldName", width: 200 },
  ...lastColumns,
];

export default function QualityScreen() {
  return <MilestonePage query={qualityList} columns={columns} />;
}
