import type { IncomingReading } from "../../telemetry/ledger/incoming.ts";
import type { Actor } from "../base/actor.ts";
import { fieldRhythm } from "../fleet/mold-clock.ts";
import type { Draft, MoldSim, Report } from "../fleet/mold-sim.ts";

/**
 * Maximum number of readings per call of the ledger. A larger batch would block the database and the event loop for
 * too long.
 */
const batchSize = 1000;

/** Sends the history of one counter to the ledger, in the order of arrival. */
export class Feed {
  private batch: Draft[] = [];
  private backlog: Report[] = [];
  /**
   * True if the ledger must derive figures from stored readings to count the next reading, which is slow
   * (telemetry/ledger/slow-path.ts). The next reading is then sent in a separate call, so that only this reading is
   * slow.
   */
  private isNextSlow = true;
  readings = 0;

  constructor(
    private readonly actor: Actor,
    private readonly counterId: number,
  ) {}

  async take(r: Report): Promise<void> {
    const open = this.backlog[0];
    if (open && open.disorder !== r.disorder) await this.deliverBacklog();
    if (r.disorder !== undefined) {
      this.backlog.push(r);
      return;
    }
    this.batch.push(r.reading);
    if (r.extra) {
      await this.flush();
      await this.send([r.extra]);
    }
    if (this.batch.length >= batchSize) await this.flush();
  }

  /** Sends the backlog of an outage out of order: the newest reading first, then the older ones. */
  private async deliverBacklog(): Promise<void> {
    const { backlog } = this;
    this.backlog = [];
    await this.flush();
    const newest = backlog.at(-1);
    if (!newest) return;
    await this.send([newest.reading]);
    const older = backlog.slice(0, -1).map((k) => k.reading);
    if (older.length > 0) await this.send(older);
  }

  async flush(): Promise<void> {
    const { batch } = this;
    this.batch = [];
    const first = this.isNextSlow ? batch.shift() : undefined;
    if (first) {
      this.isNextSlow = false;
      await this.send([first]);
    }
    if (batch.length > 0) await this.send(batch);
  }

  /**
   * Sends all pending readings. `isRebinding`: the bindings of the counter change afterwards. The ledger then stores
   * the next reading by its slow path, so this reading is sent alone (`isNextSlow`).
   */
  async settle(isRebinding = false): Promise<void> {
    await this.deliverBacklog();
    this.isNextSlow ||= isRebinding;
  }

  private async send(list: readonly Draft[]): Promise<void> {
    const { actor, counterId } = this;
    const readings: IncomingReading[] = list.map((d) => ({ ...d, counterId }));
    this.readings += readings.length;
    await actor.app.ledger.ingest(actor.tenantId, readings);
    // Yields to the event loop, so that requests to the server do not wait for the whole history.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Sends the readings that a counter made while the server was stopped: those after `after`, up to `until`. Returns
 * the time of the last handled reading, epoch ms.
 */
export async function catchUp(
  actor: Actor,
  sim: MoldSim,
  counterId: number,
  after: number,
  until: number,
  isStopping: () => boolean,
): Promise<number> {
  const feed = new Feed(actor, counterId);
  let reached = after;
  while (!isStopping()) {
    const at = sim.peek(reached, fieldRhythm);
    if (at > until) break;
    const report = sim.accept();
    // Stops at a reading that the counter sends only after `until`, because it buffers the reading until then.
    // `LiveFleet` sends this reading later.
    if (report && report.arrivesAt > until) break;
    reached = at;
    if (report) await feed.take(report);
  }
  await feed.settle();
  return reached;
}
