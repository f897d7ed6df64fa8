import { appendFile, type FileHandle, mkdir, open, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { replaceFile, syncFolder } from "../files.ts";
import { journalFileBytes, minFreeBytes } from "../limits.ts";
import type { Reading } from "../types.ts";
import { countLines, journalNumbers, journalPath, readLines } from "./journal-files.ts";
import { lineOf, readingOf } from "./journal-line.ts";

/** Place in the journal up to which all readings were sent. */
interface Cursor {
  readonly file: number;
  readonly offset: number;
}

/** Readings to send, and the place in the journal after the last of them. */
export interface Batch {
  readonly readings: readonly Reading[];
  readonly end: Cursor;
  /** Number of lines of the batch, including damaged lines. */
  readonly lines: number;
}

export interface JournalOptions {
  /** Returns the free space of the disk, bytes. */
  readonly freeBytes?: () => Promise<number>;
  readonly fileBytes?: number;
}

/** Group commit: lines that are written together, with one sync. */
class Group {
  readonly texts: string[] = [];
  settle: (cause?: Error) => void = () => {};
  readonly stored = new Promise<void>((resolve, reject) => {
    this.settle = (cause) => (cause ? reject(cause) : resolve());
  });
}

const isCursor = (v: unknown): v is Cursor =>
  typeof v === "object" && v !== null && "file" in v && "offset" in v && Number.isSafeInteger(v.file);

/**
 * Append-only journal of the readings. A reading is on disk before it is sent (`add` ends with a sync). A cursor marks
 * the place up to which the server has acknowledged the readings. After a crash the readings behind the cursor are sent
 * again: the server recognizes repeated readings, so nothing is lost and nothing counts twice.
 */
export class Journal {
  /** Number of lines (one for each reading) that are not sent yet. */
  backlog = 0;
  /** Number of lines that could not be read. They are kept in the file `damaged.txt`. */
  damaged = 0;
  private file: FileHandle | undefined;
  private number = 0;
  /** Bytes of the current file that are on disk. */
  private bytes = 0;
  private cursor: Cursor = { file: 0, offset: 0 };
  private next: Group | undefined;
  private writing: Promise<void> | undefined;
  private waiting: (() => void)[] = [];
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly dir: string,
    private readonly freeBytes: () => Promise<number>,
    private readonly fileBytes: number,
  ) {}

  static async open(
    dir: string,
    { freeBytes, fileBytes = journalFileBytes }: JournalOptions = {},
  ): Promise<Journal> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const free = async () => {
      const { bavail, bsize } = await statfs(dir);
      return bavail * bsize;
    };
    const journal = new Journal(dir, freeBytes ?? free, fileBytes);
    await journal.load();
    return journal;
  }

  private get cursorPath(): string {
    return join(this.dir, "sent.json");
  }

  private async load(): Promise<void> {
    const cursor = await readCursor(this.cursorPath);
    const numbers = await journalNumbers(this.dir);
    // Without a cursor, all readings are sent again. The server recognizes repeated readings.
    this.cursor = cursor ?? { file: numbers[0] ?? 1, offset: 0 };
    for (const n of numbers) {
      if (n < this.cursor.file) await rm(journalPath(this.dir, n));
      else
        this.backlog += await countLines(
          journalPath(this.dir, n),
          n === this.cursor.file ? this.cursor.offset : 0,
        );
    }
    // Begins a new file, because the last line of the old one may be incomplete.
    this.number = Math.max(this.cursor.file, numbers.at(-1) ?? 0);
  }

  /** Appends readings. Resolves when they are on disk. Rejects if they could not be written. */
  add(readings: readonly Reading[]): Promise<void> {
    if (readings.length === 0) return Promise.resolve();
    this.next ??= new Group();
    const { next } = this;
    for (const r of readings) next.texts.push(lineOf(r));
    this.writing ??= this.write();
    return next.stored;
  }

  private async write(): Promise<void> {
    while (this.next) {
      // Waits for one turn of the event loop, so that readings of other sources can share the sync of this group.
      await setImmediate();
      const group = this.next;
      this.next = undefined;
      try {
        if ((await this.freeBytes()) < minFreeBytes)
          throw new Error("The disk is full: no reading is stored");
        const file = await this.fileToWrite();
        const data = Buffer.from(`${group.texts.join("\n")}\n`);
        await file.writeFile(data);
        await file.datasync();
        this.bytes += data.length;
        this.backlog += group.texts.length;
        group.settle();
        for (const go of this.waiting.splice(0)) go();
      } catch (cause) {
        // Ends the file, because its content is unknown after a failed write. The next readings go to a new file.
        await this.endFile();
        group.settle(cause as Error);
      }
    }
    this.writing = undefined;
  }

  private async fileToWrite(): Promise<FileHandle> {
    if (this.file && this.bytes < this.fileBytes) return this.file;
    await this.endFile();
    this.file = await open(journalPath(this.dir, this.number + 1), "ax", 0o600);
    this.number++;
    this.bytes = 0;
    await syncFolder(this.dir);
    return this.file;
  }

  private async endFile(): Promise<void> {
    const { file } = this;
    this.file = undefined;
    await file?.close().catch(() => {});
  }

  /** Returns the oldest readings that are not sent, undefined if there are none. */
  read(max: number): Promise<Batch | undefined> {
    return this.inTurn(() => this.readNext(max));
  }

  /** Mutex: runs each read of the journal and each movement of the cursor after the previous one. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work, work);
    this.turn = mine.catch(() => {});
    return mine;
  }

  private async readNext(max: number): Promise<Batch | undefined> {
    for (;;) {
      const { file, offset } = this.cursor;
      const isCurrent = file === this.number && this.file !== undefined;
      const limit = isCurrent ? this.bytes : Number.POSITIVE_INFINITY;
      const lines = await readLines(journalPath(this.dir, file), offset, max, limit).catch(ignoreMissing);
      const last = lines.at(-1);
      if (last)
        return { readings: await this.decode(lines), end: { file, offset: last.end }, lines: lines.length };
      if (file >= this.number) return undefined;
      await this.move({ file: file + 1, offset: 0 });
    }
  }

  private async decode(lines: readonly { readonly text: string }[]): Promise<Reading[]> {
    const readings: Reading[] = [];
    for (const { text } of lines) {
      const reading = readingOf(text);
      if (reading) readings.push(reading);
      else {
        this.damaged++;
        await appendFile(join(this.dir, "damaged.txt"), `${text}\n`);
      }
    }
    return readings;
  }

  /** Marks a batch as sent, after the server has acknowledged it: moves the cursor behind the batch. */
  async sent({ end, lines }: Batch): Promise<void> {
    await this.inTurn(() => this.move(end));
    // A batch may have more lines than `backlog` has counted: a failed write may have left complete lines in the file,
    // and these were not counted. So the number is kept at 0 or above.
    this.backlog = Math.max(0, this.backlog - lines);
  }

  /** Stores the cursor, and then deletes the files before it. */
  private async move(cursor: Cursor): Promise<void> {
    const before = this.cursor.file;
    await replaceFile(this.cursorPath, JSON.stringify(cursor));
    this.cursor = cursor;
    for (let n = before; n < cursor.file; n++) await rm(journalPath(this.dir, n), { force: true });
  }

  /** Resolves when the next readings are added. */
  added(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  async close(): Promise<void> {
    await this.writing;
    await this.endFile();
  }
}

async function readCursor(path: string): Promise<Cursor | undefined> {
  try {
    const stored: unknown = JSON.parse(await readFile(path, "utf8"));
    return isCursor(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function ignoreMissing(cause: NodeJS.ErrnoException): [] {
  if (cause.code === "ENOENT") return [];
  throw cause;
}
