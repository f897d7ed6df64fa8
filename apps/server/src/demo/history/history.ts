import { sql } from "../../kernel/db/sql.ts";
import { raiseTaskOf } from "../../modules/maintenance/index.ts";
import type { Actor } from "../base/actor.ts";
import { day, hour } from "../base/catalog.ts";
import { chance } from "../base/random.ts";
import type { CounterSpec } from "../fleet/counters.ts";
import { fieldRhythm } from "../fleet/mold-clock.ts";
import { MoldSim } from "../fleet/mold-sim.ts";
import type { MoldSpec } from "../fleet/molds.ts";
import { type Deed, deedsOf, unlessDone } from "../work/commands.ts";
import { issuesOf } from "../work/issues.ts";
import { orderDeedsOf } from "../work/orders.ts";
import { attendWarnings, finishTask, taskDelay, technicianOf } from "../work/staff.ts";
import { trialDeedsOf } from "../work/trials.ts";
import { breakdownsOf, majorOf, openTasks } from "../work/upkeep.ts";
import { Feed } from "./feed.ts";

export interface MoldPast {
  readonly actor: Actor;
  readonly mold: MoldSpec;
  /** Counters of the mold, in the order of their bindings. */
  readonly counters: readonly CounterSpec[];
  /** Id (`counter_id`) of a counter in the database, by counter number. */
  readonly idOf: ReadonlyMap<string, number>;
  /** End of the generated history, epoch ms. */
  readonly epoch: number;
  /** Time at which the mold's situation (`MoldSpec.situation`) began, epoch ms. */
  readonly since: number;
  readonly isStopping: () => boolean;
}

/** A counter that is still in use at the end of the generated history. It then sends readings in real time. */
export interface Survivor {
  readonly sim: MoldSim;
  readonly counterId: number;
  readonly after: number;
}

/** Returns the times of the latest stored readings by counter id, epoch ms. */
export async function reachedBy(actor: Actor, counterIds: readonly number[]): Promise<Map<number, number>> {
  const { tenantId, app } = actor;
  const [rows] = await app.db.run(tenantId, [
    sql`select counter_id, (extract(epoch from last_at) * 1000)::bigint as ms from counter_state
      where tenant_id = ${tenantId} and counter_id = any(${counterIds}::bigint[]) and last_at is not null`,
  ]);
  return new Map((rows ?? []).map((r) => [Number(r.counter_id), Number(r.ms)]));
}

/**
 * Generates the history of one mold: readings, which go through the ledger, and the actions of users between them.
 * Each action is done at the simulated time.
 * After an interruption, the history continues after the last stored reading. Returns undefined if the demo was
 * stopped meanwhile.
 */
export async function makePast(
  p: MoldPast,
): Promise<{ readings: number; survivors: Survivor[] } | undefined> {
  const { actor, mold, counters, epoch } = p;
  const ids = counters.map((c) => p.idOf.get(c.id) ?? 0);
  const reached = await reachedBy(actor, ids);
  const done = Math.max(0, ...reached.values());
  const deeds = [
    ...deedsOf(actor, mold, counters, epoch, p.since),
    ...orderDeedsOf(actor, mold, epoch),
    ...trialDeedsOf(actor, mold, epoch),
    ...breakdownsOf(actor, mold, epoch),
    ...issuesOf(actor, mold, epoch),
  ].sort((a, b) => a.at - b.at);
  const survivors: Survivor[] = [];
  let readings = 0;
  const upkeep = new Upkeep(p);

  for (const [i, counter] of counters.entries()) {
    const counterId = ids[i] ?? 0;
    const sim = new MoldSim(mold, counter, epoch);
    const feed = new Feed(actor, counterId);
    const end =
      counter.after === "retired"
        ? (counter.unboundAt ?? Number.POSITIVE_INFINITY)
        : Number.POSITIVE_INFINITY;
    const mine = reached.get(counterId) ?? 0;
    let after = counter.boundAt;
    for (let steps = 0; ; steps++) {
      if (p.isStopping()) return undefined;
      // Yields to the event loop, because long periods without readings would block it.
      if (steps % 500 === 499) await new Promise((resolve) => setImmediate(resolve));
      const at = sim.peek(after, fieldRhythm);
      const until = Math.min(at, end, actor.app.now());
      for (let next = upkeep.next(deeds, until); next; next = upkeep.next(deeds, until)) {
        // Actions before the last stored reading were done before the interruption, so they are skipped. Only the
        // binding is repeated, which is idempotent.
        if (next.at < done && next.at !== counter.boundAt) continue;
        if (!next.isApart) await feed.settle(next.isRebinding);
        await unlessDone(next.run);
      }
      if (at > end || at > actor.app.now()) break;
      const report = sim.accept();
      if (report && report.arrivesAt > actor.app.now()) break;
      after = at;
      if (!report) continue;
      upkeep.work(report.workedMs, at);
      if (at > mine) await feed.take(report);
    }
    await feed.settle();
    readings += feed.readings;
    if (end === Number.POSITIVE_INFINITY) survivors.push({ sim, counterId, after });
  }
  for (const d of deeds) if (d.at <= actor.app.now()) await unlessDone(d.run);
  await attendWarnings(actor, ids, actor.app.now());
  await readOldNotices(actor);
  return { readings, survivors };
}

/** Marks notices that are older than three days as read, so that the bell does not show two years of notices. */
async function readOldNotices({ tenantId, app }: Actor): Promise<void> {
  const before = new Date(app.now() - 3 * day);
  await app.db.run(tenantId, [
    sql`update notice set read_at = event_at where tenant_id = ${tenantId} and read_at is null
      and event_at < ${before}`,
  ]);
}

/** Simulates maintenance by run hours. The server raises a task when the hours are reached, and a user finishes it. */
class Upkeep {
  private workedMs = 0;
  private readonly due: Deed[] = [];
  private readonly majors = new Set<string>();
  private isRaised = false;
  /** Id of the open task of daily maintenance. Undefined if the id is not known. */
  private dailyId: string | undefined;

  constructor(private readonly p: MoldPast) {}

  /** Removes the next action that is due by `until`, and returns it. */
  next(deeds: Deed[], until: number): Deed | undefined {
    const a = deeds[0];
    const b = this.due[0];
    const first = a && (!b || a.at <= b.at) ? a : b;
    if (!first || first.at > until) return undefined;
    (first === a ? deeds : this.due).shift();
    return first;
  }

  work(ms: number, at: number): void {
    this.workedMs += ms;
    // Raises the maintenance task when the simulated run hours are 1 % above the mold's maintenance interval. The
    // server's run hours differ slightly, and the task must be due by them, too.
    if (this.isRaised || this.workedMs < this.p.mold.dailyHours * hour * 1.01) return;
    this.isRaised = true;
    const key = `${this.p.mold.no}/${at}`;
    const doneAt = at + taskDelay(key);
    const isDeferred = chance("defer", key) < 0.1;
    this.push({ at: at + 1, run: () => this.raise(at + 1) });
    if (isDeferred) this.push({ at: at + hour, run: () => this.defer(at + hour), isApart: true });
    const finishedAt = isDeferred ? at + 1.1 * day + (doneAt - at) : doneAt;
    this.push({ at: finishedAt, run: () => this.finish(finishedAt) });
  }

  private async raise(at: number): Promise<void> {
    const { actor, mold } = this.p;
    await raiseTaskOf(actor.ctx(at, "system"), mold.no);
    const open = await openTasks(actor, mold.no);
    this.dailyId = open.daily;
    const { major } = open;
    if (major === undefined || this.majors.has(major)) return;
    this.majors.add(major);
    this.push(...majorOf(actor, mold, major, at));
  }

  private push(...deeds: Deed[]): void {
    this.due.push(...deeds);
    this.due.sort((a, b) => a.at - b.at);
  }

  private async openTask(): Promise<string | undefined> {
    this.dailyId ??= (await openTasks(this.p.actor, this.p.mold.no)).daily;
    return this.dailyId;
  }

  private async defer(at: number): Promise<void> {
    const { actor, mold } = this.p;
    const taskId = await this.openTask();
    if (!taskId || !actor.can("rf_DeferTask")) return;
    const params = { TASK_ID: taskId, DEFER_TIME: new Date(at + day).toISOString(), REASON: "生产任务紧急" };
    await actor.run("rf_DeferTask", params, at, technicianOf(mold.plantId));
  }

  private async finish(at: number): Promise<void> {
    const { actor, mold } = this.p;
    this.isRaised = false;
    this.workedMs = 0;
    const taskId = await this.openTask();
    this.dailyId = undefined;
    if (taskId && actor.can("rf_FinishTask")) await finishTask(actor, taskId, mold.plantId, Math.round(at));
  }
}
