import { menus } from "@shotkeeper/contract/menus";
import { removalWarnings } from "@shotkeeper/contract/warning";
import { Ago } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./kind-parts.ts";
import { KindScreen } from "./kind-screen.tsx";

const thresholds: readonly ThresholdId[] = [];
const columns: Columns<typeof removalWarnings> = [
  c.kind,
  c.mold,
  { name: "distance", onCard: true, width: 152 },
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

/** Screen of warnings about counters that were removed from their molds, with the distance to the plant. */
export default function RemovalScreen() {
  return (
    <KindScreen
      menu={menus.removalWarnings}
      query={removalWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="place"
    />
  );
}
