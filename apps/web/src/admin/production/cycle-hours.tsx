import type { Condition } from "@shotkeeper/contract/kernel";
import { cycleHours } from "@shotkeeper/contract/production";
import { useLocale } from "@shotkeeper/ui/app";
import { type Columns, Deviation, Panel, ReachedBar } from "@shotkeeper/ui/cells";
import { QueryGrid } from "@shotkeeper/ui/list";
import { Switch } from "antd";
import { useMemo, useState } from "react";
import { MoldLink } from "../links.tsx";

const columns: Columns<typeof cycleHours> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  "hour",
  "shots",
  "averageCycle",
  "standardCycle",
  { name: "deviation", width: 92, cell: (row) => <Deviation percent={row.deviation} /> },
  "minCycle",
  "maxCycle",
  { name: "compliance", width: 132, cell: (row) => <ReachedBar percent={row.compliance} /> },
  "estimatedShots",
  "plantName",
];
const newestFirst = [{ field: "hour", direction: "desc" }] as const;

interface CycleHoursProps {
  readonly molds: readonly string[];
  readonly from: string;
  readonly to: string;
}

/**
 * Table of the hours whose shots the charts show. A switch limits the table to hours with shots outside the tolerance.
 */
export function CycleHours({ molds, from, to }: CycleHoursProps) {
  const t = useLocale().production.cycles;
  const [outliers, setOutliers] = useState(false);
  const fixed = useMemo<readonly Condition[]>(
    () => [
      { field: "moldNo", operator: "IN", value: molds },
      { field: "hour", operator: "EGT", value: from },
      { field: "hour", operator: "ELT", value: to },
      ...(outliers ? [{ field: "compliance", operator: "LT", value: 100 } satisfies Condition] : []),
    ],
    [molds, from, to, outliers],
  );
  return (
    <Panel
      title={t.hours}
      extra={
        // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the switch
        <label className="sk-switch">
          <Switch size="small" checked={outliers} onChange={setOutliers} /> {t.outliers}
        </label>
      }
    >
      <QueryGrid query={cycleHours} inner columns={columns} fixed={fixed} sort={newestFirst} height={420} />
    </Panel>
  );
}
