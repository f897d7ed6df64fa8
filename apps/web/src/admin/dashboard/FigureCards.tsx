import type { WorkplaceFigures } from "@shotkeeper/contract/board";
import { lateRisk, orderList } from "@shotkeeper/contract/production";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Figure, listLink, useRows } from "@shotkeeper/ui/screen";
import { Link } from "react-router";
import { statePath } from "../paths.ts";
import { sumOf } from "./figures.ts";

/** Orders that are late, or will be as they go on now. */
const atRisk = [
  { field: "lateRisk", operator: "IN" as const, value: [lateRisk.values.late, lateRisk.values.likely] },
];

export function FigureCards({ figures }: { readonly figures: WorkplaceFigures }) {
  const { dashboard, frame, enums } = useLocale();
  const t = dashboard.cards;
  const f = useFormats();
  const { can } = useSession();
  const orders = useRows(
    orderList,
    { where: atRisk, limit: 1 },
    { every: 300_000, enabled: can("PO101", "Q") },
  );
  const running = figures.STATES.running ?? 0;
  const yesterday = figures.SHOTS_YESTERDAY;
  const change = yesterday > 0 ? (figures.SHOTS_TODAY / yesterday - 1) * 100 : undefined;
  const warnings = sumOf(figures.WARNINGS);
  const kinds: Readonly<Record<string, string>> = enums.warningKind;
  const worst = Object.entries(figures.WARNINGS)
    .filter(([, n]) => n > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 2);
  return (
    <div className="sk-kpis">
      <Figure
        label={t.inService}
        value={f.whole(figures.IN_SERVICE)}
        note={
          <Link className="sk-link" to="/basic/mold">
            {frame.common.view}
          </Link>
        }
      />
      <Figure
        label={t.running}
        value={<Link to={statePath("running")}>{f.whole(running)}</Link>}
        level="good"
        note={t.runningShare(
          f.percent(figures.IN_SERVICE > 0 ? (running / figures.IN_SERVICE) * 100 : null, 0),
        )}
      />
      <Figure
        label={t.shotsToday}
        value={
          figures.SHOTS_TODAY < 1_000_000 ? f.whole(figures.SHOTS_TODAY) : f.compact(figures.SHOTS_TODAY)
        }
        note={
          change === undefined ? t.noYesterday : t.against(`${change > 0 ? "+" : ""}${f.percent(change)}`)
        }
      />
      <Figure
        label={t.utilization}
        value={figures.UTILIZATION === null ? "–" : f.percent(figures.UTILIZATION)}
        note={t.utilizationNote}
      />
      <Figure
        label={t.warnings}
        value={<Link to="/warning/all">{f.whole(warnings)}</Link>}
        level={warnings > 0 ? "bad" : undefined}
        note={
          worst.length === 0 ? t.warningsNone : worst.map(([k, n]) => `${kinds[k] ?? k} ${n}`).join(" · ")
        }
      />
      <Figure
        label={t.maintenance}
        value={<Link to="/maintenance/daily">{f.whole(figures.MAINTENANCE_DUE)}</Link>}
        level={figures.MAINTENANCE_DUE > 0 ? "attention" : undefined}
        note={t.maintenanceNote}
      />
      {can("PO101", "Q") && (
        <Figure
          label={t.ordersAtRisk}
          value={<Link to={listLink("/order/production", atRisk)}>{f.whole(orders.data?.total)}</Link>}
          level={(orders.data?.total ?? 0) > 0 ? "attention" : undefined}
          note={t.ordersNote}
        />
      )}
    </div>
  );
}
