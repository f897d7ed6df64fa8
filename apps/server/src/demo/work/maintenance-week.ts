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
  refuseTaskStep,
  spreadTasks,
} from "@shotkeeper/contract/maintenance";
import type { Actor } from "../base/actor.ts";
import { chance } from "../base/random.ts";

/** Share of the waiting tasks that the demo plans. The others are left for the demo's user. */
const plannedShare = 0.7;
/** With this number of planned tasks, the demo's week is planned already. */
const enoughTasks = 8;

async function weekOf(actor: Actor, firstDay: string, now: number): Promise<MaintenanceCalendar> {
  const found = await actor.run("rf_MaintenanceCalendar", { FIRST_DAY: firstDay }, now);
  return decodeReturnData(found, maintenanceCalendar.output) as MaintenanceCalendar;
}

/**
 * Plans the maintenance of the present week, as a planner would by "Distribute" in the maintenance calendar. Late in
 * the week, the planner also uses the next week. Does nothing if the week is planned already.
 */
export async function planWeek(actor: Actor, now: number): Promise<void> {
  const { today } = await weekOf(actor, new Date(now).toISOString().slice(0, 10), now);
  const monday = mondayOf(today);
  const calendar = await weekOf(actor, monday, now);
  const days = [...daysFrom(monday, calendarDays), ...daysFrom(addDays(monday, calendarDays), calendarDays)];
  const workdays = days.filter((d) => d >= today && ![0, 6].includes(new Date(d).getUTCDay())).slice(0, 4);
  const isPlanned = (t: CalendarTask) => t.planDate !== null && t.planDate >= today;
  if (calendar.tasks.filter((t) => isPlanned(t) && t.assignee !== null).length >= enoughTasks) return;
  const waiting = calendar.tasks.filter(
    (t) =>
      (t.assignee === null || !isPlanned(t)) &&
      refuseTaskStep("plan", t) === undefined &&
      chance("planned", t.taskId) < plannedShare,
  );
  const slots = spreadTasks({
    tasks: waiting,
    people: calendar.people.filter((p) => !p.seesAll),
    days: workdays,
    // Half of the capacity spreads the few tasks of the demo over several days.
    capacity: { dayHours: calendar.dayHours / 2, dayTasks: 3 },
    orders: calendar.orders,
    loadOf: () => noLoad,
  });
  const SCHEDULE = [...slots].map(([TASK_ID, s]) => ({
    TASK_ID,
    PLAN_DATE: s.planDate,
    ASSIGNEE: s.assignee,
  }));
  if (SCHEDULE.length > 0) await actor.run("rf_ScheduleTasks", { SCHEDULE }, now);
}
