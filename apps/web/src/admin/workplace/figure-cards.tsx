import type { WorkplaceFigures } from "@shotkeeper/contract/board";
import { menus } from "@shotkeeper/contract/menus";
import { lateRisk, orderList } from "@shotkeeper/contract/production";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Figure } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { listLink } from "@shotkeeper/ui/list";
import { Link } from "react-router";
import { statePath } from "../paths.ts";
import { sumOf } from "./figures.ts";

/** Filter for orders that are late, or will be late if production continues at the present speed. */
const atRisk = [
  { field: "lateRisk", operator: "IN" as const, value: [lateRisk.values.late, lateRisk.values.likely] },
];

export function FigureCards({ figures }: { readonly figures: WorkplaceFigures }) {
  const { workplace, shell, enums } = useLocale();
  const t = workplace.cards;
  const f = useFormats();
  const { can } = useSession();
  const orders = useRows(
    orderList,
    { where: atRisk, limit: 1 },
    { every: 300_000, enabled: can(menus.productionOrder, "Q") },
  );
  const running = figures.states.running ?? 0;
  const yesterday = figures.shotsYesterday;
  const change = yesterday > 0 ? (figures.shotsToday / yesterday - 1) * 100 : undefined;
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
          <Link className="sk-link" to="/basic/mold">
            {shell.common.view}
          </Link>
        }
      />
      <Figure
        label={t.running}
        value={<Link to={statePath("running")}>{f.whole(running)}</Link>}
        level="good"
        note={t.runningShare(
          f.percent(figures.inService > 0 ? (running / figures.inService) * 100 : null, 0),
        )}
      />
      <Figure
        label={t.shotsToday}
        value={figures.shotsToday < 1_000_000 ? f.whole(figures.shotsToday) : f.compact(figures.shotsToday)}
        note={
          change === undefined ? t.noYesterday : t.against(`${change > 0 ? "+" : ""}${f.percent(change)}`)
        }
      />
      <Figure
        label={t.utilization}
        value={figures.utilization === null ? "–" : f.percent(figures.utilization)}
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
        value={<Link to="/maintenance/daily">{f.whole(figures.maintenanceDue)}</Link>}
        level={figures.maintenanceDue > 0 ? "attention" : undefined}
        note={t.maintenanceNote}
      />
      {can(menus.productionOrder, "Q") && (
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
