import { removalWarnings } from "@shotkeeper/contract/warning";
import { Ago } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/screen";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./room-parts.ts";
import { WarningRoom } from "./WarningRoom.tsx";

const thresholds: readonly ThresholdId[] = [];
const columns: Columns<typeof removalWarnings> = [
  c.kind,
  c.mold,
  { name: "distance", width: 152 },
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

/** A label that was taken off: where it is since then. */
export default function RemovalScreen() {
  return (
    <WarningRoom
      menu="WA102"
      query={removalWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="place"
    />
  );
}
