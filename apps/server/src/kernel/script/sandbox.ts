import { Worker } from "node:worker_threads";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import { DbError } from "../db/db.ts";
import { packageFile } from "../db/package-root.ts";

/** Table of a sandbox, with the rows of one tenant. */
export interface SandboxTable {
  readonly view: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly collation: string | null;
  }[];
  /** JSON arrays of rows. The rows have only the columns that the statement reads. */
  readonly texts: readonly string[];
}

interface SandboxRow {
  readonly n: number;
  readonly list: string | null;
}

type Answer = (
  | { readonly kind: "ready"; readonly template: Uint8Array | undefined }
  | { readonly kind: "loaded" }
  | { readonly kind: "row"; readonly row: SandboxRow }
  | { readonly kind: "failed"; readonly state: string; readonly message: string }
) & {
  /** Memory of the sandbox's database, bytes. */
  readonly bytes?: number;
};

/** Maximum memory of the sandbox's database, MB. Above it, a statement fails with “out of memory”. */
const memoryMb = 512;
/** Maximum growth of the process's memory while a script runs, MB. Includes temporary files, which are in memory. */
const growthMb = 1024;
/** If the database of a sandbox uses more memory than this, MB, the sandbox runs no further script and is stopped. */
const keptMb = 256;
const startMs = 60_000;
const loadMs = 10_000;

/**
 * Compressed copy of an empty database. The first sandbox makes the copy, and later ones start from it, because
 * creating a database takes seconds.
 */
let template: Uint8Array | undefined;

/** Database in memory, in a separate thread. It runs the scripts of one tenant. */
export class Sandbox {
  private readonly worker: Worker;
  private readonly ready: Promise<Answer>;
  private isStopped = false;
  private settle: ((answer: Answer | Error) => void) | undefined;

  constructor() {
    this.worker = new Worker(packageFile("script-worker.mjs"), {
      workerData: { memoryMb, template },
      // Starts the thread without environment variables: they contain passwords, and the thread needs none of them.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    this.worker.unref();
    this.worker.on("message", (answer: Answer) => this.settle?.(answer));
    this.worker.on("error", (cause) => this.ended(isOutOfMemory(cause) ? errors.scriptTooCostly() : cause));
    this.worker.on("exit", () => this.ended(errors.databaseUnavailable()));
    this.ready = this.answer(startMs, () => errors.databaseUnavailable());
    // Ignores a failure here, because the script that uses the sandbox gets the same error.
    this.ready.then((a) => (template ??= a.kind === "ready" ? a.template : undefined)).catch(() => {});
  }

  /** Marks the sandbox as stopped. If a script waits for an answer, reports the end of the thread to this script. */
  private ended(cause: Error): void {
    this.isStopped = true;
    this.settle?.(cause);
  }

  /**
   * Loads the tables and runs a statement. Throws scriptTimedOut (S0292) and stops the sandbox if the statement takes
   * longer than `ms`.
   */
  async run(
    tables: readonly SandboxTable[],
    text: string,
    values: readonly string[],
    ms: number,
  ): Promise<SandboxRow> {
    await this.ready;
    const loaded = this.answer(loadMs, () => errors.scriptTooCostly());
    this.worker.postMessage({ tables });
    const answerToLoad = await loaded;
    if (answerToLoad.kind === "failed") void this.stop();
    throwFailure(answerToLoad);
    const answered = this.answer(ms, () => errors.scriptTimedOut(ms / 1000), process.memoryUsage.rss());
    this.worker.postMessage({ text, values });
    const answer = await answered;
    if ((answer.bytes ?? 0) > keptMb * 2 ** 20) void this.stop();
    throwFailure(answer);
    if (answer.kind !== "row") throw errors.databaseUnavailable();
    return answer.row;
  }

  /**
   * Waits for the next answer of the sandbox's thread. Stops the sandbox after `ms`, or if the memory of the process
   * has grown too much above `rss` (bytes).
   */
  private answer(ms: number, late: () => AppError, rss?: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const fail = (cause: Error) => {
        finish();
        void this.stop();
        reject(cause);
      };
      const timer = setTimeout(() => fail(late()), ms);
      const watch = setInterval(() => {
        if (rss !== undefined && process.memoryUsage.rss() - rss > growthMb * 2 ** 20)
          fail(errors.scriptTooCostly());
      }, 50);
      const finish = () => {
        clearTimeout(timer);
        clearInterval(watch);
        this.settle = undefined;
      };
      this.settle = (answer) => {
        if (answer instanceof Error) return fail(answer);
        finish();
        resolve(answer);
      };
    });
  }

  get isUsable(): boolean {
    return !this.isStopped;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.worker.terminate();
  }
}

/** Throws the database's error that an answer reports. */
function throwFailure(answer: Answer): void {
  if (answer.kind === "failed") throw new DbError(answer.state, "", answer.message);
}

const isOutOfMemory = (cause: Error): boolean =>
  !(cause instanceof AppError) && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
