import type { Duplex } from "node:stream";
import pg from "pg";
import { ProtocolWriter } from "./protocol-writer.ts";
import type { DbRow } from "./sql.ts";

/** The part of a node-postgres connection that a pipeline uses. The library's typings do not declare it. */
interface Connection {
  readonly stream: Duplex;
}

/** Statement with its values. Each connection prepares a text once and then reuses it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /**
   * Template literal in which the statement was written. A test uses it to find the declared row type in the source.
   */
  readonly template?: TemplateStringsArray;
  /**
   * False: the statement is never prepared. Needed for texts with an unlimited number of variants, which would fill the
   * cache of prepared statements.
   */
  readonly prepare?: boolean;
  /**
   * Key of the search_path with which the statement runs, if not the usual one. PostgreSQL would plan a prepared text
   * again if the path differed from call to call, so a connection prepares a text once for each key.
   */
  readonly schema?: string | undefined;
}

/** Returns a statement without values. */
export const plain = (text: string): Statement => ({ text, values: [] });

type Parser = (text: string) => unknown;

interface Column {
  readonly name: string;
  readonly parse: Parser;
}

/** Returns the key of a statement among the prepared statements of a connection: its text, and its schema if any. */
const keyOf = (s: Statement) => (s.schema === undefined ? s.text : `${s.schema} ${s.text}`);

interface Prepared {
  /** Names of the prepared statements, by `keyOf`. */
  readonly names: Map<string, string>;
  /** Columns of the result, by name of the prepared statement. */
  readonly columns: Map<string, readonly Column[]>;
}
const preparedOf = new WeakMap<object, Prepared>();

const asNumber: Parser = Number;
/** Converts a timestamptz to an ISO 8601 instant. Infinity and years outside of a Date's range stay unchanged. */
const asInstant: Parser = (t) => {
  const at = new Date(`${t.replace(" ", "T")}${/[+-]\d\d$/.test(t) ? ":00" : ""}`);
  return Number.isNaN(at.getTime()) ? t : at.toISOString();
};
const parsers = new Map<number, Parser>([
  [20, asNumber], // int8: a number is exact, because all counts and ids are below 2^53
  [1700, asNumber], // numeric: read as a number
  [1082, (t) => t], // date: stays the text YYYY-MM-DD
  [1184, asInstant], // timestamptz
]);

function parserOf(oid: number): Parser {
  return parsers.get(oid) ?? (pg.types.getTypeParser(oid, "text") as Parser);
}

/** Number of statements that a connection keeps prepared. Further statements are parsed on each call instead. */
const maxPrepared = 400;

interface FieldMessage {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/**
 * Sends several statements in one write and receives one answer (pipeline). PostgreSQL runs all statements up to the
 * Sync message as one implicit transaction, all or nothing. Plain node-postgres needs one round trip each for begin,
 * set tenant, statement and commit. So a read by key would take four times as long (decision 1).
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

  private prepared(connection: object): Prepared {
    let p = preparedOf.get(connection);
    if (!p) {
      p = { names: new Map(), columns: new Map() };
      preparedOf.set(connection, p);
    }
    return p;
  }

  /** Sends all statements. node-postgres calls this method when the connection is free. */
  submit(connection: Connection): Error | null {
    this.connection = connection;
    const prepared = this.prepared(connection);
    const writer = new ProtocolWriter();
    try {
      for (const s of this.statements) this.add(s, prepared, writer);
    } catch (cause) {
      // A value cannot be bound. Returns the error before anything is sent. node-postgres then calls `handleError`,
      // which removes the statement names that were added above.
      return cause instanceof Error ? cause : new Error(String(cause));
    }
    writer.sync();
    // Skips the write if the connection has ended, because a write would fail. The query fails in any case: the end of
    // the connection ends all of its queries with an error.
    if (connection.stream.writable) connection.stream.write(writer.bytes());
    this.begin();
    return null;
  }

  private add(s: Statement, prepared: Prepared, writer: ProtocolWriter): void {
    const key = keyOf(s);
    let name = s.prepare === false ? "" : (prepared.names.get(key) ?? "");
    const isNew = name === "";
    if (isNew && s.prepare !== false && prepared.names.size < maxPrepared) {
      name = `s${prepared.names.size}`;
      prepared.names.set(key, name);
    }
    // The columns of a prepared statement do not change, so PostgreSQL is asked for them only once.
    const describe = isNew || !prepared.columns.has(name);
    this.names.push(name);
    this.described.push(describe);
    if (isNew) writer.parse(name, s.text);
    writer.bind(name, s.values);
    if (describe) writer.describe();
    writer.execute();
  }

  /**
   * Looks up the cached columns of the statement whose result arrives next. If the columns are not cached, they stay
   * undefined until PostgreSQL describes them, before it sends the rows.
   */
  private begin(): void {
    const name = this.names[this.at];
    this.columns =
      name && !this.described[this.at] && this.connection
        ? this.prepared(this.connection).columns.get(name)
        : undefined;
  }

  handleRowDescription(msg: FieldMessage): void {
    this.columns = msg.fields.map((f) => ({ name: f.name, parse: parserOf(f.dataTypeID) }));
    const name = this.names[this.at];
    if (name && this.connection) this.prepared(this.connection).columns.set(name, this.columns);
  }

  handleDataRow(msg: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    const columns = this.columns ?? [];
    try {
      for (let i = 0; i < columns.length; i++) {
        const c = columns[i];
        const v = msg.fields[i];
        if (c) row[c.name] = v === null || v === undefined ? null : c.parse(v);
      }
    } catch (cause) {
      // Stores the error, so that only this call fails. If it were thrown here, in a handler of the socket, it would
      // end the process.
      this.failure ??= cause instanceof Error ? cause : new Error(String(cause));
    }
    this.results[this.at]?.push(row);
  }

  handleCommandComplete(): void {
    const name = this.names[this.at];
    if (name && this.columns === undefined && this.connection)
      this.prepared(this.connection).columns.set(name, []);
    this.at++;
    this.begin();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {}

  /**
   * Handles an error of a statement. PostgreSQL then skips all messages up to Sync, which ends the batch of
   * statements, and answers ReadyForQuery.
   */
  handleError(error: Error): void {
    // Removes the names that the failed statement and the statements after it got in this call. PostgreSQL has not
    // prepared the later statements, and perhaps not the failed one.
    if (this.connection) {
      const { names } = this.prepared(this.connection);
      this.names.forEach((name, i) => {
        if (name && i >= this.at && this.described[i]) {
          const statement = this.statements[i];
          // Puts a placeholder in place of the removed name. New names are numbered by the size of the map, so the
          // placeholder keeps later names unique.
          if (statement) {
            names.delete(keyOf(statement));
            names.set(`-- removed ${name}`, name);
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
