import { t0List } from "@shotkeeper/contract/new-mold";
import type { Columns } from "@shotkeeper/ui/cells";
import { dayColumns, lastColumns, moldColumn, planColumn, stateColumn, trialColumn } from "./cells.tsx";
import { MilestonePage } from "./milestone-page.tsx";

const columns: Columns<typeof t0List> = [
  moldColumn,
  { name: "milestoneKind", width: 104 },
  stateColumn,
  planColumn,
  ...dayColumns,
  trialColumn,
  { name: "delayReason", width: 200 },
  { name: "milestoneNote", width: 240 },
  { name: "moldName", width: 200 },
  ...lastColumns,
];

export default function T0Screen() {
  return <MilestonePage query={t0List} columns={columns} />;
}
