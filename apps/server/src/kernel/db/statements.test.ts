import { describe, expect, it } from "vitest";
import type { DbRow } from "./sql.ts";
import { Pipeline, type Statement } from "./statements.ts";

/** Reads the fields of one message of PostgreSQL's protocol. */
class MessageReader {
  private at = 0;
  constructor(private readonly body: Buffer) {}
  text(): string {
    const end = this.body.indexOf(0, this.at);
    const text = this.body.toString("utf8", this.at, end);
    this.at = end + 1;
    return text;
  }
  int16(): number {
    this.at += 2;
    return this.body.readInt16BE(this.at - 2);
  }
  value(): string {
    const size = this.body.readInt32BE(this.at);
    this.at += 4 + Math.max(0, size);
    return size < 0 ? "∅" : this.body.toString("utf8", this.at - size, this.at);
  }
  list<T>(read: () => T): T[] {
    return Array.from({ length: this.int16() }, read);
  }
}

/** Describes a message as text, such as `bind s0(1)` for the values of the statement s0. */
function described(type: string, body: Buffer): string {
  const r = new MessageReader(body);
  switch (type) {
    case "P":
      return `parse ${r.text()}=${r.text()}${r.int16()}`;
    case "B": {
      const [portal, name, formats] = [r.text(), r.text(), r.list(() => r.int16())];
      const values = r.list(() => r.value()).map((v, i) => (formats[i] === 1 ? `bytes ${v}` : v));
      return `bind ${portal}${name}(${values.join("|")})${r.int16()}`;
    }
    case "D":
      return `describe ${r.text()}`;
    case "E":
      return `execute ${r.text()}`.trim();
    default:
      return type === "S" ? "sync" : `unknown ${type}`;
  }
}

/** Fake connection that records the messages of each write to the socket. */
class FakeConnection {
  readonly writes: string[][] = [];
  readonly stream = {
    writable: true,
    write: (bytes: Buffer) => {
      const messages: string[] = [];
      for (let at = 0; at < bytes.length; ) {
        const end = at + 1 + bytes.readInt32BE(at + 1);
        messages.push(described(String.fromCharCode(bytes[at] ?? 0), bytes.subarray(at + 5, end)));
        at = end;
      }
      this.writes.push(messages);
    },
  };
}

type Outcome = { error: Error | undefined; results: DbRow[][]; calls: number };

/**
 * Sends the statements through a pipeline. The outcome has the results, the error, and how often the pipeline has
 * called its callback.
 */
function send(connection: FakeConnection, ...statements: (string | Statement)[]) {
  const outcome: Outcome = { error: undefined, results: [], calls: 0 };
  const pipeline = new Pipeline(
    statements.map((s) => (typeof s === "string" ? { text: s, values: [] } : s)),
    (error, results) => Object.assign(outcome, { error, results, calls: outcome.calls + 1 }),
  );
  connection.writes.length = 0;
  const refused = pipeline.submit(connection as never);
  return { pipeline, outcome, refused, said: connection.writes.flat() };
}

const fields = (...columns: [name: string, oid: number][]) => ({
  fields: columns.map(([name, dataTypeID]) => ({ name, dataTypeID })),
});
const row = (...values: (string | null)[]) => ({ fields: values });
const text = 25;

describe("a pipeline", () => {
  it("sends all statements in one write, each parsed and described once", () => {
    const c = new FakeConnection();
    const first = send(c, { text: "select $1", values: [1] }, "select 2");
    expect(first.refused).toBeNull();
    expect(first.said).toEqual([
      "parse s0=select $10",
      "bind s0(1)0",
      "describe P",
      "execute",
      "parse s1=select 20",
      "bind s1()0",
      "describe P",
      "execute",
      "sync",
    ]);
    expect(c.writes).toEqual([first.said]);
    first.pipeline.handleRowDescription(fields(["a", text]));
    first.pipeline.handleDataRow(row("x"));
    first.pipeline.handleCommandComplete();
    first.pipeline.handleCommandComplete();
    expect(first.outcome.calls).toBe(0);
    first.pipeline.handleReadyForQuery();
    first.pipeline.handleReadyForQuery();
    expect(first.outcome).toEqual({ error: undefined, results: [[{ a: "x" }], []], calls: 1 });

    // The first call has prepared both statements and cached their columns, so nothing is parsed or described again.
    // The second statement has no columns.
    const again = send(c, { text: "select $1", values: [2] }, "select 2");
    expect(again.said).toEqual(["bind s0(2)0", "execute", "bind s1()0", "execute", "sync"]);
    again.pipeline.handleDataRow(row("y"));
    again.pipeline.handleDataRow(row("z"));
    again.pipeline.handleCommandComplete();
    again.pipeline.handleEmptyQuery();
    again.pipeline.handlePortalSuspended();
    again.pipeline.handleReadyForQuery();
    expect(again.outcome.results).toEqual([[{ a: "y" }, { a: "z" }], []]);
  });

  it("has no cached statements on another connection", () => {
    send(new FakeConnection(), "select 1").pipeline.handleCommandComplete();
    expect(send(new FakeConnection(), "select 1").said[0]).toBe("parse s0=select 10");
  });

  it("describes columns again if they are not cached", () => {
    const c = new FakeConnection();
    send(c, "select 1");
    expect(send(c, "select 1").said).toEqual(["bind s0()0", "describe P", "execute", "sync"]);
  });

  it("does not prepare texts that have an unlimited number of variants", () => {
    const c = new FakeConnection();
    const once = { text: "select 1", values: [], prepare: false };
    for (let i = 0; i < 2; i++)
      expect(send(c, once).said).toEqual(["parse =select 10", "bind ()0", "describe P", "execute", "sync"]);
    expect(send(c, "select 1").said[0]).toBe("parse s0=select 10");
    // The columns of a statement without a name are not cached, so the server sends them each time.
    const { pipeline, outcome } = send(c, once);
    pipeline.handleRowDescription(fields(["a", text]));
    pipeline.handleDataRow(row("x"));
    pipeline.handleCommandComplete();
    pipeline.handleReadyForQuery();
    expect(outcome.results).toEqual([[{ a: "x" }]]);
  });

  it("prepares no more than 400 statements on a connection", () => {
    const c = new FakeConnection();
    for (let i = 0; i < 400; i++) send(c, `select ${i} `);
    expect(send(c, "select 399 ").said[0]).toBe("bind s399()0");
    for (let i = 0; i < 2; i++) expect(send(c, "one more ").said[0]).toBe("parse =one more 0");
  });

  it("writes nothing to an ended stream", () => {
    const c = new FakeConnection();
    c.stream.writable = false;
    expect(send(c, "select 1").refused).toBeNull();
    expect(c.writes).toEqual([]);
  });

  it("forgets statements that failed to prepare, and never reuses a name", () => {
    const c = new FakeConnection();
    const { pipeline, outcome } = send(c, "good ", "bad ", "later ");
    pipeline.handleCommandComplete();
    const error = new Error("syntax");
    pipeline.handleError(error);
    pipeline.handleReadyForQuery();
    expect(outcome).toMatchObject({ error, calls: 1 });
    expect(send(c, "good ").said[0]).toBe("bind s0()0");
    expect(send(c, "bad ").said[0]).toBe("parse s3=bad 0");
    expect(send(c, "later ").said[0]).toBe("parse s4=later 0");
  });

  it("prepares a text once for each schema, and forgets the one that failed", () => {
    const c = new FakeConnection();
    const inSchema = (schema: string) => ({ text: "select 1", values: [], schema });
    const { pipeline } = send(c, inSchema("a"));
    pipeline.handleError(new Error("no such table"));
    expect(send(c, inSchema("a")).said[0]).toBe("parse s1=select 10");
    expect(send(c, inSchema("b")).said[0]).toBe("parse s2=select 10");
    expect(send(c, "select 1").said[0]).toBe("parse s3=select 10");
    expect(send(c, inSchema("a")).said[0]).toBe("bind s1()0");
  });

  it("keeps a prepared statement whose execution failed", () => {
    const c = new FakeConnection();
    const first = send(c, "select 1");
    first.pipeline.handleRowDescription(fields(["a", text]));
    first.pipeline.handleCommandComplete();
    const { pipeline } = send(c, "select 1");
    pipeline.handleError(new Error("a value"));
    expect(send(c, "select 1").said[0]).toBe("bind s0()0");
  });

  it("refuses a value that cannot be bound before anything is sent", () => {
    const c = new FakeConnection();
    const { refused, pipeline } = send(c, { text: "select $1", values: [() => 1] });
    expect(refused?.message).toBe("cannot bind a function");
    expect(c.writes).toEqual([]);
    pipeline.handleError(refused as Error);
    expect(send(c, { text: "select $1", values: [1] }).said[0]).toBe("parse s1=select $10");
    expect(send(c, { text: "select $1", values: [[[1]]] }).refused?.message).toBe(
      "nested arrays are not bound",
    );
  });
});

describe("values", () => {
  const bound = (value: unknown) =>
    /^bind \w*\((.*)\)0$/s.exec(
      send(new FakeConnection(), { text: "x", values: [value] }).said[1] ?? "",
    )?.[1];
  const at = new Date("2026-05-20T04:00:00Z");

  it.each<[unknown, string]>([
    [null, "∅"],
    [undefined, "∅"],
    ["", ""],
    ["a", "a"],
    [1.5, "1.5"],
    [10n, "10"],
    [true, "t"],
    [false, "f"],
    [at, "2026-05-20T04:00:00.000Z"],
    [Buffer.from("raw"), "bytes raw"],
    [{ a: [1] }, '{"a":[1]}'],
    [[], "{}"],
    [[1, 2.5], "{1,2.5}"],
    [[null, undefined, 1], "{NULL,NULL,1}"],
    [[true, false], "{t,f}"],
    [["a", 'b"c', "d\\e", ""], '{"a","b\\"c","d\\\\e",""}'],
    [[at], '{"2026-05-20T04:00:00.000Z"}'],
    [[{ a: "x" }], '{"{\\"a\\":\\"x\\"}"}'],
  ])("are bound as text: case %#", (value, text) => {
    expect(bound(value)).toBe(text);
  });

  it("are sent as they are, however long they are", () => {
    for (const value of ["模具 😀 é".repeat(10_000), "x".repeat(8190), "é".repeat(100_000), ""])
      expect(bound(value)).toBe(value);
    const values = [Buffer.alloc(20_000, "r"), "a", null, Buffer.alloc(0)];
    const { said } = send(new FakeConnection(), { text: "x", values }, { text: "模", values: [] });
    expect(said.slice(1, 5)).toEqual([
      `bind s0(bytes ${"r".repeat(20_000)}|a|∅|bytes )0`,
      "describe P",
      "execute",
      "parse s1=模0",
    ]);
    const tooMany = { text: "x", values: Array.from({ length: 65_536 }, () => 1) };
    expect(send(new FakeConnection(), tooMany).refused).toBeInstanceOf(RangeError);
  });

  it.each<[oid: number, text: string, read: unknown]>([
    [20, "9007199254740991", 9_007_199_254_740_991],
    [1700, "1.50", 1.5],
    [1082, "2026-05-20", "2026-05-20"],
    [1184, "2026-05-20 12:00:00+08", "2026-05-20T04:00:00.000Z"],
    [1184, "2026-05-20 04:00:00.123+00", "2026-05-20T04:00:00.123Z"],
    [1184, "2026-05-20 09:30:00+05:30", "2026-05-20T04:00:00.000Z"],
    [1184, "2026-05-20 00:00:00-04", "2026-05-20T04:00:00.000Z"],
    // Moments that a JavaScript Date cannot represent stay as the database writes them.
    [1184, "infinity", "infinity"],
    [1184, "-infinity", "-infinity"],
    [1184, "20000-01-01 00:00:00+00", "20000-01-01 00:00:00+00"],
    [1184, "0044-03-15 00:00:00+00 BC", "0044-03-15 00:00:00+00 BC"],
    [16, "t", true],
    [23, "7", 7],
    [114, '{"a":1}', { a: 1 }],
    [25, "as it is", "as it is"],
  ])("of type %i read %s", (oid, text, read) => {
    const { pipeline, outcome } = send(new FakeConnection(), "select 1");
    pipeline.handleRowDescription(fields(["a", oid], ["b", oid]));
    pipeline.handleDataRow(row(text, null));
    pipeline.handleDataRow(row(text));
    pipeline.handleCommandComplete();
    pipeline.handleReadyForQuery();
    expect(outcome.results).toEqual([
      [
        { a: read, b: null },
        { a: read, b: null },
      ],
    ]);
  });

  it("fail their call if they cannot be read, and throw nothing into the socket", () => {
    const { pipeline, outcome } = send(new FakeConnection(), "select 1");
    pipeline.handleRowDescription(fields(["a", 114]));
    pipeline.handleDataRow(row("{"));
    pipeline.handleCommandComplete();
    expect(outcome.calls).toBe(0);
    pipeline.handleReadyForQuery();
    expect(outcome.calls).toBe(1);
    expect(outcome.error).toBeInstanceOf(SyntaxError);
  });
});
