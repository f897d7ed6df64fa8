import { mkdir, rename, unlink } from "node:fs/promises";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@shotkeeper/contract/kernel";
import { lockDataDir } from "../../kernel/db/data-dir-lock.ts";
import { JournalFile, type JournalLine, journalFiles, lineText, readJournal } from "./journal-file.ts";

/** Takes lines into the ledger. Rejects when it could not: they are given again. */
export type JournalSink = (lines: readonly JournalLine[]) => Promise<void>;

export interface JournalOptions {
  /** Lines that may wait for the ledger, about 500 bytes of memory each; beyond it senders wait. */
  readonly capacity?: number;
  /** Bytes after which another file is begun. What a crash leaves behind is about one file, all of it duplicates. */
  readonly fileBytes?: number;
  /** How long lines wait for company on their way to the ledger, ms: large batches cost it far less. */
  readonly waitMs?: number;
  /** So many lines need not wait for company. */
  readonly enough?: number;
}

/** Lines of one write. All who brought some wait for the same promise. */
class Group {
  readonly text: string[] = [];
  readonly lines: JournalLine[] = [];
  file: JournalFile | undefined;
  settle: (cause?: Error) => void = () => {};
  readonly written = new Promise<void>((resolve, reject) => {
    this.settle = (cause) => (cause ? reject(cause) : resolve());
  });

  push(line: JournalLine): void {
    this.text.push(lineText(line));
    this.lines.push(line);
  }
}

/** Batches that the ledger is given at once: one is worked out while the other is stored. */
const maxUnderWay = 2;
const recoverBatch = 2000;

/**
 * Readings on the disk before they are in the ledger, so that their senders need not wait for the database: lines are
 * acknowledged once a group of them has been synced, and go to the ledger in large batches a moment later. What a crash
 * leaves behind goes there at the next start, before a door opens. The ledger knows a line that comes twice as a
 * duplicate, so a file is simply written, taken and deleted.
 */
export class Journal {
  private file: JournalFile | undefined;
  /** The file after it, made while this one is written. */
  private spare: Promise<JournalFile> | undefined;
  private number = 0;
  /** Gathers what comes while the group before it is written. */
  private next: Group | undefined;
  private writing: Promise<void> | undefined;
  private ready: Group[] = [];
  private readyLines = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly underWay = new Set<Promise<void>>();
  private last: Promise<void> | undefined;
  /** Batches that the ledger has refused so far. */
  private retrying = 0;
  private size = 0;
  private stalled: (() => void)[] = [];
  private idle: (() => void)[] = [];
  private closing = false;
  private readonly capacity: number;
  private readonly fileBytes: number;
  private readonly waitMs: number;
  private readonly enough: number;

  private constructor(
    private readonly dir: string,
    private readonly release: () => void,
    private readonly sink: JournalSink,
    o: JournalOptions,
  ) {
    this.capacity = o.capacity ?? 100_000;
    this.fileBytes = o.fileBytes ?? 4 * 1024 * 1024;
    this.waitMs = o.waitMs ?? 200;
    this.enough = o.enough ?? 3000;
  }

  /** Resolves when all that an earlier process left behind is in the ledger. */
  static async open(dir: string, sink: JournalSink, o: JournalOptions = {}): Promise<Journal> {
    await mkdir(dir, { recursive: true });
    const journal = new Journal(dir, lockDataDir(dir), sink, o);
    try {
      await journal.recover();
    } catch (cause) {
      journal.release();
      throw cause;
    }
    return journal;
  }

  /** Lines that the ledger has not taken yet. */
  get length(): number {
    return this.size;
  }

  /** Resolves when the lines are on the disk; rejects when they are not. */
  add(lines: readonly JournalLine[]): Promise<void> {
    if (this.closing || this.isFull(lines.length)) return this.addLater(lines);
    this.size += lines.length;
    this.next ??= new Group();
    const { next } = this;
    for (const line of lines) next.push(line);
    this.writing ??= this.write();
    return next.written;
  }

  private isFull(more: number): boolean {
    return this.size > 0 && this.size + more > this.capacity;
  }

  private async addLater(lines: readonly JournalLine[]): Promise<void> {
    while (this.isFull(lines.length) && !this.closing)
      await new Promise<void>((resolve) => this.stalled.push(resolve));
    if (this.closing) throw new AppError("S0210", undefined, 503);
    return this.add(lines);
  }

  /** Resolves when the ledger has taken everything. */
  async drained(): Promise<void> {
    if (this.size > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  /** Gives the ledger what is there. What it does not take now stays for the next start. */
  async close(): Promise<void> {
    this.closing = true;
    for (const go of this.stalled.splice(0)) go();
    await this.writing;
    this.handOn(true);
    while (this.underWay.size > 0) await Promise.all(this.underWay);
    await this.endFile();
    await this.spare?.then(
      (file) => file.end(),
      () => {},
    );
    this.release();
  }

  /** Writes what has come, and what came meanwhile, a sync for each group. */
  private async write(): Promise<void> {
    while (this.next) {
      // Whatever the sockets have brought by now goes along.
      await setImmediate();
      const group = this.next;
      this.next = undefined;
      const { lines } = group;
      try {
        group.file = await this.fileToWrite();
        group.file.waiting += lines.length;
        await group.file.append(group.text);
        group.settle();
        this.ready.push(group);
        this.readyLines += lines.length;
        this.handOn(false);
      } catch (cause) {
        this.forget(lines.length);
        // Nobody knows what of it is on the disk: nothing follows it in that file.
        await group.file?.forget(lines.length);
        if (this.file === group.file) await this.endFile();
        group.settle(cause as Error);
      }
    }
    this.writing = undefined;
  }

  private async fileToWrite(): Promise<JournalFile> {
    if (this.file && this.file.bytes < this.fileBytes) return this.file;
    const spare = this.spare ?? this.createFile();
    this.spare = undefined;
    const file = await spare;
    await this.endFile();
    this.file = file;
    this.spare = this.createFile();
    // Asked for when it is needed; then it may fail.
    this.spare.catch(() => {});
    return file;
  }

  private createFile(): Promise<JournalFile> {
    return JournalFile.create(this.dir, ++this.number, this.fileBytes);
  }

  private async endFile(): Promise<void> {
    const { file } = this;
    this.file = undefined;
    await file?.end();
  }

  /** Gives the ledger what is ready: now, or when there is enough of it, or when it has waited. */
  private handOn(now: boolean): void {
    if (now) this.stopTimer();
    if (this.ready.length === 0 || this.underWay.size >= maxUnderWay) return;
    if (!now && this.readyLines < this.enough) {
      this.timer ??= setTimeout(() => this.handOn(true), this.waitMs);
      return;
    }
    this.stopTimer();
    const groups = this.ready;
    this.ready = [];
    this.readyLines = 0;
    const taking = this.take(groups, this.last).finally(() => {
      this.underWay.delete(taking);
      this.handOn(this.closing);
    });
    this.underWay.add(taking);
    this.last = taking;
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async take(groups: readonly Group[], before: Promise<void> | undefined): Promise<void> {
    const lines = groups.flatMap((g) => g.lines);
    if (!(await this.give(lines, before))) return;
    for (const g of groups) {
      this.forget(g.lines.length);
      await g.file?.forget(g.lines.length);
    }
  }

  /** Gives lines to the ledger until it has them. false: the journal closes first. */
  private async give(lines: readonly JournalLine[], before?: Promise<void>): Promise<boolean> {
    // Readings out of their order cost the ledger far more: what is tried again goes before what comes after it.
    if (this.retrying > 0) await before;
    for (let attempt = 0; ; attempt++) {
      try {
        await this.sink(lines);
        if (attempt > 0) this.retrying--;
        return true;
      } catch {
        if (attempt === 0) this.retrying++;
        if (this.closing) return false;
        await sleep(Math.min(2000, 100 * 2 ** Math.min(attempt, 5)));
        await before;
      }
    }
  }

  private forget(lines: number): void {
    this.size -= lines;
    for (const go of this.stalled.splice(0)) go();
    if (this.size === 0) for (const go of this.idle.splice(0)) go();
  }

  private async recover(): Promise<void> {
    for (const { path, number } of await journalFiles(this.dir)) {
      const { lines, isDamaged } = await readJournal(path);
      for (let i = 0; i < lines.length; i += recoverBatch) await this.give(lines.slice(i, i + recoverBatch));
      // What cannot be read is kept for a person to look at.
      if (isDamaged) await rename(path, `${path}.damaged`);
      else await unlink(path);
      this.number = number;
    }
  }
}
