import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { errors } from "@shotkeeper/contract/kernel";
import { packageFile } from "../db/package-root.ts";

/** A password to hash, or to compare with a hash. */
interface Task {
  readonly password: string;
  readonly hash?: string;
}

type Answer = { readonly value: string | boolean } | { readonly failed: string };

interface Job {
  readonly task: Task;
  readonly resolve: (value: string | boolean) => void;
  readonly reject: (cause: Error) => void;
}

/** Maximum number of threads in the pool. One core stays free for requests. */
const maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Maximum number of tasks that wait for a thread. With 50 ms for a hash, the last of them waits a few seconds. */
const maxWaiting = 64;

/** Threads that hash passwords, so that the server answers other requests meanwhile. */
export class PasswordPool {
  private readonly idle: Worker[] = [];
  private readonly waiting: Job[] = [];
  private readonly busy = new Map<Worker, Job>();

  constructor(
    private readonly threads = maxThreads,
    private readonly capacity = maxWaiting,
  ) {}

  /** Runs a task in a thread. Throws tooBusy (S0410) if too many tasks are waiting. */
  run(task: Task): Promise<string | boolean> {
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
    const worker = new Worker(packageFile("password-worker.mjs"), { env: {} });
    worker.on("message", (answer: Answer) => {
      const job = this.busy.get(worker);
      this.busy.delete(worker);
      const next = this.waiting.shift();
      if (next) this.assign(worker, next);
      else {
        this.idle.push(worker);
        // Unreferences the idle thread, so that it does not keep the process alive.
        worker.unref();
      }
      if ("value" in answer) job?.resolve(answer.value);
      else job?.reject(new Error(answer.failed));
    });
    worker.on("error", (cause) => this.lost(worker, cause));
    worker.on("exit", () => this.lost(worker, new Error("the password thread ended")));
    return worker;
  }

  private assign(worker: Worker, job: Job): void {
    this.busy.set(worker, job);
    worker.ref();
    worker.postMessage(job.task);
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
