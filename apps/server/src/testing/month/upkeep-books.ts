import type { Books } from "./books.ts";
import { day, hour } from "./plan.ts";

const dateOf = (at: number) => new Date(at + 8 * hour).toISOString().slice(0, 10);

export interface TaskEntry {
  readonly mold: string;
  readonly kind: 1 | 2;
  /** 0: hours, 1: shots, 3: breakdown. */
  readonly source: 0 | 1 | 3;
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

/** What people did to the open task of a mold and kind. */
export type Deed = {
  readonly at: number;
  readonly mold: string;
  readonly kind: 1 | 2;
  readonly breakdown: boolean;
} & (
  | { readonly do: "breakdown" | "start" | "accept" | "sendBack" }
  | { readonly do: "finish"; readonly cost: number }
  | { readonly do: "defer"; readonly until: number }
  | { readonly do: "plan"; readonly date: string }
);

/** Maintenance as the rules of the design would have it, told again what people did. */
export class UpkeepBooks {
  readonly tasks: TaskEntry[] = [];

  constructor(readonly books: Books) {}

  private open(mold: string, kind: 1 | 2, breakdown: boolean): TaskEntry | undefined {
    return this.tasks.find(
      (t) => t.mold === mold && t.kind === kind && (t.source === 3) === breakdown && t.state !== 4,
    );
  }

  private lastDone(mold: string, kind: 1 | 2): number | null {
    const done = this.tasks.filter(
      (t) => t.mold === mold && t.kind === kind && t.source !== 3 && t.state === 4,
    );
    return done.length === 0 ? null : Math.max(...done.map((t) => t.doneAt ?? 0));
  }

  ran(mold: string, kind: 1 | 2, now: number): { hours: number; shots: number } {
    const from = this.lastDone(mold, kind);
    return {
      hours: this.books.since(mold, now, "runMs", from) / hour,
      shots: Math.round(this.books.since(mold, now, "shots", from)),
    };
  }

  act(d: Deed): void {
    if (d.do === "breakdown") {
      this.tasks.push({ ...fresh(d.mold, 2, 3, d.at), state: 1 });
      return;
    }
    const t = this.open(d.mold, d.kind, d.breakdown);
    if (!t) throw new Error(`${d.do}: no open task of ${d.mold}`);
    switch (d.do) {
      case "start":
        t.state = 5;
        t.startedAt = d.at;
        break;
      case "finish": {
        const ran = this.ran(d.mold, d.kind, d.at);
        Object.assign(t, {
          state: d.kind === 1 ? 4 : 6,
          doneAt: d.at,
          cost: d.cost,
          runHours: ran.hours,
          runShots: ran.shots,
        });
        break;
      }
      case "accept":
        t.state = 4;
        break;
      case "sendBack":
        Object.assign(t, { state: 5, doneAt: null });
        break;
      case "plan":
        t.plan = d.date;
        if (t.state === 3 && t.defers < 2) t.state = 1;
        break;
      case "defer": {
        const until = dateOf(d.until);
        const plan = t.plan === null || until > t.plan ? until : t.plan;
        Object.assign(t, { state: 2, until: d.until, defers: t.defers + 1, isDelay: true, plan });
      }
    }
  }

  /** What time and hours bring about. */
  tick(now: number): void {
    const today = dateOf(now);
    for (const t of this.tasks) {
      if (t.state === 2 && t.until !== null && t.until <= now) {
        t.state = t.defers >= 2 ? 3 : 1;
        if (t.state === 3) t.overdueAt = t.until;
      }
      if (t.state === 0 && t.plan !== null && t.plan <= today) t.state = 1;
      if (t.state === 1 && t.plan !== null && t.plan < today)
        Object.assign(t, { state: 3, overdueAt: now, isDelay: true });
    }
    for (const m of this.books.plan.molds)
      for (const kind of [1, 2] as const) {
        const task = this.open(m.no, kind, false);
        if (task && task.state !== 0) continue;
        const ran = this.ran(m.no, kind, now);
        const byHours = ran.hours / (kind === 1 ? m.dailyHours : m.majorHours);
        const byShots = kind === 2 && m.majorShots !== null ? ran.shots / m.majorShots : 0;
        const used = Math.max(byHours, byShots);
        if (used < (task ? 1 : 0.8)) continue;
        const t = task ?? fresh(m.no, kind, byHours >= byShots ? 0 : 1, now);
        if (!task) this.tasks.push(t);
        t.state = used >= 1 ? 1 : 0;
        t.runHours = ran.hours;
        t.runShots = ran.shots;
        if (kind === 2 && used >= 1) t.plan ??= dateOf(now + 7 * day);
      }
  }
}

function fresh(mold: string, kind: 1 | 2, source: 0 | 1 | 3, raisedAt: number): TaskEntry {
  return {
    mold,
    kind,
    source,
    raisedAt,
    state: 0,
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

/** Figures of the screen of a kind, of the days before now: the formulas of the contract, from the list of tasks. */
export function figuresOf(u: UpkeepBooks, runHours: number, kind: 1 | 2, now: number, days: number) {
  const from = now - days * day;
  const within = (at: number | null) => at !== null && at > from && at <= now;
  const upkeep = u.tasks.filter((t) => t.source !== 3 && t.kind === kind);
  const done = upkeep.filter((t) => t.state === 4 && within(t.doneAt));
  const onTime = done.filter((t) => isOnTime(u, t));
  const overdue = upkeep.filter((t) => t.state === 3).length;
  const breakdowns = u.tasks.filter((t) => t.source === 3 && within(t.raisedAt)).length;
  const repairs = u.tasks.filter((t) => t.source === 3 && t.state === 4 && within(t.doneAt));
  const repairHours = repairs.reduce((n, t) => n + ((t.doneAt ?? 0) - (t.startedAt ?? t.raisedAt)) / hour, 0);
  const paid = u.tasks.filter((t) => t.kind === kind && t.state === 4 && within(t.doneAt));
  return {
    DONE: done.length,
    ON_TIME: onTime.length,
    OVERDUE: overdue,
    ON_TIME_RATE: done.length + overdue === 0 ? null : (onTime.length * 100) / (done.length + overdue),
    RUN_HOURS: runHours,
    BREAKDOWNS: breakdowns,
    MTBF: breakdowns === 0 ? null : runHours / breakdowns,
    REPAIRS: repairs.length,
    REPAIR_HOURS: repairHours,
    MTTR: repairs.length === 0 ? null : repairHours / repairs.length,
    COST: paid.reduce((n, t) => n + t.cost, 0),
  };
}

function isOnTime(u: UpkeepBooks, t: TaskEntry): boolean {
  const m = u.books.mold(t.mold);
  if (t.isDelay || t.overdueAt !== null || t.doneAt === null) return false;
  if (t.plan !== null && dateOf(t.doneAt) > t.plan) return false;
  const interval = t.kind === 1 ? m.dailyHours : m.majorHours;
  if (t.source === 0) return Math.round((t.runHours ?? 0) * 10) / 10 <= interval * 1.1 + 1e-9;
  return (t.runShots ?? 0) <= (m.majorShots ?? 0) * 1.1;
}
