import { QuestionCircleOutlined } from "@ant-design/icons";
import { maintenanceFigures } from "@shotkeeper/contract/maintenance";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Figure } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { Popover, Segmented } from "antd";
import { useState } from "react";
import "./maintenance.css";

const periods = [30, 90, 365] as const;

interface MaintenanceHeadProps {
  readonly kind?: 1 | 2;
  /** Number of the mold to which the figures are limited. Default: all molds that the user may see. */
  readonly moldNo?: string;
  /** Period of the figures, days. Default: the user chooses the period in this head. */
  readonly days?: number;
  readonly onDays?: (days: number) => void;
  /** Tasks whose cost is shown: "all" (default) or only repairs. */
  readonly costOf?: "all" | "repairs";
}

/** Name of a figure, with a button that explains the figure's formula. */
function Label({ text, how }: { readonly text: string; readonly how: string }) {
  return (
    <span className="sk-how">
      {text}
      <Popover content={<p className="sk-how-text">{how}</p>} title={text} trigger={["hover", "click"]}>
        <button type="button" aria-label={`${text}: ${how}`}>
          <QuestionCircleOutlined />
        </button>
      </Popover>
    </span>
  );
}

/**
 * Maintenance figures of a period: on-time rate, mean time between failures (MTBF), mean time to repair (MTTR) and
 * cost.
 */
export function MaintenanceHead({ kind, moldNo, costOf = "all", ...period }: MaintenanceHeadProps) {
  const { maintenance: t, shell } = useLocale();
  const f = useFormats();
  const [ownDays, setOwnDays] = useState<number>(90);
  const days = period.days ?? ownDays;
  const found = useCommandData(
    maintenanceFigures,
    { days, ...(kind ? { kind } : {}), ...(moldNo === undefined ? {} : { moldNo }) },
    { every: 120_000 },
  );
  const x = found.data;
  const rate = x?.onTimeRate ?? null;
  return (
    <div className="sk-maintenance-head">
      <Segmented
        size="small"
        aria-label={t.period}
        value={days}
        onChange={period.onDays ?? setOwnDays}
        options={periods.map((d) => ({ value: d, label: t.lastDays(d) }))}
      />
      <div className="sk-kpis" aria-busy={found.isPending}>
        <Figure
          label={<Label text={t.onTime} how={t.how.onTime} />}
          value={f.progress(rate)}
          level={rate === null ? undefined : rate >= 90 ? "good" : rate >= 75 ? "attention" : "bad"}
          note={t.onTimeNote(f.whole(x?.onTime), f.whole(x?.done), f.whole(x?.overdue))}
        />
        <Figure
          label={<Label text="MTBF" how={t.how.mtbf} />}
          value={f.decimal(x?.mtbf, 0)}
          unit={x?.mtbf === null ? undefined : shell.units.h}
          note={t.mtbfNote(f.whole(x?.runHours), f.whole(x?.breakdowns))}
        />
        <Figure
          label={<Label text="MTTR" how={t.how.mttr} />}
          value={f.decimal(x?.mttr, 1)}
          unit={x?.mttr === null ? undefined : shell.units.h}
          note={t.mttrNote(f.decimal(x?.repairHours, 1), f.whole(x?.repairs))}
        />
        <Figure
          label={<Label text={t.costs[costOf]} how={t.how.costs[costOf]} />}
          value={f.whole(costOf === "repairs" ? x?.repairCost : x?.cost)}
          unit={shell.units.yuan}
          note={t.costNote[costOf](t.lastDays(days))}
        />
      </div>
    </div>
  );
}
