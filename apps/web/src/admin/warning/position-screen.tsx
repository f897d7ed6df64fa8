import { menus } from "@shotkeeper/contract/menus";
import { positionWarnings } from "@shotkeeper/contract/warning";
import { Ago, missing, useFormats } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./kind-parts.ts";
import { KindScreen } from "./kind-screen.tsx";
import { metresText } from "./metres.ts";

function Metres({ value }: { readonly value: number | null }) {
  const f = useFormats();
  if (value === null) return <span className="sk-faint">{missing}</span>;
  return metresText(value, f);
}

const thresholds: readonly ThresholdId[] = [];
const columns: Columns<typeof positionWarnings> = [
  c.kind,
  c.mold,
  {
    name: "distance",
    width: 112,
    onCard: true,
    unitInCell: true,
    cell: (row) => <Metres value={row.distance} />,
  },
  { name: "radius", width: 112, unitInCell: true, cell: (row) => <Metres value={row.radius} /> },
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
