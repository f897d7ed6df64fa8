import { AppError, errors, refusals } from "@shotkeeper/contract/kernel";
import type { IncomingReading, Ingest, IngestOutcome } from "../ledger/incoming.ts";
import type { Tally } from "./tally.ts";

export interface GatherOptions {
  /** Maximum time that a reading waits for other readings to share its transaction, ms. */
  readonly waitMs?: number;
  /** Maximum number of readings per call of the ledger. Further readings wait for the next call. */
  readonly batch?: number;
  /** When this number of readings is waiting, they are stored at once, without waiting for more. */
  readonly enough?: number;
  /** Maximum number of readings that wait or are being stored. With more readings, callers get an error (503). */
  readonly capacity?: number;
  /** Maximum number of concurrent calls of the ledger, over all tenants. Further batches wait. */
  readonly concurrency?: number;
}

/**
 * Number of lanes (queues of readings) per tenant. All readings of a counter go through the same lane, so they stay in
 * order.
 */
const lanesPerTenant = 2;

/** Pending result of one call of `Gather.add`. The readings of the call may be stored in several batches. */
interface Ticket {
  readonly outcomes: IngestOutcome[];
  left: number;
  readonly settle: (error: unknown) => void;
}

interface Lane {
  readonly tenantId: number;
  readings: IncomingReading[];
  tickets: Ticket[];
  /**
   * For each waiting reading of the lane: its index in the caller's list, so that the caller gets the outcomes in
   * order.
   */
  places: number[];
  /** True while the ledger stores readings of this lane. */
  busy: boolean;
  /** True while the lane waits in the list `ready`, because the maximum number of calls of the ledger is running. */
  queued: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Group commit: the readings of many callers share a transaction. A reading waits in a lane (a queue of its tenant)
 * about 1 ms for other readings, or until the current call of the lane ends. Each lane has at most one call of the
 * ledger at a time.
 */
export class Gather {
  private readonly lanes = new Map<number, Lane[]>();
  private readonly ready: Lane[] = [];
  private running = 0;
  private size = 0;
  private readonly idle: (() => void)[] = [];
  private readonly waitMs: number;
  private readonly batch: number;
  private readonly enough: number;
  readonly capacity: number;
  private readonly concurrency: number;

  constructor(
    private readonly ledger: Ingest,
    private readonly tally: Tally,
    o: GatherOptions = {},
  ) {
    this.waitMs = o.waitMs ?? 1;
    this.batch = o.batch ?? 4000;
    this.enough = o.enough ?? 200;
    this.capacity = o.capacity ?? 50_000;
    this.concurrency = o.concurrency ?? 6;
  }

  /** Number of readings that wait or are being stored. */
  get length(): number {
    return this.size;
  }

  /**
   * Stores readings and returns their outcomes in the order of `readings`. Rejects with 503 if the queue is full, and
   * with the ledger's error if one of the batches fails.
   */
  add(tenantId: number, readings: readonly IncomingReading[]): Promise<IngestOutcome[]> {
    const n = readings.length;
    if (n === 0) return Promise.resolve([]);
    // Accepts any number of readings into an empty queue. Otherwise a call with more readings than `capacity` could
    // never succeed.
    if (this.size > 0 && this.size + n > this.capacity) {
      this.tally.overflow.inc();
      return Promise.reject(new AppError(refusals.tooManyRequests(), 503));
    }
    this.size += n;
    return new Promise((resolve, reject) => {
      const outcomes = new Array<IngestOutcome>(n);
      const ticket: Ticket = {
        outcomes,
        left: n,
        settle: (error) => (error === undefined ? resolve(outcomes) : reject(error as Error)),
      };
      const lanes = this.lanesOf(tenantId);
      for (let i = 0; i < n; i++) {
        const r = readings[i];
        if (!r) continue;
        const lane = lanes[r.counterId % lanesPerTenant];
        lane?.readings.push(r);
        lane?.tickets.push(ticket);
        lane?.places.push(i);
      }
      for (const lane of lanes) if (lane.readings.length > 0) this.schedule(lane, n >= this.enough);
    });
  }

  /** Resolves when the queue is empty. */
  drained(): Promise<void> {
    return this.size === 0 ? Promise.resolve() : new Promise((resolve) => this.idle.push(resolve));
  }

  private lanesOf(tenantId: number): Lane[] {
    let lanes = this.lanes.get(tenantId);
    if (!lanes) {
      lanes = [];
      for (let i = 0; i < lanesPerTenant; i++)
        lanes.push({
          tenantId,
          readings: [],
          tickets: [],
          places: [],
          busy: false,
          queued: false,
          timer: undefined,
        });
      this.lanes.set(tenantId, lanes);
    }
    return lanes;
  }

  private schedule(lane: Lane, now: boolean): void {
    // Does nothing if readings of the lane are being stored, or if the lane waits for its turn (`ready`). The lane then
    // stores the new readings with its next call of the ledger.
    if (lane.busy || lane.queued) return;
    if (now || lane.readings.length >= this.enough) this.start(lane);
    else if (!lane.timer) lane.timer = setTimeout(() => this.start(lane), this.waitMs);
  }

  private start(lane: Lane): void {
    if (lane.timer) clearTimeout(lane.timer);
    lane.timer = undefined;
    if (lane.busy || lane.queued) return;
    if (this.running >= this.concurrency) {
      lane.queued = true;
      this.ready.push(lane);
      return;
    }
    void this.run(lane);
  }

  private async run(lane: Lane): Promise<void> {
    lane.busy = true;
    this.running++;
    const { batch } = this;
    let { readings, tickets, places } = lane;
    if (readings.length <= batch) {
      lane.readings = [];
      lane.tickets = [];
      lane.places = [];
    } else {
      lane.readings = readings.slice(batch);
      lane.tickets = tickets.slice(batch);
      lane.places = places.slice(batch);
      readings = readings.slice(0, batch);
      tickets = tickets.slice(0, batch);
      places = places.slice(0, batch);
    }
    const began = performance.now();
    let outcomes: readonly IngestOutcome[] | undefined;
    let error: unknown;
    try {
      outcomes = await this.ledger.ingest(lane.tenantId, readings);
    } catch (cause) {
      error = cause;
    }
    this.tally.ingestSeconds.observe((performance.now() - began) / 1000);
    this.tally.ingestSize.observe(readings.length);
    lane.busy = false;
    this.running--;
    this.size -= readings.length;
    for (let i = 0; i < tickets.length; i++) {
      const t = tickets[i];
      if (!t) continue;
      const outcome = outcomes?.[i];
      if (outcome === undefined) {
        // Gives the caller the first error, although the caller's other batches may still be stored. The caller can
        // safely send everything again, because storing is idempotent.
        t.settle(error ?? errors.databaseUnavailable());
        continue;
      }
      t.outcomes[places[i] ?? 0] = outcome;
      if (--t.left === 0) t.settle(undefined);
    }
    const next = this.ready.shift();
    if (next) {
      next.queued = false;
      void this.run(next);
    }
    // Passes the next batch of the lane to the ledger without delay, because readings that arrived during the last call
    // have waited long enough.
    if (lane.readings.length > 0) this.start(lane);
    if (this.size === 0) for (const resolve of this.idle.splice(0)) resolve();
  }
}
