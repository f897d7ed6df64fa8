import { type IndicatorAnswer, idleBuckets, idleMolds } from "@shotkeeper/contract/indicator";
import { StateTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Figure, Panel } from "@shotkeeper/ui/cells";
import { MoldLink } from "../links.tsx";
import { IndicatorScreen } from "./indicator-screen.tsx";
import type { IndicatorSpec } from "./spec.ts";

function Buckets({ answer }: { readonly answer: IndicatorAnswer }) {
  const { indicator: t } = useLocale();
  const f = useFormats();
  return (
    <Panel title={t.idleBuckets}>
      <div className="sk-idle-buckets">
        {idleBuckets.map((from, i) => {
          const n = answer.current[`idle${from}`] ?? 0;
          return (
            <Figure
              key={from}
              label={t.bucket(from, idleBuckets[i + 1])}
              value={t.molds(f.whole(n))}
              level={n === 0 ? undefined : from >= 90 ? "bad" : "attention"}
            />
          );
        })}
      </div>
    </Panel>
  );
}

const spec: IndicatorSpec<typeof idleMolds> = {
  name: "idle",
  query: idleMolds,
  columns: [
    { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
    { name: "moldName", width: 200 },
    "idleRate",
    "idleDaysCount",
    "reportedDays",
    { name: "liveState", width: 100, cell: (row) => <StateTag state={row.liveState} /> },
    "idleForDays",
    { name: "lastShotAt", width: 160 },
    { name: "plantName", width: 200 },
    { name: "projectName", width: 160 },
  ],
  facts: (a, { locale: { indicator: t }, f }) => [
    {
      label: t.parts.idleNow,
      value: t.molds(f.whole(a.current.idleNow ?? 0)),
      note: t.ofServing(f.whole(a.current.serving ?? 0)),
    },
    { label: t.parts.idleDays, value: f.whole(a.now.parts.idleDays) },
    { label: t.parts.reportedDays, value: f.whole(a.now.parts.reportedDays) },
  ],
  more: (a) => <Buckets answer={a} />,
};

export default function IdleRateScreen() {
  return <IndicatorScreen spec={spec} />;
}
