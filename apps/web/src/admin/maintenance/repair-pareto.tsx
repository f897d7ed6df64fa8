import type { CommandOutput } from "@shotkeeper/contract/kernel";
import type { repairGroups } from "@shotkeeper/contract/maintenance";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, FirstOf } from "@shotkeeper/ui/cells";

export type RepairGroup = CommandOutput<typeof repairGroups>["groups"][number];
export type ParetoFigure = "repairs" | "repairHours" | "cost";

/** Number of groups of repairs that the chart shows. */
const maxGroups = 15;

interface RepairParetoProps {
  readonly groups: readonly RepairGroup[];
  readonly figure: ParetoFigure;
  readonly title: string;
  /** True if the repairs are grouped by mold, maker or plant. Only these groups have MTBF and MTTR. */
  readonly ofMolds: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

/** Pareto chart as a table: one row per group of repairs, the largest first, with bar, cumulative share and figures. */
export function RepairPareto({ groups, figure, title, ofMolds, chosen, onChoose }: RepairParetoProps) {
  const { repair: t, shell } = useLocale();
  const f = useFormats();
  const sorted = [...groups].sort((a, b) => b[figure] - a[figure] || a.key.localeCompare(b.key));
  const shown = sorted.slice(0, maxGroups);
  const total = groups.reduce((sum, g) => sum + g[figure], 0);
  const most = Math.max(...groups.map((g) => g[figure]), 0);
  if (groups.length === 0) return <EmptyHint title={t.empty} hint={t.emptyHint} />;
  let sum = 0;
  return (
    <>
      <div className="sk-repair-table">
        <table aria-label={`${t.pareto} · ${title}`}>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col" style={{ width: "40%" }} aria-label={t.pareto} />
              <th scope="col">{t.cumulative}</th>
              <th scope="col">{t.count}</th>
              <th scope="col">{`${t.hours} (${shell.units.h})`}</th>
              <th scope="col">{`${t.cost} (${shell.units.yuan})`}</th>
              {ofMolds ? (
                <>
                  <th scope="col">{`MTBF (${shell.units.h})`}</th>
                  <th scope="col">{`MTTR (${shell.units.h})`}</th>
                </>
              ) : (
                <th scope="col">{t.foundCount}</th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((g) => {
              sum += g[figure];
              const name = g.name || g.key || t.notGiven;
              return (
                <tr key={g.key} data-chosen={g.key === chosen || undefined}>
                  <th scope="row" title={name}>
                    {g.key === "" ? (
                      name
                    ) : (
                      <button
                        type="button"
                        className="sk-link"
                        aria-pressed={g.key === chosen}
                        onClick={() => onChoose(g.key)}
                      >
                        {name}
                      </button>
                    )}
                  </th>
                  <td>
                    <span className="sk-repair-bar">
                      <i style={{ width: `${most === 0 ? 0 : (g[figure] / most) * 100}%` }} />
                    </span>
                  </td>
                  <td>{total === 0 ? "–" : f.percent((sum / total) * 100, 0)}</td>
                  <td>{f.whole(g.repairs)}</td>
                  <td>{f.decimal(g.repairHours, 1)}</td>
                  <td>{f.whole(g.cost)}</td>
                  {ofMolds ? (
                    <>
                      <td>{f.decimal(g.mtbf, 0)}</td>
                      <td>{f.decimal(g.mttr, 1)}</td>
                    </>
                  ) : (
                    <td>{f.whole(g.findings)}</td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <FirstOf shown={shown.length} total={groups.length} />
      <p className="sk-faint">{ofMolds ? t.ofMolds : t.share}</p>
    </>
  );
}
