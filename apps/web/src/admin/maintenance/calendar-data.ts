import {
  addLoad,
  type CalendarForecast,
  type CalendarLoad,
  type CalendarOrder,
  type CalendarPerson,
  type CalendarTask,
  type DayLoad,
  isOverCapacity,
  type MaintenanceCalendar,
  noLoad,
  ordersOn,
  removeLoad,
} from "@shotkeeper/contract/maintenance";

/** Place of a card: a row and a day of the calendar. `day` is "" for a task without a day. */
export interface Place {
  readonly row: string;
  readonly day: string;
}

export interface Cell {
  readonly day: string;
  readonly tasks: readonly CalendarTask[];
  readonly forecasts: readonly CalendarForecast[];
  readonly orders: readonly CalendarOrder[];
  readonly load: DayLoad;
  /** True if the planned hours or tasks exceed what one person can do in a day. Always false in the row of a mold. */
  readonly isOver: boolean;
}

export interface CalendarRow {
  readonly key: string;
  readonly person?: CalendarPerson;
  readonly moldNo?: string;
  readonly moldName?: string | null;
  readonly cells: readonly Cell[];
}

export type RowsBy = "person" | "mold";

export const waitingRow = "waiting";
export const unassignedRow = "unassigned";
export const forecastRow = "forecast";
export const personRow = (userId: string): string => `person ${userId}`;
const moldRow = (moldNo: string): string => `mold ${moldNo}`;

/** Returns the key of the row that shows a task with a day. */
function rowOf(task: CalendarTask, by: RowsBy): string {
  if (by === "mold") return moldRow(task.moldNo);
  return task.assignee === null ? unassignedRow : personRow(task.assignee);
}

/** Returns the place of a task. Tasks without a day, or with a day outside `days`, are placed in the waiting list. */
export function placeOf(task: CalendarTask, days: readonly string[], by: RowsBy): Place {
  return task.planDate !== null && days.includes(task.planDate)
    ? { row: rowOf(task, by), day: task.planDate }
    : { row: waitingRow, day: "" };
}

/** Returns the name of a task or forecast for messages: the mold number and the kind of maintenance, as on the card. */
export const cardName = (x: { readonly moldNo: string }, kindLabel: string): string =>
  `${x.moldNo} · ${kindLabel}`;

/**
 * Returns the people with a row in the calendar: people that the server returned, people that the user has added, and
 * assignees whose users were deleted. So every task has a row.
 */
export function peopleOf(
  c: Pick<MaintenanceCalendar, "people" | "tasks">,
  added: readonly CalendarPerson[],
): readonly CalendarPerson[] {
  const people = new Map<string, CalendarPerson>();
  const add = (p: CalendarPerson) => people.has(p.userId) || people.set(p.userId, p);
  const gone = { orgId: null, orgName: null, seesAll: false, isEnabled: false };
  c.people.forEach(add);
  added.forEach(add);
  for (const { assignee, assigneeName } of c.tasks)
    if (assignee !== null) add({ ...gone, userId: assignee, userName: assigneeName });
  return [...people.values()];
}

const loadKey = (userId: string, day: string) => `${day} ${userId}`;

/** Adds tasks to the planned work per person and day (`addLoad`), or removes them from it (`removeLoad`). */
function changeLoads(
  loads: readonly CalendarLoad[],
  tasks: readonly CalendarTask[],
  change: typeof addLoad,
): readonly CalendarLoad[] {
  const found = new Map(loads.map((l) => [loadKey(l.userId, l.day), l]));
  for (const { assignee: userId, planDate: day, estimateMinutes } of tasks) {
    if (userId === null || day === null) continue;
    const key = loadKey(userId, day);
    found.set(key, { userId, day, ...change(found.get(key) ?? noLoad, estimateMinutes) });
  }
  return [...found.values()];
}

/**
 * Returns a function that gives the planned work (load) of a person on a day, without the tasks in `without`. Starts
 * from the server's sums, because filters and the row limit may keep tasks of the person out of `tasks`.
 */
export function loadsOf(
  c: Pick<MaintenanceCalendar, "loads" | "tasks">,
  without: ReadonlySet<string> = new Set(),
): (userId: string, day: string) => DayLoad {
  const removed = c.tasks.filter((t) => without.has(t.taskId));
  const loads = new Map(changeLoads(c.loads, removed, removeLoad).map((l) => [loadKey(l.userId, l.day), l]));
  return (userId, day) => loads.get(loadKey(userId, day)) ?? noLoad;
}

/** A change of a task that the user has made and the server has not confirmed yet. Absent values stay unchanged. */
export interface Move {
  readonly planDate?: string | null;
  readonly assignee?: string | null;
}

/** Returns the calendar with changes applied to its tasks and to the planned work per person and day. */
export function withMoves(c: MaintenanceCalendar, moves: ReadonlyMap<string, Move>): MaintenanceCalendar {
  const before = c.tasks.filter((t) => moves.has(t.taskId));
  const after = before.map((t) => ({ ...t, ...moves.get(t.taskId) }));
  return {
    ...c,
    tasks: c.tasks.map((t) => ({ ...t, ...moves.get(t.taskId) })),
    loads: changeLoads(changeLoads(c.loads, before, removeLoad), after, addLoad),
  };
}

/** Returns whether a task or forecast contains the text that the user searches for. */
export function matches(
  x: { readonly moldNo: string; readonly moldName: string | null } & Partial<
    Pick<CalendarTask, "taskId" | "assigneeName">
  >,
  text: string,
): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    wanted === "" ||
    [x.moldNo, x.moldName, x.taskId, x.assigneeName].some((v) => v?.toLowerCase().includes(wanted))
  );
}

/** Function that returns the local day of an instant in the tenant's time zone. */
type DayOf = (instant: string) => string;

function cellsOf(
  c: Pick<MaintenanceCalendar, "dayHours" | "dayTasks">,
  days: readonly string[],
  of: (day: string) => Partial<Cell>,
): readonly Cell[] {
  return days.map((day) => {
    const { tasks = [], forecasts = [], orders = [], load } = of(day);
    const sum = load ?? tasks.reduce((n, t) => addLoad(n, t.estimateMinutes), noLoad);
    return {
      day,
      tasks,
      forecasts,
      orders,
      load: sum,
      isOver: load !== undefined && isOverCapacity(load, c),
    };
  });
}

/**
 * Returns the rows by person: tasks without a person first, then each person, then the forecasts. `shown`
 * returns whether a card matches the search. The planned hours of a person include tasks that do not match it.
 */
export function rowsByPerson(
  c: MaintenanceCalendar,
  days: readonly string[],
  people: readonly CalendarPerson[],
  dayOf: DayOf,
  shown: (x: CalendarTask | CalendarForecast) => boolean,
): readonly CalendarRow[] {
  const on = (day: string, userId: string | null) =>
    c.tasks.filter((t) => t.planDate === day && t.assignee === userId && shown(t));
  const loadOf = loadsOf(c);
  return [
    { key: unassignedRow, cells: cellsOf(c, days, (day) => ({ tasks: on(day, null) })) },
    ...people.map((person) => ({
      key: personRow(person.userId),
      person,
      cells: cellsOf(c, days, (day) => ({
        tasks: on(day, person.userId),
        load: loadOf(person.userId, day),
      })),
    })),
    {
      key: forecastRow,
      cells: cellsOf(c, days, (day) => ({
        forecasts: c.forecasts.filter((f) => dayOf(f.dueAt) === day && shown(f)),
      })),
    },
  ];
}

/** Returns one row per mold that has a planned task or a forecast on one of the days, with the mold's orders. */
export function rowsByMold(
  c: MaintenanceCalendar,
  days: readonly string[],
  dayOf: DayOf,
  shown: (x: CalendarTask | CalendarForecast) => boolean,
): readonly CalendarRow[] {
  const planned = c.tasks.filter((t) => t.planDate !== null && days.includes(t.planDate) && shown(t));
  const expected = c.forecasts.filter(shown);
  const names = new Map([...planned, ...expected].map((x) => [x.moldNo, x.moldName]));
  return [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([moldNo, moldName]) => ({
      key: moldRow(moldNo),
      moldNo,
      moldName,
      cells: cellsOf(c, days, (day) => ({
        tasks: planned.filter((t) => t.moldNo === moldNo && t.planDate === day),
        forecasts: expected.filter((f) => f.moldNo === moldNo && dayOf(f.dueAt) === day),
        orders: ordersOn(c.orders, moldNo, day),
      })),
    }));
}
