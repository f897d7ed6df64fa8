import { decodeReturnData } from "@shotkeeper/contract/kernel";
import {
  addDays,
  type CalendarTask,
  calendarDays,
  daysFrom,
  type MaintenanceCalendar,
  maintenanceCalendar,
  mondayOf,
  noLoad,
  ordersOn,
  refuseTaskStep,
  type Slot,
  spreadTasks,
  taskKind,
} from "@shotkeeper/contract/maintenance";
import type { Actor } from "../base/actor.ts";
import { chance } from "../base/random.ts";

/** Share of the waiting tasks that the demo plans. The user of the demo can plan the other tasks. */
const plannedShare = 0.8;
/** Number of weeks that are planned, from the present week. */
const weeks = 3;
/** Minimum average of planned tasks per day. A week that reaches this number counts as planned and is not changed. */
const enoughTasks = 1;
/** Factor that raises the tenant's maintenance hours per day for the plan. So some days of the demo are overloaded. */
const overtime = 1.25;
/** Maximum number of major tasks that are planned for a day on which a production order needs their mold. */
const conflicts = 2;

async function weekOf(actor: Actor, firstDay: string, now: number): Promise<MaintenanceCalendar> {
  const found = await actor.run("rf_MaintenanceCalendar", { FIRST_DAY: firstDay }, now);
  return decodeReturnData(found, maintenanceCalendar.output) as MaintenanceCalendar;
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());

/**
 * Returns the days to plan: the workdays of the three weeks from today. If today is on a weekend, includes the rest of
 * the weekend, because technicians maintain molds while the machines stand still.
 */
function planDays(today: string): readonly string[] {
  const monday = mondayOf(today);
  const days = daysFrom(monday, weeks * calendarDays).filter((d) => d >= today);
  return days.filter((d) => !isWeekend(d) || (isWeekend(today) && mondayOf(d) === monday));
}

/**
 * Moves some major tasks to a day on which an order needs their mold, so that the calendar has conflicts to show.
 * Prefers the nearest days.
 */
function withConflicts(
  slots: ReadonlyMap<string, Slot>,
  tasks: readonly CalendarTask[],
  orders: MaintenanceCalendar["orders"],
  days: readonly string[],
): Map<string, Slot> {
  const changed = new Map(slots);
  const occupied = tasks
    .filter((t) => t.kind === taskKind.values.major && slots.has(t.taskId))
    .map((t) => ({ t, day: days.find((d) => ordersOn(orders, t.moldNo, d).length > 0) }))
    .filter((x): x is { t: CalendarTask; day: string } => x.day !== undefined)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  for (const { t, day } of occupied.slice(0, conflicts)) {
    const slot = slots.get(t.taskId);
    if (slot) changed.set(t.taskId, { ...slot, planDate: day });
  }
  return changed;
}

/**
 * Plans the maintenance of this and the next two weeks, as a planner would by "Distribute" in the maintenance calendar.
 * Leaves out weeks for which enough is planned already.
 */
export async function planWeeks(actor: Actor, now: number): Promise<void> {
  const { today } = await weekOf(actor, new Date(now).toISOString().slice(0, 10), now);
  const days = planDays(today);
  const calendars: MaintenanceCalendar[] = [];
  for (let i = 0; i < weeks; i++)
    calendars.push(await weekOf(actor, addDays(mondayOf(today), i * calendarDays), now));
  const [calendar] = calendars;
  if (!calendar) return;
  const isPlanned = (t: CalendarTask) => t.planDate !== null && t.planDate >= today && t.assignee !== null;
  const planned = calendars.flatMap((c) => c.tasks).filter(isPlanned);
  const inWeekOf = (day: string) => (other: string | null) =>
    other !== null && mondayOf(other) === mondayOf(day);
  const isThin = (day: string) =>
    planned.filter((t) => inWeekOf(day)(t.planDate)).length < enoughTasks * days.filter(inWeekOf(day)).length;
  const thinDays = days.filter(isThin);
  if (thinDays.length === 0) return;
  const waiting = calendar.tasks.filter(
    (t) =>
      !isPlanned(t) && refuseTaskStep("plan", t) === undefined && chance("planned", t.taskId) < plannedShare,
  );
  const orders = calendars.flatMap((c) => c.orders);
  const loads = new Map(calendars.flatMap((c) => c.loads).map((l) => [`${l.day} ${l.userId}`, l]));
  const slots = spreadTasks({
    tasks: waiting,
    people: calendar.people.filter((p) => !p.seesAll),
    days: thinDays,
    // Plans at most two tasks for a person and day, so that the tasks are spread over many days.
    capacity: { dayHours: calendar.dayHours * overtime, dayTasks: 2 },
    orders,
    loadOf: (userId, day) => loads.get(`${day} ${userId}`) ?? noLoad,
  });
  const SCHEDULE = [...withConflicts(slots, waiting, orders, thinDays)].map(([TASK_ID, s]) => ({
    TASK_ID,
    PLAN_DATE: s.planDate,
    ASSIGNEE: s.assignee,
  }));
  if (SCHEDULE.length > 0) await actor.run("rf_ScheduleTasks", { SCHEDULE }, now);
}
