import { utilizationMolds } from "@shotkeeper/contract/indicator";
import { UsedBar } from "@shotkeeper/ui/cells";
import { MoldLink } from "../links.tsx";
import { IndicatorScreen } from "./indicator-screen.tsx";
import type { IndicatorSpec } from "./spec.ts";

const spec: IndicatorSpec<typeof utilizationMolds> = {
  name: "utilization",
  query: utilizationMolds,
  columns: [
    { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
    { name: "moldName", width: 200 },
    "utilizationRate",
    "workedHours",
    "availableHours",
    "outHours",
    "shots",
    "estimatedRate",
    { name: "lifeUsed", width: 150, cell: (row) => <UsedBar percent={row.lifeUsed} /> },
    { name: "plantName", width: 200 },
    { name: "projectName", width: 160 },
  ],
  facts: (a, { locale: { indicator: t }, f }) => {
    const p = a.now.parts;
    const s = a.current;
    // Shows all digits of the hours, because a short form such as "38.26k h" reads like another unit.
    const hours = (n = 0) => t.hours(f.whole(n / 3600));
    const life = (s.lifeShots ?? 0) > 0 ? ((s.countShots ?? 0) / (s.lifeShots ?? 1)) * 100 : null;
    return [
      { label: t.parts.runHours, value: hours(p.runSeconds) },
      { label: t.parts.availableHours, value: hours(p.availableSeconds) },
      { label: t.parts.outHours, value: hours(p.outSeconds) },
      { label: t.parts.shots, value: f.compact(p.shots), note: t.shotsNote.utilization },
      { label: t.parts.life, value: f.progress(life) },
    ];
  },
};

export default function UtilizationScreen() {
  return <IndicatorScreen spec={spec} />;
}
