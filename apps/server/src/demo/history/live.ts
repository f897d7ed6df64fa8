import { errField, log } from "../../kernel/server-log.ts";
import type { IncomingReading } from "../../telemetry/ledger/incoming.ts";
import type { Actor } from "../base/actor.ts";
import { hour } from "../base/catalog.ts";
import { fieldRhythm, livelyRhythm, type Rhythm } from "../fleet/mold-clock.ts";
import { planWeeks } from "../work/maintenance-week.ts";
import { attendWarnings, doTasks } from "../work/staff.ts";
import type { Survivor } from "./history.ts";

const tickMs = 1000;
const staffMs = 60_000;
/** Interval at which the demo plans the maintenance of the coming weeks, ms. */
const planMs = 6 * hour;
/** Interval between two readings of a running counter while a user is watching, ms. */
const watchedMs = 55_000;
/**
 * Interval between two readings while no user is watching, ms. The interval is longer than `watchedMs`, because fewer
 * readings need less disk space.
 */
const unwatchedMs = 300_000;

interface Living extends Survivor {
  after: number;
}

interface Backlog {
  readonly arrivesAt: number;
  readonly isShuffled: boolean;
  readonly readings: IncomingReading[];
}

/** Counters that send readings to the ledger in real time, as real counters do. */
export class LiveFleet {
  private readonly living: Living[] = [];
  private readonly backlogs = new Map<number, Backlog>();
  private unsent: IncomingReading[] = [];
  private timer: NodeJS.Timeout | undefined;
  private turn: Promise<void> = Promise.resolve();
  private staffAt = 0;
  private planAt = 0;
  private isStopped = false;
  private failures = 0;

  constructor(private readonly actor: Actor) {}

  add(survivors: readonly Survivor[]): void {
    for (const s of survivors) this.living.push({ ...s });
  }

  start(): void {
    const next = () => {
      if (this.isStopped) return;
      this.turn = this.tick()
        .then(
          () => {
            this.failures = 0;
          },
          (cause) => {
            // Logs only the first failure. While the database is down, every attempt fails; the readings are sent
            // later.
            if (this.failures++ === 0) log.error(errField(cause), "the demo's counters could not report");
          },
        )
        .finally(() => {
          this.timer = setTimeout(next, tickMs);
          this.timer.unref();
        });
    };
    next();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.turn;
  }

  private async tick(): Promise<void> {
    const { actor } = this;
    const now = actor.app.now();
    const isWatched = actor.app.events.isWatched(actor.tenantId);
    const rhythm = livelyRhythm(isWatched ? watchedMs : unwatchedMs);
    for (const c of this.living) this.collect(c, now, rhythm);
    const late: IncomingReading[] = [];
    for (const [id, k] of this.backlogs) {
      if (k.arrivesAt > now) continue;
      this.backlogs.delete(id);
      const newest = k.isShuffled ? k.readings.pop() : undefined;
      if (newest) this.unsent.push(newest);
      (newest ? late : this.unsent).push(...k.readings);
    }
    await this.send();
    this.unsent = late;
    await this.send();
    if (now - this.staffAt < staffMs) return;
    this.staffAt = now;
    await doTasks(actor, now);
    await attendWarnings(actor, null, now);
    // Does not plan maintenance at the first call: demo/index.ts does this after the histories of all molds are made.
    if (this.planAt === 0) this.planAt = now;
    if (now - this.planAt < planMs) return;
    this.planAt = now;
    await planWeeks(actor, now);
  }

  private collect(c: Living, now: number, rhythm: Rhythm): void {
    // Fills a long gap in the counter's readings, for example because the computer slept. Until the gap is filled, the
    // counter sends readings at the intervals of a real counter (`fieldRhythm`), not at the short intervals of the
    // demo.
    for (let n = 0; n < 2000; n++) {
      let at = Number.POSITIVE_INFINITY;
      if (now - c.after > 12 * rhythm.restMs) {
        at = c.sim.peek(c.after, fieldRhythm);
        // The gap is filled up to the last reading that a real counter would have sent by now. Continues with the
        // frequent readings of the demo.
        if (at > now) c.after = now - rhythm.restMs;
      }
      if (at > now) at = c.sim.peek(c.after, rhythm);
      if (at > now) return;
      const report = c.sim.accept();
      c.after = at;
      if (!report) continue;
      const reading = { ...report.reading, counterId: c.counterId };
      if (report.arrivesAt <= now) this.unsent.push(reading);
      else {
        const isShuffled = report.disorder !== undefined;
        const k = this.backlogs.get(c.counterId) ?? { arrivesAt: report.arrivesAt, isShuffled, readings: [] };
        k.readings.push(reading);
        this.backlogs.set(c.counterId, k);
      }
    }
  }

  private async send(): Promise<void> {
    const { actor, unsent } = this;
    if (unsent.length === 0) return;
    await actor.app.ledger.ingest(actor.tenantId, unsent);
    this.unsent = [];
  }
}
