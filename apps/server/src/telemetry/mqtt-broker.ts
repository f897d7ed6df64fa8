import { createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Aedes, type Client, type PublishPacket, type Subscription } from "aedes";
import type { Chip } from "./chips.ts";
import type { Doors } from "./doors.ts";
import { FrameGuard, protocolLevel } from "./mqtt-frames.ts";
import { configPayload, configTopic, MqttReports, reportTopic, topicChip } from "./mqtt-reports.ts";
import { Mqtt5Connection } from "./mqtt-v5.ts";
import type { Source } from "./sources.ts";

export interface MqttDoor {
  /** Port in use; undefined for a door that has none of its own. */
  readonly port: number | undefined;
  readonly connected: boolean;
  readonly clients: number;
  /** Sends a counter its settings, now and whenever it comes back. */
  publishConfig(chip: Chip): void;
  close(): Promise<void>;
}

export interface BrokerOptions {
  readonly host: string;
  readonly port: number;
  readonly log: { debug(o: object, msg: string): void; error(o: object, msg: string): void };
  /** Readings a second that one client may bring, and how many at once; faster ones are made to wait. */
  readonly perSecond?: number;
  readonly burst?: number;
}

const maxPacket = 1024 * 1024;
/** Before the log-in nobody has anything large to say. */
const maxConnectPacket = 16 * 1024;
const maxConnections = 20_000;
const maxConnectionsOfOne = 20;
const connectMs = 10_000;

/** Who is at the other end of a connection. */
interface Peer {
  readonly source: Source;
  readonly address: string;
  /** Topic a counter may report on; a gateway has many. */
  readonly topic: string | undefined;
  readonly gatewayKey: string;
  checkedAt: number;
}

/** MQTT's CONNACK codes 3 (come back later) and 5 (not authorised). */
function refusal(returnCode: 3 | 5): Error & { returnCode: number } {
  return Object.assign(new Error(returnCode === 3 ? "server unavailable" : "not authorized"), { returnCode });
}

/**
 * aedes without what this door has no use for: a report is for the ledger and for nobody else, so it passes neither
 * the offline queues nor the emitter. That is most of a broker's work for a message.
 */
class ReportBroker extends Aedes {
  override publish(packet: PublishPacket, ...rest: unknown[]): void {
    if (packet.topic.startsWith("$SYS")) {
      (super.publish as (...args: unknown[]) => void)(packet, ...rest);
      return;
    }
    const done = rest[rest.length - 1];
    if (typeof done === "function") done();
  }
}

/** The embedded broker: counters and gateways publish readings, counters read their settings. */
export class MqttBroker implements MqttDoor {
  private readonly broker: ReportBroker;
  private readonly server: Server;
  private readonly reports: MqttReports;
  private readonly peers = new WeakMap<Client, Peer>();
  private readonly addresses = new WeakMap<Duplex, string>();
  private readonly guards = new WeakMap<Duplex, FrameGuard>();
  private readonly connections = new Map<string, number>();
  /** Clients that listen to a counter's settings, by topic. */
  private readonly listeners = new Map<string, Set<Client>>();
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly doors: Doors,
    private readonly now: () => number,
    o: BrokerOptions,
  ) {
    this.reports = new MqttReports(doors, now, o);
    this.broker = new ReportBroker({
      connectTimeout: connectMs,
      queueLimit: 200,
      maxClientsIdLength: 200,
      maxInflightInbound: 200,
      preConnect: (_client, packet, done) => {
        // No session is kept: a report is acknowledged when it is stored, and settings are sent on subscription.
        packet.clean = true;
        // Wills are nobody's business here. Client ids count within their user: nobody can drive another one out.
        delete packet.will;
        packet.clientId = `${packet.username ?? ""}/${packet.clientId || Math.random().toString(36).slice(2)}`;
        done(null, true);
      },
      authenticate: (client, username, password, done) => {
        this.logIn(client, username ?? "", password?.toString() ?? "").then(
          (peer) => (peer ? done(null, true) : done(refusal(5) as never, false)),
          () => done(refusal(3) as never, false),
        );
      },
      authorizePublish: (client, packet, done) => this.onPublish(client, packet, done),
      authorizeSubscribe: (client, sub, done) => {
        this.mayListen(client, sub.topic).then(
          (may) => done(null, may ? sub : null),
          () => done(null, null),
        );
      },
    });
    this.broker.on("subscribe", (subs, client) => this.onSubscribe(subs, client));
    this.broker.on("unsubscribe", (topics, client) => {
      for (const topic of topics) this.unlisten(topic, client);
    });
    this.broker.on("clientDisconnect", (client) => this.onGone(client));
    this.broker.on("clientError", (client, err) => o.log.debug({ client: client.id, err }, "mqtt client"));
    this.broker.on("connectionError", (_client, err) => o.log.debug({ err }, "mqtt connection"));
    (this.broker as NodeJS.EventEmitter).on("error", (err: Error) => o.log.error({ err }, "mqtt broker"));
    this.server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.onSocket(socket));
    this.server.maxConnections = maxConnections;
  }

  static async open(doors: Doors, now: () => number, o: BrokerOptions): Promise<MqttBroker> {
    const b = new MqttBroker(doors, now, o);
    await b.broker.listen();
    await new Promise<void>((resolve, reject) => {
      b.server.once("error", reject);
      b.server.listen(o.port, o.host, () => {
        b.server.off("error", reject);
        b.server.on("error", (err) => o.log.error({ err }, "mqtt server"));
        resolve();
      });
    });
    return b;
  }

  get port(): number | undefined {
    const address = this.server.address();
    return typeof address === "object" && address ? address.port : undefined;
  }

  get connected(): boolean {
    return this.server.listening;
  }

  get clients(): number {
    return this.broker.connectedClients;
  }

  /** Looks at the first bytes: 3.1.1 goes straight to the broker, 5 through the translation. */
  private onSocket(socket: Socket): void {
    this.sockets.add(socket);
    socket.once("close", () => this.sockets.delete(socket));
    socket.on("error", () => {});
    const late = setTimeout(() => socket.destroy(), connectMs);
    const head: Buffer[] = [];
    const look = (): void => {
      const chunk = socket.read() as Buffer | null;
      if (chunk) head.push(chunk);
      const bytes = Buffer.concat(head);
      const level = protocolLevel(bytes);
      if (level === undefined && !socket.destroyed && !socket.readableEnded) {
        socket.once("readable", look);
        return;
      }
      clearTimeout(late);
      if (level === undefined || level === 0) {
        socket.destroy();
        return;
      }
      socket.unshift(bytes);
      this.hand(socket, level);
    };
    socket.once("readable", look);
    socket.once("close", () => clearTimeout(late));
  }

  private hand(socket: Socket, level: number): void {
    const guard = new FrameGuard(maxConnectPacket);
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => {
      const chunk: Buffer | null = read(size);
      if (chunk && !guard.feed(chunk)) {
        socket.destroy();
        return null;
      }
      return chunk;
    };
    const connection = level === 5 ? new Mqtt5Connection(socket, maxPacket) : socket;
    this.addresses.set(connection, socket.remoteAddress ?? "");
    this.guards.set(connection, guard);
    this.broker.handle(connection);
  }

  private async logIn(client: Client, username: string, password: string): Promise<boolean> {
    const { sources } = this.doors;
    const address = this.addresses.get(client.conn as Duplex) ?? "";
    const isGateway = username === "gateway";
    if (sources.penalty(address, isGateway ? "" : username.slice(0, 50)) > 0)
      throw new Error("too many attempts");
    const source = await (isGateway
      ? sources.gateway(password, address)
      : sources.counter(username, password, address));
    if (!source) return false;
    const open = this.connections.get(source.key) ?? 0;
    if (source.kind === "counter" && open >= maxConnectionsOfOne) throw new Error("too many connections");
    this.connections.set(source.key, open + 1);
    this.peers.set(client, {
      source,
      address,
      topic: source.kind === "counter" ? reportTopic(source.chip.code) : undefined,
      gatewayKey: isGateway ? password : "",
      checkedAt: this.now(),
    });
    const guard = this.guards.get(client.conn as Duplex);
    if (guard) guard.limit = maxPacket;
    return true;
  }

  private onGone(client: Client): void {
    const peer = this.peers.get(client);
    if (!peer) return;
    const open = (this.connections.get(peer.source.key) ?? 1) - 1;
    if (open > 0) this.connections.set(peer.source.key, open);
    else this.connections.delete(peer.source.key);
    for (const topic of this.topicsOf(client)) this.unlisten(topic, client);
  }

  private topicsOf(client: Client): string[] {
    const topics: string[] = [];
    const peer = this.peers.get(client);
    if (peer?.source.kind === "counter") return [configTopic(peer.source.chip.code)];
    for (const [topic, set] of this.listeners) if (set.has(client)) topics.push(topic);
    return topics;
  }

  /** `done` without an error lets aedes send PUBACK: it is called when the reading is stored, not before. */
  private onPublish(
    client: Client | null,
    packet: PublishPacket,
    done: (error?: Error | null) => void,
  ): void {
    const peer = client ? this.peers.get(client) : undefined;
    if (!client || !peer) {
      done(new Error("unknown client"));
      return;
    }
    const chip = peer.source.kind === "counter" ? peer.source.chip.code : topicChip(packet.topic);
    if (chip === undefined || (peer.topic !== undefined && packet.topic !== peer.topic)) {
      // MQTT 3.1.1 has no answer "forbidden": the connection ends, and repeating it soon ends in a refusal.
      this.doors.sources.failed(peer.address, chip);
      done(new Error("foreign topic"));
      return;
    }
    const { source } = peer;
    const delivery = { source, address: peer.address, door: "mqtt" as const, topicChip: chip };
    const store = (stays: boolean) => {
      if (!stays) {
        done(new Error("no longer allowed"));
        return;
      }
      this.reports
        .store(packet.payload, delivery, () => !client.closed)
        .then(
          () => done(),
          (cause: unknown) => done(cause instanceof Error ? cause : new Error("not stored")),
        );
    };
    const now = this.now();
    if (now - peer.checkedAt < 5000) {
      store(true);
      return;
    }
    peer.checkedAt = now;
    this.doors.sources.still(source, peer.gatewayKey, peer.address).then(
      store,
      // The database is away: storing will say so, and wait.
      () => store(true),
    );
  }

  private async mayListen(client: Client, topic: string): Promise<boolean> {
    const peer = this.peers.get(client);
    if (!peer) return false;
    if (peer.source.kind === "counter") return topic === configTopic(peer.source.chip.code);
    const code = /^counters\/([A-Za-z0-9_-]{1,50})\/config$/.exec(topic)?.[1];
    if (!code) return false;
    const chip = await this.doors.chips.get(code);
    return chip?.tenantId === peer.source.tenantId;
  }

  private onSubscribe(subs: readonly Subscription[], client: Client): void {
    for (const { topic, qos } of subs) {
      if ((qos as number) === 128) continue;
      const set = this.listeners.get(topic) ?? new Set();
      this.listeners.set(topic, set);
      set.add(client);
      const code = topic.split("/")[1];
      if (!code) continue;
      this.doors.chips.get(code).then(
        (chip) => chip && this.send(client, chip),
        () => {},
      );
    }
  }

  private unlisten(topic: string, client: Client): void {
    const set = this.listeners.get(topic);
    set?.delete(client);
    if (set?.size === 0) this.listeners.delete(topic);
  }

  /** Sent as a retained message is: there is no store of them to grow, the database has the settings. */
  private send(client: Client, chip: Chip): void {
    if (client.closed) return;
    client.publish(
      {
        cmd: "publish",
        topic: configTopic(chip.code),
        payload: configPayload(chip),
        qos: 1,
        retain: true,
        dup: false,
      },
      () => {},
    );
  }

  publishConfig(chip: Chip): void {
    for (const client of this.listeners.get(configTopic(chip.code)) ?? []) this.send(client, chip);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    await new Promise<void>((resolve) => this.broker.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
