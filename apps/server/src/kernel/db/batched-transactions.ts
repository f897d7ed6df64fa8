import type { DbRow } from "./sql.ts";

type Results = DbRow[][];

/** Statements that one caller adds together. They run all or not at all, and the caller waits for their results. */
interface Request<S> {
  readonly statements: readonly S[];
  readonly resolve: (results: Results) => void;
  readonly reject: (cause: unknown) => void;
}

/** Requests of one tenant that wait for a transaction, and the number of that tenant's running transactions. */
interface Queue<S> {
  readonly waiting: Request<S>[];
  running: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Maximum wait of a request for the running transaction, ms. After this time the next transaction starts beside the
 * running one, because the running one may be waiting for a lock.
 */
const maxWaitMs = 25;
const maxRequests = 64;

/**
 * Batches small reads or writes of a tenant: requests that arrive while a transaction is running share the next
 * transaction. Many requests then cost one commit, one flush to disk and one round trip. Each request is still all or
 * nothing: if the database refuses one request, the batch is rolled back and each request runs alone (decision 15).
 */
export class BatchedTransactions<S> {
  private readonly queues = new Map<number, Queue<S>>();

  /**
   * @param maxConcurrent number of transactions of a tenant that may run at once. Further requests wait until one of
   * them ends. After 25 ms (`maxWaitMs`) they start one more transaction nevertheless.
   * @param run runs statements in one transaction
   * @param isRefusal returns whether an error proves that nothing was committed. After any other error, the statements
   * are not run again.
   */
  constructor(
    private readonly maxConcurrent: number,
    private readonly run: (tenantId: number, statements: readonly S[]) => Promise<Results>,
    private readonly isRefusal: (cause: unknown) => boolean,
  ) {}

  /** Runs all of the statements or none, in a transaction that other requests may share. */
  add(tenantId: number, statements: readonly S[]): Promise<Results> {
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(tenantId) ?? { waiting: [], running: 0, timer: undefined };
      this.queues.set(tenantId, queue);
      queue.waiting.push({ statements, resolve, reject });
      // Starts in a microtask, that is after the present synchronous code. So requests that the caller adds one right
      // after the other share a transaction.
      queueMicrotask(() => this.startOrWait(tenantId, queue));
    });
  }

  private startOrWait(tenantId: number, queue: Queue<S>): void {
    if (queue.waiting.length === 0) return;
    if (queue.running < this.maxConcurrent) this.start(tenantId, queue);
    else queue.timer ??= setTimeout(() => this.start(tenantId, queue), maxWaitMs);
  }

  private start(tenantId: number, queue: Queue<S>): void {
    clearTimeout(queue.timer);
    queue.timer = undefined;
    queue.running++;
    void this.commit(tenantId, queue.waiting.splice(0, maxRequests)).then(() => {
      queue.running--;
      if (queue.waiting.length > 0) this.start(tenantId, queue);
      else if (queue.running === 0) this.queues.delete(tenantId);
    });
  }

  private async commit(tenantId: number, batch: readonly Request<S>[]): Promise<void> {
    try {
      const results = await this.run(
        tenantId,
        batch.flatMap((r) => r.statements),
      );
      let offset = 0;
      for (const r of batch) {
        const end = offset + r.statements.length;
        r.resolve(results.slice(offset, end));
        offset = end;
      }
    } catch (cause) {
      // Runs each request of the batch alone after a refusal, which proves that the batch was not committed. After any
      // other error a second run could write twice.
      if (batch.length === 1 || !this.isRefusal(cause)) for (const r of batch) r.reject(cause);
      else await Promise.all(batch.map((r) => this.commit(tenantId, [r])));
    }
  }
}
