import type { IncomingReading } from "../../telemetry/ledger/incoming.ts";
import type { Actor } from "../base/actor.ts";
import { fieldRhythm } from "../fleet/mold-clock.ts";
import type { Draft, MoldSim, Report } from "../fleet/mold-sim.ts";

/** Readings of one counter in one call of the ledger. More would hold the database and the loop for too long. */
const batchSize = 1000;

/** Brings one counter's past to the ledger, in the order in which it would have arrived. */
export class Feed {
  private batch: Draft[] = [];
  private kept: Report[] = [];
  /** The next reading takes the ledger's slow path. It is sent alone, so that the batch behind it need not take it. */
  private isNextSlow = true;
  readings = 0;

  constructor(
    private readonly actor: Actor,
    private readonly counterId: number,
  ) {}

  async take(r: Report): Promise<void> {
    const open = this.kept[0];
    if (open && open.disorder !== r.disorder) await this.deliverKept();
    if (r.disorder !== undefined) {
      this.kept.push(r);
      return;
    }
    this.batch.push(r.reading);
    if (r.extra) {
      await this.flush();
      await this.send([r.extra]);
    }
    if (this.batch.length >= batchSize) await this.flush();
  }

  /** The newest came first, what was kept came after it. */
  private async deliverKept(): Promise<void> {
    const { kept } = this;
    this.kept = [];
    await this.flush();
    const newest = kept.at(-1);
    if (!newest) return;
    await this.send([newest.reading]);
    const older = kept.slice(0, -1).map((k) => k.reading);
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

  /** Sends everything up to now. `isRebinding`: the counter's bindings change then. */
  async settle(isRebinding = false): Promise<void> {
    await this.deliverKept();
    this.isNextSlow ||= isRebinding;
  }

  private async send(list: readonly Draft[]): Promise<void> {
    const { actor, counterId } = this;
    const readings: IncomingReading[] = list.map((d) => ({ ...d, counterId }));
    this.readings += readings.length;
    await actor.app.ledger.ingest(actor.tenantId, readings);
    // Whoever waits for an answer of the server goes first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What a counter said while nobody listened: from its last reading until now. Returns where it stands. */
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
    // Kept in a counter that has no network: the living fleet brings it when it arrives.
    if (report && report.arrivesAt > until) break;
    reached = at;
    if (report) await feed.take(report);
  }
  await feed.settle();
  return reached;
}
