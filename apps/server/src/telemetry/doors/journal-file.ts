import { constants, write } from "node:fs";
import { type FileHandle, open, readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { IncomingReading } from "../ledger/incoming.ts";

/** A reading and whose it is. */
export type JournalLine = readonly [tenantId: number, reading: IncomingReading];

/** A line as JSON. By hand: this runs for every reading, and its fields are numbers, nearly all of them. */
export function lineText([tenantId, reading]: JournalLine): string {
  let fields = "";
  for (const name in reading) {
    const v = reading[name as keyof IncomingReading] ?? null;
    fields += `${fields === "" ? "" : ","}"${name}":${typeof v === "number" ? v : JSON.stringify(v)}`;
  }
  return `[${tenantId},{${fields}}]`;
}

/** A new file whose writes end when they are on the disk. */
const synced = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_DSYNC;
const namePattern = /^(\d{12})\.journal$/;

/**
 * A file of the journal that is written. Its room is there beforehand, as zeros: a write that makes a file grow waits for
 * the file system's own journal too.
 */
export class JournalFile {
  bytes = 0;
  /** Lines that the ledger has not taken yet. */
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

  /** Resolves when the lines, as JSON, are on the disk. */
  async append(texts: readonly string[]): Promise<void> {
    const data = Buffer.from(`${texts.join("\n")}\n`);
    await writeAll(this.handle.fd, data, this.bytes);
    this.bytes += data.length;
  }

  /** The ledger has taken lines, or nobody was told that they are here. */
  async forget(lines: number): Promise<void> {
    this.waiting -= lines;
    if (this.ended && this.waiting === 0) await this.remove();
  }

  /** Nothing more is written to it; it goes when the ledger has all of it. */
  async end(): Promise<void> {
    this.ended = true;
    await this.handle.close().catch(() => {});
    if (this.waiting === 0) await this.remove();
  }

  private async remove(): Promise<void> {
    await unlink(this.path).catch(() => {});
  }
}

/** All of the data, at a place in the file. By callbacks: this runs some hundred times a second. */
function writeAll(fd: number, data: Buffer, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = (from: number): void =>
      write(fd, data, from, data.length - from, at + from, (cause, written) => {
        if (cause) reject(cause);
        else if (from + written < data.length) go(from + written);
        else resolve();
      });
    go(0);
  });
}

/** A file whose name is not on the disk is not there after a loss of power. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Files that an earlier process left behind, oldest first. */
export async function journalFiles(dir: string): Promise<{ path: string; number: number }[]> {
  const names = (await readdir(dir)).filter((name) => namePattern.test(name)).sort();
  return names.map((name) => ({ path: join(dir, name), number: Number(namePattern.exec(name)?.[1]) }));
}

/** The lines of a file, and whether there are others that cannot be read. */
export async function readJournal(path: string): Promise<{ lines: JournalLine[]; isDamaged: boolean }> {
  // Zeros at the end are room that was never written.
  const texts = (await readFile(path, "utf8")).replace(/\0+$/, "").split("\n");
  // The last piece is empty, or a line cut off by the crash that nobody was told of.
  texts.pop();
  const lines = texts.map(readLine).filter((line) => line !== undefined);
  return { lines, isDamaged: lines.length < texts.length };
}

function readLine(text: string): JournalLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return Array.isArray(line) && line.length === 2 ? (line as unknown as JournalLine) : undefined;
  } catch {
    return undefined;
  }
}
