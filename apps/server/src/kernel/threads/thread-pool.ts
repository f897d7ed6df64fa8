import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { errors } from "@shotkeeper/contract/kernel";
import { packageFile } from "../db/package-root.ts";

type Answer<Value> = { readonly value: Value } | { readonly failed: string };

interface Job<Task, Value> {
  readonly task: Task;
  readonly resolve: (value: Value) => void;
  readonly reject: (cause: Error) => void;
}

/** Maximum number of threads that leaves one core free for requests. */
export const spareCores = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * Threads that do work which needs much processor time, so that the server answers other requests meanwhile. A thread
 * starts with the first task that needs it. It gets one task at a time as a message, and answers each with `value` or
 * `failed`.
 */
export class ThreadPool<Task, Value> {
  private readonly idle: Worker[] = [];
  private readonly waiting: Job<Task, Value>[] = [];
  private readonly busy = new Map<Worker, Job<Task, Value>>();

  /**
   * `file`: the program of the threads, beside the server. `capacity`: maximum number of tasks that wait for a thread.
   */
  constructor(
    private readonly file: string,
    private readonly threads: number,
    private readonly capacity = 64,
  ) {}

  /** Runs a task in a thread. Throws tooBusy (S0410) if too many tasks are waiting. */
  run(task: Task): Promise<Value> {
    return new Promise((resolve, reject) => {
      const job = { task, resolve, reject };
      const worker = this.idle.pop() ?? (this.busy.size < this.threads ? this.start() : undefined);
      if (worker) this.assign(worker, job);
      else if (this.waiting.length < this.capacity) this.waiting.push(job);
      else reject(errors.tooBusy());
    });
  }

  private start(): Worker {
    // Starts the thread without environment variables: they contain passwords, and the thread needs none of them.
    const worker = new Worker(packageFile(this.file), { env: {} });
    worker.on("message", (answer: Answer<Value>) => {
      const job = this.busy.get(worker);
      this.busy.delete(worker);
      const next = this.waiting.shift();
      if (next) this.assign(worker, next);
      else this.rest(worker);
      if ("value" in answer) job?.resolve(answer.value);
      else job?.reject(new Error(answer.failed));
    });
    worker.on("error", (cause) => this.lost(worker, cause));
    worker.on("exit", () => this.lost(worker, new Error(`a thread of ${this.file} ended`)));
    return worker;
  }

  private rest(worker: Worker): void {
    this.idle.push(worker);
    // Unreferences the idle thread, so that it does not keep the process alive.
    worker.unref();
  }

  private assign(worker: Worker, job: Job<Task, Value>): void {
    try {
      worker.postMessage(job.task);
    } catch (cause) {
      // The task holds something that a message cannot carry, such as a function.
      job.reject(cause as Error);
      const next = this.waiting.shift();
      if (next) this.assign(worker, next);
      else this.rest(worker);
      return;
    }
    this.busy.set(worker, job);
    worker.ref();
  }

  /** Fails the job of a thread that ended, and starts another thread for the waiting jobs. */
  private lost(worker: Worker, cause: Error): void {
    const job = this.busy.get(worker);
    this.busy.delete(worker);
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
    job?.reject(cause);
    const next = job && this.waiting.shift();
    if (next) this.assign(this.start(), next);
  }
}
