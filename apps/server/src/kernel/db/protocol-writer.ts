/** Largest number of bytes that a UTF-16 code unit needs in UTF-8. */
const maxBytesPerUnit = 3;

/**
 * Collects messages of PostgreSQL's protocol (version 3) in one buffer, so that one system call sends them. The
 * serializer of node-postgres makes a buffer for each message, which takes about twice the time.
 */
export class ProtocolWriter {
  private buffer = Buffer.allocUnsafe(8192);
  private end = 0;

  /** Prepares a statement. The empty name stands for a statement that is used once. */
  parse(name: string, text: string): void {
    const start = this.begin("P");
    this.textWithEnd(name);
    this.textWithEnd(text);
    this.int16(0);
    this.finish(start);
  }

  /** Binds values to a prepared statement. Buffers are sent in PostgreSQL's binary format, all other values as text. */
  bind(name: string, values: readonly unknown[]): void {
    const start = this.begin("B");
    this.textWithEnd("");
    this.textWithEnd(name);
    if (values.some((value) => Buffer.isBuffer(value))) {
      this.int16(values.length);
      for (const value of values) this.int16(Buffer.isBuffer(value) ? 1 : 0);
    } else this.int16(0);
    this.int16(values.length);
    for (const value of values) this.value(asProtocolText(value));
    this.int16(0);
    this.finish(start);
  }

  /** Asks for the columns of the bound statement. */
  describe(): void {
    const start = this.begin("D");
    this.textWithEnd("P");
    this.finish(start);
  }

  execute(): void {
    const start = this.begin("E");
    this.textWithEnd("");
    this.int32(0);
    this.finish(start);
  }

  sync(): void {
    this.finish(this.begin("S"));
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.end);
  }

  /** Begins a message. Returns the place of its length, which `finish` fills in. */
  private begin(type: string): number {
    this.reserve(5);
    this.buffer[this.end] = type.charCodeAt(0);
    this.end += 5;
    return this.end - 4;
  }

  private finish(start: number): void {
    this.buffer.writeInt32BE(this.end - start, start);
  }

  private reserve(size: number): void {
    const needed = this.end + size;
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.buffer.length));
    this.buffer.copy(larger, 0, 0, this.end);
    this.buffer = larger;
  }

  private int16(n: number): void {
    this.reserve(2);
    this.end = this.buffer.writeUInt16BE(n, this.end);
  }

  private int32(n: number): void {
    this.reserve(4);
    this.end = this.buffer.writeInt32BE(n, this.end);
  }

  private textWithEnd(text: string): void {
    this.reserve(text.length * maxBytesPerUnit + 1);
    this.end += this.buffer.write(text, this.end);
    this.buffer[this.end++] = 0;
  }

  private value(value: string | Buffer | null): void {
    if (value === null) {
      this.int32(-1);
      return;
    }
    this.reserve(4 + (typeof value === "string" ? value.length * maxBytesPerUnit : value.length));
    const start = this.end + 4;
    const size = typeof value === "string" ? this.buffer.write(value, start) : value.copy(this.buffer, start);
    this.buffer.writeInt32BE(size, this.end);
    this.end = start + size;
  }
}

/** Converts a value to the protocol's text format. Arrays become array literals, other objects JSON. */
function asProtocolText(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "bigint":
      return String(value);
    case "boolean":
      return value ? "t" : "f";
    case "object":
      if (Buffer.isBuffer(value)) return value;
      if (value instanceof Date) return value.toISOString();
      if (Array.isArray(value)) return arrayLiteral(value);
      return JSON.stringify(value);
    default:
      throw new Error(`cannot bind a ${typeof value}`);
  }
}

function arrayLiteral(list: readonly unknown[]): string {
  let out = "{";
  for (let i = 0; i < list.length; i++) {
    if (i) out += ",";
    const v = list[i];
    if (v === null || v === undefined) out += "NULL";
    else if (typeof v === "number") out += v;
    else if (typeof v === "boolean") out += v ? "t" : "f";
    else if (typeof v === "string") out += `"${v.replace(/["\\]/g, "\\$&")}"`;
    else if (Array.isArray(v)) throw new Error("nested arrays are not bound");
    else out += `"${(v instanceof Date ? v.toISOString() : JSON.stringify(v)).replace(/["\\]/g, "\\$&")}"`;
  }
  return `${out}}`;
}
