import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import mqtt, { type IPublishPacket, type MqttClient } from "mqtt";
import type { Chip } from "../doors/chips.ts";
import type { Doors } from "../doors/doors.ts";
import type { BrokerOptions } from "./mqtt-broker.ts";
import type { MqttDoor } from "./mqtt-door.ts";
import { MqttReports, topicChip } from "./mqtt-reports.ts";
import { configPayload, configTopic } from "./mqtt-settings.ts";

export interface ExternalOptions {
  readonly url: string;
  /** Where the client's id is kept: the broker holds its messages for it while the server is down. */
  readonly dataDir: string | undefined;
  readonly log: BrokerOptions["log"];
}

const topic = "$share/shotkeeper/counters/+/report";
/** Messages received and not yet acknowledged. Past it the broker has to wait. */
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

/** An external broker, which has checked its clients itself: readings come by a shared subscription. */
export class ExternalBroker implements MqttDoor {
  readonly port = undefined;
  readonly clients = 0;
  private readonly client: MqttClient;
  private readonly reports: MqttReports;
  private open = 0;
  private stalled: (() => void)[] = [];

  constructor(doors: Doors, now: () => number, o: ExternalOptions) {
    this.reports = new MqttReports(doors, now, { perSecond: 1_000_000, burst: 1_000_000 });
    this.client = mqtt.connect(o.url, {
      protocolVersion: 5,
      clientId: clientId(o.dataDir),
      clean: false,
      // Resubscribing is ours to do, on each connection: the broker may have forgotten the session.
      resubscribe: false,
      reconnectPeriod: 2000,
      properties: { sessionExpiryInterval: week, receiveMaximum: window, maximumPacketSize: 1024 * 1024 },
    });
    this.client.on("connect", () => this.client.subscribe(topic, { qos: 1 }));
    this.client.on("error", (err) => o.log.error({ err: err.message }, "mqtt broker"));
    this.client.handleMessage = (packet, next) => this.onMessage(packet, next);
  }

  get connected(): boolean {
    return this.client.connected;
  }

  /**
   * The client acknowledges a message when `next` is called without an error, and reads no other one before: one
   * reading a commit. So it is told "not now" for each, and the acknowledgement is written here after the commit.
   */
  private onMessage(packet: IPublishPacket, next: (error?: Error) => void): void {
    const { stream } = this.client;
    const chip = topicChip(packet.topic);
    this.open++;
    const acknowledge = () => {
      this.open--;
      // After a reconnection the broker sends it again, and the ledger knows it as a duplicate.
      if (packet.qos > 0 && this.client.stream === stream && !stream.destroyed) {
        const id = packet.messageId ?? 0;
        stream.write(Buffer.of(0x40, 2, id >> 8, id & 255));
      }
      for (const go of this.stalled.splice(0)) go();
    };
    if (chip === undefined) acknowledge();
    else {
      const source = { kind: "broker", tenantId: 0, key: `b ${chip}` } as const;
      this.reports
        .store(
          packet.payload,
          { source, address: "broker", door: "mqtt", topicChip: chip },
          () => this.client.connected,
        )
        .then(acknowledge, () => {
          this.open--;
          for (const go of this.stalled.splice(0)) go();
        });
    }
    const later = () => next(new Error("acknowledged when it is stored"));
    if (this.open < window) later();
    else this.stalled.push(later);
  }

  publishConfig(chip: Chip): void {
    this.client.publish(configTopic(chip.code), configPayload(chip), { qos: 1, retain: true });
  }

  async close(): Promise<void> {
    await this.client.endAsync(true);
  }
}
