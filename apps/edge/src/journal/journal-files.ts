import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";

const namePattern = /^(\d{12})\.journal$/;
const chunkBytes = 256 * 1024;

export const journalPath = (dir: string, number: number): string =>
  join(dir, `${String(number).padStart(12, "0")}.journal`);

/** Returns the numbers of the journal files, oldest first. */
export async function journalNumbers(dir: string): Promise<number[]> {
  const names = await readdir(dir);
  return names.flatMap((name) => Number(namePattern.exec(name)?.[1] ?? []) || []).sort((a, b) => a - b);
}

/** Counts the complete lines of a file from an offset on. */
export async function countLines(path: string, from: number): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path, { start: from }) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

/** A complete line of a journal file, and the offset of the next line. */
export interface JournalLine {
  readonly text: string;
  readonly end: number;
}

/**
 * Reads up to `max` complete lines of a file from an offset on. Reads nothing behind `limit`: only the bytes before it
 * are safely on disk. Skips a last line without a line end: a crash cut it off before its sync, so `Journal.add` has
 * not confirmed it.
 */
export async function readLines(
  path: string,
  from: number,
  max: number,
  limit = Number.POSITIVE_INFINITY,
): Promise<JournalLine[]> {
  const handle = await open(path, "r");
  try {
    return await linesOf(handle, from, max, limit);
  } finally {
    await handle.close();
  }
}

async function linesOf(handle: FileHandle, from: number, max: number, limit: number): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  let rest = Buffer.alloc(0);
  let offset = from;
  while (lines.length < max && offset < limit) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, limit - offset));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset);
    if (bytesRead === 0) break;
    const data = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    const base = offset - rest.length;
    let begin = 0;
    for (let end = data.indexOf(10); end >= 0 && lines.length < max; end = data.indexOf(10, begin)) {
      lines.push({ text: data.toString("utf8", begin, end), end: base + end + 1 });
      begin = end + 1;
    }
    rest = data.subarray(begin);
    offset += bytesRead;
  }
  return lines;
}
