import { menus } from "@shotkeeper/contract/menus";
import { idleWarnings } from "@shotkeeper/contract/warning";
import { Ago } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { IdleNumbers } from "../idle-numbers.tsx";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./kind-parts.ts";
import { KindScreen } from "./kind-screen.tsx";

const thresholds: readonly ThresholdId[] = ["WARN_IDLE_L1", "WARN_IDLE_L2"];
const columns: Columns<typeof idleWarnings> = [
  c.kind,
  c.mold,
  { name: "idleDays", onCard: true, width: 116 },
  { name: "lastShotAt", width: 112, cell: (row) => <Ago at={row.lastShotAt} /> },
  c.opened,
  c.acknowledged,
  { name: "plantName", onCard: true },
  { name: "lastReportAt", width: 112, cell: (row) => <Ago at={row.lastReportAt} /> },
  c.counter,
  "moldName",
  "assigneeName",
  c.level,
  c.times,
  c.cleared,
  "clearNote",
];

/** Screen of warnings about idle molds: molds without shots whose counters still report. */
export default function IdleScreen() {
  return (
    <KindScreen
      menu={menus.idleWarnings}
      query={idleWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="days"
      note={<IdleNumbers />}
    />
  );
}
