import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@shotkeeper/contract/kernel";
import { Buckets } from "../ingest/buckets.ts";
import type { IngestApis } from "../ingest/ingest.ts";
import type { Delivery } from "../ingest/intake.ts";

export const reportTopic = (chip: string) => `counters/${chip}/report`;

const reportPattern = /^counters\/([A-Za-z0-9_-]{1,50})\/report$/;

/** Returns the chip code that a topic for readings contains. Returns undefined for any other topic. */
export function topicChip(topic: string): string | undefined {
  return reportPattern.exec(topic)?.[1];
}

/** Maximum number of readings per message, as in a request to /jsq. A larger message is quarantined as a whole. */
const maxItems = 5000;
/**
 * After this number of unexpected failures, the message is quarantined as it is, and its readings are not tried again.
 */
const maxTries = 4;

/** Callback for the end of an operation. `cause`: the operation has failed. */
export type Done = (cause?: unknown) => void;

interface Pace {
  readonly perSecond?: number;
  readonly burst?: number;
}

/**
 * Stores the readings of MQTT messages, with retries. Both the embedded broker and the client of an external broker
 * use it.
 */
export class MqttReports {
  private readonly pace: Buckets;

  constructor(
    private readonly ingest: IngestApis,
    private readonly now: () => number,
    o: Pace,
  ) {
    this.pace = new Buckets(o.perSecond ?? 5000, o.burst ?? 20_000);
  }

  /** Counts readings of a sender. Waits if the sender is faster than the rate limit. */
  async keepPace(senderKey: string, readings: number): Promise<void> {
    const waitMs = this.pace.owe(senderKey, this.now(), readings);
    if (waitMs > 0) await sleep(waitMs);
  }

  /**
   * Calls `done` when the readings are stored and invalid items are quarantined. If there is a journal, readings are
   * stored in the journal. Backpressure: after a failure, the method waits and tries again. The message is not
   * acknowledged meanwhile, so the sender must buffer its next messages. `done` gets a cause only if the sender
   * disconnects.
   */
  store(payload: string | Buffer, d: Delivery, isThere: () => boolean, done: Done): void {
    const text = typeof payload === "string" ? payload : payload.toString();
    const items = itemsOf(text);
    const waitMs = this.pace.owe(d.source.key, this.now(), items?.length ?? 1);
    const storeAll = () => void this.storeAll(text, items, d, isThere, waitMs).then(() => done(), done);
    // Fast path: nearly all messages have one reading. Promises for each step would cause a third of the allocations
    // per reading.
    const isTaken =
      waitMs === 0 &&
      items?.length === 1 &&
      this.ingest.intake.journalOne(items[0], d, (cause) => (cause ? storeAll() : done()));
    if (!isTaken) storeAll();
  }

  private async storeAll(
    text: string,
    items: readonly unknown[] | undefined,
    d: Delivery,
    isThere: () => boolean,
    waitMs: number,
  ): Promise<void> {
    if (waitMs > 0) await sleep(waitMs);
    const { intake } = this.ingest;
    for (let attempt = 1, strange = 0; ; attempt++) {
      try {
        if (items && strange < maxTries) await intake.take(items, d);
        else await intake.takeBroken(text, d);
        return;
      } catch (cause) {
        if (!(cause instanceof AppError) || cause.status !== 503) strange++;
        if (!isThere()) throw cause;
        await sleep(Math.min(2000, 100 * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random() / 2));
        if (!isThere()) throw cause;
      }
    }
  }
}

/**
 * Parses the payload of a message: a reading or a list of readings. Returns undefined for any other text, and for more
 * than `maxItems` readings.
 */
function itemsOf(text: string): readonly unknown[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.length > 0 && items.length <= maxItems ? items : undefined;
}
