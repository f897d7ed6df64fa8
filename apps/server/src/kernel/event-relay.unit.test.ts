import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventRelay } from "./event-relay.ts";
import { EventBus, type LiveEvent } from "./events.ts";

type Handler = (message: { payload?: string }) => void;

/** Fake database that delivers notifications to all listening connections. */
class FakeDatabase {
  isUp = true;
  readonly clients = new Set<FakeClient>();
  readonly sent: string[][] = [];
  readonly tenants = [1, 2];
  /** Cuts all connections, with an error or by a normal end. */
  cut(how: "error" | "end"): void {
    for (const c of [...this.clients]) {
      this.clients.delete(c);
      c.emit(how, {});
    }
  }
  notify(payload: string | undefined): void {
    for (const c of this.clients) c.emit("notification", payload === undefined ? {} : { payload });
  }
}
let database: FakeDatabase;

class FakeClient {
  readonly handlers = new Map<string, Handler>();
  isEnded = false;
  constructor(readonly options: unknown) {}
  on(event: string, handler: Handler): void {
    this.handlers.set(event, handler);
  }
  emit(event: string, message: { payload?: string }): void {
    this.handlers.get(event)?.(message);
  }
  async connect(): Promise<void> {
    if (!database.isUp) throw new Error("nobody answers");
  }
  async query(text: string, values?: [string[]]): Promise<{ rows: object[] }> {
    if (text === "select app_event_channel() as name") return { rows: [{ name: "secret" }] };
    if (text === 'listen "secret"') database.clients.add(this);
    else if (text.startsWith("select tenant_id"))
      return { rows: database.tenants.map((tenant_id) => ({ tenant_id })) };
    else if (text.startsWith("select pg_notify(app_event_channel(), ") && values) {
      database.sent.push(values[0]);
      for (const payload of values[0]) database.notify(payload);
    } else throw new Error(`not understood: ${text}`);
    return { rows: [] };
  }
  async end(): Promise<void> {
    this.isEnded = true;
    database.clients.delete(this);
    this.emit("end", {});
  }
}

interface Server {
  readonly bus: EventBus;
  readonly relay: EventRelay;
  readonly heard: [number, LiveEvent][];
}
const servers: Server[] = [];
async function server(): Promise<Server> {
  const bus = new EventBus();
  const heard: [number, LiveEvent][] = [];
  bus.listenAll((tenantId, e) => heard.push([tenantId, e]));
  const made = { bus, heard, relay: await EventRelay.open("postgres://here", bus) };
  servers.push(made);
  return made;
}
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const real = pg.Client;
beforeEach(() => {
  vi.useFakeTimers();
  database = new FakeDatabase();
  pg.Client = FakeClient as never;
});
afterEach(async () => {
  for (const s of servers.splice(0)) await s.relay.close();
  pg.Client = real;
  vi.useRealTimers();
});

describe("events between servers", () => {
  it("reach the other servers within a tenth of a second and the emitting server immediately", async () => {
    const [a, b] = [await server(), await server()];
    for (const m of ["M1", "M2", "M1"]) a.bus.emit(1, { type: "reading", molds: [m], counters: [`C${m}`] });
    a.bus.emit(2, { type: "reading", molds: ["M9"] });
    a.bus.emit(1, { type: "board" });
    expect(a.heard).toHaveLength(5);
    await later(99);
    expect(b.heard).toEqual([]);
    await later(1);
    expect(b.heard).toEqual([
      [1, { type: "reading", molds: ["M1", "M2"], counters: ["CM1", "CM2"] }],
      [2, { type: "reading", molds: ["M9"] }],
      [1, { type: "board" }],
    ]);
    expect(a.heard).toHaveLength(5);
    await later(1000);
    expect(database.sent).toHaveLength(1);
    a.bus.emit(1, { type: "board" });
    await later(100);
    expect(b.heard).toHaveLength(4);
  });

  it("end sessions of other servers immediately", async () => {
    const [a, b] = [await server(), await server()];
    a.bus.emit(1, { type: "reading", molds: ["M1"] });
    a.bus.emit(1, { type: "session", users: ["ann"] });
    await later(0);
    expect(b.heard.map(([, e]) => e)).toEqual([
      { type: "reading", molds: ["M1"] },
      { type: "session", users: ["ann"] },
    ]);
    await later(1000);
    expect(database.sent).toHaveLength(1);
  });

  it("mean any id if one of the merged events does, and are not merged if their receivers differ", async () => {
    const [a, b] = [await server(), await server()];
    a.bus.emit(1, { type: "reading", molds: ["M1"] });
    a.bus.emit(1, { type: "reading" });
    a.bus.emit(1, { type: "reading", molds: ["M2"] });
    a.bus.emit(1, { type: "notice", users: ["ann"] });
    a.bus.emit(1, { type: "notice" });
    a.bus.emit(1, { type: "notice", users: ["bob"] });
    await later(100);
    expect(b.heard.map(([, e]) => e)).toEqual([
      { type: "reading" },
      { type: "notice", users: ["ann", "bob"] },
      { type: "notice" },
    ]);
  });

  it("contain at most a hundred ids and fit into a notification", async () => {
    const [a, b] = [await server(), await server()];
    const names = (n: number, text = "M") => Array.from({ length: n }, (_, i) => `${text}${i}`);
    a.bus.emit(1, { type: "reading", molds: names(100), counters: names(101) });
    a.bus.emit(1, { type: "notice", users: names(400, "a user with a name ") });
    await later(100);
    expect(b.heard.map(([, e]) => e)).toEqual([{ type: "reading", molds: names(100) }, { type: "notice" }]);
    for (const text of database.sent.flat()) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(7900);
  });

  it("are ignored if another program has sent the notification", async () => {
    const { heard } = await server();
    for (const odd of [
      undefined,
      "",
      "x",
      "null",
      "{}",
      '{"from":"x","tenantId":1,"event":{"type":"pigeon"}}',
    ])
      database.notify(odd);
    expect(heard).toEqual([]);
    database.notify('{"from":"x","tenantId":1,"event":{"type":"board"}}');
    expect(heard).toEqual([[1, { type: "board" }]]);
  });

  it.each(["error", "end"] as const)("signal a resync after a lost connection (%s)", async (how) => {
    const { heard, bus } = await server();
    database.isUp = false;
    database.cut(how);
    bus.emit(1, { type: "board" });
    await later(4000);
    heard.length = 0;
    database.isUp = true;
    await later(2000);
    const kinds = ["reading", "warning", "notice", "board", "counter", "session", "gateway", "connector"];
    expect(heard).toEqual(database.tenants.flatMap((id) => kinds.map((type) => [id, { type }])));
    expect(database.clients.size).toBe(1);
    // After a reconnect, all listeners get one event of each type, and only once: the next ten seconds bring no further
    // event.
    await later(10_000);
    expect(heard).toHaveLength(16);
    bus.emit(1, { type: "board" });
    await later(100);
    expect(database.sent).toHaveLength(1);
  });

  it("wait two seconds between attempts, including the first", async () => {
    database.isUp = false;
    const { heard } = await server();
    database.isUp = true;
    await later(1999);
    expect(database.clients.size).toBe(0);
    await later(1);
    expect(database.clients.size).toBe(1);
    expect(heard).toHaveLength(16);
  });

  it("report no missed events unless a connection was lost", async () => {
    const { heard } = await server();
    await later(5000);
    expect(heard).toEqual([]);
    expect([...database.clients][0]?.options).toEqual({
      connectionString: "postgres://here",
      keepAlive: true,
    });
  });
});

describe("a relay that is closed", () => {
  it("sends its pending events, then disconnects", async () => {
    const [a, b] = [await server(), await server()];
    a.bus.emit(1, { type: "board" });
    await a.relay.close();
    expect(b.heard).toEqual([[1, { type: "board" }]]);
    expect(database.clients.size).toBe(1);
    await later(10_000);
    expect(database.clients.size).toBe(1);
    expect(database.sent).toHaveLength(1);
  });

  it("does not reconnect", async () => {
    const a = await server();
    database.cut("error");
    await a.relay.close();
    await later(10_000);
    expect(database.clients.size).toBe(0);
  });
});
