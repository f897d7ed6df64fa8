import { listFigures, stateFigure, type WorkplaceFigures } from "@shotkeeper/contract/board";
import { menus } from "@shotkeeper/contract/menus";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Figure } from "@shotkeeper/ui/cells";
import { FigureCount, FigureLink, useFigure } from "../figures.tsx";
import { sumOf } from "./figures.ts";

export function FigureCards({ figures }: { readonly figures: WorkplaceFigures }) {
  const { workplace, enums } = useLocale();
  const t = workplace.cards;
  const f = useFormats();
  const { can } = useSession();
  const orders = useFigure(listFigures.ordersAtRisk);
  const daily = useFigure(listFigures.dailyDue);
  const major = useFigure(listFigures.majorDue).rows ?? 0;
  const running = figures.states.running ?? 0;
  const { shotsToday: today, shotsYesterday: yesterday } = figures;
  const change = today !== null && yesterday ? (today / yesterday - 1) * 100 : undefined;
  const warnings = sumOf(figures.warnings);
  const kinds: Readonly<Record<string, string>> = enums.warningKind;
  const worst = Object.entries(figures.warnings)
    .filter(([, n]) => n > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 2);
  return (
    <div className="sk-kpis">
      <Figure
        label={t.inService}
        value={f.whole(figures.inService)}
        note={
          <FigureLink className="sk-link" figure={listFigures.inService} rows={figures.inService}>
            {t.inServiceNote(f.whole(sumOf(figures.states)))}
          </FigureLink>
        }
      />
      <Figure
        label={t.running}
        value={
          <FigureLink figure={stateFigure("running")} rows={running}>
            {f.whole(running)}
          </FigureLink>
        }
        level="good"
        note={t.runningShare(
          f.progress(figures.inService > 0 ? (running / figures.inService) * 100 : null, 0),
        )}
      />
      <Figure
        label={t.shotsToday}
        value={today !== null && today >= 1_000_000 ? f.compact(today) : f.whole(today)}
        note={
          change === undefined
            ? today === null || yesterday === null
              ? t.computing
              : t.noYesterday
            : t.against(`${change > 0 ? "+" : ""}${f.percent(change)}`)
        }
      />
      <Figure
        label={t.utilization}
        value={figures.utilization === null ? "–" : f.percent(figures.utilization)}
        note={t.utilizationNote}
      />
      <Figure
        label={t.warnings}
        value={
          <FigureLink figure={listFigures.openWarnings} rows={warnings}>
            {f.whole(warnings)}
          </FigureLink>
        }
        level={warnings > 0 ? "bad" : undefined}
        note={
          worst.length === 0 ? t.warningsNone : worst.map(([k, n]) => `${kinds[k] ?? k} ${n}`).join(" · ")
        }
      />
      {can(menus.dailyMaintenance, "Q") && (
        <Figure
          label={t.maintenance}
          value={<FigureCount figure={listFigures.dailyDue} value={daily} />}
          level={(daily.rows ?? 0) + major > 0 ? "attention" : undefined}
          note={
            major > 0 ? (
              <FigureLink className="sk-link" figure={listFigures.majorDue} rows={major}>
                {t.majorNote(f.whole(major))}
              </FigureLink>
            ) : (
              t.maintenanceNote
            )
          }
        />
      )}
      {can(menus.productionOrder, "Q") && (
        <Figure
          label={t.ordersAtRisk}
          value={<FigureCount figure={listFigures.ordersAtRisk} value={orders} />}
          level={(orders.rows ?? 0) > 0 ? "attention" : undefined}
          note={t.ordersNote}
        />
      )}
    </div>
  );
}
