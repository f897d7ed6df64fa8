import { ArrowRightOutlined } from "@ant-design/icons";
import { type ListFigure, listFigures, stateFigure, type WorkplaceFigures } from "@shotkeeper/contract/board";
import { menus } from "@shotkeeper/contract/menus";
import { menuLabel } from "@shotkeeper/locales";
import { type Tone, ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { EmptyHint } from "@shotkeeper/ui/cells";
import { Skeleton } from "antd";
import { FigureLink, useFigure } from "../figures.tsx";

const { lateT0, lateTrials, lateQuality, lateHandovers, lateAcceptances } = listFigures;
const lateMilestones = [lateT0, lateTrials, lateQuality, lateHandovers, lateAcceptances];

/**
 * List of the work to do, for example open warnings. Each entry links to the screen of this work. Work for which the
 * signed-in user has no right is left out.
 */
export function Todos({ figures }: { readonly figures: WorkplaceFigures }) {
  const { workplace: t, menus: names } = useLocale();
  const { can } = useSession();
  const f = useFormats();
  const { unacknowledged, dailyDue, majorDue } = listFigures;
  const [waiting, daily, major] = [useFigure(unacknowledged), useFigure(dailyDue), useFigure(majorDue)];
  const quarantined = useFigure(listFigures.quarantined);
  const trials = useFigure(listFigures.submittedTrials);
  const states = figures.states;
  const all: readonly (readonly [
    count: number,
    text: (n: string) => string,
    figure: ListFigure,
    tone: Tone,
    menu: string,
    right: "M" | "Q",
  ])[] = [
    [waiting.rows ?? 0, t.todo.warnings, unacknowledged, "bad", menus.allWarnings, "M"],
    [daily.rows ?? 0, t.todo.maintenance, dailyDue, "attention", menus.dailyMaintenance, "M"],
    [major.rows ?? 0, t.todo.major, majorDue, "attention", menus.majorMaintenance, "M"],
    ...lateMilestones.map(
      (figure) =>
        [
          figures.lateMilestones[figure.query.menu] ?? 0,
          (n: string) => t.todo.lateMilestones(n, menuLabel(names, figure.query.menu)),
          figure,
          "bad",
          figure.query.menu,
          "M",
        ] as const,
    ),
    [trials.rows ?? 0, t.todo.trials, listFigures.submittedTrials, "attention", menus.oldMoldTrial, "M"],
    [quarantined.rows ?? 0, t.todo.quarantined, listFigures.quarantined, "attention", menus.quarantine, "M"],
    [states.removed ?? 0, t.todo.removed, stateFigure("removed"), "bad", menus.productionStatus, "Q"],
    [states.silent ?? 0, t.todo.silent, stateFigure("silent"), "unsure", menus.productionStatus, "Q"],
    [states.unbound ?? 0, t.todo.unbound, stateFigure("unbound"), "neutral", menus.productionStatus, "Q"],
  ];
  if ([waiting, daily, major, trials, quarantined].some((v) => v.isLoading))
    return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const todos = all.filter(([count, , , , menu, right]) => count > 0 && can(menu, right));
  if (todos.length === 0) return <EmptyHint title={t.nothing} hint={t.nothingHint} />;
  return (
    <ul className="sk-todos">
      {todos.map(([count, text, figure, tone]) => (
        <li key={text("")}>
          <FigureLink figure={figure} rows={count}>
            <ToneTag tone={tone}>{null}</ToneTag>
            <span>{text(f.whole(count))}</span>
            <ArrowRightOutlined />
          </FigureLink>
        </li>
      ))}
    </ul>
  );
}
