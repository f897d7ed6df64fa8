import { liveState } from "@shotkeeper/contract/enumerations";
import { nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import type { productionStatus } from "@shotkeeper/contract/production";
import { Ago, missing, StateTag, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Deviation, EmptyHint, Panel, ProgressBar, UsedBar } from "@shotkeeper/ui/cells";
import { Link } from "react-router";
import { moldPath } from "../paths.ts";

type Row = QueryRow<typeof productionStatus>;

interface StatusCardsProps {
  readonly rows: readonly Row[];
  /**
   * Number of all molds that match the filter. The number may exceed the length of `rows`: the page shows at most
   * `maxCards` cards (status-screen.tsx).
   */
  readonly total: number | undefined;
  readonly isAll: boolean;
  readonly wait: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown };
}

function StatusCard({ row }: { readonly row: Row }) {
  const { production: t, shell, fields } = useLocale();
  const f = useFormats();
  const { s } = shell.units;
  return (
    <Link to={moldPath(row.moldNo)} className="sk-card" data-state={nameOf(liveState, row.liveState)}>
      <span className="sk-card-head">
        <strong>{row.moldNo}</strong>
        <StateTag state={row.liveState} />
      </span>
      <span className="sk-card-name">
        {[row.moldName, row.plantName].filter(Boolean).join(" · ") || missing}
      </span>
      <span className="sk-card-figures">
        <span>
          <small>{t.today}</small>
          <b>{f.whole(row.shotsToday)}</b>
        </span>
        <span>
          <small>{t.thisHour}</small>
          <b>{f.whole(row.shotsThisHour)}</b>
        </span>
        <span>
          <small>
            {t.cycle} ({s})
          </small>
          <b>
            {f.decimal(row.currentCycle, 1)}
            <i>/{f.decimal(row.standardCycle, 1)}</i>
          </b>
        </span>
      </span>
      {row.deviceName !== null && <small className="sk-card-name">{row.deviceName}</small>}
      {row.orderId !== null && (
        <span className="sk-card-line">
          <small>{row.orderId}</small>
          <ProgressBar percent={row.progress} />
          {(row.progress ?? 0) >= 100 && <ToneTag tone="attention">{t.order.reached}</ToneTag>}
        </span>
      )}
      <span className="sk-card-line">
        <small>{fields.lifeUsed}</small>
        <UsedBar percent={row.lifeUsed} />
      </span>
      <span className="sk-card-foot">
        <span>
          {fields.lastReportAt} <Ago at={row.lastReportAt} />
        </span>
        {row.cycleDeviation !== null && (
          <span>
            {t.cycle} <Deviation percent={row.cycleDeviation} />
          </span>
        )}
      </span>
    </Link>
  );
}

export function StatusCards({ rows, total, isAll, wait }: StatusCardsProps) {
  const { production: t } = useLocale();
  const f = useFormats();
  if (wait.isPending || wait.error) return <Panel wait={wait} lines={8} />;
  if (rows.length === 0)
    return (
      <Panel>
        <EmptyHint title={isAll ? t.empty : t.emptyState} />
      </Panel>
    );
  return (
    <>
      <div className="sk-cards">
        {rows.map((row) => (
          <StatusCard key={row.moldNo} row={row} />
        ))}
      </div>
      {total !== undefined && total > rows.length && (
        <p className="sk-faint">{t.firstOf(f.whole(rows.length), f.whole(total))}</p>
      )}
    </>
  );
}
