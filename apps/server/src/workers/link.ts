import { errField, log } from "../kernel/server-log.ts";
import type { News, Order } from "./messages.ts";

/** Interval at which a worker sends its counts of requests to the other workers, ms. */
const tellMs = 100;

/** Actions that the supervisor orders a worker to do. */
export interface Duties {
  lead(): Promise<void>;
  release(): Promise<void>;
  stop(): void;
}

/** Connection of a worker to its supervisor. */
export class WorkerLink {
  private used: Record<string, number> = {};
  private timer: NodeJS.Timeout | undefined;
  private questions = 0;
  private readonly answers = new Map<number, (metrics: readonly object[][]) => void>();
  /**
   * Promise of the supervisor's latest order. Orders run one after the other: an order to stop the jobs and MQTT
   * (`release`) waits until an earlier order to start them (`lead`) is done.
   */
  private last: Promise<void> = Promise.resolve();
  private duties: Duties | undefined;
  /** Called with the key of a rate limit and the number of its requests that other workers have counted. */
  onUsed: (key: string, n: number) => void = () => {};
  /** Returns this worker's metrics. */
  measure: () => Promise<readonly object[]> = () => Promise.resolve([]);

  constructor() {
    process.on("message", (m: Order) => this.hear(m));
  }

  /**
   * Tells the supervisor that this worker serves requests. From now on, the worker executes the supervisor's orders.
   */
  serve(address: string, duties: Duties): void {
    this.duties = duties;
    this.send({ type: "serving", address });
  }

  /**
   * Counts a request under the key of its rate limit, and tells the other workers, so that they count the request too.
   */
  use(key: string): void {
    this.used[key] = (this.used[key] ?? 0) + 1;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.send({ type: "used", counts: this.used });
      this.used = {};
    }, tellMs).unref();
  }

  /** Returns the metrics of all workers. */
  measureAll(): Promise<readonly object[][]> {
    const id = ++this.questions;
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      this.send({ type: "measureAll", id });
    });
  }

  private send(news: News): void {
    if (process.connected) process.send?.(news);
  }

  private hear(m: Order): void {
    switch (m.type) {
      case "lead":
        this.do("leading", (d) => d.lead());
        return;
      case "release":
        this.do("released", (d) => d.release());
        return;
      case "stop":
        this.duties?.stop();
        return;
      case "used":
        for (const [key, n] of Object.entries(m.counts)) this.onUsed(key, n);
        return;
      case "measure":
        void this.measure().then((metrics) => this.send({ type: "metrics", id: m.id, metrics }));
        return;
      case "measured":
        this.answers.get(m.id)?.(m.metrics);
        this.answers.delete(m.id);
    }
  }

  private do(done: "leading" | "released", work: (d: Duties) => Promise<void>): void {
    const { duties } = this;
    if (!duties) return;
    this.last = this.last
      .then(() => work(duties))
      .then(() => this.send({ type: done }))
      .catch((cause) => {
        // Ends this worker, so that the supervisor makes another worker the leader. Otherwise no worker would run the
        // jobs.
        log.error(errField(cause), "this worker cannot take over the jobs and MQTT");
        process.exit(1);
      });
  }
}
