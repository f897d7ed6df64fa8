import { cycleDeviation, cycleMolds } from "@shotkeeper/contract/indicator";
import { Deviation, ReachedBar } from "@shotkeeper/ui/cells";
import { MoldLink } from "../links.tsx";
import { IndicatorScreen } from "./indicator-screen.tsx";
import type { IndicatorSpec } from "./spec.ts";

const spec: IndicatorSpec<typeof cycleMolds> = {
  name: "cycle",
  query: cycleMolds,
  columns: [
    { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
    { name: "moldName", width: 200 },
    { name: "complianceRate", width: 150, cell: (row) => <ReachedBar percent={row.complianceRate} /> },
    "fastRate",
    "slowRate",
    "averageCycle",
    "standardCycle",
    { name: "cycleDeviation", width: 110, cell: (row) => <Deviation percent={row.cycleDeviation} /> },
    "knownShots",
    "estimatedRate",
    { name: "plantName", width: 200 },
    { name: "projectName", width: 160 },
  ],
  facts: (a, { locale: { indicator: t, shell }, f }) => {
    const p = a.now.parts;
    const known = p.known ?? 0;
    const of = (n = 0) => f.percent(known > 0 ? (n / known) * 100 : null);
    const deviation = cycleDeviation(p);
    return [
      { label: t.parts.known, value: f.compact(known) },
      { label: t.parts.fast, value: of(p.fast), note: f.compact(p.fast) },
      { label: t.parts.slow, value: of(p.slow), note: f.compact(p.slow) },
      { label: t.parts.within, value: f.compact(p.within) },
      {
        label: t.parts.mean,
        value: f.decimal(known > 0 ? (p.cycleSeconds ?? 0) / known : null, 2),
        unit: shell.units.s,
        note: `${t.parts.deviation} ${deviation !== null && deviation > 0 ? "+" : ""}${f.percent(deviation)}`,
      },
      { label: t.parts.shots, value: f.compact(p.shots), note: t.shotsNote.cycle },
    ];
  },
};

export default function CycleComplianceScreen() {
  return <IndicatorScreen spec={spec} />;
}
