import { errors } from "@shotkeeper/contract/kernel";
import type { Db } from "../../kernel/db/db.ts";
import {
  type AdoptedReading,
  keptAs,
  keptMessages,
  type LoggedMessage,
  type Outcome,
  type Pending,
  type SeenDevice,
  stored,
} from "./logged-message.ts";
import { cut, logSql, storeSeen } from "./message-rows.ts";

/** Delay before messages are written, ms: `waitMs` if a sender waits for the write, otherwise `calmMs`. */
const waitMs = 50;
const calmMs = 1000;
/**
 * Maximum number of different devices of a connector that one write lists. Messages of further devices are only
 * counted.
 */
const maxSeen = 1000;
/** Maximum number of senders of a connector that wait for one write. Further senders get an error and send again. */
const maxWaiters = 2000;

/**
 * Log of the messages of each connector. Messages are written in batches, so that a flood costs few statements. Only
 * the latest messages are kept. Their accepted readings are already in the ledger.
 */
export class MessageLog {
  private readonly pending = new Map<string, Pending>();
  private timer: NodeJS.Timeout | undefined;
  private dueAt = Number.POSITIVE_INFINITY;
  /**
   * `writing`: the running write of each connector. `again`: connectors with newer messages, which are written right
   * after the running write.
   */
  private readonly writing = new Map<string, Promise<void>>();
  private readonly again = new Set<string>();

  constructor(
    private readonly db: Db,
    private readonly onAdopted: (p: Pending, readings: readonly AdoptedReading[]) => Promise<unknown>,
  ) {}

  /**
   * Adds a message. Resolves at once if its readings are stored in the ledger, or if its secret was wrong. Resolves
   * after the write for all other messages, because only the log stores them.
   */
  add(tenantId: number, connectorId: number, m: LoggedMessage): Promise<void> {
    const p = this.of(tenantId, connectorId);
    const isStranger = keptAs(m) === "stranger";
    const waits = !isStranger && !stored.includes(m.outcome);
    if (waits && p.waiters.length >= maxWaiters) return Promise.reject(errors.databaseUnavailable());
    p.messages.push(cut(m));
    if (p.messages.length > 4 * keptMessages.others) p.messages = trimmed(p.messages);
    for (const [outcome, n] of Object.entries(m.parts)) addTo(p.parts, outcome as Outcome, n);
    for (const device of m.seen) {
      const known = p.seen.get(device.deviceId);
      if (known || p.seen.size < maxSeen) p.seen.set(device.deviceId, merged(known, device));
      else p.unlisted += device.messages;
    }
    if (!isStranger) p.lastAt = Math.max(p.lastAt ?? 0, m.receivedAt);
    if (!waits) {
      this.schedule(calmMs);
      return Promise.resolve();
    }
    this.schedule(waitMs);
    return new Promise((resolve, reject) => p.waiters.push({ resolve, reject }));
  }

  private of(tenantId: number, connectorId: number): Pending {
    const key = `${tenantId}/${connectorId}`;
    let p = this.pending.get(key);
    if (!p) {
      p = {
        tenantId,
        connectorId,
        messages: [],
        parts: new Map(),
        seen: new Map(),
        unlisted: 0,
        lastAt: null,
        waiters: [],
      };
      this.pending.set(key, p);
    }
    return p;
  }

  private schedule(ms: number): void {
    const at = performance.now() + ms;
    if (at >= this.dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = at;
    this.timer = setTimeout(() => void this.flush(), ms).unref();
  }

  /** Writes all messages. Resolves when they are written, or when the database has refused them. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.dueAt = Number.POSITIVE_INFINITY;
    // Writes the batches of one connector one after the other. Otherwise an older batch could be written last, and the
    // log would keep its messages instead of newer ones. Connectors do not wait for each other.
    for (const key of this.pending.keys())
      if (this.writing.has(key)) this.again.add(key);
      else this.writing.set(key, this.writeAll(key));
    return Promise.all(this.writing.values()).then(() => {});
  }

  /** Writes the messages of a connector, and then the messages that were added meanwhile and are due. */
  private async writeAll(key: string): Promise<void> {
    do {
      this.again.delete(key);
      const p = this.pending.get(key);
      this.pending.delete(key);
      if (p) await this.write(p);
    } while (this.again.has(key));
    this.writing.delete(key);
  }

  private async write(p: Pending): Promise<void> {
    const { tenantId, connectorId } = p;
    try {
      let { unlisted } = p;
      if (p.seen.size > 0) {
        const listed = await storeSeen(this.db, tenantId, connectorId, [...p.seen.values()]);
        const known = new Map(listed.map((r) => [r.device_id, r.chip_code]));
        const adopted: AdoptedReading[] = [];
        for (const { deviceId, messages, reading } of p.seen.values()) {
          const chipCode = known.get(deviceId);
          if (chipCode === undefined) unlisted += messages;
          else if (chipCode !== null && reading) adopted.push({ chipCode, ...reading });
        }
        if (adopted.length > 0) await this.onAdopted(p, adopted);
      }
      await this.db.run(tenantId, logSql(p, trimmed(p.messages), unlisted));
      for (const { resolve } of p.waiters) resolve();
    } catch (cause) {
      // Passes the error to the waiting senders, which then send again. One possible cause: the connector was deleted.
      for (const { reject } of p.waiters) reject(cause);
    }
  }
}

function addTo(parts: Map<Outcome, number>, outcome: Outcome, n: number): void {
  parts.set(outcome, (parts.get(outcome) ?? 0) + n);
}

/** Returns the messages that the log keeps (`keptMessages`), in their order. */
function trimmed(list: readonly LoggedMessage[]): LoggedMessage[] {
  const left: Record<keyof typeof keptMessages, number> = { ...keptMessages };
  return list
    .toReversed()
    .filter((m) => left[keptAs(m)]-- > 0)
    .reverse();
}

/** Merges two entries of a device: adds up their message counts, and keeps the later reading and the later `notice`. */
function merged(a: SeenDevice | undefined, b: SeenDevice): SeenDevice {
  if (!a) return b;
  return {
    deviceId: b.deviceId,
    messages: a.messages + b.messages,
    seenAt: Math.max(a.seenAt, b.seenAt),
    reading: b.reading && (!a.reading || b.reading.at >= a.reading.at) ? b.reading : a.reading,
    notice: b.notice ?? a.notice,
  };
}
