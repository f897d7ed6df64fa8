import { warningsFigure } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { moldList } from "@shotkeeper/contract/mold";
import { productionStatus } from "@shotkeeper/contract/production";
import { Ago, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Battery, Deviation, Figure, Signal, UsedBar } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { useNow } from "@shotkeeper/ui/time";
import { useMemo } from "react";
import { FigureLink } from "../figures.tsx";

interface MoldFiguresProps {
  readonly row: QueryRow<typeof moldList>;
}

/** Row of key figures at the top of a mold's page: total shots and used life, shots of today, cycle time and others. */
export function MoldFigures({ row }: MoldFiguresProps) {
  const { mold, shell } = useLocale();
  const t = mold.figures;
  const f = useFormats();
  const { can } = useSession();
  const where = useMemo<Condition[]>(
    () => [{ field: "moldNo", operator: "EQ", value: row.moldNo }],
    [row.moldNo],
  );
  const status = useRows(
    productionStatus,
    { where, limit: 1 },
    { live: ["reading", "board"], enabled: can(menus.productionStatus, "Q") },
  );
  const state = status.data?.rows[0];
  const now = useNow();
  // A silent counter does not tell whether the mold still runs, so its cycle time is only the last known one.
  const isSilent = row.liveState === liveState.values.silent;
  return (
    <div className="sk-kpis">
      <Figure
        label={t.lifetime}
        value={f.whole(row.countTimes)}
        note={
          row.lifeTenThousands ? (
            <>
              <UsedBar percent={row.lifeUsed} />
              {t.ofLife(f.compact(row.lifeTenThousands * 10_000))}
            </>
          ) : (
            t.noLife
          )
        }
      />
      <Figure
        label={t.today}
        value={f.whole(state?.shotsToday)}
        note={t.yesterday(f.whole(state?.shotsYesterday))}
      />
      <Figure
        label={isSilent ? t.lastCycle : t.cycle}
        value={f.decimal(state?.currentCycle, 1)}
        unit={shell.units.s}
        note={
          row.standardCycle ? (
            <>
              {t.standard(f.decimal(row.standardCycle, 1))}{" "}
              {state?.cycleDeviation !== null && <Deviation percent={state?.cycleDeviation} />}
            </>
          ) : (
            t.noStandard
          )
        }
      />
      <Figure
        label={t.lastReport}
        value={
          <span className="sk-kpi-words">
            <Ago at={row.lastReportAt} />
          </span>
        }
        note={
          <span className="sk-tags">
            {row.battery !== null && <Battery percent={row.battery} />}
            {row.rssi !== null && <Signal dbm={row.rssi} />}
            {row.lastShotAt && <span>{t.lastShot(f.relative(row.lastShotAt, now))}</span>}
          </span>
        }
      />
      <Figure
        label={t.warnings}
        value={f.whole(row.openWarnings)}
        level={row.openWarnings ? "bad" : undefined}
        note={
          can(menus.allWarnings, "Q") && (
            <FigureLink
              className="sk-link"
              figure={warningsFigure({ moldNo: row.moldNo })}
              rows={row.openWarnings ?? 0}
            >
              {shell.common.view}
            </FigureLink>
          )
        }
      />
    </div>
  );
}
