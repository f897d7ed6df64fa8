import {
  addTask,
  type CalendarForecast,
  type CalendarPerson,
  type CalendarTask,
  calendarDays,
  canBeAssigned,
  daysFrom,
  handSource,
  type MaintenanceCalendar,
  mondayOf,
  refuseTaskStep,
  taskKind,
} from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import { useFormats, useLocale, useNarrow, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { Alert, App, Button, Segmented, Spin } from "antd";
import { useState } from "react";
import { UpkeepPersonInput } from "../pickers.tsx";
import { type CardParts, cardId, isTask } from "./calendar-card.tsx";
import {
  forecastRow,
  matches,
  type Place,
  peopleOf,
  personRow,
  placeOf,
  rowsByMold,
  rowsByPerson,
  unassignedRow,
  waitingRow,
} from "./calendar-data.ts";
import { CalendarTable, useDayText, useRowName } from "./calendar-table.tsx";
import { CalendarToolbar, type CalendarView } from "./calendar-toolbar.tsx";
import { CalendarTray } from "./calendar-tray.tsx";
import { PlanDialog, type PlanWay } from "./plan-dialog.tsx";
import { useCalendarOutput } from "./use-calendar-output.ts";
import { type DragItem, useCardDrag } from "./use-card-drag.ts";
import { useCardMenu } from "./use-card-menu.ts";
import { useScheduling } from "./use-scheduling.ts";

interface BoardProps {
  readonly data: MaintenanceCalendar;
  readonly view: CalendarView;
  /** True while `data` still belongs to another week or filter. Meanwhile, the board shows no tasks. */
  readonly isLoading: boolean;
  readonly onView: (change: Partial<CalendarView>) => void;
  readonly onWeek: (day: string) => void;
  readonly onStep: (weeks: number) => void;
  /** People for whom the user has added a row. */
  readonly added: readonly CalendarPerson[];
  readonly onAdd: (person: CalendarPerson) => void;
}

type Open =
  | { readonly way: PlanWay; readonly tasks: readonly CalendarTask[] }
  | { readonly forecast: CalendarForecast };

/** Calendar with loaded data: toolbar, waiting tasks, and the table of the week. */
export function CalendarBoard({ data, view, isLoading, onView, onWeek, onStep, added, onAdd }: BoardProps) {
  const { calendar: t, maintenance } = useLocale();
  const f = useFormats();
  const { can } = useSession();
  const { message } = App.useApp();
  const isNarrow = useNarrow();
  const { scheduling, shown: calendar = data, showRefused, planForecast } = useScheduling(data);
  const [text, setText] = useState("");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open>();
  const [said, setSaid] = useState("");
  const week = daysFrom(view.firstDay, calendarDays);
  const [chosenDay, setChosenDay] = useState<string>();
  const phoneDay = week.find((d) => d === chosenDay) ?? week.find((d) => d === data.today) ?? view.firstDay;
  const days = isNarrow ? [phoneDay] : week;
  const dayText = useDayText();
  const rowName = useRowName();

  const people = peopleOf(calendar, added);
  const found = (x: CalendarTask | CalendarForecast) => matches(x, text);
  const dayOf = (at: string) => f.date(at);
  const rows =
    view.by === "person"
      ? rowsByPerson(calendar, days, people, dayOf, found)
      : rowsByMold(calendar, days, dayOf, found);
  const waiting = calendar.tasks.filter((x) => placeOf(x, week, view.by).row === waitingRow && found(x));
  const menuOfKind = (kind: CalendarTask["kind"]) =>
    kind === taskKind.values.major ? menus.majorMaintenance : menus.dailyMaintenance;

  const refusal = (task: CalendarTask, step: "plan" | "defer") => refuseTaskStep(step, task);
  const mayMove = (card: CalendarTask | CalendarForecast) =>
    isTask(card)
      ? can(menuOfKind(card.kind), "M") && refusal(card, "plan") === undefined
      : can(menuOfKind(card.kind), "A");

  function placeName({ row, day }: Place): string {
    if (row === waitingRow) return t.waiting;
    const at = rows.find((r) => r.key === row);
    return t.place(at ? rowName(at) : "", dayText(day));
  }

  function drop(item: DragItem, { row, day }: Place): void {
    const forecast = calendar.forecasts.find((x) => cardId(x) === item.id);
    const ids = selected.has(item.id) ? selected : new Set([item.id]);
    const tasks = item.tasks.filter((x) => ids.has(x.taskId) && mayMove(x));
    if (row === forecastRow || (row === waitingRow && forecast)) return;
    if (row !== waitingRow && day < data.today) return void message.warning(t.noPast);
    const person = people.find((p) => personRow(p.userId) === row);
    const assignee = view.by === "mold" ? undefined : row === unassignedRow ? null : person?.userId;
    const cards = forecast ? [forecast] : tasks.filter((x) => x.assignee !== person?.userId);
    if (person && cards.some((c) => !canBeAssigned(person, c)))
      return void message.warning(t.cannotTake(person.userName ?? person.userId));
    if (forecast) return void planForecast(forecast, day, assignee ?? null);
    if (row === waitingRow)
      return void scheduling.schedule(tasks.map((task) => ({ task, planDate: null }))).then(showRefused);
    const change = { planDate: day, ...(assignee === undefined ? {} : { assignee }) };
    void scheduling
      .schedule(tasks.map((task) => ({ task, ...change })))
      .then(showRefused)
      .finally(() => setSelected(new Set()));
  }

  const drag = useCardDrag({
    rows: rows.filter((r) => r.key !== forecastRow).map((r) => r.key),
    days,
    firstDay: days.find((d) => d >= data.today) ?? days[0] ?? "",
    onDrop: drop,
    onStep: (step, item, at) => {
      const place = placeName(at);
      const texts = {
        lifted: t.lifted(item.name, place),
        moved: place,
        dropped: t.dropped(item.name, place),
        cancelled: t.cancelled(item.name),
      };
      setSaid(texts[step]);
    },
  });

  const menuOf = useCardMenu({
    mayMove,
    mayDefer: (task) => refusal(task, "defer") === undefined,
    onPlan: (way, task) => setOpen({ way, tasks: [task] }),
    onForecast: (forecast) => setOpen({ forecast }),
  });

  const select = (ids: readonly string[], isOn: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids) isOn ? next.add(id) : next.delete(id);
      return next;
    });
  const parts: CardParts = {
    drag,
    tasks: calendar.tasks,
    orders: calendar.orders,
    selected,
    onSelect: (id, isOn) => select([id], isOn),
    menuOf,
    mayMove,
  };
  const output = useCalendarOutput(calendar, week, found);
  const chosen = calendar.tasks.filter((x) => selected.has(x.taskId));
  return (
    <>
      <CalendarToolbar
        view={view}
        isLoading={isLoading}
        onView={onView}
        onWeek={onWeek}
        onStep={onStep}
        onThisWeek={() => onWeek(mondayOf(data.today))}
        text={text}
        onText={setText}
        onAdd={onAdd}
        onExport={output.saveIcs}
        onPrint={output.print}
      />
      <h2 className="sk-cal-title">{t.week(week[0] ?? "", week.at(-1) ?? "")}</h2>
      {isLoading ? (
        <Spin />
      ) : (
        <>
          {chosen.length > 0 && (
            <div className="sk-cal-selection">
              <strong>{t.selected(chosen.length)}</strong>
              <Button type="primary" onClick={() => setOpen({ way: "set", tasks: chosen })}>
                {t.planSelected}
              </Button>
              <Button onClick={() => setSelected(new Set())}>{t.clear}</Button>
            </div>
          )}
          {data.tasks.length < data.taskCount && (
            <Alert
              showIcon
              type="warning"
              title={t.moreTasks(f.whole(data.tasks.length), f.whole(data.taskCount))}
            />
          )}
          {data.forecasts.length < data.forecastCount && (
            <Alert
              showIcon
              type="warning"
              title={t.moreForecasts(f.whole(data.forecasts.length), f.whole(data.forecastCount))}
            />
          )}
          {!data.seesOrders && <small className="sk-faint">{t.noOrders}</small>}
          {isNarrow && (
            <Segmented
              block
              className="sk-cal-days"
              aria-label={t.dialog.day}
              value={phoneDay}
              onChange={setChosenDay}
              options={week.map((value, i) => ({
                value,
                label: (
                  <span className="sk-cal-day">
                    <small>{t.weekdays[i]}</small> {value.slice(8)}
                  </span>
                ),
              }))}
            />
          )}
          <div className="sk-cal-body">
            <CalendarTray
              tasks={waiting}
              parts={parts}
              onSelectAll={(isOn) =>
                select(
                  waiting.filter(mayMove).map((x) => x.taskId),
                  isOn,
                )
              }
            />
            <div className="sk-cal-scroll" ref={drag.scroller}>
              <CalendarTable calendar={calendar} rows={rows} days={days} parts={parts} />
            </div>
          </div>
        </>
      )}
      <p className="sk-visually-hidden" aria-live="assertive">
        {said}
      </p>
      {drag.drag?.by === "pointer" && (
        <div className="sk-cal-preview" ref={drag.preview}>
          {selected.has(drag.drag.item.id) ? t.selected(chosen.length) : drag.drag.item.name}
        </div>
      )}
      {open && "way" in open && (
        <PlanDialog
          tasks={open.tasks}
          calendar={calendar}
          people={people}
          days={week.filter((d) => d >= data.today)}
          way={open.way}
          scheduling={scheduling}
          isLoading={isLoading}
          onNextWeek={() => onStep(1)}
          onClose={(refused) => {
            setOpen(undefined);
            if (refused) setSelected(new Set(refused));
          }}
        />
      )}
      {open && "forecast" in open && (
        <CommandDialog
          command={addTask}
          title={t.planForecast(open.forecast.moldNo)}
          preset={{
            kind: open.forecast.kind,
            moldNo: open.forecast.moldNo,
            handSource: handSource.values.manual,
          }}
          initial={{
            taskReason: t.forecastReason(f.date(open.forecast.dueAt)),
            planDate: [f.date(open.forecast.dueAt), data.today].sort().at(-1) ?? null,
          }}
          inputs={{ assignee: UpkeepPersonInput }}
          successText={(o) => maintenance.added(o.taskId)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
