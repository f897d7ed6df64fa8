import { QuestionCircleOutlined } from "@ant-design/icons";
import { maintenanceFigures } from "@shotkeeper/contract/maintenance";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Figure, useRun } from "@shotkeeper/ui/screen";
import { Popover, Segmented } from "antd";
import { useState } from "react";
import "./maintenance.css";

const periods = [30, 90, 365] as const;

interface MaintenanceHeadProps {
  readonly kind?: 1 | 2;
  /** Of one mold only. */
  readonly moldNo?: string;
}

/** How each figure is made up, behind a question mark. */
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

/** On-time rate, time between breakdowns and time to repair: sums of all molds, then one division. */
export function MaintenanceHead({ kind, moldNo }: MaintenanceHeadProps) {
  const { maintenance: t, frame } = useLocale();
  const f = useFormats();
  const [days, setDays] = useState<number>(90);
  const found = useRun(
    maintenanceFigures,
    { days, ...(kind ? { kind } : {}), ...(moldNo === undefined ? {} : { moldNo }) },
    { every: 120_000 },
  );
  const x = found.data;
  const rate = x?.ON_TIME_RATE ?? null;
  return (
    <div className="sk-upkeep-head">
      <Segmented
        size="small"
        aria-label={t.period}
        value={days}
        onChange={setDays}
        options={periods.map((d) => ({ value: d, label: t.lastDays(d) }))}
      />
      <div className="sk-kpis" aria-busy={found.isPending}>
        <Figure
          label={<Label text={t.onTime} how={t.how.onTime} />}
          value={f.percent(rate)}
          level={rate === null ? undefined : rate >= 90 ? "good" : rate >= 75 ? "attention" : "bad"}
          note={t.onTimeNote(f.whole(x?.ON_TIME), f.whole(x?.DONE), f.whole(x?.OVERDUE))}
        />
        <Figure
          label={<Label text="MTBF" how={t.how.mtbf} />}
          value={f.decimal(x?.MTBF, 0)}
          unit={x?.MTBF === null ? undefined : frame.units.h}
          note={t.mtbfNote(f.whole(x?.RUN_HOURS), f.whole(x?.BREAKDOWNS))}
        />
        <Figure
          label={<Label text="MTTR" how={t.how.mttr} />}
          value={f.decimal(x?.MTTR, 1)}
          unit={x?.MTTR === null ? undefined : frame.units.h}
          note={t.mttrNote(f.decimal(x?.REPAIR_HOURS, 1), f.whole(x?.REPAIRS))}
        />
        <Figure
          label={<Label text={t.costs} how={t.how.costs} />}
          value={f.whole(x?.COST)}
          unit={frame.units.yuan}
          note={t.costNote(t.lastDays(days))}
        />
      </div>
    </div>
  );
}
