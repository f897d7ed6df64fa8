import { cycleWarnings } from "@shotkeeper/contract/warning";
import { type Columns, Deviation } from "@shotkeeper/ui/screen";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./room-parts.ts";
import { WarningRoom } from "./WarningRoom.tsx";

const thresholds: readonly ThresholdId[] = ["WARN_CYCLE_L1", "WARN_CYCLE_L2"];
const columns: Columns<typeof cycleWarnings> = [
  c.kind,
  c.mold,
  { name: "averageCycle", width: 128 },
  { name: "standardCycle", width: 128 },
  { name: "cycleDeviation", width: 136, cell: (row) => <Deviation percent={row.cycleDeviation} /> },
  "cycleTolerance",
  c.opened,
  c.acknowledged,
  "plantName",
  c.counter,
  "moldName",
  "assignee",
  c.level,
  c.times,
  c.cleared,
  "clearNote",
];

/** Cycles off their standard, fast and slow. */
export default function CycleScreen() {
  return (
    <WarningRoom
      menu="WA103"
      query={cycleWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="cycle"
    />
  );
}
