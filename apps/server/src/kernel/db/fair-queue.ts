/**
 * Waiting line of a call. Lists and reports of requests are reads. They wait in different lines, because a report may
 * run for a minute. `other`: writes, log-ins, readings of counters and jobs.
 */
export type Line = "lists" | "reports" | "other";

/** Tenant of a call, and the line in which the call waits. */
export interface Caller {
  readonly tenantId: number;
  readonly line: Line;
}

interface Waiter {
  /** Ends the wait. Without an error, the caller gets a slot. With an error, the call fails. */
  readonly settle: (error?: Error) => void;
}

interface Flow extends Caller {
  held: number;
  readonly waiting: Waiter[];
}

export interface QueueOptions {
  /** Number of slots, that is of calls that may run at the same time. */
  readonly size: number;
  /**
   * Number of reads that keep the database busy, normally the number of its processors. While several tenants read, a
   * tenant gets a further slot for its lists, or for its reports, only if fewer reads than this number are running.
   */
  readonly busyReads: number;
  /** Longest wait of a call, ms. 0: no limit. */
  readonly waitMs: number;
  /** Returns the error of a call that has waited too long. */
  readonly onTimeout: () => Error;
  readonly now?: () => number;
}

/** A tenant counts as reading until this time after its last read, ms. */
export const recentMs = 1000;
/** Calls without a tenant: look-ups of sessions, log-ins, leases of jobs. */
const platform = 0;
/** A tenant gets a further slot only while it holds fewer slots than this factor times the number of free slots. */
const alpha = 3;

const isRead = ({ line }: Caller): boolean => line !== "other";
const keyOf = ({ tenantId, line }: Caller) => `${tenantId} ${line}`;

/**
 * Fair queue in front of a fixed number of slots, such as the connections of a pool. The callers of each flow (a
 * tenant's lists, its reports, or its other calls) are served in their order, and the waiting flows in turns (round
 * robin).
 * - A flow without a slot gets the next free one.
 * - A flow with slots gets another one while its tenant holds fewer than three times the number of free slots
 *   (dynamic threshold). With 12 slots a tenant alone gets 9, so the first call of another tenant need not wait.
 * - While another tenant reads, a tenant's second and further lists, and its second and further reports, run only if
 *   fewer than `busyReads` reads are running. More concurrent reads would only slow down the other tenant.
 */
export class FairQueue {
  private readonly flows = new Map<string, Flow>();
  /**
   * Flows with waiting calls, in the order in which they are served next. A flow is a tenant's lists, its reports, or
   * its other calls.
   */
  private readonly line: Flow[] = [];
  private lastServed: Flow | undefined;
  /** Number of slots that a tenant holds in all of its flows. */
  private readonly heldBy = new Map<number, number>();
  private used = 0;
  private reads = 0;
  private waitingCalls = 0;
  /** Number of read flows by tenant, for the tenants whose reads hold slots or wait for slots. */
  private readonly readers = new Map<number, number>();
  /**
   * Latest reads, to find out whether several tenants read at present (`sinceOthers`). `tenantId`: the tenant that read
   * last. `at`: time of its last read. `others`: time of the last read of another tenant.
   */
  private readonly recent = {
    tenantId: platform,
    at: Number.NEGATIVE_INFINITY,
    others: Number.NEGATIVE_INFINITY,
  };
  private timer: NodeJS.Timeout | undefined;
  private readonly now: () => number;

  constructor(private readonly o: QueueOptions) {
    this.now = o.now ?? (() => performance.now());
  }

  /** Number of calls that wait for a slot. */
  get waiting(): number {
    return this.waitingCalls;
  }

  /** Number of free slots. */
  get free(): number {
    return this.o.size - this.used;
  }

  /** Takes a slot if one is available without waiting. Returns whether the caller got the slot. */
  tryEnter(c: Caller): boolean {
    const flow = this.flowOf(c);
    if (flow.waiting.length > 0 || !this.mayEnter(flow)) {
      this.forgetIdle(flow);
      return false;
    }
    this.give(flow);
    return true;
  }

  /**
   * Waits for a slot. Rejects with the reason of `signal` when it is aborted, and with the error of `onTimeout` after
   * the longest allowed wait.
   */
  enter(c: Caller, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (this.tryEnter(c)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const flow = this.flowOf(c);
      const giveUp = (error: Error) => {
        flow.waiting.splice(flow.waiting.indexOf(waiter), 1);
        this.waitingCalls--;
        if (flow.waiting.length === 0) this.line.splice(this.line.indexOf(flow), 1);
        waiter.settle(error);
        this.forgetIdle(flow);
        this.serve();
      };
      const onAbort = () => giveUp(signal?.reason as Error);
      const timer =
        this.o.waitMs > 0 ? setTimeout(() => giveUp(this.o.onTimeout()), this.o.waitMs) : undefined;
      const waiter: Waiter = {
        settle: (error) => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", onAbort);
          if (error) reject(error);
          else resolve();
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      flow.waiting.push(waiter);
      this.waitingCalls++;
      if (flow.waiting.length === 1) this.join(flow);
      this.serveLater();
    });
  }

  /** Frees one of the slots that the caller has taken. */
  leave(c: Caller): void {
    const flow = this.flowOf(c);
    flow.held--;
    this.used--;
    const held = (this.heldBy.get(c.tenantId) ?? 1) - 1;
    if (held > 0) this.heldBy.set(c.tenantId, held);
    else this.heldBy.delete(c.tenantId);
    if (isRead(flow)) {
      this.reads--;
      this.note(flow);
    }
    this.forgetIdle(flow);
    this.serve();
  }

  private flowOf(c: Caller): Flow {
    const key = keyOf(c);
    let flow = this.flows.get(key);
    if (!flow) {
      flow = { tenantId: c.tenantId, line: c.line, held: 0, waiting: [] };
      this.flows.set(key, flow);
      if (this.isReader(flow)) {
        this.readers.set(c.tenantId, (this.readers.get(c.tenantId) ?? 0) + 1);
        this.note(flow);
      }
    }
    return flow;
  }

  private isReader(c: Caller): boolean {
    return isRead(c) && c.tenantId !== platform;
  }

  private forgetIdle(flow: Flow): void {
    if (flow.held > 0 || flow.waiting.length > 0) return;
    this.flows.delete(keyOf(flow));
    if (!this.isReader(flow)) return;
    const others = (this.readers.get(flow.tenantId) ?? 1) - 1;
    if (others > 0) this.readers.set(flow.tenantId, others);
    else this.readers.delete(flow.tenantId);
  }

  /**
   * Records which tenant reads now, and when another tenant last read (`recent`). While another tenant has read within
   * `recentMs`, `mayEnter` gives a tenant a further read only if fewer than `busyReads` reads are running.
   */
  private note({ tenantId }: Flow): void {
    if (tenantId === platform) return;
    const { recent } = this;
    if (tenantId !== recent.tenantId) {
      recent.others = recent.at;
      recent.tenantId = tenantId;
    }
    recent.at = this.now();
  }

  /** Returns the time since the last read of another tenant, ms. 0: another tenant reads now. */
  private sinceOthers(flow: Flow): number {
    if (this.readers.size > 1) return 0;
    const { tenantId, at, others } = this.recent;
    return this.now() - (tenantId === flow.tenantId ? others : at);
  }

  private mayEnter(flow: Flow): boolean {
    const { free } = this;
    if (free <= 0) return false;
    if (flow.held === 0) return true;
    if ((this.heldBy.get(flow.tenantId) ?? 0) >= alpha * free) return false;
    return !isRead(flow) || this.reads < this.o.busyReads || this.sinceOthers(flow) >= recentMs;
  }

  /**
   * Adds a flow to the end of the waiting flows. If the flow at the end is the one that got the latest slot, the new
   * flow goes in front of it, because that flow has just had its turn.
   */
  private join(flow: Flow): void {
    const isLast = this.line.length > 0 && this.line.at(-1) === this.lastServed;
    this.line.splice(this.line.length - (isLast ? 1 : 0), 0, flow);
  }

  private give(flow: Flow): void {
    this.lastServed = flow;
    flow.held++;
    this.used++;
    this.heldBy.set(flow.tenantId, (this.heldBy.get(flow.tenantId) ?? 0) + 1);
    if (isRead(flow)) {
      this.reads++;
      this.note(flow);
    }
  }

  /** Gives the free slots to the waiting flows, one after the other (round robin). */
  private serve(): void {
    for (;;) {
      const at = this.line.findIndex((flow) => this.mayEnter(flow));
      const flow = this.line[at];
      const waiter = flow?.waiting.shift();
      if (!flow || !waiter) break;
      this.waitingCalls--;
      // The flow goes to the end of the line, so that the other flows are served first.
      this.line.splice(at, 1);
      if (flow.waiting.length > 0) this.line.push(flow);
      this.give(flow);
      waiter.settle();
    }
    this.serveLater();
  }

  /**
   * Serves the waiting flows again after `recentMs`. Usually the end of a call serves them, but perhaps no call ends
   * soon. A flow can get a slot after this time if it waits because another tenant has read within `recentMs`.
   */
  private serveLater(): void {
    if (this.timer || this.line.length === 0 || this.free <= 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.serve();
    }, recentMs).unref();
  }
}
