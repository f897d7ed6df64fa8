import type { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { errors } from "@shotkeeper/contract/kernel";

const most = { entries: 50_000, directory: 20 * 1024 * 1024, unpacked: 1024 * 1024 * 1024 };

interface Archive {
  readonly size: number;
  readonly read: (range: { readonly start: number; readonly end: number }) => Readable;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

const unsafe = () => errors.archiveDamaged();

async function bytes(a: Archive, start: number, length: number): Promise<Buffer> {
  if (start < 0 || length < 0 || start + length > a.size) throw unsafe();
  if (length === 0) return Buffer.alloc(0);
  const pieces: Buffer[] = [];
  for await (const piece of a.read({ start, end: start + length - 1 }) as AsyncIterable<Buffer>)
    pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Reads the central directory of a ZIP archive. Throws if a path leads out of the target folder (zip slip), or if the
 * content is too large (zip bomb).
 */
async function directory(a: Archive): Promise<Entry[]> {
  const tail = await bytes(a, Math.max(0, a.size - 65_557), Math.min(a.size, 65_557));
  let at = tail.length - 22;
  while (
    at >= 0 &&
    !(tail.readUInt32LE(at) === 0x06054b50 && at + 22 + tail.readUInt16LE(at + 20) === tail.length)
  )
    at--;
  if (at < 0) throw unsafe();
  const count = tail.readUInt16LE(at + 10);
  const [size, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (count === 0 || count > most.entries || size > most.directory) throw unsafe();
  const list = await bytes(a, start, size);
  const entries: Entry[] = [];
  let p = 0;
  for (let i = 0; i < count; i++) {
    if (p + 46 > list.length || list.readUInt32LE(p) !== 0x02014b50) throw unsafe();
    const [nameLength, extra, comment] = [28, 30, 32].map((o) => list.readUInt16LE(p + o)) as [
      number,
      number,
      number,
    ];
    const name = list.subarray(p + 46, p + 46 + nameLength).toString("utf8");
    const isEncrypted = (list.readUInt16LE(p + 8) & 1) === 1;
    const method = list.readUInt16LE(p + 10);
    if (isEncrypted || (method !== 0 && method !== 8) || !isInside(name)) throw unsafe();
    entries.push({
      name,
      method,
      crc: list.readUInt32LE(p + 16),
      packed: list.readUInt32LE(p + 20),
      unpacked: list.readUInt32LE(p + 24),
      offset: list.readUInt32LE(p + 42),
    });
    p += 46 + nameLength + extra + comment;
  }
  if (entries.reduce((sum, e) => sum + e.unpacked, 0) > most.unpacked) throw unsafe();
  // Throws if entries overlap, which is a sign of a zip bomb: a few bytes unpack to any size.
  const inOrder = [...entries].sort((x, y) => x.offset - y.offset);
  inOrder.forEach((e, i) => {
    if (e.offset + 30 + e.packed > (inOrder[i + 1]?.offset ?? start)) throw unsafe();
  });
  return entries;
}

/** Returns whether the path of an entry stays below the folder into which the archive is unpacked. */
function isInside(name: string): boolean {
  return name !== "" && !/[\\\0:]/.test(name) && !name.startsWith("/") && !name.split("/").includes("..");
}

/** Unpacks an entry without storing it. Throws unless its size and checksum match the central directory. */
async function verify(a: Archive, e: Entry): Promise<void> {
  const head = await bytes(a, e.offset, 30);
  if (head.readUInt32LE(0) !== 0x04034b50) throw unsafe();
  const start = e.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (e.packed === 0) {
    if (e.unpacked !== 0) throw unsafe();
    return;
  }
  if (start + e.packed > a.size) throw unsafe();
  const packed = a.read({ start, end: start + e.packed - 1 });
  let unpacked: Readable = packed;
  if (e.method === 8) {
    const inflate = createInflateRaw();
    packed.on("error", (cause) => inflate.destroy(cause));
    unpacked = packed.pipe(inflate);
  }
  let size = 0;
  let crc = 0;
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > e.unpacked) throw unsafe();
      crc = crc32(piece, crc);
    }
  } catch {
    throw unsafe();
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
  if (size !== e.unpacked || crc !== e.crc) throw unsafe();
}

/** Returns the entry names of a safe archive. Throws archiveDamaged (S0332) for any other archive. */
export async function checkZip(a: Archive): Promise<string[]> {
  const entries = await directory(a);
  for (const e of entries) await verify(a, e);
  return entries.map((e) => e.name);
}
