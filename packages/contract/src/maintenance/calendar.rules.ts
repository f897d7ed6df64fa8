import { taskKind, taskState } from "./task.entity.ts";

/** This file has the pure rules of the maintenance calendar. Days are texts 'YYYY-MM-DD' in the tenant's time zone. */

const dayMs = 86_400_000;

/** Returns the day `count` days after `day`. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** Returns the Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** Returns `count` successive days. */
export const daysFrom = (first: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => addDays(first, i));

/** Planned work of a person on one day. */
export interface DayLoad {
  readonly tasks: number;
  /** Sum of the estimated work times of the person's tasks on the day, minutes. */
  readonly minutes: number;
  /**
   * Number of the person's tasks on the day without an estimated work time. These tasks count in `tasks`, but add no
   * minutes.
   */
  readonly unknown: number;
}

export const noLoad: DayLoad = { tasks: 0, minutes: 0, unknown: 0 };

/**
 * Returns a person's load on a day with one more task. `minutes` is the task's estimate, or null without an estimate.
 */
export const addLoad = (load: DayLoad, minutes: number | null): DayLoad => ({
  tasks: load.tasks + 1,
  minutes: load.minutes + (minutes ?? 0),
  unknown: load.unknown + (minutes === null ? 1 : 0),
});

/** Returns a person's load on a day without one of its tasks. Reverses `addLoad`. */
export const removeLoad = (load: DayLoad, minutes: number | null): DayLoad => ({
  tasks: load.tasks - 1,
  minutes: load.minutes - (minutes ?? 0),
  unknown: load.unknown - (minutes === null ? 1 : 0),
});

export interface DayCapacity {
  readonly dayHours: number;
  readonly dayTasks: number;
}

/** Returns whether a load exceeds the capacity of a person on one day, in hours or in tasks. */
export const isOverCapacity = (load: DayLoad, c: DayCapacity): boolean =>
  load.minutes > c.dayHours * 60 || load.tasks > c.dayTasks;

interface Assignable {
  readonly orgIds: readonly string[];
}

interface Assignee {
  readonly orgId: string | null;
  readonly seesAll: boolean;
  readonly isEnabled: boolean;
}

/**
 * Returns whether a person may be assigned to a task: an enabled user who sees the task's mold. The server enforces the
 * same rule, and the calendar does not offer other people.
 */
export const canBeAssigned = (p: Assignee, task: Assignable): boolean =>
  p.isEnabled && (p.seesAll || (p.orgId !== null && task.orgIds.includes(p.orgId)));

interface Occupied {
  readonly moldNo: string;
  readonly fromDay: string;
  readonly toDay: string;
}

/** Returns the production orders that need a mold on a day. */
export const ordersOn = <O extends Occupied>(orders: readonly O[], moldNo: string, day: string): O[] =>
  orders.filter((o) => o.moldNo === moldNo && o.fromDay <= day && day <= o.toDay);

/** A task that `spreadTasks` distributes. */
export interface SpreadTask extends Assignable {
  readonly taskId: string;
  readonly kind: (typeof taskKind.values)[keyof typeof taskKind.values];
  readonly moldNo: string;
  readonly state: (typeof taskState.values)[keyof typeof taskState.values];
  readonly dueAt: string | null;
  readonly estimateMinutes: number | null;
}

export interface SpreadInput<P extends Assignee & { readonly userId: string }> {
  readonly tasks: readonly SpreadTask[];
  readonly people: readonly P[];
  readonly days: readonly string[];
  readonly capacity: DayCapacity;
  readonly orders: readonly Occupied[];
  /** Returns the load that a person already has on a day. The `tasks` to distribute are not part of this load. */
  readonly loadOf: (userId: string, day: string) => DayLoad;
}

export interface Slot {
  readonly planDate: string;
  readonly assignee: string;
}

const { overdue, due, deferred } = taskState.values;
const urgency: readonly SpreadTask["state"][] = [overdue, due, deferred];

const rank = (t: SpreadTask): number => {
  const at = urgency.indexOf(t.state);
  return at < 0 ? urgency.length : at;
};

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Distributes tasks over people and days. Takes the most urgent task first. Finds the earliest day on which the task
 * fits, and gives the task to the person with the least work on this day. Major maintenance avoids days on which a
 * production order needs the mold, as long as another day has room. Nobody gets more than the capacity: tasks that fit
 * nowhere are left out.
 */
export function spreadTasks<P extends Assignee & { readonly userId: string }>(
  input: SpreadInput<P>,
): ReadonlyMap<string, Slot> {
  const { people, days, capacity, orders, loadOf } = input;
  const loads = new Map<string, DayLoad>();
  const keyOf = (userId: string, day: string) => `${day} ${userId}`;
  const load = (userId: string, day: string) => loads.get(keyOf(userId, day)) ?? loadOf(userId, day);
  const sorted = [...input.tasks].sort(
    (a, b) => rank(a) - rank(b) || before(a.dueAt ?? "", b.dueAt ?? "") || before(a.taskId, b.taskId),
  );
  const slots = new Map<string, Slot>();
  for (const task of sorted) {
    const able = people.filter((p) => canBeAssigned(p, task));
    const isFree = (day: string) =>
      task.kind !== taskKind.values.major || ordersOn(orders, task.moldNo, day).length === 0;
    const slotOn = (day: string): Slot | undefined => {
      const [found] = able
        .map((p) => ({ userId: p.userId, after: addLoad(load(p.userId, day), task.estimateMinutes) }))
        // Accepts an overloaded day if the task is the person's only task on this day. A task that is longer than the
        // capacity of a day would otherwise never fit.
        .filter((x) => x.after.tasks === 1 || !isOverCapacity(x.after, capacity))
        .sort(
          (a, b) =>
            a.after.minutes - b.after.minutes || a.after.tasks - b.after.tasks || before(a.userId, b.userId),
        );
      return found && { planDate: day, assignee: found.userId };
    };
    const slot = [...days.filter(isFree), ...days.filter((d) => !isFree(d))].reduce<Slot | undefined>(
      (found, day) => found ?? slotOn(day),
      undefined,
    );
    if (!slot) continue;
    const { assignee, planDate } = slot;
    loads.set(keyOf(assignee, planDate), addLoad(load(assignee, planDate), task.estimateMinutes));
    slots.set(task.taskId, slot);
  }
  return slots;
}
