import { menus } from "@shotkeeper/contract/menus";
import { cycleWarnings, warningLevel } from "@shotkeeper/contract/warning";
import { useLocale } from "@shotkeeper/ui/app";
import { type Columns, Deviation } from "@shotkeeper/ui/cells";
import { useMemo } from "react";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./kind-parts.ts";
import { KindScreen } from "./kind-screen.tsx";

const thresholds: readonly ThresholdId[] = ["WARN_CYCLE_L1", "WARN_CYCLE_L2"];
function useColumns(): Columns<typeof cycleWarnings> {
  const { warning: t } = useLocale();
  return useMemo(
    (): Columns<typeof cycleWarnings> => [
      c.kind,
      c.mold,
      { name: "averageCycle", title: t.raisedCycle, onCard: true, width: 128 },
      { name: "standardCycle", width: 128 },
      {
        name: "cycleDeviation",
        title: t.raisedDeviation,
        onCard: true,
        width: 136,
        cell: (row) => (
          <Deviation
            percent={row.cycleDeviation}
            level={row.level === warningLevel.values.urgent ? "bad" : "attention"}
          />
        ),
      },
      "cycleTolerance",
      c.opened,
      c.acknowledged,
      "plantName",
      c.counter,
      "moldName",
      "assigneeName",
      c.level,
      c.times,
      c.cleared,
      "clearNote",
    ],
    [t],
  );
}

/** Screen of warnings about molding cycles that are too fast or too slow. */
export default function CycleScreen() {
  return (
    <KindScreen
      menu={menus.cycleWarnings}
      query={cycleWarnings}
      columns={useColumns()}
      thresholds={thresholds}
      picture="cycle"
    />
  );
}
