import { FileError } from "./types.ts";

/** Most a workbook may unfold to, bytes: about 200,000 rows of 30 columns. */
const MOST_UNFOLDED = 400 * 2 ** 20;
/** Small, so that no piece of a bomb unfolds to much before it is counted. */
const PIECE = 1 << 14;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const DEFLATED = 8;

/** Where the packed bytes of each deflated entry begin, by the directory at the end of a zip. */
function packedStarts(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [];
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new FileError("unreadable");
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.length && view.getUint32(at, true) === CENTRAL) {
    const local = view.getUint32(at + 42, true);
    if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL) throw new FileError("unreadable");
    if (view.getUint16(local + 8, true) === DEFLATED)
      starts.push(local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true));
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return starts;
}

/** Bytes that come out, counted no further than `most`. What stands behind the end of an entry is no matter here. */
async function unfoldedSize(bytes: Uint8Array, start: number, most: number): Promise<number> {
  const stream = new DecompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  const feed = async (): Promise<void> => {
    for (let at = start; at < bytes.length; at += PIECE) await writer.write(bytes.slice(at, at + PIECE));
    await writer.close();
  };
  const fed = feed().catch(() => {});
  const reader = stream.readable.getReader();
  let size = 0;
  try {
    while (size <= most) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
    }
  } catch {
    // The end of the entry, or of what can be read of it; whoever unpacks it for good will say which.
  }
  await reader.cancel().catch(() => {});
  await writer.abort().catch(() => {});
  await fed;
  return size;
}

/**
 * Refuses a zip that would unfold to more than memory can hold. What its entries say of their size may be a lie, so
 * they are unfolded and counted, and nothing of it is kept.
 */
export async function guardZip(bytes: Uint8Array, most = MOST_UNFOLDED): Promise<void> {
  let left = most;
  for (const start of packedStarts(bytes)) {
    left -= await unfoldedSize(bytes, start, left);
    if (left < 0) throw new FileError("tooMuch");
  }
}
