import type { Duplex } from "node:stream";
import pg from "pg";

/** The part of node-postgres' connection that a pipeline speaks to; its own typings lag behind. */
interface Connection {
  readonly stream: Duplex;
  parse(m: { text: string; name: string; types: readonly number[] }): void;
  bind(m: {
    portal: string;
    statement: string;
    values: unknown[];
    binary: boolean;
    valueMapper: (value: unknown) => string | Buffer | null;
  }): void;
  describe(m: { type: "P" | "S"; name: string }): void;
  execute(m: { portal: string }): void;
  sync(): void;
}

/** A statement ready to send: its text decides its prepared name. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** false: parsed anew each time (texts that vary without end). */
  readonly prepare?: boolean;
}

export type DbRow = Readonly<Record<string, unknown>>;
type Parser = (text: string) => unknown;

interface Column {
  readonly name: string;
  readonly parse: Parser;
}

/** What a connection knows: prepared statements and the columns of their answers. */
interface Known {
  readonly names: Map<string, string>;
  readonly columns: Map<string, readonly Column[]>;
}
const knownOf = new WeakMap<object, Known>();

const asNumber: Parser = Number;
const asInstant: Parser = (t) =>
  new Date(`${t.replace(" ", "T")}${/[+-]\d\d$/.test(t) ? ":00" : ""}`).toISOString();
const parsers = new Map<number, Parser>([
  [20, asNumber], // int8: every count and id of ours is below 2^53
  [1700, asNumber],
  [1082, (t) => t],
  [1184, asInstant],
]);

function parserOf(oid: number): Parser {
  return parsers.get(oid) ?? (pg.types.getTypeParser(oid, "text") as Parser);
}

/** At most this many prepared statements a connection; beyond it, statements are parsed anew. */
const maxPrepared = 400;

interface FieldMessage {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/**
 * Several statements in one write and one answer: the protocol's implicit transaction. All of them happen
 * or none. node-postgres sends one statement a round trip; tenant + statement would be four of them
 * (begin, tenant, statement, commit), and a read by key would cost four times its floor.
 */
export class Pipeline {
  readonly results: DbRow[][] = [];
  private at = 0;
  private readonly names: string[] = [];
  private readonly described: boolean[] = [];
  private columns: readonly Column[] | undefined;
  private failure: Error | undefined;
  private settled = false;
  private connection: Connection | undefined;

  constructor(
    private readonly statements: readonly Statement[],
    private readonly done: (error: Error | undefined, results: DbRow[][]) => void,
  ) {
    for (let i = 0; i < statements.length; i++) this.results.push([]);
  }

  private known(connection: object): Known {
    let k = knownOf.get(connection);
    if (!k) {
      k = { names: new Map(), columns: new Map() };
      knownOf.set(connection, k);
    }
    return k;
  }

  submit(connection: Connection): Error | null {
    this.connection = connection;
    const k = this.known(connection);
    // One buffer and one system call: a corked stream would hand over a dozen pieces.
    const pieces: Buffer[] = [];
    const writer: Connection = Object.create(connection, {
      stream: { value: { writable: true, write: (piece: Buffer) => pieces.push(piece) } },
    });
    try {
      for (const s of this.statements) this.add(s, k, writer);
    } catch (cause) {
      // A value that cannot be bound: nothing was sent, and handleError forgets the names.
      return cause instanceof Error ? cause : new Error(String(cause));
    }
    writer.sync();
    // A stream that has ended tells of it by its own event.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(pieces));
    this.begin();
    return null;
  }

  private add(s: Statement, k: Known, writer: Connection): void {
    let name = s.prepare === false ? "" : (k.names.get(s.text) ?? "");
    const fresh = name === "";
    if (fresh && s.prepare !== false && k.names.size < maxPrepared) {
      name = `s${k.names.size}`;
      k.names.set(s.text, name);
    }
    // A prepared statement's columns do not change: they are asked for once.
    const describe = fresh || !k.columns.has(name);
    this.names.push(name);
    this.described.push(describe);
    if (fresh) writer.parse({ text: s.text, name, types: [] });
    writer.bind({
      portal: "",
      statement: name,
      values: [...s.values],
      binary: false,
      valueMapper: prepareValue,
    });
    if (describe) writer.describe({ type: "P", name: "" });
    writer.execute({ portal: "" });
  }

  /** Columns of the statement whose answer comes next. */
  private begin(): void {
    const name = this.names[this.at];
    this.columns =
      name && !this.described[this.at] && this.connection
        ? this.known(this.connection).columns.get(name)
        : undefined;
  }

  handleRowDescription(msg: FieldMessage): void {
    this.columns = msg.fields.map((f) => ({ name: f.name, parse: parserOf(f.dataTypeID) }));
    const name = this.names[this.at];
    if (name && this.connection) this.known(this.connection).columns.set(name, this.columns);
  }

  handleDataRow(msg: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    const columns = this.columns ?? [];
    for (let i = 0; i < columns.length; i++) {
      const c = columns[i];
      const v = msg.fields[i];
      if (c) row[c.name] = v === null || v === undefined ? null : c.parse(v);
    }
    this.results[this.at]?.push(row);
  }

  handleCommandComplete(): void {
    const name = this.names[this.at];
    if (name && this.columns === undefined && this.connection)
      this.known(this.connection).columns.set(name, []);
    this.at++;
    this.begin();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {}

  /** The rest up to the sync was skipped by the server; ReadyForQuery still comes. */
  handleError(error: Error): void {
    // A statement that failed to parse was never prepared; forget the names this pipeline brought.
    if (this.connection) {
      const k = this.known(this.connection);
      this.names.forEach((name, i) => {
        if (name && i >= this.at && this.described[i]) {
          const text = this.statements[i]?.text;
          // Keep the slot, so that later names stay unique.
          if (text !== undefined) {
            k.names.delete(text);
            k.names.set(`-- forgotten ${name}`, name);
          }
        }
      });
    }
    this.failure = error;
    this.settle();
  }

  handleReadyForQuery(): void {
    this.settle();
  }

  private settle(): void {
    if (this.settled) return;
    this.settled = true;
    this.done(this.failure, this.results);
  }
}

/** JavaScript → text of the protocol. Arrays become array literals; objects JSON. */
function prepareValue(value: unknown): string | Buffer | null {
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
