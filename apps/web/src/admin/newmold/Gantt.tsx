import { milestoneStat, type PlanBar, type PlanLine } from "@shotkeeper/contract/newmold";
import { useLocale } from "@shotkeeper/ui/app";
import { useCallback } from "react";
import { MoldLink } from "../links.tsx";
import { milestoneName } from "./cells.tsx";
import { labelMiddles } from "./gantt-labels.ts";
import "./newmold.css";

interface GanttProps {
  readonly today: string;
  readonly lines: readonly PlanLine[];
  /** One mold alone needs no names. */
  readonly isSingle?: boolean;
}

const dayMs = 86_400_000;
const ms = (day: string) => Date.parse(day);
const now = (m: PlanBar) => m.ACTUAL_DATE ?? m.PLANNED_DATE;
const rowHeight = 46;
const headHeight = 24;
/** A month's words and their distance from its line. */
const monthRoom = 52;

function stateOf(m: PlanBar, today: string): "done" | "behind" | "planned" {
  if (m.MILESTONE_STAT === milestoneStat.values.confirmed || m.ACTUAL_DATE !== null) return "done";
  return m.PLANNED_DATE < today ? "behind" : "planned";
}

/** Firsts of months between two days. */
function monthsOf(from: number, to: number): number[] {
  const first = new Date(from);
  const out: number[] = [];
  for (let i = 1; ; i++) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + i, 1);
    if (at >= to) return out;
    out.push(at);
  }
}

/** Molds one under the other, their milestones on one scale of days. */
export function Gantt({ today, lines, isSingle = false }: GanttProps) {
  const locale = useLocale();
  const t = locale.newMold.gantt;
  const days = lines.flatMap((l) =>
    l.MILESTONES.flatMap((m) => [ms(m.FIRST_PLAN_DATE), ms(m.PLANNED_DATE), ms(now(m))]),
  );
  const from = Math.min(ms(today), ...days) - 12 * dayMs;
  const to = Math.max(ms(today), ...days) + 12 * dayMs;
  const width = Math.max(isSingle ? 640 : 820, Math.round(((to - from) / dayMs) * 2.2));
  const x = (day: number) => ((day - from) / (to - from)) * width;
  const height = headHeight + lines.length * rowHeight;
  const months = monthsOf(from, to);
  const every = Math.max(1, Math.ceil((months.length * 64) / width));
  const at = x(ms(today));
  // What is near today is looked at first, wherever the line is longer than the glass.
  const scroll = useCallback(
    (box: HTMLDivElement | null) => {
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
            <div key={l.MOLD_NO}>
              <MoldLink no={l.MOLD_NO} />
              <small className="sk-faint" title={l.MOLD_NAME ?? ""}>
                {l.MOLD_NAME}
              </small>
            </div>
          ))}
        </div>
      )}
      <div className="sk-gantt-scroll" ref={scroll}>
        <svg width={width} height={height} role="img" aria-label={t.open}>
          {months.map((at, i) => (
            <g key={at} className="sk-gantt-month">
              <line x1={x(at)} x2={x(at)} y1={0} y2={height} />
              {i % every === 0 && x(at) + monthRoom <= width && (
                <text x={x(at) + 4} y={15}>
                  {new Date(at).toISOString().slice(0, 7)}
                </text>
              )}
            </g>
          ))}
          {lines.map((l, i) => {
            const middles = labelMiddles(
              l.MILESTONES.map((m) => ({ at: x(ms(now(m))), text: milestoneName(m.MILESTONE_CODE, locale) })),
            );
            return (
              <g key={l.MOLD_NO} transform={`translate(0 ${headHeight + i * rowHeight})`}>
                <line className="sk-gantt-row" x1={0} x2={width} y1={rowHeight} y2={rowHeight} />
                {l.MILESTONES.map((m, k) => {
                  const before = l.MILESTONES[k - 1];
                  const state = stateOf(m, today);
                  const at = x(ms(now(m)));
                  const isMoved = m.FIRST_PLAN_DATE !== now(m);
                  return (
                    <g key={m.MILESTONE_CODE} data-state={state} className="sk-gantt-mark">
                      <title>
                        {t.at(milestoneName(m.MILESTONE_CODE, locale), now(m), m.FIRST_PLAN_DATE)}
                      </title>
                      {before && (
                        <rect
                          x={x(ms(now(before)))}
                          width={Math.max(0, at - x(ms(now(before))))}
                          y={27}
                          height={6}
                        />
                      )}
                      {isMoved && (
                        <path className="sk-gantt-first" d={`M${x(ms(m.FIRST_PLAN_DATE))} 21v18`} />
                      )}
                      <path d={`M${at} 24l6 6-6 6-6-6z`} />
                      <text x={middles[k]} y={17} textAnchor="middle">
                        {milestoneName(m.MILESTONE_CODE, locale)}
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
      </div>
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
