import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { day, hour } from "./plan.ts";
import type { ShotRecalculation } from "./shot-recalculation.ts";

const { comingUp, due, deferred, overdue, done, working, submitted } = taskState.values;
const { daily, major } = taskKind.values;
const { hours, shots, breakdown } = taskSource.values;
/**
 * Rules of the specification, copied here so that the recalculation does not depend on the server: how often a task may
 * be deferred, the share of the maintenance interval after which a task is "coming up", and the share up to which a
 * finished task counts as done on time.
 */
const maxDeferrals = 2;
const comingUpShare = 0.8;
const onTimeShare = 1.1;

const dateOf = (at: number) => new Date(at + 8 * hour).toISOString().slice(0, 10);

type Kind = 1 | 2;
type Source = 0 | 1 | 3;

export interface RecalculatedTask {
  readonly mold: string;
  readonly kind: Kind;
  readonly source: Source;
  readonly raisedAt: number;
  state: number;
  runHours: number | null;
  plan: string | null;
  until: number | null;
  defers: number;
  isDelay: boolean;
  overdueAt: number | null;
  startedAt: number | null;
  doneAt: number | null;
  cost: number;
  runShots: number | null;
}

/** Action of a user on the open daily, major or breakdown task of a mold, at a time of the server's clock. */
export type TaskAction = {
  readonly at: number;
  readonly mold: string;
  readonly kind: Kind;
  readonly isBreakdown: boolean;
} & (
  | { readonly type: "breakdown" | "start" | "accept" | "sendBack" }
  | { readonly type: "finish"; readonly cost: number }
  | { readonly type: "defer"; readonly until: number }
  | { readonly type: "plan"; readonly date: string }
);

/** Independent recalculation of maintenance tasks from run hours, shots, time and the users' actions. */
export class MaintenanceRecalculation {
  readonly tasks: RecalculatedTask[] = [];

  constructor(readonly counted: ShotRecalculation) {}

  private open(mold: string, kind: Kind, isBreakdown: boolean): RecalculatedTask | undefined {
    return this.tasks.find(
      (t) =>
        t.mold === mold && t.kind === kind && (t.source === breakdown) === isBreakdown && t.state !== done,
    );
  }

  private lastDone(mold: string, kind: Kind): number | null {
    const finished = this.tasks.filter(
      (t) => t.mold === mold && t.kind === kind && t.source !== breakdown && t.state === done,
    );
    return finished.length === 0 ? null : Math.max(...finished.map((t) => t.doneAt ?? 0));
  }

  /** Returns run hours and shots of a mold since its last maintenance of this kind. */
  ran(mold: string, kind: Kind, now: number): { hours: number; shots: number } {
    const from = this.lastDone(mold, kind);
    return {
      hours: this.counted.since(mold, now, "runMs", from) / hour,
      shots: Math.round(this.counted.since(mold, now, "shots", from)),
    };
  }

  apply(a: TaskAction): void {
    if (a.type === "breakdown") {
      this.tasks.push({ ...newTask(a.mold, major, breakdown, a.at), state: due });
      return;
    }
    const t = this.open(a.mold, a.kind, a.isBreakdown);
    if (!t) throw new Error(`${a.type}: no open task of ${a.mold}`);
    switch (a.type) {
      case "start":
        t.state = working;
        t.startedAt = a.at;
        break;
      case "finish": {
        const ran = this.ran(a.mold, a.kind, a.at);
        Object.assign(t, {
          state: a.kind === daily ? done : submitted,
          doneAt: a.at,
          cost: a.cost,
          runHours: ran.hours,
          runShots: ran.shots,
        });
        break;
      }
      case "accept":
        t.state = done;
        break;
      case "sendBack":
        Object.assign(t, { state: working, doneAt: null });
        break;
      case "plan":
        t.plan = a.date;
        if (t.state === overdue && t.defers < maxDeferrals) t.state = due;
        break;
      case "defer": {
        const until = dateOf(a.until);
        const plan = t.plan === null || until > t.plan ? until : t.plan;
        Object.assign(t, { state: deferred, until: a.until, defers: t.defers + 1, isDelay: true, plan });
      }
    }
  }

  /** Updates the tasks to the time `now`: creates tasks and changes states according to time, run hours and shots. */
  tick(now: number): void {
    const today = dateOf(now);
    for (const t of this.tasks) {
      if (t.state === deferred && t.until !== null && t.until <= now) {
        t.state = t.defers >= maxDeferrals ? overdue : due;
        if (t.state === overdue) t.overdueAt = t.until;
      }
      if (t.state === comingUp && t.plan !== null && t.plan <= today) t.state = due;
      if (t.state === due && t.plan !== null && t.plan < today)
        Object.assign(t, { state: overdue, overdueAt: now, isDelay: true });
    }
    for (const m of this.counted.plan.molds)
      for (const kind of [daily, major] as const) {
        const task = this.open(m.no, kind, false);
        if (task && task.state !== comingUp) continue;
        const ran = this.ran(m.no, kind, now);
        const byHours = ran.hours / (kind === daily ? m.dailyHours : m.majorHours);
        const byShots = kind === major && m.majorShots !== null ? ran.shots / m.majorShots : 0;
        const used = Math.max(byHours, byShots);
        if (used < (task ? 1 : comingUpShare)) continue;
        const t = task ?? newTask(m.no, kind, byHours >= byShots ? hours : shots, now);
        if (!task) this.tasks.push(t);
        t.state = used >= 1 ? due : comingUp;
        t.runHours = ran.hours;
        t.runShots = ran.shots;
        if (kind === major && used >= 1) t.plan ??= dateOf(now + 7 * day);
      }
  }
}

function newTask(mold: string, kind: Kind, source: Source, raisedAt: number): RecalculatedTask {
  return {
    mold,
    kind,
    source,
    raisedAt,
    state: comingUp,
    runHours: null,
    plan: null,
    until: null,
    defers: 0,
    isDelay: false,
    overdueAt: null,
    startedAt: null,
    doneAt: null,
    cost: 0,
    runShots: null,
  };
}

/**
 * Recalculates the answer of rf_MaintenanceFigures, in wire form, for one kind of maintenance and the last `days` days.
 */
export function figuresOf(
  u: MaintenanceRecalculation,
  runHours: number,
  kind: Kind,
  now: number,
  days: number,
) {
  const from = now - days * day;
  const within = (at: number | null) => at !== null && at > from && at <= now;
  const tasks = u.tasks.filter((t) => t.source !== breakdown && t.kind === kind);
  const finished = tasks.filter((t) => t.state === done && within(t.doneAt));
  const onTime = finished.filter((t) => isOnTime(u, t));
  const late = tasks.filter((t) => t.state === overdue).length;
  const breakdowns = u.tasks.filter((t) => t.source === breakdown && within(t.raisedAt)).length;
  const repairs = u.tasks.filter((t) => t.source === breakdown && t.state === done && within(t.doneAt));
  const repairHours = repairs.reduce((n, t) => n + ((t.doneAt ?? 0) - (t.startedAt ?? t.raisedAt)) / hour, 0);
  const paid = u.tasks.filter((t) => t.kind === kind && t.state === done && within(t.doneAt));
  return {
    DONE: finished.length,
    ON_TIME: onTime.length,
    OVERDUE: late,
    ON_TIME_RATE:
      finished.length + late === 0
        ? null
        : Math.floor((onTime.length * 1000) / (finished.length + late)) / 10,
    RUN_HOURS: runHours,
    BREAKDOWNS: breakdowns,
    MTBF: breakdowns === 0 ? null : runHours / breakdowns,
    REPAIRS: repairs.length,
    REPAIR_HOURS: repairHours,
    MTTR: repairs.length === 0 ? null : repairHours / repairs.length,
    COST: paid.reduce((n, t) => n + t.cost, 0),
  };
}

function isOnTime(u: MaintenanceRecalculation, t: RecalculatedTask): boolean {
  const m = u.counted.mold(t.mold);
  if (t.isDelay || t.overdueAt !== null || t.doneAt === null) return false;
  if (t.plan !== null && dateOf(t.doneAt) > t.plan) return false;
  const interval = t.kind === daily ? m.dailyHours : m.majorHours;
  if (t.source === hours) return Math.round((t.runHours ?? 0) * 10) / 10 <= interval * onTimeShare + 1e-9;
  return (t.runShots ?? 0) <= (m.majorShots ?? 0) * onTimeShare;
}
