import cluster, { type Worker } from "node:cluster";
import { log } from "../kernel/server-log.ts";
import type { News, Order } from "./messages.ts";

/** Pause before a dead worker is replaced, ms. The pause doubles with each death, up to `longestPauseMs`. */
const pauseMs = 250;
const longestPauseMs = 30_000;
/**
 * Time after which a running worker counts as healthy, ms. If a healthy worker ends, the pause before its replacement
 * is the shortest one.
 */
const healthyMs = 60_000;
/**
 * Time limits of a worker, ms: to start (`startMs`), to stop its jobs and MQTT before another worker takes them over
 * (`releaseMs`), and to end (`stopMs`). A worker that exceeds a limit is killed.
 */
const startMs = 120_000;
const releaseMs = 30_000;
const stopMs = 90_000;
/** Time limit for collecting the metrics of all workers, ms. */
const measureMs = 2000;

interface Slot {
  worker?: Worker;
  servingSince?: number;
  deaths: number;
}

interface Question {
  readonly from: Worker;
  readonly id: number;
  readonly metrics: (readonly object[])[];
  left: number;
}

export interface SupervisorOptions {
  readonly workers: number;
  /** Called when the first worker answers requests. */
  readonly onServing: (address: string) => void;
  /** Called when all workers have ended. */
  readonly onEnd: (code: number) => void;
}

/**
 * Starts the workers of a server, replaces workers that die, and restarts all workers one by one. Makes one of them the
 * leader, which runs the jobs and MQTT.
 */
export class Supervisor {
  private readonly slots: Slot[];
  private lead: Worker | undefined;
  private isStopping = false;
  private restarting: Promise<void> | undefined;
  private readonly questions = new Map<number, Question>();
  private asked = 0;

  constructor(private readonly o: SupervisorOptions) {
    this.slots = Array.from({ length: o.workers }, () => ({ deaths: 0 }));
  }

  /** Starts the first worker, which migrates the database, and then the others. */
  async start(): Promise<void> {
    const [first, ...others] = this.slots;
    if (!first) return;
    const address = await this.fill(first);
    // A stop during the start ends the server too (`stop`); only a failed start is an error.
    if (this.isStopping) return;
    if (address === undefined) return this.o.onEnd(1);
    this.o.onServing(address);
    await Promise.all(others.map((slot) => this.fill(slot)));
  }

  /** Replaces each worker by a new one. The old worker serves until the new one is ready. */
  restart(): Promise<void> {
    this.restarting ??= this.replaceAll().finally(() => {
      this.restarting = undefined;
    });
    return this.restarting;
  }

  stop(): void {
    if (this.isStopping) return;
    this.isStopping = true;
    const workers = this.slots.flatMap((s) => (s.worker ? [s.worker] : []));
    Promise.all(workers.map((w) => this.end(w))).then(() => this.o.onEnd(0));
  }

  private async replaceAll(): Promise<void> {
    for (const [i, slot] of this.slots.entries()) {
      const old = slot.worker;
      if (this.isStopping || !old || slot.servingSince === undefined) continue;
      const fresh: Slot = { deaths: 0 };
      if ((await this.fill(fresh)) === undefined || !fresh.worker) {
        log.error({ event: "restart-failed" }, "the restart has ended, because a new worker did not start");
        return;
      }
      this.slots[i] = fresh;
      if (this.lead === old) await this.handOver(old, fresh.worker);
      await this.end(old);
    }
    log.info({ event: "restarted" }, "all workers were restarted");
  }

  private async handOver(from: Worker, to: Worker): Promise<void> {
    send(from, { type: "release" });
    const isReleased = await heard(from, "released", releaseMs);
    // Does nothing more if the old worker has died meanwhile, because another worker is the leader already.
    if (this.lead !== from) return;
    if (isReleased) this.appoint(to);
    else from.process.kill("SIGKILL");
  }

  private async end(worker: Worker): Promise<void> {
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    if (worker.isDead()) return;
    // A worker that is still starting does not hear orders. SIGTERM ends it: nobody waits for its answers yet.
    if (this.serving.includes(worker)) send(worker, { type: "stop" });
    else worker.process.kill("SIGTERM");
    const timer = setTimeout(() => worker.process.kill("SIGKILL"), stopMs);
    await ended;
    clearTimeout(timer);
  }

  /**
   * Starts a worker (a process of the server) in `slot`, which stands for one of the fixed number of workers. Returns
   * its address when it serves requests, or undefined if it does not start.
   */
  private async fill(slot: Slot): Promise<string | undefined> {
    const worker = cluster.fork();
    slot.worker = worker;
    delete slot.servingSince;
    worker.on("message", (m: News) => this.hear(worker, m));
    worker.on("error", () => {});
    worker.once("exit", (code, signal) => this.onExit(slot, worker, signal ?? `code ${code}`));
    const serving = await heard(worker, "serving", startMs);
    if (serving?.type !== "serving") {
      worker.process.kill("SIGKILL");
      return undefined;
    }
    slot.servingSince = Date.now();
    if (!this.lead) this.appoint(worker);
    return serving.address;
  }

  private appoint(worker: Worker): void {
    this.lead = worker;
    send(worker, { type: "lead" });
  }

  private onExit(slot: Slot, worker: Worker, how: string): void {
    if (this.lead === worker) {
      this.lead = undefined;
      const next = this.slots.find((s) => s.worker !== worker && s.servingSince !== undefined)?.worker;
      if (next && !this.isStopping) this.appoint(next);
    }
    // Starts no new worker if the ended worker was replaced, or if it was a replacement that failed to start.
    if (this.isStopping || !this.slots.includes(slot) || slot.worker !== worker) return;
    const since = slot.servingSince;
    delete slot.servingSince;
    const isFirstStart = this.slots.every((s) => s.servingSince === undefined) && since === undefined;
    // Starts no other worker if the first start of the server failed. The worker has printed the reason.
    if (isFirstStart && slot.deaths === 0) return;
    slot.deaths = since !== undefined && Date.now() - since > healthyMs ? 1 : slot.deaths + 1;
    const pause = Math.min(longestPauseMs, pauseMs * 2 ** (slot.deaths - 1));
    log.error(
      { event: "worker-ended", worker: worker.process.pid, how },
      `worker ${worker.process.pid} has ended: ${how}; a new one starts in ${pause} ms`,
    );
    setTimeout(() => {
      if (!this.isStopping && slot.worker === worker) void this.fill(slot);
    }, pause);
  }

  private hear(from: Worker, m: News): void {
    if (m.type === "used") this.toOthers(from, { type: "used", counts: m.counts });
    else if (m.type === "measureAll") this.ask(from, m.id);
    else if (m.type === "metrics") {
      const question = this.questions.get(m.id);
      question?.metrics.push(m.metrics);
      if (question && --question.left === 0) this.answer(m.id);
    }
  }

  private get serving(): Worker[] {
    return this.slots.flatMap((s) => (s.worker && s.servingSince !== undefined ? [s.worker] : []));
  }

  private toOthers(from: Worker, order: Order): void {
    for (const worker of this.serving) if (worker !== from) send(worker, order);
  }

  private ask(from: Worker, id: number): void {
    const number = ++this.asked;
    const workers = this.serving;
    this.questions.set(number, { from, id, metrics: [], left: workers.length });
    for (const worker of workers) send(worker, { type: "measure", id: number });
    setTimeout(() => this.answer(number), measureMs).unref();
  }

  private answer(number: number): void {
    const question = this.questions.get(number);
    if (!question) return;
    this.questions.delete(number);
    const metrics = question.metrics.map((m) => [...m]);
    send(question.from, { type: "measured", id: question.id, metrics });
  }
}

function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => {});
}

/** Waits for a message. Returns undefined if the worker ends first, or after `ms`. */
function heard(worker: Worker, type: News["type"], ms: number): Promise<News | undefined> {
  return new Promise((resolve) => {
    const settle = (m?: News) => {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("exit", onExit);
      resolve(m);
    };
    const onExit = () => settle();
    const onMessage = (m: News) => m.type === type && settle(m);
    const timer = setTimeout(settle, ms);
    worker.on("message", onMessage);
    worker.on("exit", onExit);
  });
}
