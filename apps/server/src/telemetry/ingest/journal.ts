import { mkdir, rename, unlink } from "node:fs/promises";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { errors } from "@shotkeeper/contract/kernel";
import { lockDataDir } from "../../kernel/db/data-dir-lock.ts";
import { JournalFile, type JournalLine, journalFiles, lineText, readJournal } from "./journal-file.ts";
import { Group, notify, type Written } from "./journal-group.ts";

/** Stores journal lines in the ledger. Rejects on failure; the journal then retries. */
export type JournalSink = (lines: readonly JournalLine[]) => Promise<void>;

export interface JournalOptions {
  /**
   * Maximum number of lines that wait for the ledger. Each takes about 500 bytes of memory. With more lines, senders
   * must wait (backpressure).
   */
  readonly capacity?: number;
  /**
   * File size at which a new file is begun, bytes. After a crash, about one file of lines is stored again, although the
   * ledger already has most of these lines.
   */
  readonly fileBytes?: number;
  /** Time that lines wait for further lines, ms. The ledger stores a large batch at far lower cost per line. */
  readonly waitMs?: number;
  /** When this number of lines is waiting, a batch goes to the ledger at once. */
  readonly enough?: number;
}

/**
 * Maximum number of batches that the ledger stores at the same time. Two, so that the next batch can be computed while
 * the database stores the previous one.
 */
const maxUnderWay = 2;
const recoverBatch = 2000;

/**
 * Write-ahead journal. It writes readings to the disk before the ledger stores them, so senders need not wait for the
 * database.
 * Lines are acknowledged when they are on disk (one sync per group of lines). The ledger gets them a moment later in
 * large batches. After a crash, the remaining lines are stored at the next start, before the ingest opens.
 * The ledger recognizes duplicates, so lines can be stored twice without harm. Therefore the journal does not mark
 * single lines as done. A file is deleted when all of its lines are stored.
 */
export class Journal {
  private file: JournalFile | undefined;
  /**
   * The journal file to which lines go after the current one. It is created in advance, so that writing need not wait
   * for it.
   */
  private spare: Promise<JournalFile> | undefined;
  private number = 0;
  /** Lines that wait for the next write. */
  private next: Group | undefined;
  private writing: Promise<void> | undefined;
  private ready: Group[] = [];
  private readyLines = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly underWay = new Set<Promise<void>>();
  private last: Promise<void> | undefined;
  /** Number of batches that failed and are being retried. */
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

  /** Opens the journal. Resolves when the ledger has stored all lines that an earlier process left. */
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

  /** Number of lines that the ledger has not stored yet. */
  get length(): number {
    return this.size;
  }

  /** Resolves when the lines are on disk. Rejects if they could not be written. */
  add(lines: readonly JournalLine[]): Promise<void> {
    if (this.closing || this.isFull(lines.length)) return this.addLater(lines);
    return new Promise((resolve, reject) => {
      this.push(lines, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Adds a line without a promise. Returns false if this is impossible, because the journal is full or closing. */
  addOne(line: JournalLine, written: Written): boolean {
    if (this.closing || this.isFull(1)) return false;
    this.push([line], written);
    return true;
  }

  /** Adds lines to the group that is written next. */
  private push(lines: readonly JournalLine[], written: Written): void {
    this.next ??= new Group();
    const { next } = this;
    for (const line of lines) {
      next.text.push(lineText(line));
      next.lines.push(line);
    }
    next.callers.push(written);
    this.size += lines.length;
    this.writing ??= this.write();
  }

  private isFull(more: number): boolean {
    return this.size > 0 && this.size + more > this.capacity;
  }

  private async addLater(lines: readonly JournalLine[]): Promise<void> {
    while (this.isFull(lines.length) && !this.closing)
      await new Promise<void>((resolve) => this.stalled.push(resolve));
    if (this.closing) throw errors.databaseUnavailable();
    return this.add(lines);
  }

  /** Resolves when the ledger has stored all lines. */
  async drained(): Promise<void> {
    if (this.size > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  /** Closes the journal after a last attempt to store all lines. The next start stores the lines that remain. */
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

  /** Group commit: writes the waiting lines, with one sync per group. */
  private async write(): Promise<void> {
    while (this.next) {
      // Waits one turn of the event loop, so that sockets with pending input can add their lines to this group.
      await setImmediate();
      const group = this.next;
      this.next = undefined;
      const failure = await this.writeGroup(group);
      for (const written of group.callers) notify(written, failure);
    }
    this.writing = undefined;
  }

  /** Writes a group, and prepares its lines for the ledger. Returns the error if the group could not be written. */
  private async writeGroup(group: Group): Promise<Error | undefined> {
    const { length } = group.lines;
    try {
      group.file = await this.fileToWrite();
      group.file.waiting += length;
      await group.file.append(group.text);
    } catch (cause) {
      this.forget(length);
      // Closes the file, because its content is unknown. The next lines go to a new file.
      await group.file?.forget(length);
      if (this.file === group.file) await this.endFile();
      return cause as Error;
    }
    this.ready.push(group);
    this.readyLines += length;
    this.handOn(false);
    return undefined;
  }

  private async fileToWrite(): Promise<JournalFile> {
    if (this.file && this.file.bytes < this.fileBytes) return this.file;
    const spare = this.spare ?? this.createFile();
    this.spare = undefined;
    const file = await spare;
    await this.endFile();
    this.file = file;
    this.spare = this.createFile();
    // Prevents an unhandled rejection. An error of `createFile` is reported when the new file is needed.
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

  /**
   * Passes a batch to the ledger: immediately if `now` is true or the batch is large enough, otherwise when the waiting
   * time is over. While `maxUnderWay` batches are being stored, the lines wait for the end of one of them.
   */
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

  /** Stores lines in the ledger, with retries. Returns false if the journal is closed before the lines are stored. */
  private async give(lines: readonly JournalLine[], before?: Promise<void>): Promise<boolean> {
    // Waits for a batch that is being retried. If later batches overtook it, its readings would arrive late, and late
    // readings take the ledger more time.
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
      let isDamaged = false;
      for await (const part of readJournal(path, recoverBatch)) {
        isDamaged ||= part.isDamaged;
        if (part.lines.length > 0) await this.give(part.lines);
      }
      // Renames a damaged file, so that a person can examine it. Deletes any other file.
      if (isDamaged) await rename(path, `${path}.damaged`);
      else await unlink(path);
      this.number = number;
    }
  }
}
