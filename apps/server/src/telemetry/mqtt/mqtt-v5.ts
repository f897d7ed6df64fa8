import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import mqtt, { type Packet } from "mqtt-packet";

/** Reason codes of MQTT 5 by CONNACK return code of MQTT 3.1.1. */
const reasons: Readonly<Record<number, number>> = { 0: 0, 1: 0x84, 2: 0x85, 3: 0x88, 4: 0x86, 5: 0x87 };
const notAuthorized = 0x87;
const withWill = 0x04;

/**
 * Translates between an MQTT 5 client and the broker, which supports only MQTT 3.1.1. CONNACK tells the client that
 * sessions, topic aliases and shared subscriptions are not supported. Counters do not need them.
 */
export class Mqtt5Connection extends Duplex {
  private readonly fromClient = mqtt.parser();
  private readonly fromBroker = mqtt.parser({ protocolVersion: 4 });
  private readonly unsubscribed = new Map<number, number>();
  private assignedId: string | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly maxPacket: number,
  ) {
    super();
    this.fromClient.on("packet", (p: Packet) => this.toBroker(p));
    this.fromBroker.on("packet", (p: Packet) => this.toClient(p));
    for (const parser of [this.fromClient, this.fromBroker])
      parser.on("error", (error: Error) => this.destroy(error));
    socket.on("readable", () => this.pump());
    socket.on("end", () => this.push(null));
    socket.on("close", () => this.destroy());
    socket.on("error", (error) => this.destroy(error));
  }

  private flowing = false;

  private pump(): void {
    if (!this.flowing) return;
    for (;;) {
      const chunk = this.socket.read() as Buffer | null;
      if (!chunk) return;
      this.fromClient.parse(chunk);
      if (!this.flowing) return;
    }
  }

  override _read(): void {
    this.flowing = true;
    this.pump();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.fromBroker.parse(chunk);
    if (this.socket.writableNeedDrain) this.socket.once("drain", () => done());
    else done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  private toBroker(p: Packet): void {
    const v4 = this.asVersion4(p);
    if (v4 && !this.push(mqtt.generate(v4))) this.flowing = false;
  }

  private asVersion4(p: Packet): Packet | undefined {
    switch (p.cmd) {
      case "connect": {
        const { properties: _p, will, ...rest } = p;
        let id = p.clientId;
        if (!id) {
          id = `auto-${randomUUID()}`;
          this.assignedId = id;
        }
        const { properties: _w, ...plainWill } = will ?? { topic: "", payload: Buffer.alloc(0) };
        return {
          ...rest,
          clientId: id,
          protocolId: "MQTT",
          protocolVersion: 4,
          clean: true,
          ...(will ? { will: plainWill } : {}),
        };
      }
      case "publish": {
        const { properties: _p, ...rest } = p;
        return rest;
      }
      case "unsubscribe":
        this.unsubscribed.set(p.messageId ?? 0, p.unsubscriptions.length);
        return { cmd: "unsubscribe", messageId: p.messageId ?? 0, unsubscriptions: p.unsubscriptions };
      case "subscribe":
        return {
          cmd: "subscribe",
          messageId: p.messageId ?? 0,
          subscriptions: p.subscriptions.map((s) => ({ topic: s.topic, qos: s.qos })),
        };
      case "puback":
      case "pubrec":
      case "pubrel":
      case "pubcomp":
        return { cmd: p.cmd, messageId: p.messageId ?? 0 };
      case "disconnect":
        // The client asks for its will to be published. MQTT 3.1.1 has no such DISCONNECT, but a broker for MQTT 3.1.1
        // publishes the will if the socket is closed without DISCONNECT. So the socket is closed.
        if (p.reasonCode === withWill) {
          this.destroy();
          return undefined;
        }
        return { cmd: "disconnect" };
      case "pingreq":
        return p;
      default:
        this.destroy(new Error(`unexpected ${p.cmd}`));
        return undefined;
    }
  }

  private toClient(p: Packet): void {
    const v5 = this.asVersion5(p);
    if (!this.socket.destroyed) this.socket.write(mqtt.generate(v5, { protocolVersion: 5 }));
  }

  private asVersion5(p: Packet): Packet {
    switch (p.cmd) {
      case "connack":
        return {
          cmd: "connack",
          sessionPresent: false,
          reasonCode: reasons[p.returnCode ?? 0] ?? notAuthorized,
          properties: {
            sessionExpiryInterval: 0,
            topicAliasMaximum: 0,
            maximumPacketSize: this.maxPacket,
            sharedSubscriptionAvailable: false,
            ...(this.assignedId === undefined ? {} : { assignedClientIdentifier: this.assignedId }),
          },
        };
      case "suback":
        return {
          cmd: "suback",
          messageId: p.messageId ?? 0,
          granted: p.granted.map((g) => (g === 128 ? notAuthorized : Number(g))),
        };
      case "unsuback": {
        const n = this.unsubscribed.get(p.messageId ?? 0) ?? 1;
        this.unsubscribed.delete(p.messageId ?? 0);
        return { cmd: "unsuback", messageId: p.messageId ?? 0, granted: new Array<number>(n).fill(0) };
      }
      case "puback":
      case "pubrec":
      case "pubrel":
      case "pubcomp":
        return { cmd: p.cmd, messageId: p.messageId ?? 0, reasonCode: 0 };
      default:
        return p;
    }
  }
}
