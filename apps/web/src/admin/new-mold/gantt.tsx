import { milestoneStat, type PlanLine, type PlanMilestone } from "@shotkeeper/contract/new-mold";
import { useLocale } from "@shotkeeper/ui/app";
import { useCallback } from "react";
import { MoldLink } from "../links.tsx";
import { milestoneName } from "./cells.tsx";
import { labelMiddles } from "./gantt-labels.ts";
import "./new-mold.css";

interface GanttProps {
  readonly today: string;
  readonly lines: readonly PlanLine[];
  /** True if `lines` has only one mold. The chart then has no column with the mold's name. */
  readonly isSingle?: boolean;
}

const dayMs = 86_400_000;
const ms = (day: string) => Date.parse(day);
/** Returns the actual day of a milestone, or the planned day if there is no actual day yet. */
const dayOf = (m: PlanMilestone) => m.actualDate ?? m.plannedDate;
const rowHeight = 46;
const headHeight = 24;
/** Space that the label of a month needs right of the month's line, px. */
const monthLabelWidth = 52;

function stateOf(m: PlanMilestone, today: string): "done" | "behind" | "planned" {
  if (m.milestoneStat === milestoneStat.values.confirmed || m.actualDate !== null) return "done";
  return m.plannedDate < today ? "behind" : "planned";
}

/** Returns the first day of each month between two times, epoch ms. */
function monthsOf(from: number, to: number): number[] {
  const first = new Date(from);
  const out: number[] = [];
  for (let i = 1; ; i++) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + i, 1);
    if (at >= to) return out;
    out.push(at);
  }
}

/** Gantt chart with one line per mold. Each line shows the mold's milestones on the same scale of days. */
export function Gantt({ today, lines, isSingle = false }: GanttProps) {
  const locale = useLocale();
  const t = locale.newMold.gantt;
  const days = lines.flatMap((l) =>
    l.milestones.flatMap((m) => [ms(m.firstPlanDate), ms(m.plannedDate), ms(dayOf(m))]),
  );
  const from = Math.min(ms(today), ...days) - 12 * dayMs;
  const to = Math.max(ms(today), ...days) + 12 * dayMs;
  const width = Math.max(isSingle ? 640 : 820, Math.round(((to - from) / dayMs) * 2.2));
  const x = (day: number) => ((day - from) / (to - from)) * width;
  const height = headHeight + lines.length * rowHeight;
  const months = monthsOf(from, to);
  const every = Math.max(1, Math.ceil((months.length * 64) / width));
  const at = x(ms(today));
  // Scrolls the chart so that today is in the middle, because the chart may be wider than its box.
  const scroll = useCallback(
    (box: HTMLElement | null) => {
      if (box) box.scrollLeft = at - box.clientWidth / 2;
    },
    [at],
  );
  return (
    <div className="sk-gantt">
      {!isSingle && (
        <div className="sk-gantt-names">
          <div className="sk-gantt-head">{t.mold}</div>
          {lines.map((l) => (
            <div key={l.moldNo}>
              <MoldLink no={l.moldNo} />
              <small className="sk-faint" title={l.moldName ?? ""}>
                {l.moldName}
              </small>
            </div>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a chart that is wider than its box */}
      <section className="sk-gantt-scroll sk-scroll-x" ref={scroll} aria-label={t.open} tabIndex={0}>
        <svg width={width} height={height} role="img" aria-label={t.open}>
          {months.map((at, i) => (
            <g key={at} className="sk-gantt-month">
              <line x1={x(at)} x2={x(at)} y1={0} y2={height} />
              {i % every === 0 && x(at) + monthLabelWidth <= width && (
                <text x={x(at) + 4} y={15}>
                  {new Date(at).toISOString().slice(0, 7)}
                </text>
              )}
            </g>
          ))}
          {lines.map((l, i) => {
            const middles = labelMiddles(
              l.milestones.map((m) => ({
                at: x(ms(dayOf(m))),
                text: milestoneName(m.milestoneCode, locale),
              })),
              width,
            );
            return (
              <g key={l.moldNo} transform={`translate(0 ${headHeight + i * rowHeight})`}>
                <line className="sk-gantt-row" x1={0} x2={width} y1={rowHeight} y2={rowHeight} />
                {l.milestones.map((m, k) => {
                  const before = l.milestones[k - 1];
                  const state = stateOf(m, today);
                  const at = x(ms(dayOf(m)));
                  const isMoved = m.firstPlanDate !== dayOf(m);
                  return (
                    <g key={m.milestoneCode} data-state={state} className="sk-gantt-mark">
                      <title>{t.at(milestoneName(m.milestoneCode, locale), dayOf(m), m.firstPlanDate)}</title>
                      {before && (
                        <rect
                          x={x(ms(dayOf(before)))}
                          width={Math.max(0, at - x(ms(dayOf(before))))}
                          y={27}
                          height={6}
                        />
                      )}
                      {isMoved && <path className="sk-gantt-first" d={`M${x(ms(m.firstPlanDate))} 21v18`} />}
                      <path d={`M${at} 24l6 6-6 6-6-6z`} />
                      <text x={middles[k]} y={17} textAnchor="middle">
                        {milestoneName(m.milestoneCode, locale)}
                      </text>
                    </g>
                  );
                })}
              </g>
            );
          })}
          <g className="sk-gantt-today">
            <line x1={x(ms(today))} x2={x(ms(today))} y1={0} y2={height} />
            <title>{t.today}</title>
          </g>
        </svg>
      </section>
      <ul className="sk-gantt-legend">
        <li data-state="done">{t.done}</li>
        <li data-state="planned">{t.planned}</li>
        <li data-state="behind">{t.behind}</li>
        <li data-state="first">{t.first}</li>
        <li data-state="today">{t.today}</li>
      </ul>
    </div>
  );
}
