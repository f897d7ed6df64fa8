import { menus } from "@shotkeeper/contract/menus";
import { batteryWarnings } from "@shotkeeper/contract/warning";
import { Ago } from "@shotkeeper/ui/app";
import { Battery, type Columns } from "@shotkeeper/ui/cells";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./kind-parts.ts";
import { KindScreen } from "./kind-screen.tsx";

const thresholds: readonly ThresholdId[] = ["WARN_BATTERY_LOW", "WARN_BATTERY_URGENT", "WARN_BATTERY_CLEAR"];
const columns: Columns<typeof batteryWarnings> = [
  c.kind,
  c.mold,
  c.counter,
  { name: "battery", onCard: true, width: 92, cell: (row) => <Battery percent={row.battery} /> },
  { name: "batteryDaysLeft", onCard: true, width: 136 },
  c.opened,
  c.acknowledged,
  "plantName",
  { name: "lastReportAt", width: 112, cell: (row) => <Ago at={row.lastReportAt} /> },
  "moldName",
  "assigneeName",
  c.level,
  c.times,
  c.cleared,
  "clearNote",
];

/** Screen of warnings about low batteries, with charge and remaining days. */
export default function BatteryScreen() {
  return (
    <KindScreen
      menu={menus.batteryWarnings}
      query={batteryWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="battery"
      current={(row, f) => (row.battery === null || !row.isOpen ? undefined : f.percent(row.battery, 0))}
    />
  );
}
