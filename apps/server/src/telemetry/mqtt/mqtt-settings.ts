import type { Client, Subscription } from "aedes";
import type { Chip, Chips } from "../ingest/chips.ts";

export const configTopic = (chip: string) => `counters/${chip}/config`;

/** Returns the chip code that a topic for settings contains. Returns undefined for a topic with wildcards. */
export function configChip(topic: string): string | undefined {
  return /^counters\/([A-Za-z0-9_-]{1,50})\/config$/.exec(topic)?.[1];
}

/** Returns the settings of a counter in the format that the counter's firmware reads. */
export function configPayload(chip: Chip): string {
  return JSON.stringify({ ENABLE_GPS: chip.gpsEnabled ? "Y" : "N", INT_GPS: chip.gpsIntervalHours });
}

/**
 * Sends settings to counters. A counter gets them immediately when it subscribes, like a retained message, and again
 * after each change.
 * No messages are stored, because stored messages could become too many or outdated. The settings are read from the
 * database.
 */
export class MqttSettings {
  private readonly listeners = new Map<string, Set<Client>>();
  private readonly topics = new WeakMap<Client, Set<string>>();

  constructor(private readonly chips: Chips) {}

  join(subscriptions: readonly Subscription[], client: Client): void {
    for (const { topic, qos } of subscriptions) {
      const code = configChip(topic);
      // Skips refused subscriptions (return code 128) and topics that are not for settings.
      if ((qos as number) === 128 || code === undefined) continue;
      const set = this.listeners.get(topic) ?? new Set();
      this.listeners.set(topic, set.add(client));
      const own = this.topics.get(client) ?? new Set();
      this.topics.set(client, own.add(topic));
      this.chips.get(code).then(
        (chip) => chip && this.send(client, chip),
        // Ignores the error: the database is down. The settings are sent on the next subscription or change.
        () => {},
      );
    }
  }

  leave(client: Client, topics: Iterable<string> = this.topics.get(client) ?? []): void {
    for (const topic of [...topics]) {
      const set = this.listeners.get(topic);
      set?.delete(client);
      if (set?.size === 0) this.listeners.delete(topic);
      this.topics.get(client)?.delete(topic);
    }
  }

  publish(chip: Chip): void {
    for (const client of this.listeners.get(configTopic(chip.code)) ?? []) this.send(client, chip);
  }

  private send(client: Client, chip: Chip): void {
    if (client.closed) return;
    const topic = configTopic(chip.code);
    client.publish(
      { cmd: "publish", topic, payload: configPayload(chip), qos: 1, retain: true, dup: false },
      () => {},
    );
  }
}
