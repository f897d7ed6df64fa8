import type { CallerDb } from "../db/db.ts";
import { type LogEntry, logEntry } from "../log.ts";
import { errField, log } from "../server-log.ts";

/**
 * Event of the system log that a caller can cause any number of times, such as a refused log-in. `AuditTally` writes
 * the repetitions of an event as one line with their number.
 */
export type RepeatedEvent = Omit<LogEntry, "at" | "after"> & {
  readonly facts: Readonly<Record<string, string | number>>;
};

interface Window {
  readonly event: RepeatedEvent;
  /**
   * Name of a group of events that share one limit: the log stores at most `maxPerBudget` different events of the group
   * in ten minutes (`windowMs`).
   */
  readonly budget: string;
  readonly endsAt: number;
  /** Number of repetitions that are not in the log yet. */
  waiting: number;
}

/** Repetitions of an event within this time share one line, ms. */
const windowMs = 10 * 60_000;
/**
 * Maximum number of different events of one group (`Window.budget`) that the log stores in ten minutes. Further events
 * share one line, so that nobody can flood the log.
 */
const maxPerBudget = 100;
/**
 * Interval at which the server looks for events whose time for repetitions (`windowMs`) has ended, ms. It then writes
 * the number of their repetitions to the log.
 */
const flushMs = 30_000;

const other = "*";

/**
 * Writes refusals, refused log-ins and exports to the system log. The first event is written at once. Repetitions
 * within ten minutes are counted and written as one line. The number of different events is limited (`maxPerBudget`).
 * All refused log-ins and wrong API keys of a tenant share one limit. Refusals and exports have a limit for each user.
 * So strangers cannot hide a user's refusals and exports behind a mass of refused log-ins.
 */
export class AuditTally {
  private readonly windows = new Map<string, Window>();
  private readonly inUse = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: CallerDb,
    private readonly now: () => number,
  ) {}

  /** Resolves when the event is written or counted. Never rejects: an answer must not fail because of the log. */
  async record(event: RepeatedEvent): Promise<void> {
    return this.add(event, budgetOf(event), false);
  }

  private async add(event: RepeatedEvent, budget: string, isOverflow: boolean): Promise<void> {
    const now = this.now();
    const known = this.windows.get(keyOf(event));
    if (known && known.endsAt > now) {
      known.waiting++;
      return;
    }
    if (known) {
      await this.end(known);
      return this.add(event, budget, isOverflow);
    }
    const inUse = this.inUse.get(budget) ?? 0;
    if (inUse >= maxPerBudget && !isOverflow) return this.add(summaryOf(event), budget, true);
    const window: Window = { event, budget, endsAt: now + windowMs, waiting: 0 };
    this.windows.set(keyOf(event), window);
    this.inUse.set(budget, inUse + 1);
    this.timer ??= setInterval(() => void this.flush(false), flushMs).unref();
    await this.write(window, 1);
  }

  /**
   * Writes the counted repetitions of each event that was first seen ten minutes ago or earlier. With `isAll`, also
   * writes those of all later events.
   */
  async flush(isAll: boolean): Promise<void> {
    const now = this.now();
    for (const w of this.windows.values()) if (isAll || w.endsAt <= now) await this.end(w);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.flush(true);
  }

  private async end(w: Window): Promise<void> {
    if (this.windows.get(keyOf(w.event)) !== w) return;
    this.windows.delete(keyOf(w.event));
    const left = (this.inUse.get(w.budget) ?? 1) - 1;
    if (left > 0) this.inUse.set(w.budget, left);
    else this.inUse.delete(w.budget);
    if (w.waiting > 0) await this.write(w, w.waiting);
  }

  private async write({ event, endsAt }: Window, count: number): Promise<void> {
    const { facts, ...entry } = event;
    const after = count === 1 ? facts : { ...facts, count };
    try {
      await this.db.write(event.tenantId, [logEntry({ ...entry, at: Math.min(this.now(), endsAt), after })]);
    } catch (cause) {
      log.error(
        { ...errField(cause), tenant: event.tenantId },
        `audit: ${count} × ${event.action} could not be written`,
      );
    }
  }
}

const budgetOf = ({ tenantId, action, userId }: RepeatedEvent): string =>
  action === "loginFailed" ? `${tenantId} ${action}` : `${tenantId} ${action} ${userId}`;

/**
 * Returns the event of the summary line. This line counts all further events after `maxPerBudget` different events in
 * ten minutes. For signed-in users, it still names the user.
 */
const summaryOf = (e: RepeatedEvent): RepeatedEvent => ({
  ...e,
  ...(e.action === "loginFailed" ? { userId: other, apiKey: undefined, client: undefined } : {}),
  key: other,
  target: other,
  facts: {},
});

/** Returns a text that two events share only if their lines in the log differ in the time alone. */
function keyOf(e: RepeatedEvent): string {
  const { client } = e;
  return JSON.stringify([
    e.tenantId,
    e.userId,
    e.apiKey,
    e.action,
    e.target,
    e.key,
    client?.address,
    client?.device,
    e.facts,
  ]);
}
