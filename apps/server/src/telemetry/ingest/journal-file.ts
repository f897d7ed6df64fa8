import { constants, createReadStream, write } from "node:fs";
import { type FileHandle, open, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { IncomingReading, IngestOutcome } from "../ledger/incoming.ts";

/**
 * A reading with the id of its tenant. The function `tell` gets the outcome of the reading; `tell` is not written to
 * the file.
 */
export type JournalLine = readonly [
  tenantId: number,
  reading: IncomingReading,
  tell?: (outcome: IngestOutcome | undefined) => void,
];

/**
 * Returns a journal line as JSON. The text is built by hand for speed, because this runs for every reading and nearly
 * all fields are numbers.
 */
export function lineText([tenantId, r]: JournalLine): string {
  const readerId = r.readerId === null ? "null" : JSON.stringify(r.readerId);
  const cycles = r.cycles === null ? "null" : `[${r.cycles.join()}]`;
  return (
    `[${tenantId},{"counterId":${r.counterId},"sentAt":${r.sentAt},"receivedAt":${r.receivedAt},` +
    `"count":${r.count},"channel":${r.channel},"battery":${r.battery},"lowBattery":${r.lowBattery},` +
    `"rssi":${r.rssi},"lng":${r.lng},"lat":${r.lat},"removed":${r.removed},"readerId":${readerId},` +
    `"cycles":${cycles}}]`
  );
}

/** Flags for creating a file. With O_DSYNC a write ends when the data is on disk. */
const synced = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_DSYNC;
const namePattern = /^(\d{12})\.journal$/;

/**
 * A journal file that is open for writing. The file is filled with zeros in advance. Otherwise each write would extend
 * the file and would also have to wait for the journal of the file system.
 */
export class JournalFile {
  bytes = 0;
  /** Number of lines of this file that the ledger has not stored yet. */
  waiting = 0;
  private ended = false;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  static async create(dir: string, number: number, size: number): Promise<JournalFile> {
    const path = join(dir, `${String(number).padStart(12, "0")}.journal`);
    const handle = await open(path, synced, 0o600);
    try {
      await writeAll(handle.fd, Buffer.alloc(size), 0);
      await syncFolder(dir);
    } catch (cause) {
      await handle.close();
      await unlink(path).catch(() => {});
      throw cause;
    }
    return new JournalFile(path, handle);
  }

  /** Appends lines of JSON. Resolves when they are on disk. */
  async append(texts: readonly string[]): Promise<void> {
    const data = Buffer.from(`${texts.join("\n")}\n`);
    await writeAll(this.handle.fd, data, this.bytes);
    this.bytes += data.length;
  }

  /**
   * Lowers the number of waiting lines. Called after the ledger has stored the lines. Also called after a failed write,
   * because the senders got no acknowledgement for these lines.
   */
  async forget(lines: number): Promise<void> {
    this.waiting -= lines;
    if (this.ended && this.waiting === 0) await this.remove();
  }

  /** Ends writing to this file. The file is deleted as soon as the ledger has stored all of its lines. */
  async end(): Promise<void> {
    this.ended = true;
    await this.handle.close().catch(() => {});
    if (this.waiting === 0) await this.remove();
  }

  private async remove(): Promise<void> {
    await unlink(this.path).catch(() => {});
  }
}

/**
 * Writes all data at a position. Uses callbacks instead of promises for speed, because it runs some hundred times a
 * second.
 */
function writeAll(fd: number, data: Buffer, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = (from: number): void =>
      write(fd, data, from, data.length - from, at + from, (cause, bytes) => {
        if (cause) reject(cause);
        else if (from + bytes < data.length) go(from + bytes);
        else resolve();
      });
    go(0);
  });
}

/** Syncs the directory. Without this, a new file may be missing after a power failure. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Returns the files left by an earlier process, oldest first. */
export async function journalFiles(dir: string): Promise<{ path: string; number: number }[]> {
  const names = (await readdir(dir)).filter((name) => namePattern.test(name)).sort();
  return names.map((name) => ({ path: join(dir, name), number: Number(namePattern.exec(name)?.[1]) }));
}

/** Longest line, bytes. A reading with its cycle times is far shorter. */
const maxLineBytes = 1024 * 1024;

/** Part of the lines of a journal file. `isDamaged`: the file has lines before this part that could not be read. */
export interface JournalPart {
  readonly lines: JournalLine[];
  readonly isDamaged: boolean;
}

/**
 * Reads a journal file in parts of `batch` lines. Time is linear in the size of the file, and memory is bounded, also
 * for a damaged file. Zeros at the end of a file are unused space.
 */
export async function* readJournal(path: string, batch: number): AsyncGenerator<JournalPart> {
  let lines: JournalLine[] = [];
  let isDamaged = false;
  for await (const text of linesOf(path)) {
    const line = text === undefined ? undefined : readLine(text);
    if (line) lines.push(line);
    else isDamaged = true;
    if (lines.length < batch) continue;
    yield { lines, isDamaged };
    lines = [];
  }
  yield { lines, isDamaged };
}

/**
 * Yields the lines of a file, and undefined for a line that is too long. Leaves out the last line if it has no line
 * end: a crash has cut off this line, so it was never acknowledged.
 */
async function* linesOf(path: string): AsyncGenerator<string | undefined> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const last = chunk.subarray(from, end);
      yield bytes + last.length > maxLineBytes
        ? undefined
        : Buffer.concat([...pieces, last]).toString("utf8");
      pieces = [];
      bytes = 0;
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    // Drops the text of an overlong line. Unused space of the file is one such line of zeros.
    bytes += rest.length;
    if (bytes > maxLineBytes) pieces = [];
    else if (rest.length > 0) pieces.push(rest);
  }
}

/**
 * Checks only that a line is an array of two elements. Only this program writes journal files, so their readings are
 * valid.
 */
const isJournalLine = (line: unknown): line is JournalLine => Array.isArray(line) && line.length === 2;

function readLine(text: string): JournalLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return isJournalLine(line) ? line : undefined;
  } catch {
    return undefined;
  }
}
