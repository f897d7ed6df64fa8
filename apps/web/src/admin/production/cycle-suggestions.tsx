import { liveState } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { productionStatus } from "@shotkeeper/contract/production";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { Deviation, EmptyHint } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { Button } from "antd";
import "./cycle.css";

const running: readonly Condition[] = [
  { field: "liveState", operator: "EQ", value: liveState.values.running },
];
const slowestFirst = [{ field: "cycleDeviation", direction: "desc" }] as const;
const most = 6;

/** List of the running molds that exceed their standard cycle the most. Shown while the user has chosen no mold. */
export function CycleSuggestions({ onPick }: { readonly onPick: (molds: readonly string[]) => void }) {
  const t = useLocale().production.cycles;
  const { can } = useSession();
  const found = useRows(
    productionStatus,
    { where: running, sort: slowestFirst, limit: most },
    { enabled: can(menus.productionStatus, "Q") },
  );
  const rows = (found.data?.rows ?? []).filter((r) => r.cycleDeviation !== null);
  return (
    <EmptyHint
      title={t.start}
      hint={t.startHint}
      action={
        rows.length > 0 && (
          <div className="sk-cycle-offer">
            <span className="sk-faint">{t.slowest}</span>
            {rows.map((r) => (
              <Button key={r.moldNo} onClick={() => onPick([r.moldNo])}>
                {r.moldNo} <Deviation percent={r.cycleDeviation} />
              </Button>
            ))}
          </div>
        )
      }
    />
  );
}
