import { FileError } from "./types.ts";

/** Size of the header of an OLE file, bytes. */
const HEADER = 512;
/** Number of entries in the header's table of FAT sectors. */
const HEADER_SLOTS = 109;
const ENTRY = 128;
const STREAM = 2;
const ROOT = 5;

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

/**
 * Reads an OLE file, the container format of .xls. In a damaged file, a chain of sectors or the tree of entries may
 * lead back to itself. This reader stops in such a case, but the library's own reader never ends.
 */
class OleFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sectorSize: number;
  readonly #fat: Int32Array;
  readonly #entries: readonly Entry[];

  constructor(bytes: Uint8Array) {
    if (bytes.length < HEADER) throw new FileError("unreadable");
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const shift = this.#view.getUint16(30, true);
    if (shift !== 9 && shift !== 12) throw new FileError("unreadable");
    this.#sectorSize = 1 << shift;
    this.#fat = this.#table(this.#fatSectors());
    this.#entries = this.#directory();
  }

  has(name: string): boolean {
    return this.#entries.some((e) => e.type === STREAM && e.name === name);
  }

  /** Returns the bytes of a stream. Returns undefined if no stream has this name. */
  stream(name: string): Uint8Array | undefined {
    const entry = this.#entries.find((e) => e.type === STREAM && e.name === name);
    if (!entry) return undefined;
    const smallest = this.#view.getUint32(56, true);
    return (entry.size < smallest ? this.#small(entry) : this.#joined(this.#chain(entry.start))).subarray(
      0,
      entry.size,
    );
  }

  #sector(index: number): Uint8Array {
    const from = (index + 1) * this.#sectorSize;
    return this.#bytes.subarray(from, from + this.#sectorSize);
  }

  /**
   * Returns the numbers of the sectors that contain the FAT (sector allocation table). They are listed in the header
   * and in further sectors (DIFAT).
   */
  #fatSectors(): number[] {
    const sectors: number[] = [];
    for (let i = 0; i < HEADER_SLOTS; i++) sectors.push(this.#view.getInt32(76 + i * 4, true));
    let next = this.#view.getInt32(68, true);
    const most = this.#bytes.length / this.#sectorSize;
    for (let n = 0; next >= 0 && n <= most; n++) {
      const entries = [...this.#table([next])];
      next = entries.pop() ?? -1;
      sectors.push(...entries);
    }
    return sectors.filter((sector) => sector >= 0);
  }

  /** Returns the content of sectors as a list of 32-bit numbers. */
  #table(sectors: readonly number[]): Int32Array {
    const bytes = this.#joined(sectors);
    const view = new DataView(bytes.buffer);
    return Int32Array.from({ length: bytes.length >> 2 }, (_, i) => view.getInt32(i * 4, true));
  }

  #joined(sectors: readonly number[]): Uint8Array<ArrayBuffer> {
    if (sectors.length * this.#sectorSize > this.#bytes.length + this.#sectorSize)
      throw new FileError("unreadable");
    const all = new Uint8Array(sectors.length * this.#sectorSize);
    for (const [i, sector] of sectors.entries()) all.set(this.#sector(sector), i * this.#sectorSize);
    return all;
  }

  /** Returns the sectors of a chain. Throws if the chain leads back to itself. */
  #chain(start: number, fat = this.#fat): number[] {
    const sectors: number[] = [];
    for (let at = start; at >= 0; at = fat[at] ?? -1) {
      if (sectors.length > fat.length) throw new FileError("unreadable");
      sectors.push(at);
    }
    return sectors;
  }

  #directory(): Entry[] {
    const bytes = this.#joined(this.#chain(this.#view.getInt32(48, true)));
    const view = new DataView(bytes.buffer);
    return Array.from({ length: Math.floor(bytes.length / ENTRY) }, (_, i) => {
      const at = i * ENTRY;
      const nameBytes = Math.min(64, Math.max(0, view.getUint16(at + 64, true) - 2));
      return {
        name: new TextDecoder("utf-16le").decode(bytes.subarray(at, at + nameBytes)),
        type: view.getUint8(at + 66),
        start: view.getInt32(at + 116, true),
        size: view.getUint32(at + 120, true),
      };
    });
  }

  /** Reads a small stream. Its data are a chain of 64-byte pieces inside the stream of the root entry. */
  #small({ start }: Entry): Uint8Array {
    const root = this.#entries.find((e) => e.type === ROOT);
    const whole = this.#joined(this.#chain(root?.start ?? -1));
    const fat = this.#table(this.#chain(this.#view.getInt32(60, true)));
    const pieces = this.#chain(start, fat);
    const all = new Uint8Array(pieces.length * 64);
    for (const [i, piece] of pieces.entries()) all.set(whole.subarray(piece * 64, piece * 64 + 64), i * 64);
    return all;
  }
}

/** Returns the workbook of an .xls file. Throws for files with a password and for other documents. */
export function workbookStream(bytes: Uint8Array): Uint8Array {
  const file = new OleFile(bytes);
  if (file.has("EncryptedPackage")) throw new FileError("password");
  const book = file.stream("Workbook") ?? file.stream("Book");
  if (book) return book;
  const isOther = file.has("WordDocument") || file.has("PowerPoint Document");
  throw new FileError(isOther ? "notSheet" : "unreadable");
}
