/**
 * Columns of a batch of rows, for `unnest(${int8Column(rows, of)}::bigint[], …)`. Each column is one array in
 * PostgreSQL's binary format. An array literal (text) takes more time: Node has to build the text, and PostgreSQL to
 * parse it.
 * Source of the format: `array_recv` and `array_send` of PostgreSQL. An array consists of the number of dimensions, the
 * mark "has nulls", the oid of the element type, the length and the first index. Each element is its length in bytes
 * and its value. Null has the length −1. All numbers are big-endian.
 */

/** Bytes of an array before its first element. */
const headBytes = 20;

const oid = { int8: 20, int2: 21, int4: 23, text: 25, float8: 701 } as const;

/** Format of the elements of a column of numbers. */
interface Element {
  readonly oid: number;
  /** Length of each value, bytes. */
  readonly bytes: number;
  readonly write: (view: DataView, at: number, value: number) => void;
}

const int8: Element = {
  oid: oid.int8,
  bytes: 8,
  write: (view, at, value) => {
    if (!Number.isSafeInteger(value)) throw outside(value, "bigint");
    view.setInt32(at, Math.floor(value / 0x1_0000_0000));
    view.setUint32(at + 4, value >>> 0);
  },
};

const int4: Element = {
  oid: oid.int4,
  bytes: 4,
  write: (view, at, value) => {
    if ((value | 0) !== value) throw outside(value, "int");
    view.setInt32(at, value);
  },
};

const int2: Element = {
  oid: oid.int2,
  bytes: 2,
  write: (view, at, value) => {
    if ((value << 16) >> 16 !== value) throw outside(value, "smallint");
    view.setInt16(at, value);
  },
};

const float8: Element = {
  oid: oid.float8,
  bytes: 8,
  write: (view, at, value) => view.setFloat64(at, value),
};

const outside = (value: number, type: string) =>
  new RangeError(`a value of a batch does not fit into ${type}: ${value}`);

type NumberColumn = <T>(rows: readonly T[], of: (row: T) => number | null) => Buffer;

/** Column of type bigint[]. Throws RangeError for a value that is not a whole number below 2^53. */
export const int8Column: NumberColumn = (rows, of) => numbers(int8, rows, of);
/** Column of type int[]. Throws RangeError for a value that does not fit. */
export const int4Column: NumberColumn = (rows, of) => numbers(int4, rows, of);
/** Column of type smallint[]. Throws RangeError for a value that does not fit. */
export const int2Column: NumberColumn = (rows, of) => numbers(int2, rows, of);
/** Column of type double precision[]. */
export const float8Column: NumberColumn = (rows, of) => numbers(float8, rows, of);

function numbers<T>(element: Element, rows: readonly T[], of: (row: T) => number | null): Buffer {
  const { bytes, write } = element;
  const buffer = Buffer.allocUnsafe(headBytes + rows.length * (4 + bytes));
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let at = writeHead(view, element.oid, rows.length);
  for (const row of rows) {
    const value = of(row);
    if (value === null) {
      view.setInt32(at, -1);
      at += 4;
    } else {
      view.setInt32(at, bytes);
      write(view, at + 4, value);
      at += 4 + bytes;
    }
  }
  return buffer.subarray(0, at);
}

/** Column of type text[]. */
export function textColumn<T>(rows: readonly T[], of: (row: T) => string | null): Buffer {
  const texts = rows.map(of);
  let bytes = headBytes;
  for (const text of texts) bytes += 4 + (text === null ? 0 : Buffer.byteLength(text));
  const buffer = Buffer.allocUnsafe(bytes);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let at = writeHead(view, oid.text, rows.length);
  for (const text of texts) {
    const length = text === null ? -1 : buffer.write(text, at + 4);
    view.setInt32(at, length);
    at += 4 + Math.max(length, 0);
  }
  return buffer.subarray(0, at);
}

/** Writes the part before the elements. Returns the position of the first element. */
function writeHead(view: DataView, elementOid: number, length: number): number {
  // An array without elements has no dimensions, and its part of length and first index is left out.
  view.setInt32(0, length > 0 ? 1 : 0);
  view.setInt32(4, 1);
  view.setInt32(8, elementOid);
  if (length === 0) return 12;
  view.setInt32(12, length);
  view.setInt32(16, 1);
  return headBytes;
}
