import type { App } from "../app.ts";
import { compactHours, gatherStatistics, writeCheckpoint } from "../jobs/clean-up.ts";
import { jobs } from "../jobs/index.ts";
import { sql } from "../kernel/db/sql.ts";
import { errField, log } from "../kernel/server-log.ts";
import { demoParameters } from "../modules/system/index.ts";
import { Actor } from "./base/actor.ts";
import { minute } from "./base/catalog.ts";
import { type CounterSpec, counterSpecs } from "./fleet/counters.ts";
import { Episodes } from "./fleet/episodes.ts";
import { MoldSim } from "./fleet/mold-sim.ts";
import { type MoldSpec, moldSpecs } from "./fleet/molds.ts";
import { catchUp } from "./history/feed.ts";
import { makePast, reachedBy } from "./history/history.ts";
import { LiveFleet } from "./history/live.ts";
import { Progress } from "./history/progress.ts";
import { epochParameter, grantRights, seedDemo } from "./seed.ts";
import { makeInventories } from "./work/inventories.ts";
import { planWeeks } from "./work/maintenance-week.ts";
import { makeQuarantine } from "./work/quarantine.ts";

export { demoPassword } from "./seed.ts";

/**
 * Number of molds whose history is generated at the same time. The embedded database runs one statement at a time, so
 * a third mold would only wait.
 */
const moldsAtOnce = 2;

export interface RunningDemo {
  /** Resolves when the history of all molds is complete. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates the demo tenant if the database has no tenant. Returns the id of the demo tenant, or undefined if the
 * database has no demo tenant.
 */
export async function ensureDemo(app: App): Promise<number | undefined> {
  const [rows] = await app.db.platform(sql`select tenant_id, demo from tenant order by tenant_id limit 100`);
  if (rows?.length === 0) return seedDemo(app);
  const demo = rows?.find((r) => r.demo === true);
  if (!demo) return undefined;
  await grantRights(app, Number(demo.tenant_id));
  return Number(demo.tenant_id);
}

/** Starts generating the missing history, and afterwards the live counters. Returns immediately. */
export function startDemo(app: App, tenantId: number): RunningDemo {
  const demo = new Demo(app, tenantId);
  const ready = demo.run().catch((cause) => {
    log.error(errField(cause), "the demo's history stopped");
  });
  return { ready, stop: () => demo.stop(ready) };
}

class Demo {
  private readonly actor: Actor;
  private readonly live: LiveFleet;
  private isStopping = false;
  private epoch = Number.NaN;
  private heldUntil = 0;

  constructor(
    private readonly app: App,
    private readonly tenantId: number,
  ) {
    this.actor = new Actor(app, tenantId);
    this.live = new LiveFleet(this.actor);
  }

  async stop(ready: Promise<void>): Promise<void> {
    this.isStopping = true;
    await ready;
    await this.live.stop();
  }

  async run(): Promise<void> {
    const { app, tenantId } = this;
    const [marks] = await app.db.run(tenantId, [
      sql`select prm_id, prm_value from parameter where tenant_id = ${tenantId}
        and prm_id in (${epochParameter}, ${demoParameters.done})`,
    ]);
    const mark = (id: string) => marks?.find((r) => r.prm_id === id)?.prm_value;
    const epoch = Date.parse(String(mark(epochParameter)));
    if (Number.isNaN(epoch)) {
      log.error(
        `The demo tenant is incomplete (parameter ${epochParameter} is missing): it gets no history. ` +
          "An empty database makes a new one.",
      );
      return;
    }
    this.epoch = epoch;
    const done = Number(mark(demoParameters.done) ?? 0);
    const molds = moldSpecs(epoch);
    const since = (m: MoldSpec) => new Episodes(m, epoch).since;
    const counters = counterSpecs(molds, epoch, since);
    const [rows] = await app.db.run(tenantId, [
      sql`select writer_id, counter_id from counter where tenant_id = ${tenantId}`,
    ]);
    const idOf = new Map((rows ?? []).map((r) => [String(r.writer_id), Number(r.counter_id)]));
    await this.resume(molds.slice(0, done), counters, idOf);
    this.live.start();
    if (done >= molds.length) {
      await makeInventories(this.actor, epoch);
      return planWeeks(this.actor, app.now());
    }

    log.info(`The demo's history is being made: two years of ${molds.length} molds, in the background.`);
    if (!(await this.makeHistory(molds, done, counters, idOf, since))) return;
    await makeInventories(this.actor, epoch);
    await makeQuarantine(this.actor, epoch);
    await planWeeks(this.actor, app.now());
    await compactHours(app.db);
    await gatherStatistics(app.db);
    await writeCheckpoint(app.db);
    await this.holdJobs(0);
    log.info("The demo's history is complete.");
  }

  /**
   * Generates the histories of all molds except the first `done` molds. Works on several molds at once: while the
   * database stores readings of one mold, readings of another mold are computed. Returns false if the demo was stopped.
   */
  private async makeHistory(
    molds: readonly MoldSpec[],
    done: number,
    counters: readonly CounterSpec[],
    idOf: ReadonlyMap<string, number>,
    since: (m: MoldSpec) => number,
  ): Promise<boolean> {
    const { app, epoch } = this;
    const progress = new Progress(this.actor, molds.length, done);
    let next = done;
    let failure: unknown;
    const isStopping = () => this.isStopping || failure !== undefined;
    const work = async () => {
      for (let mold = molds[next++]; mold && !isStopping(); mold = molds[next++]) {
        if (app.now() > this.heldUntil - 5 * minute) await this.holdJobs(10 * minute);
        const own = counters.filter((c) => c.mold === mold);
        const past = await makePast({
          actor: this.actor,
          mold,
          counters: own,
          idOf,
          epoch,
          since: since(mold),
          isStopping,
        });
        if (!past) return;
        this.live.add(past.survivors);
        await progress.add(mold, past.readings);
      }
    };
    const guarded = () =>
      work().catch((cause) => {
        failure ??= cause;
      });
    await Promise.all(Array.from({ length: moldsAtOnce }, guarded));
    if (failure !== undefined) throw failure;
    return !this.isStopping;
  }

  /**
   * Sends the readings that counters with a complete history made while the server was stopped. Then these counters
   * continue in real time.
   */
  private async resume(
    molds: readonly MoldSpec[],
    counters: readonly CounterSpec[],
    idOf: ReadonlyMap<string, number>,
  ): Promise<void> {
    const reached = await reachedBy(this.actor, [...idOf.values()]);
    for (const c of counters) {
      if (!c.mold || !molds.includes(c.mold)) continue;
      const counterId = idOf.get(c.id) ?? 0;
      const isOver = c.unboundAt !== null && c.unboundAt < this.epoch && c.after === "retired";
      const from = reached.get(counterId);
      if (isOver || from === undefined || this.isStopping) continue;
      const sim = new MoldSim(c.mold, c, this.epoch);
      const after = await catchUp(this.actor, sim, counterId, from, this.app.now(), () => this.isStopping);
      this.live.add([{ sim, counterId, after }]);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /**
   * Postpones the periodic jobs (jobs/index.ts) that run for a tenant. While the history is incomplete, they would
   * report silent counters and molds without maintenance.
   */
  private async holdJobs(ms: number): Promise<void> {
    const until = this.app.now() + ms;
    this.heldUntil = until;
    const kinds = jobs.filter((j) => "tenant" in j).map((j) => j.kind);
    await this.app.db.platform(
      sql`insert into job (kind, tenant_id, due_at) select k, ${this.tenantId}::int, ${new Date(until)}::timestamptz
        from unnest(${kinds}::text[]) k
        on conflict (kind, tenant_id) do update set due_at = excluded.due_at`,
    );
  }
}
