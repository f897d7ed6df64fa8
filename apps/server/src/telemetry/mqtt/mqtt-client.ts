import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import mqtt, { type IPublishPacket, type MqttClient } from "mqtt";
import type { Chip } from "../ingest/chips.ts";
import type { IngestApis } from "../ingest/ingest.ts";
import type { MqttIngest } from "../ingest/mqtt-ingest.ts";
import type { Receipt } from "../ingest/receipt.ts";
import type { BrokerOptions } from "./mqtt-broker.ts";
import { receiptPayload, receiptTopic } from "./mqtt-receipts.ts";
import { MqttReports, topicChip } from "./mqtt-reports.ts";
import { configPayload, configTopic } from "./mqtt-settings.ts";

export interface ExternalOptions {
  readonly url: string;
  /**
   * Directory in which the client id is stored. With the same id after a restart, the broker delivers the messages
   * that arrived while the server was down.
   */
  readonly dataDir: string | undefined;
  readonly log: BrokerOptions["log"];
}

const topic = "$share/shotkeeper/counters/+/report";
/** Maximum number of messages that the broker sends before it gets an acknowledgement (backpressure). */
const window = 2000;
const week = 7 * 24 * 3600;

function clientId(dataDir: string | undefined): string {
  if (!dataDir) return `shotkeeper-${randomUUID()}`;
  const file = join(dataDir, "mqtt-client-id");
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    const id = `shotkeeper-${randomUUID()}`;
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, id, { mode: 0o600 });
    return id;
  }
}

/** Client of an external broker, which authenticates its own clients. Readings arrive through a shared subscription. */
export class ExternalBroker implements MqttIngest {
  readonly port = undefined;
  readonly clients = 0;
  private readonly client: MqttClient;
  private readonly reports: MqttReports;
  private open = 0;
  private stalled: (() => void)[] = [];

  constructor(ingest: IngestApis, now: () => number, o: ExternalOptions) {
    this.reports = new MqttReports(ingest, now, { perSecond: 1_000_000, burst: 1_000_000 });
    this.client = mqtt.connect(o.url, {
      protocolVersion: 5,
      clientId: clientId(o.dataDir),
      clean: false,
      // Turns off the library's own subscribing. This class subscribes on each connection, because the broker may have
      // lost the session.
      resubscribe: false,
      reconnectPeriod: 2000,
      properties: { sessionExpiryInterval: week, receiveMaximum: window, maximumPacketSize: 1024 * 1024 },
    });
    let wasConnected = false;
    this.client.on("connect", () => {
      wasConnected = true;
      o.log.info({ event: "broker-connected" }, "connected to the broker of MQTT_URL");
      this.client.subscribe(topic, { qos: 1 });
    });
    this.client.on("close", () => {
      // The library emits `close` for each failed attempt to connect. Logs only the loss of an open connection.
      if (wasConnected)
        o.log.info({ event: "broker-lost" }, "the connection to the broker of MQTT_URL has ended");
      wasConnected = false;
    });
    this.client.on("error", (err) => o.log.error({ err: err.message }, "mqtt broker"));
    this.client.handleMessage = (packet, next) => this.onMessage(packet, next);
  }

  get connected(): boolean {
    return this.client.connected;
  }

  /**
   * Stores the readings of a message, and acknowledges the message afterwards.
   * `next()` would make the library send the acknowledgement itself. But the library would deliver no other message
   * before that, so each commit would store only one message. Therefore `next` gets an error, and this method writes
   * PUBACK.
   */
  private onMessage(packet: IPublishPacket, next: (error?: Error) => void): void {
    const { stream } = this.client;
    const chip = topicChip(packet.topic);
    this.open++;
    const acknowledge = () => {
      this.open--;
      // Sends a PUBACK only on the connection that delivered the message. After a reconnection the broker sends the
      // message again, and the ledger recognizes the duplicate.
      if (packet.qos > 0 && this.client.stream === stream && !stream.destroyed) {
        const id = packet.messageId ?? 0;
        stream.write(Buffer.of(0x40, 2, id >> 8, id & 255));
      }
      for (const go of this.stalled.splice(0)) go();
    };
    if (chip === undefined) acknowledge();
    else {
      const source = { kind: "broker", tenantId: 0, key: `b ${chip}` } as const;
      this.reports.store(
        packet.payload,
        { source, address: "broker", channel: "mqtt", topicChip: chip, onReceipt: this.tell(chip) },
        () => this.client.connected,
        (cause) => {
          if (!cause) {
            acknowledge();
            return;
          }
          this.open--;
          for (const go of this.stalled.splice(0)) go();
        },
      );
    }
    const later = () => next(new Error("acknowledged when it is stored"));
    if (this.open < window) later();
    else this.stalled.push(later);
  }

  /**
   * Returns a callback that publishes a receipt. An external broker does not tell whether anybody subscribes to
   * receipts. So only a receipt with quarantined or rejected items is sent.
   */
  private tell(chip: string): (receipt: Receipt) => void {
    return (receipt) => {
      if (receipt.quarantined.length + receipt.rejected.length > 0)
        this.client.publish(receiptTopic(chip), receiptPayload(receipt), { qos: 0 });
    };
  }

  publishConfig(chip: Chip): void {
    this.client.publish(configTopic(chip.code), configPayload(chip), { qos: 1, retain: true });
  }

  /** Does nothing, because the external broker authenticates its clients itself. */
  recheck(): void {}

  async close(): Promise<void> {
    await this.client.endAsync(true);
  }
}
