import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { orderState } from "../production/order.entity.ts";
import { mayModify } from "./task.commands.ts";
import { taskKind, taskSource, taskState } from "./task.entity.ts";

/** Number of days that the calendar shows. */
export const calendarDays = 7;

/**
 * Maximum number of tasks, and of forecasts, in one answer of the calendar. The answer also contains the total numbers.
 */
export const calendarLimit = 1000;

/** Maximum number of tasks in one call of `scheduleTasks` and `deferTasks`. */
export const maxScheduled = 500;

const estimate = {
  /**
   * Mean time spent on the mold's last five finished tasks of the same kind of maintenance. If these tasks have no
   * recorded time: mean time of all tasks of this kind that were raised in the last 180 days. Null if these have no
   * recorded time either.
   */
  estimateMinutes: field.int({ unit: "min" }),
  /** True if `estimateMinutes` is the mean of this mold's finished tasks. False: it is the mean over all molds. */
  isOwnEstimate: output.bool(),
} as const;

const ofMold = {
  kind: field.choice(taskKind, { wire: "MT_TYPE", required: true }),
  moldNo: field.text(50, { required: true }),
  moldName: field.text(200),
  plantName: field.text(100),
  /** Organizations whose users may be assigned: plant, OEM and mold maker of the mold. */
  orgIds: output.values<string>({ shape: "text" }),
} as const;

/**
 * Returns the data of the maintenance calendar for seven days: planned tasks, tasks without a planned day, forecasts of
 * further tasks, people, and production orders of the same molds. The answer contains only the kinds of maintenance
 * whose screen the caller may read.
 */
export const maintenanceCalendar = defineCommand({
  type: "rf_MaintenanceCalendar",
  isReport: true,
  access: right(menus.maintenanceCalendar, "Q"),
  input: {
    firstDay: field.date({ required: true }),
    kind: field.choice(taskKind, { wire: "MT_TYPE" }),
    plantId: field.text(50, { wire: "SAVE_ADDRESS", reference: "SYS_ORG" }),
  },
  output: {
    /** Today in the tenant's time zone. */
    today: field.date({ required: true }),
    /** Capacity of a person on one day, in hours and in tasks (parameters MAINTAIN_DAY_HOURS, MAINTAIN_DAY_TASKS). */
    dayHours: field.decimal(1, { unit: "h", required: true }),
    dayTasks: field.int({ required: true }),
    /**
     * People with tasks in `tasks`, and people who did maintenance in the last 90 days. Deleted users are missing, even
     * if tasks in `tasks` are still assigned to them.
     */
    people: output.rows({
      userId: field.text(50, { required: true }),
      userName: field.text(100),
      orgId: field.text(50),
      orgName: field.text(100),
      /** True if the person may be assigned to every mold, because the person's role covers the whole tenant. */
      seesAll: output.bool(),
      /** False for a user who is no longer enabled. Such a user can keep tasks, but gets no new ones. */
      isEnabled: output.bool(),
    }),
    /**
     * Planned work per day of all people whom the caller may assign, and of the people in `tasks`. All open tasks of
     * these people count, even tasks that `tasks` leaves out because of `kind`, `plantId`, the caller's rights or the
     * limit.
     */
    loads: output.rows({
      userId: field.text(50, { required: true }),
      day: field.date({ required: true }),
      tasks: field.int({ required: true }),
      /** Sum of the estimated work times of the person's tasks on the day. */
      minutes: field.int({ required: true, unit: "min" }),
      /** Number of the person's tasks on the day without an estimated work time. */
      unknown: field.int({ required: true }),
    }),
    /** Open tasks of the seven calendar days, and open tasks that have no day or whose planned day has passed. */
    tasks: output.rows({
      taskId: field.text(30, { required: true }),
      ...ofMold,
      ...estimate,
      state: field.choice(taskState, { wire: "MT_STAT", required: true }),
      taskSource: field.choice(taskSource, { wire: "MT_SOURCE", required: true }),
      serviceState: field.choice(serviceState, { required: true }),
      taskReason: field.text(500),
      planDate: field.date(),
      assignee: field.text(50),
      assigneeName: field.text(100),
      /** For an upcoming task: forecast of the time when the task falls due. For a deferred task: its new due time. */
      dueAt: field.time(),
      deferCount: field.int({ required: true }),
      deferLimit: field.int({ required: true }),
      /** Time of the last change, for the optimistic lock of `scheduleTasks`. */
      updatedDate: field.time(),
    }),
    /** Number of tasks that `tasks` would contain without the limit `calendarLimit`. */
    taskCount: field.int({ required: true }),
    /**
     * Molds whose maintenance interval is expected to end within the seven days of the calendar, one row for each kind
     * of maintenance. A mold with an open task of this kind is left out.
     */
    forecasts: output.rows({
      ...ofMold,
      ...estimate,
      dueAt: field.time({ required: true }),
      /**
       * Start of the range that contains the actual day with a probability of 80 %. `latest` is the end of this range,
       * null if the end is more than five years ahead.
       */
      earliest: field.time(),
      latest: field.time(),
    }),
    forecastCount: field.int({ required: true }),
    /**
     * Submitted, audited and running orders of the molds in `tasks` and `forecasts`, with the days that they occupy.
     * Empty if the caller may not read production orders (`seesOrders`).
     */
    orders: output.rows({
      orderId: field.text(50, { required: true }),
      moldNo: field.text(50, { required: true }),
      orderState: field.choice(orderState, { wire: "STATUS", required: true }),
      fromDay: field.date({ required: true }),
      toDay: field.date({ required: true }),
    }),
    seesOrders: output.bool(),
  },
});
export type MaintenanceCalendar = CommandOutput<typeof maintenanceCalendar>;
export type CalendarTask = MaintenanceCalendar["tasks"][number];
export type CalendarForecast = MaintenanceCalendar["forecasts"][number];
export type CalendarPerson = MaintenanceCalendar["people"][number];
export type CalendarLoad = MaintenanceCalendar["loads"][number];
export type CalendarOrder = MaintenanceCalendar["orders"][number];

const taskRow = {
  taskId: field.text(30, { required: true }),
  /**
   * Time of the last change that the caller has seen. Optimistic lock: the row is refused if the task was changed
   * later.
   */
  updatedDate: field.time(),
} as const;

/**
 * A row of `scheduleTasks`. If the day or the person is absent, the stored value stays; null clears the stored value.
 */
export const scheduleFields = {
  ...taskRow,
  planDate: field.date(),
  assignee: field.text(50),
} as const;

/** A row of `deferTasks`. */
export const deferFields = taskRow;

type WireRow = Readonly<Record<string, unknown>>;

const byRow = {
  /** Number of changed tasks. */
  count: field.int({ required: true }),
  /** Tasks that were not changed, with the reason. */
  refused: output.rows({
    taskId: field.text(30, { required: true }),
    /** Message code, or code^argument, as in the envelope's Msg. */
    message: field.text(300, { wire: "MSG", required: true }),
  }),
} as const;

/**
 * Sets planned days and assignees of up to 500 tasks. Each row is checked like a call of `planTask` for one task. A
 * refused row does not stop the others.
 */
export const scheduleTasks = defineCommand({
  type: "rf_ScheduleTasks",
  access: mayModify,
  input: { schedule: field.json<readonly WireRow[]>({ list: { record: scheduleFields } }) },
  output: byRow,
});
export type RowResults = CommandOutput<typeof scheduleTasks>;

/**
 * Defers up to 500 tasks. Each row is checked like a call of `deferTask` for one task. A refused row does not stop the
 * others.
 */
export const deferTasks = defineCommand({
  type: "rf_DeferTasks",
  access: mayModify,
  input: {
    deferrals: field.json<readonly WireRow[]>({ list: { record: deferFields } }),
    until: field.time({ wire: "DEFER_TIME", required: true }),
    reason: field.text(200, { required: true }),
  },
  output: byRow,
});
