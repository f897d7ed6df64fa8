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
/**
 * From this number of waiting readings of a tenant on, each lane is stored by its own call of the ledger, so that one
 * call can compute while the other waits for the database. Fewer readings share one call, because each call costs as
 * much as several readings.
 */
const minToSplit = 64;

/** Pending result of one call of `Gather.add`. The readings of the call may be stored in several batches. */
interface Ticket {
  readonly outcomes: IngestOutcome[];
  left: number;
  readonly settle: (error: unknown) => void;
}

/** Readings that wait, with the tickets of their callers. */
interface Waiting {
  readonly readings: IncomingReading[];
  readonly tickets: Ticket[];
  /** For each reading: its index in the caller's list, so that the caller gets the outcomes in order. */
  readonly places: number[];
}

interface Lane extends Waiting {
  /**
   * True while the ledger stores readings of this lane, or while the lane waits in the list `ready`. It waits there if
   * the maximum number of calls of the ledger is running.
   */
  busy: boolean;
  /** Number of the lane's readings in the last call of the ledger. */
  last: number;
}

/** The lanes of a tenant. */
interface Queue {
  readonly tenantId: number;
  readonly lanes: readonly Lane[];
  timer: NodeJS.Timeout | undefined;
}

const none = (): Waiting => ({ readings: [], tickets: [], places: [] });

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/**
 * Group commit: the readings of many callers share a transaction. Readings wait in a lane (a queue of their tenant)
 * until the current call of the lane ends. Then they wait until they are as many as the last call had, at most 1 ms. So
 * clients that send their next reading after each answer are stored together, and a single reading is stored at once.
 * Each lane has at most one call of the ledger at a time.
 */
export class Gather {
  private readonly queues = new Map<number, Queue>();
  private readonly ready: (() => void)[] = [];
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
      const queue = this.queueOf(tenantId);
      for (let i = 0; i < n; i++) {
        const r = readings[i];
        if (!r) continue;
        const lane = queue.lanes[r.counterId % lanesPerTenant];
        lane?.readings.push(r);
        lane?.tickets.push(ticket);
        lane?.places.push(i);
      }
      this.schedule(queue, n >= this.enough);
    });
  }

  /** Resolves when the queue is empty. */
  drained(): Promise<void> {
    return this.size === 0 ? Promise.resolve() : new Promise((resolve) => this.idle.push(resolve));
  }

  private queueOf(tenantId: number): Queue {
    let queue = this.queues.get(tenantId);
    if (!queue) {
      // Infinity: the first readings wait 1 ms, because nothing is known about their senders yet.
      const last = Number.POSITIVE_INFINITY;
      const lanes = Array.from({ length: lanesPerTenant }, () => ({ ...none(), busy: false, last }));
      queue = { tenantId, lanes, timer: undefined };
      this.queues.set(tenantId, queue);
    }
    return queue;
  }

  /** Starts calls of the ledger for waiting readings. `now`: also if few readings wait. */
  private schedule(queue: Queue, now: boolean): void {
    const { lanes } = queue;
    const isSplit = sum(lanes.map((lane) => lane.readings.length)) >= minToSplit;
    let isEarly = false;
    for (const together of isSplit ? lanes.map((lane) => [lane]) : [lanes]) {
      const waiting = sum(together.map((lane) => lane.readings.length));
      // Few readings wait until no lane is being stored, many only for their own lane. The end of a call schedules them
      // again.
      if (waiting === 0 || together.some((lane) => lane.busy)) continue;
      const expected = sum(together.map((lane) => lane.last));
      if (now || waiting >= Math.min(expected, this.enough)) this.start(queue, together);
      else isEarly = true;
    }
    if (isEarly)
      queue.timer ??= setTimeout(() => {
        queue.timer = undefined;
        this.schedule(queue, true);
      }, this.waitMs);
    else {
      clearTimeout(queue.timer);
      queue.timer = undefined;
    }
  }

  private start(queue: Queue, lanes: readonly Lane[]): void {
    for (const lane of lanes) lane.busy = true;
    const run = () => void this.run(queue, lanes);
    if (this.running >= this.concurrency) this.ready.push(run);
    else run();
  }

  private async run(queue: Queue, lanes: readonly Lane[]): Promise<void> {
    this.running++;
    const { readings, tickets, places } = none();
    for (const lane of lanes) {
      const room = this.batch - readings.length;
      lane.last = Math.min(room, lane.readings.length);
      readings.push(...lane.readings.splice(0, room));
      tickets.push(...lane.tickets.splice(0, room));
      places.push(...lane.places.splice(0, room));
    }
    const began = performance.now();
    let outcomes: readonly IngestOutcome[] | undefined;
    let error: unknown;
    try {
      outcomes = await this.ledger.ingest(queue.tenantId, readings);
    } catch (cause) {
      error = cause;
    }
    this.tally.ingestSeconds.observe((performance.now() - began) / 1000);
    this.tally.ingestSize.observe(readings.length);
    for (const lane of lanes) lane.busy = false;
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
    this.ready.shift()?.();
    this.schedule(queue, false);
    if (this.size === 0) for (const resolve of this.idle.splice(0)) resolve();
  }
}
