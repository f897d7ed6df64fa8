import { idleBucketFigure } from "@shotkeeper/contract/board";
import { type IndicatorAnswer, idleBuckets, idleMolds } from "@shotkeeper/contract/indicator";
import { StateTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Figure, Panel } from "@shotkeeper/ui/cells";
import { FigureLink } from "../figures.tsx";
import { IdleNumbers } from "../idle-numbers.tsx";
import { MoldLink } from "../links.tsx";
import { CauseTag } from "../mold-cause.tsx";
import { useIndicatorChoice } from "./choice.ts";
import { IdleTabs } from "./idle-tabs.tsx";
import { IndicatorScreen } from "./indicator-screen.tsx";
import type { IndicatorSpec } from "./spec.ts";

function Buckets({ answer }: { readonly answer: IndicatorAnswer }) {
  const { indicator: t } = useLocale();
  const f = useFormats();
  const { scope } = useIndicatorChoice();
  const filters = Object.entries(scope).map(([field, value]) => ({ field, operator: "EQ" as const, value }));
  return (
    <Panel title={t.idleBuckets}>
      <div className="sk-idle-buckets">
        {idleBuckets.map((from, i) => {
          const n = answer.current[`idle${from}`] ?? 0;
          return (
            <Figure
              key={from}
              label={t.bucket(from, idleBuckets[i + 1])}
              value={
                <FigureLink figure={idleBucketFigure(from, idleBuckets[i + 1], filters)} rows={n}>
                  {t.molds(f.whole(n))}
                </FigureLink>
              }
              level={n === 0 ? undefined : from >= 90 ? "bad" : "attention"}
            />
          );
        })}
      </div>
    </Panel>
  );
}

/**
 * Shows the numbers of idle molds. Hidden while a filter is set, because these numbers always count all molds and would
 * not fit the filtered figures.
 */
function UnfilteredNumbers() {
  const { scope } = useIndicatorChoice();
  return Object.keys(scope).length === 0 ? <IdleNumbers /> : null;
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
    { name: "liveState", width: 140, cell: (row) => <StateTag state={row.liveState} /> },
    { name: "moldCause", width: 132, cell: (row) => <CauseTag cause={row.moldCause} /> },
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
  more: (a) => (
    <>
      <UnfilteredNumbers />
      <Buckets answer={a} />
    </>
  ),
};

export default function IdleRateScreen() {
  return (
    <>
      <IdleTabs current="rate" />
      <IndicatorScreen spec={spec} />
    </>
  );
}
