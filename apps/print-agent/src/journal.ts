import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Refusal } from "./messages.ts";
import type { Sheet } from "./printers/printer.ts";

/**
 * State of a print job. waiting: in the queue of this service. sending: being passed to the spooler; if the service is
 * killed now, nobody knows whether the spooler has the job. held: the spooler has the job and prints it only after a
 * release. printing: the spooler may print the job. unsure: may be on paper, and the user has to decide.
 */
const jobStates = [
  "waiting",
  "sending",
  "held",
  "printing",
  "done",
  "failed",
  "cancelled",
  "unsure",
] as const;
const fileTypes: readonly Sheet["type"][] = ["pdf", "png", "zpl", "escpos"];
export type JobState = (typeof jobStates)[number];

/** State change of a job with its time. */
export interface Step {
  readonly at: string;
  readonly state: JobState;
  readonly message?: string;
}

export interface Job extends Sheet {
  readonly id: string;
  readonly at: string;
  /** Origin of the page that sent the job. "" for test pages of this service. */
  readonly origin: string;
  /** Identity of the job, chosen by the page. A job that arrives again with the same key is not printed again. */
  readonly key: string;
  /** Names of the labels in the file, in the order of its pages. */
  readonly labels: readonly string[];
  /** Size of the file, bytes. */
  readonly size: number;
  /** Number of times that the job was printed again. */
  readonly reprints: number;
  readonly state: JobState;
  readonly message?: string;
  readonly spoolerJob?: string;
  readonly steps: readonly Step[];
}

/** Origin and key that identify a new job, and the names of its labels. */
export interface Identity {
  readonly origin: string;
  readonly key?: string | undefined;
  readonly labels?: readonly string[];
  /** True if the user asked to print a failed job again. */
  readonly again?: boolean;
}

export const isOpen = ({ state }: Job) =>
  state === "waiting" || state === "sending" || state === "held" || state === "printing";

/** Returns true if a job and a new request would print the same labels on the same printer. */
export function isSame(job: Job, wanted: Sheet & { readonly labels: readonly string[] }): boolean {
  const fields = ["printer", "copies", "pageWidth", "pageHeight", "type"] as const;
  return job.labels.join("\n") === wanted.labels.join("\n") && fields.every((f) => job[f] === wanted[f]);
}

export const keyOf = (origin: string, key: string) => `${origin} ${key}`;

/**
 * Returns the identity of one print of a job, by which a spooler recognizes a repeated `submit`. A reprint has another
 * identity, so that it is printed.
 */
export const printOf = ({ id, reprints }: Job) => `${id.slice(0, 13)}-${reprints}`;

/** Largest number of state changes that a record keeps. */
const maxSteps = 30;

/** Record and file of each job on the disk. Every change is flushed (fsync) before the method resolves. */
export class Journal {
  readonly dir: string;
  readonly #damaged: string;
  /** Sizes of the files on the disk by job, bytes. */
  readonly #sizes = new Map<string, number>();

  constructor(dir: string) {
    this.dir = join(dir, "jobs");
    this.#damaged = join(dir, "damaged");
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
  }

  file(job: Pick<Job, "id" | "type">): string {
    return join(this.dir, `${job.id}.${job.type}`);
  }

  hasFile(job: Pick<Job, "id" | "type">): boolean {
    return this.#sizes.has(job.id);
  }

  /** Total size of the stored files of all jobs, bytes. */
  get bytes(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  #record(job: Pick<Job, "id">): string {
    return join(this.dir, `${job.id}.json`);
  }

  /** Returns all jobs in the order of their creation. Moves records that cannot be read into the folder "damaged". */
  load(): Job[] {
    const jobs: Job[] = [];
    const names = readdirSync(this.dir);
    for (const name of names.filter((f) => f.endsWith(".json"))) {
      const job = jobOf(readFileSync(join(this.dir, name), "utf8"), name);
      if (job) {
        jobs.push(job);
        if (existsSync(this.file(job))) this.#sizes.set(job.id, statSync(this.file(job)).size);
      } else setAside(join(this.dir, name), this.#damaged);
    }
    const known = new Set(jobs.flatMap((j) => [this.#record(j), this.file(j)]));
    // Deletes files without a complete record, which a crash leaves. Their jobs were not acknowledged to any page.
    for (const path of names.map((n) => join(this.dir, n)))
      if (!known.has(path)) rmSync(path, { force: true, recursive: true });
    return jobs.sort((a, b) => a.at.localeCompare(b.at));
  }

  /** Names of the records that could not be read and were moved into the folder "damaged". */
  get damaged(): readonly string[] {
    return existsSync(this.#damaged) ? readdirSync(this.#damaged) : [];
  }

  /**
   * Deletes the files of ended jobs, the oldest first, until a file of `bytes` bytes fits into the limit `most`. Throws
   * a Refusal if it does not fit.
   */
  async makeRoom(bytes: number, most: number, ended: Iterable<Job>): Promise<void> {
    for (const job of ended) {
      if (this.bytes + bytes <= most) return;
      await this.removeFile(job);
    }
    if (this.bytes + bytes > most) throw new Refusal(507, "diskFull");
  }

  async create(job: Job, bytes: Uint8Array): Promise<void> {
    try {
      this.#sizes.set(job.id, bytes.length);
      // Flushes the file and its record in parallel. The record becomes valid only after the file is on the disk.
      await this.save(job, write(this.file(job), bytes));
    } catch (cause) {
      await this.remove(job);
      throw cause;
    }
  }

  /**
   * Writes the record of a job. The old record stays valid until the new record is complete and the promise `needed`
   * (the write of the job's file) is fulfilled, because a record must not refer to an incomplete file.
   */
  async save(job: Job, needed?: Promise<void>): Promise<void> {
    const file = this.#record(job);
    try {
      const written = await Promise.allSettled([
        write(`${file}.new`, Buffer.from(JSON.stringify(job))),
        needed,
      ]);
      const failed = written.find((w) => w.status === "rejected");
      if (failed) throw failed.reason;
      await rename(`${file}.new`, file);
      await flushFolder(dirname(file));
    } catch (cause) {
      await rm(`${file}.new`, { force: true });
      throw cause;
    }
  }

  async removeFile(job: Job): Promise<void> {
    if (!this.#sizes.delete(job.id)) return;
    await rm(this.file(job), { force: true });
  }

  async remove(job: Job): Promise<void> {
    this.#sizes.delete(job.id);
    await Promise.all([rm(this.#record(job), { force: true }), rm(this.file(job), { force: true })]);
  }
}

/** Returns a job with another state, and with the change in its list of steps. */
export function changed(job: Job, to: Partial<Job> & { readonly state: JobState }): Job {
  const { message: _, ...rest } = job;
  const step = {
    at: new Date().toISOString(),
    state: to.state,
    ...(to.message !== undefined && { message: to.message }),
  };
  return { ...rest, ...to, steps: [...job.steps, step].slice(-maxSteps) };
}

/**
 * Parses a record. Returns undefined if the text is no complete record. A record of an older version lacks some fields;
 * they get default values.
 */
function jobOf(text: string, name: string): Job | undefined {
  try {
    const job: Partial<Job> | null = JSON.parse(text);
    if (typeof job !== "object" || job === null || `${job.id}.json` !== name) return undefined;
    const texts = [job.at, job.printer, job.jobName];
    const isWhole = texts.every((t) => typeof t === "string") && !Number.isNaN(Date.parse(job.at ?? ""));
    const numbers = [job.copies, job.pageWidth, job.pageHeight];
    if (!isWhole || !numbers.every(Number.isFinite)) return undefined;
    if (!jobStates.some((s) => s === job.state) || !fileTypes.some((t) => t === job.type)) return undefined;
    const older = { origin: "", key: job.id, labels: [], size: 0, reprints: 0, steps: [] };
    return { ...older, ...job } as Job;
  } catch {
    return undefined;
  }
}

/** Moves an unreadable file into `folder`, so that the service can start without this file. */
export function setAside(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  renameSync(file, join(folder, `${Date.now()}-${file.split(/[\\/]/).at(-1)}`));
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the entries of a folder. Without it, a renamed file may have its old name after a power loss. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
