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
/** If the directory of the zip file states this value as a size, the real size is in an extra field (zip64). */
const UNKNOWN_SIZE = 0xffff_ffff;

interface Entry {
  readonly name: string;
  /** Offset at which the data begins. */
  readonly start: number;
  readonly isPacked: boolean;
  /** Size of the data in the file, as the directory of the zip file states it. */
  readonly size: number;
  /** Uncompressed size, as the directory of the zip file states it. */
  readonly fullSize: number;
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
      fullSize: view.getUint32(at + 24, true),
    });
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Largest first size of a buffer, bytes. The first size is the entry's size in the directory of the zip file. Without a
 * limit, a forged directory could make the import reserve any amount of memory.
 */
const MAX_RESERVED = 64 * 2 ** 20;

/**
 * Buffer that grows as chunks arrive. Its first size is the uncompressed size that the directory of the zip file
 * states, so most buffers never grow.
 */
class GrowingBytes {
  #data: Uint8Array;
  size = 0;

  constructor(expected: number) {
    this.#data = new Uint8Array(Math.min(expected, MAX_RESERVED));
  }

  add(chunk: Uint8Array): void {
    if (this.size + chunk.length > this.#data.length) {
      const larger = new Uint8Array(Math.max(this.size + chunk.length, Math.ceil(this.#data.length * 1.5)));
      larger.set(this.#data.subarray(0, this.size));
      this.#data = larger;
    }
    this.#data.set(chunk, this.size);
    this.size += chunk.length;
  }

  bytes(): Uint8Array {
    const isMostlyEmpty = this.size < this.#data.length / 2;
    return isMostlyEmpty ? this.#data.slice(0, this.size) : this.#data.subarray(0, this.size);
  }
}

/**
 * Uncompresses an entry. Throws if the size exceeds `maxBytes`, or if the data is damaged.
 * @param onData receives the uncompressed data
 */
async function unfold(
  bytes: Uint8Array,
  { start, size }: Entry,
  maxBytes: number,
  onData: (chunk: Uint8Array) => void,
): Promise<void> {
  const end = Math.min(bytes.length, start + size);
  const stream = new DecompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  const feed = async (): Promise<void> => {
    for (let at = start; at < end; at += PIECE)
      await writer.write(bytes.slice(at, Math.min(end, at + PIECE)));
    await writer.close();
  };
  const fed = feed().catch(() => {});
  const reader = stream.readable.getReader();
  let left = maxBytes;
  let fault: FileError | undefined;
  try {
    while (left >= 0) {
      const { done, value } = await reader.read();
      if (done) break;
      left -= value.length;
      if (left >= 0) onData(value);
    }
  } catch (cause) {
    // Ignores the error if the size is unknown: the stream then runs on into the next entry, which is no compressed
    // data and causes the error.
    if (size !== UNKNOWN_SIZE) fault = new FileError("unreadable", { cause });
  }
  await reader.cancel().catch(() => {});
  await writer.abort().catch(() => {});
  await fed;
  if (left < 0) throw new FileError("tooMuch");
  if (fault) throw fault;
}

/** Parts of a workbook with pictures, charts and macros, which the import does not need. */
const needless = /^xl\/(?:media|drawings|charts|embeddings|printerSettings|vbaProject)|\.(?:png|jpe?g|emf)$/i;

/**
 * Uncompresses a workbook, and protects against zip bombs: throws if the uncompressed size exceeds `maxBytes`. Sizes in
 * the headers can be forged, so the data itself is counted.
 * @param onData receives the uncompressed data of each entry in chunks
 */
export async function unzipped(
  bytes: Uint8Array,
  maxBytes = MAX_UNFOLDED,
  onData: (entry: string, chunk: Uint8Array) => void = () => {},
): Promise<Map<string, Uint8Array>> {
  const entries = new Map<string, Uint8Array>();
  let left = maxBytes;
  for (const entry of entriesOf(bytes)) {
    const { name, start, isPacked, size, fullSize } = entry;
    const isKept = !needless.test(name);
    const buffer = new GrowingBytes(isKept && fullSize <= left ? fullSize : 0);
    let count = 0;
    const take = (chunk: Uint8Array): void => {
      count += chunk.length;
      if (isKept) buffer.add(chunk);
      onData(name, chunk);
    };
    if (isPacked) await unfold(bytes, entry, left, take);
    else take(bytes.subarray(start, start + size));
    left -= count;
    if (left < 0) throw new FileError("tooMuch");
    if (isKept) entries.set(name, buffer.bytes());
  }
  return entries;
}
