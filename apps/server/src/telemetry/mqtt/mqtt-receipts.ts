import type { Client, Subscription } from "aedes";
import type { Receipt } from "../ingest/receipt.ts";

export const receiptTopic = (chip: string) => `counters/${chip}/receipt`;

/** Topic with which a gateway subscribes to the receipts of all its messages. */
const allReceipts = receiptTopic("+");
const receiptPattern = /^counters\/(\+|[A-Za-z0-9_-]{1,50})\/receipt$/;

export const isReceiptTopic = (topic: string) => receiptPattern.test(topic);

/** Returns a receipt as JSON. It has only the numbers of items and no lists, because counters have little memory. */
export function receiptPayload({ accepted, duplicates, quarantined, rejected }: Receipt): string {
  return JSON.stringify({
    accepted,
    duplicates,
    quarantined: quarantined.length,
    rejected: rejected.length,
  });
}

/**
 * Sends receipts: the numbers of accepted, repeated, quarantined and rejected items of a message. A receipt goes only
 * to the client that sent the message, and only if this client has subscribed. Receipts are not stored, so a
 * disconnected client gets no receipt.
 */
export class MqttReceipts {
  private readonly topics = new WeakMap<Client, Set<string>>();

  join(subscriptions: readonly Subscription[], client: Client): void {
    for (const { topic, qos } of subscriptions) {
      // Skips refused subscriptions (return code 128).
      if ((qos as number) === 128 || !isReceiptTopic(topic)) continue;
      const own = this.topics.get(client) ?? new Set();
      this.topics.set(client, own.add(topic));
    }
  }

  leave(client: Client, topics: Iterable<string>): void {
    for (const topic of topics) this.topics.get(client)?.delete(topic);
  }

  /** Returns a callback that sends a receipt to a client. Returns undefined if the client did not subscribe. */
  to(client: Client, chip: string | undefined): ((receipt: Receipt) => void) | undefined {
    const own = this.topics.get(client);
    if (!own || chip === undefined) return undefined;
    const topic = receiptTopic(chip);
    if (!own.has(topic) && !own.has(allReceipts)) return undefined;
    return (receipt) => {
      if (client.closed) return;
      client.publish(
        { cmd: "publish", topic, payload: receiptPayload(receipt), qos: 0, retain: false, dup: false },
        () => {},
      );
    };
  }
}
