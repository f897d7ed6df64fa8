import { menus } from "@shotkeeper/contract/menus";
import { signalWarnings, warningKind } from "@shotkeeper/contract/warning";
import { Ago } from "@shotkeeper/ui/app";
import { type Columns, Signal } from "@shotkeeper/ui/cells";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./kind-parts.ts";
import { KindScreen } from "./kind-screen.tsx";

const thresholds: readonly ThresholdId[] = ["WARN_SILENT", "WARN_OFFLINE", "WARN_RSSI"];
const columns: Columns<typeof signalWarnings> = [
  c.kind,
  c.mold,
  { name: "silentHours", width: 128 },
  { name: "rssi", onCard: true, width: 116, cell: (row) => <Signal dbm={row.rssi} /> },
  c.opened,
  c.acknowledged,
  "plantName",
  { name: "lastReportAt", onCard: true, width: 112, cell: (row) => <Ago at={row.lastReportAt} /> },
  c.counter,
  "moldName",
  "assigneeName",
  c.level,
  c.times,
  c.cleared,
  "clearNote",
];

/** Screen of warnings about counters that have stopped reporting or have a weak signal. */
export default function SignalScreen() {
  return (
    <KindScreen
      menu={menus.signalWarnings}
      query={signalWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="signal"
      current={(row) =>
        row.rssi === null || !row.isOpen || row.kind !== warningKind.values.weakSignal
          ? undefined
          : `${row.rssi} dBm`
      }
    />
  );
}
