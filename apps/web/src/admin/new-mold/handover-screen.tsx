import { handoverList } from "@shotkeeper/contract/new-mold";
import type { Columns } from "@shotkeeper/ui/cells";
import { dayColumns, lastColumns, moldColumn, stateColumn } from "./cells.tsx";
import { MilestonePage } from "./milestone-page.tsx";

const columns: Columns<typeof handoverList> = [
  moldColumn,
  stateColumn,
  { name: "handoverPlantName", width: 200 },
  ...dayColumns,
  { name: "givenByName", width: 104 },
  { name: "takenByName", width: 104 },
  { name: "delayReason", width: 180 },
  { name: "moldName", width: 200 },
  ...lastColumns,
];

export default function HandoverScreen() {
  return <MilestonePage query={handoverList} columns={columns} />;
}
