import { newTrialList } from "@shotkeeper/contract/new-mold";
import type { Columns } from "@shotkeeper/ui/cells";
import { dayColumns, lastColumns, moldColumn, stateColumn, trialColumn } from "./cells.tsx";
import { MilestonePage } from "./milestone-page.tsx";

const columns: Columns<typeof newTrialList> = [
  moldColumn,
  { name: "milestoneCode", onCard: true, width: 80 },
  stateColumn,
  trialColumn,
  ...dayColumns,
  { name: "deviceName", width: 140 },
  { name: "rawMaterial", width: 110 },
  { name: "sampleCount", width: 92 },
  { name: "milestoneNote", width: 240 },
  { name: "nextAction", width: 200 },
  { name: "moldName", width: 200 },
  ...lastColumns,
];

export default function NewTrialScreen() {
  return <MilestonePage query={newTrialList} columns={columns} />;
}
