import { liveState } from "@shotkeeper/contract/basic";
import type { Condition } from "@shotkeeper/contract/kernel";
import { productionStatus } from "@shotkeeper/contract/production";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { Deviation, EmptyHint, useRows } from "@shotkeeper/ui/screen";
import { Button } from "antd";
import "./cycle.css";

const running: readonly Condition[] = [
  { field: "liveState", operator: "EQ", value: liveState.values.running },
];
const slowestFirst = [{ field: "cycleDeviation", direction: "desc" }] as const;
const most = 6;

/** Nothing is picked yet: the running molds that are furthest behind their standard are where one looks first. */
export function CycleSuggestions({ onPick }: { readonly onPick: (molds: readonly string[]) => void }) {
  const t = useLocale().production.cycles;
  const { can } = useSession();
  const found = useRows(
    productionStatus,
    { where: running, sort: slowestFirst, limit: most },
    { enabled: can("PO102", "Q") },
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
