import type { CommandOutput } from "@shotkeeper/contract/kernel";
import type { repairGroups } from "@shotkeeper/contract/maintenance";
import { missing, useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, FirstOf } from "@shotkeeper/ui/cells";

export type RepairGroup = CommandOutput<typeof repairGroups>["groups"][number];
export type ParetoFigure = "repairs" | "repairHours" | "cost";

/** Number of groups of repairs that the chart shows. */
const maxGroups = 15;

interface RepairParetoProps {
  readonly groups: readonly RepairGroup[];
  /** Number of all repairs of the period. A repair with several findings may belong to several groups. */
  readonly repairs: number;
  readonly figure: ParetoFigure;
  readonly title: string;
  /** True if the repairs are grouped by mold, maker or plant. Only these groups have MTBF and MTTR. */
  readonly ofMolds: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

/** Pareto chart as a table: one row per group of repairs, the largest first, with bar, cumulative share and figures. */
export function RepairPareto({
  groups,
  repairs,
  figure,
  title,
  ofMolds,
  chosen,
  onChoose,
}: RepairParetoProps) {
  const { repair: t, shell } = useLocale();
  const f = useFormats();
  const sorted = [...groups].sort((a, b) => b[figure] - a[figure] || a.key.localeCompare(b.key));
  const shown = sorted.slice(0, maxGroups);
  const sumOf = (name: ParetoFigure | "findings") => groups.reduce((n, g) => n + g[name], 0);
  const total = sumOf(figure);
  const headings = {
    cumulative: t.cumulative,
    repairs: ofMolds ? t.count : t.countIn,
    hours: `${t.hours} (${shell.units.h})`,
    cost: `${t.cost} (${shell.units.yuan})`,
    mtbf: `MTBF (${shell.units.h})`,
    mttr: `MTTR (${shell.units.h})`,
    findings: t.foundCount,
  };
  const most = Math.max(...groups.map((g) => g[figure]), 0);
  if (groups.length === 0) return <EmptyHint title={t.empty} hint={t.emptyHint} />;
  let sum = 0;
  return (
    <>
      <div className="sk-repair-table sk-scroll-x">
        <table aria-label={`${t.pareto} · ${title}`}>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col" style={{ width: "40%" }} aria-label={t.pareto} />
              <th scope="col">{headings.cumulative}</th>
              <th scope="col">{headings.repairs}</th>
              <th scope="col">{headings.hours}</th>
              <th scope="col">{headings.cost}</th>
              {ofMolds ? (
                <>
                  <th scope="col">{headings.mtbf}</th>
                  <th scope="col">{headings.mttr}</th>
                </>
              ) : (
                <th scope="col">{headings.findings}</th>
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
                  <td data-title={headings.cumulative}>
                    {total === 0 ? missing : f.percent((sum / total) * 100, 0)}
                  </td>
                  <td data-title={headings.repairs}>{f.whole(g.repairs)}</td>
                  <td data-title={headings.hours}>{f.decimal(g.repairHours, 1)}</td>
                  <td data-title={headings.cost}>{f.whole(g.cost)}</td>
                  {ofMolds ? (
                    <>
                      <td data-title={headings.mtbf}>{f.decimal(g.mtbf, 0)}</td>
                      <td data-title={headings.mttr}>{f.decimal(g.mttr, 1)}</td>
                    </>
                  ) : (
                    <td data-title={headings.findings}>{f.whole(g.findings)}</td>
                  )}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t.total}</th>
              <td />
              <td />
              <td data-title={t.count}>{f.whole(repairs)}</td>
              <td data-title={headings.hours}>{f.decimal(sumOf("repairHours"), 1)}</td>
              <td data-title={headings.cost}>{f.whole(sumOf("cost"))}</td>
              {ofMolds ? (
                <>
                  <td />
                  <td />
                </>
              ) : (
                <td data-title={headings.findings}>{f.whole(sumOf("findings"))}</td>
              )}
            </tr>
          </tfoot>
        </table>
      </div>
      <FirstOf shown={shown.length} total={groups.length} />
      {!ofMolds && sumOf("repairs") > repairs && (
        <p className="sk-faint">{t.several(f.whole(sumOf("repairs")), f.whole(repairs))}</p>
      )}
      <p className="sk-faint">{ofMolds ? t.ofMolds : t.share}</p>
    </>
  );
}
