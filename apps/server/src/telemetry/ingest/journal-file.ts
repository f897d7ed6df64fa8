import { constants, write } from "node:fs";
import { type FileHandle, open, readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { IncomingReading, IngestOutcome } from "../ledger/incoming.ts";

/**
 * A reading with the id of its tenant. The function `tell` gets the outcome of the reading. It is not written to the
 * file.
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
export function lineText([tenantId, reading]: JournalLine): string {
  let fields = "";
  for (const name in reading) {
    const v = reading[name as keyof IncomingReading] ?? null;
    fields += `${fields === "" ? "" : ","}"${name}":${typeof v === "number" ? v : JSON.stringify(v)}`;
  }
  return `[${tenantId},{${fields}}]`;
}

/** Flags for creating a file. With O_DSYNC a write ends when the data is on disk. */
const synced = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_DSYNC;
const namePattern = /^(\d{12})\.journal$/;

/**
 * A journal file that is open for writing. It is filled with zeros in advance. Otherwise each write would extend the
 * file and would also have to wait for the journal of the file system.
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

/** Reads a journal file. `isDamaged` is true if some lines could not be parsed. */
export async function readJournal(path: string): Promise<{ lines: JournalLine[]; isDamaged: boolean }> {
  // Removes the zeros at the end. They fill the space that was not used yet.
  const texts = (await readFile(path, "utf8")).replace(/\0+$/, "").split("\n");
  // Removes the last element. It is empty, or a line that a crash has cut off and that was never acknowledged.
  texts.pop();
  const lines = texts.map(readLine).filter((line) => line !== undefined);
  return { lines, isDamaged: lines.length < texts.length };
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
