import { randomUUID } from "node:crypto";
import pg from "pg";
import { type Sql, sql } from "./db/sql.ts";
import { type EventBus, eventTypes, type LiveEvent } from "./events.ts";
import { log } from "./server-log.ts";

/**
 * SQL expression that returns the name of the PostgreSQL channel (LISTEN, NOTIFY) by which the servers notify each
 * other. Only the servers may know this name, because every role of PostgreSQL may listen and notify. This includes the
 * login roles of tenants (script/reader.ts).
 */
const channel = "app_event_channel()";
/** Time within which events of one type and tenant are merged into one notification, ms (debounce). */
const gatherMs = 100;
/**
 * Maximum number of molds, and of counters, in a notification. With more, the list is left out, which means any mold or
 * counter.
 */
const maxNames = 100;
/**
 * Maximum size of a notification, bytes. PostgreSQL allows less than 8,000. If a notification would be larger, only the
 * type of the event is sent.
 */
const maxBytes = 7900;
const retryMs = 2000;

interface Message {
  readonly from: string;
  readonly tenantId: number;
  readonly event: LiveEvent;
}

/**
 * Returns a statement that notifies all servers of an event when the transaction commits. For commands of the operator,
 * which have no `EventRelay`.
 */
export const notifyServers = (tenantId: number, event: LiveEvent): Sql => {
  const message: Message = { from: "", tenantId, event };
  return sql`select pg_notify(${sql.raw(channel)}, ${JSON.stringify(message)})`;
};

const union = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  a && b ? [...new Set([...a, ...b])] : undefined;
const few = (names: readonly string[] | undefined) => (names && names.length <= maxNames ? names : undefined);

/**
 * Merges two events of one type. An event without a list of ids means any id. The merged event then has no list
 * either.
 */
function merged(a: LiveEvent, b: LiveEvent): LiveEvent {
  const molds = few(union(a.molds, b.molds));
  const counters = few(union(a.counters, b.counters));
  const users = union(a.users, b.users);
  return { type: a.type, ...(molds && { molds }), ...(counters && { counters }), ...(users && { users }) };
}

/**
 * Relays events between servers that share a PostgreSQL database, by LISTEN and NOTIFY on a separate connection.
 * Delivery is best effort: after a lost connection, all listeners get an event that means "anything may have
 * changed".
 */
export class EventRelay {
  private readonly from = randomUUID();
  private readonly waiting = new Map<string, Message>();
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isClosed = false;
  private wasAway = false;

  private constructor(
    private readonly url: string,
    private readonly bus: EventBus,
  ) {}

  static async open(url: string, bus: EventBus): Promise<EventRelay> {
    const relay = new EventRelay(url, bus);
    await relay.connect();
    bus.relay = (tenantId, e) => relay.add(tenantId, e);
    return relay;
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, keepAlive: true });
    client.on("notification", (n) => this.hear(n.payload ?? ""));
    client.on("error", () => this.lost(client));
    client.on("end", () => this.lost(client));
    try {
      await client.connect();
      const { rows } = await client.query<{ name: string }>(`select ${channel} as name`);
      await client.query(`listen ${pg.escapeIdentifier(rows[0]?.name ?? "")}`);
      if (this.wasAway) {
        await this.tellAll(client);
        log.info(
          { event: "database-reconnected" },
          "the connection to the database for events is open again",
        );
      }
      this.client = client;
      this.wasAway = false;
    } catch {
      await client.end().catch(() => {});
      this.again();
    }
  }

  private lost(client: pg.Client): void {
    if (client !== this.client) return;
    this.client = undefined;
    if (!this.isClosed)
      log.warn(
        { event: "database-lost" },
        "the connection to the database for events was lost; trying again",
      );
    this.again();
  }

  private again(): void {
    this.wasAway = true;
    if (this.isClosed || this.retry) return;
    this.retry = setTimeout(() => {
      this.retry = undefined;
      void this.connect();
    }, retryMs).unref();
  }

  /**
   * Sends all listeners an event of every type. Called after a lost connection was opened again, because notifications
   * may have been missed meanwhile.
   */
  private async tellAll(client: pg.Client): Promise<void> {
    const { rows } = await client.query("select tenant_id from tenant");
    for (const { tenant_id: tenantId } of rows)
      for (const type of eventTypes) this.bus.deliver(tenantId, { type });
  }

  private hear(payload: string): void {
    try {
      const { from, tenantId, event } = JSON.parse(payload) as Message;
      if (from !== this.from && eventTypes.includes(event.type)) this.bus.deliver(tenantId, event);
    } catch {
      // Ignores a payload that cannot be parsed, because any database user may send notifications.
    }
  }

  private add(tenantId: number, e: LiveEvent): void {
    // Keeps events for named users apart from events for everybody. If they were merged, everybody would get both.
    const key = `${tenantId} ${e.type} ${e.users ? "some" : "all"}`;
    const known = this.waiting.get(key);
    this.waiting.set(key, {
      from: this.from,
      tenantId,
      event: merged(known?.event ?? e, e),
    });
    // Sends the end of a session at once, so that no server accepts the session any longer. Other events wait
    // `gatherMs`, so that one notification can carry several of them.
    if (e.type === "session") void this.send();
    else this.timer ??= setTimeout(() => void this.send(), gatherMs).unref();
  }

  private async send(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const texts = [...this.waiting.values()].map((m) => {
      const text = JSON.stringify(m);
      if (Buffer.byteLength(text) <= maxBytes) return text;
      // Sends only the type of the event, to all users, if the notification is too long. This leaks nothing, because an
      // event carries no data.
      return JSON.stringify({ ...m, event: { type: m.event.type } });
    });
    this.waiting.clear();
    await this.client
      ?.query(`select pg_notify(${channel}, t) from unnest($1::text[]) t`, [texts])
      .catch(() => {});
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    clearTimeout(this.timer);
    await this.send();
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => {});
  }
}
