import { signalWarnings } from "@shotkeeper/contract/warning";
import { Ago } from "@shotkeeper/ui/app";
import { type Columns, Signal } from "@shotkeeper/ui/screen";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./room-parts.ts";
import { WarningRoom } from "./WarningRoom.tsx";

const thresholds: readonly ThresholdId[] = ["WARN_SILENT", "WARN_OFFLINE", "WARN_RSSI"];
const columns: Columns<typeof signalWarnings> = [
  c.kind,
  c.mold,
  { name: "silentHours", width: 128 },
  { name: "rssi", width: 116, cell: (row) => <Signal dbm={row.rssi} /> },
  c.opened,
  c.acknowledged,
  "plantName",
  { name: "lastReportAt", width: 112, cell: (row) => <Ago at={row.lastReportAt} /> },
  c.counter,
  "moldName",
  "assignee",
  c.level,
  c.times,
  c.cleared,
  "clearNote",
];

/** Counters that fell silent, or are hardly heard. */
export default function SignalScreen() {
  return (
    <WarningRoom
      menu="WA105"
      query={signalWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="signal"
    />
  );
}
