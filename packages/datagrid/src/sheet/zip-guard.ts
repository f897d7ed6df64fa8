import { FileError } from "./types.ts";

/**
 * Largest uncompressed size of an imported workbook, bytes; a larger one is refused. It corresponds to about 200,000
 * rows of 30 columns.
 */
const MAX_UNFOLDED = 400 * 2 ** 20;
/**
 * Compressed bytes that are read per step. The number is small, so that one step of a zip bomb cannot fill the
 * memory.
 */
const PIECE = 1 << 14;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const DEFLATED = 8;

interface Entry {
  readonly name: string;
  /** Offset at which the data begins. */
  readonly start: number;
  readonly isPacked: boolean;
  /** Size of the data in the file, as the directory states it. */
  readonly size: number;
}

/** Returns the entries of the central directory. */
function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Entry[] = [];
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new FileError("unreadable");
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.length && view.getUint32(at, true) === CENTRAL) {
    const local = view.getUint32(at + 42, true);
    if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL) throw new FileError("unreadable");
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new FileError("password");
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true))),
      start: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
      isPacked: view.getUint16(local + 8, true) === DEFLATED,
      size: view.getUint32(at + 20, true),
    });
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Returns the uncompressed size of an entry. Stops counting when the size exceeds `maxBytes`. */
async function unfoldedSize(
  bytes: Uint8Array,
  start: number,
  maxBytes: number,
  onData: (chunk: Uint8Array) => void,
): Promise<number> {
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
    while (size <= maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      onData(value);
    }
  } catch {
    // The entry has ended, or its data is damaged. Either way, counting ends here. Damaged data is reported later, when
    // the workbook is read.
  }
  await reader.cancel().catch(() => {});
  await writer.abort().catch(() => {});
  await fed;
  return size;
}

/**
 * Protects against zip bombs: throws if the uncompressed size exceeds `maxBytes`. Sizes in the headers can be forged,
 * so the entries are uncompressed only to count their bytes.
 * @param onData receives the uncompressed data of each entry
 */
export async function guardZip(
  bytes: Uint8Array,
  maxBytes = MAX_UNFOLDED,
  onData: (entry: string, chunk: Uint8Array) => void = () => {},
): Promise<void> {
  let left = maxBytes;
  for (const { name, start, isPacked, size } of entriesOf(bytes)) {
    if (isPacked) left -= await unfoldedSize(bytes, start, left, (chunk) => onData(name, chunk));
    else onData(name, bytes.subarray(start, start + size));
    if (left < 0) throw new FileError("tooMuch");
  }
}
