import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@shotkeeper/contract/kernel";
import { Buckets } from "../doors/buckets.ts";
import type { Doors } from "../doors/doors.ts";
import type { Delivery } from "../doors/intake.ts";

export const reportTopic = (chip: string) => `counters/${chip}/report`;

const reportPattern = /^counters\/([A-Za-z0-9_-]{1,50})\/report$/;

/** The counter that a report's topic names. */
export function topicChip(topic: string): string | undefined {
  return reportPattern.exec(topic)?.[1];
}

/** Most readings in one message, as at the other door. */
const maxItems = 5000;
/** Unexpected failures of one message after which it is kept as it is instead of being tried for ever. */
const maxTries = 4;

interface Pace {
  readonly perSecond?: number;
  readonly burst?: number;
}

/** What both kinds of MQTT door do with a message: it is stored, whatever that takes. */
export class MqttReports {
  private readonly pace: Buckets;

  constructor(
    private readonly doors: Doors,
    private readonly now: () => number,
    o: Pace,
  ) {
    this.pace = new Buckets(o.perSecond ?? 5000, o.burst ?? 20_000);
  }

  /**
   * Resolves when the message's readings are stored, in the journal where there is one, and its rubbish is in quarantine.
   * While they cannot be it waits and tries again: the sender is not acknowledged, and its next messages wait in its own
   * buffers. Rejects only when the sender is gone.
   */
  async store(payload: string | Buffer, d: Delivery, isThere: () => boolean): Promise<void> {
    const text = typeof payload === "string" ? payload : payload.toString();
    const items = itemsOf(text);
    const waitMs = this.pace.owe(d.source.key, this.now(), items?.length ?? 1);
    if (waitMs > 0) await sleep(waitMs);
    const { intake } = this.doors;
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

/** One reading or a list. undefined: neither, or too many. */
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
