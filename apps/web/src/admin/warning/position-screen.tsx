import { menus } from "@shotkeeper/contract/menus";
import { positionWarnings } from "@shotkeeper/contract/warning";
import { Ago } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./kind-parts.ts";
import { KindScreen } from "./kind-screen.tsx";

const thresholds: readonly ThresholdId[] = [];
const columns: Columns<typeof positionWarnings> = [
  c.kind,
  c.mold,
  { name: "distance", width: 152 },
  { name: "radius", width: 152 },
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

/** Screen of warnings about molds outside the fence of their plant. */
export default function PositionScreen() {
  return (
    <KindScreen
      menu={menus.positionWarnings}
      query={positionWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="place"
    />
  );
}
