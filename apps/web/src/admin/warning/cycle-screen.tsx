import { menus } from "@shotkeeper/contract/menus";
import { cycleWarnings } from "@shotkeeper/contract/warning";
import { type Columns, Deviation } from "@shotkeeper/ui/cells";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./kind-parts.ts";
import { KindScreen } from "./kind-screen.tsx";

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

/** Screen of warnings about molding cycles that are too fast or too slow. */
export default function CycleScreen() {
  return (
    <KindScreen
      menu={menus.cycleWarnings}
      query={cycleWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="cycle"
    />
  );
}
