import { moldMoves } from "@shotkeeper/contract/indicator";
import { MoldLink } from "../links.tsx";
import { IndicatorScreen } from "./indicator-screen.tsx";
import { SourceText } from "./source-text.tsx";
import type { IndicatorSpec } from "./spec.ts";

const spec: IndicatorSpec<typeof moldMoves> = {
  name: "moves",
  query: moldMoves,
  columns: [
    { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
    { name: "moldName", width: 200 },
    { name: "movedAt", onCard: true, width: 160 },
    { name: "leftFrom", onCard: true, width: 200 },
    { name: "arrivedAt", onCard: true, width: 200 },
    { name: "moveDistance", width: 110 },
    { name: "visitSource", width: 100, cell: (row) => <SourceText source={row.visitSource} /> },
    "fixes",
    { name: "projectName", width: 160 },
  ],
  facts: (a, { locale: { indicator: t }, f }) => [
    { label: t.parts.moves, value: f.whole(a.now.parts.moves) },
    { label: t.parts.placedDays, value: f.compact(a.now.parts.placedDays), note: t.parts.placedUnit },
  ],
};

export default function MovesScreen() {
  return <IndicatorScreen spec={spec} />;
}
