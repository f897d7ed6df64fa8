import { createServer, type Server, type Socket } from "node:net";
import type { AuthenticateError, Client, PublishPacket } from "aedes";
import type { MqttTls } from "../../kernel/config.ts";
import type { Receiver } from "../connector/receiver.ts";
import type { Chip } from "../ingest/chips.ts";
import type { IngestApis } from "../ingest/ingest.ts";
import type { ChangedMachines, MqttIngest } from "../ingest/mqtt-ingest.ts";
import type { CertifiedName } from "../ingest/sources.ts";
import { receiveMessage } from "./mqtt-connector.ts";
import type { Publish } from "./mqtt-frames.ts";
import { listen, type MqttLog, portOf } from "./mqtt-listen.ts";
import { MqttPeers, maxPacket, type Peer, reportedChip } from "./mqtt-peers.ts";
import { MqttReceipts } from "./mqtt-receipts.ts";
import { type Done, MqttReports } from "./mqtt-reports.ts";
import { MqttSettings } from "./mqtt-settings.ts";
import { SocketGate, welcome } from "./mqtt-socket.ts";
import { MqttSparkplug } from "./mqtt-sparkplug.ts";
import { MqttTlsServer } from "./mqtt-tls.ts";
import { Mqtt5Connection } from "./mqtt-v5.ts";
import { ReportBroker } from "./report-broker.ts";

export interface BrokerOptions {
  readonly host: string;
  /** Port without TLS. Undefined: the broker accepts TLS only. */
  readonly port: number | undefined;
  readonly tls?: MqttTls | undefined;
  readonly log: MqttLog;
  /** Rate limit per client, readings per second. A faster client is slowed down and not refused. */
  readonly perSecond?: number;
  /** Number of readings that a client may send at once before the rate limit applies. */
  readonly burst?: number;
}

/**
 * Maximum packet size before the log-in, bytes. Before the log-in a client may send only CONNECT, which is small. A
 * larger packet closes the connection.
 */
const maxConnectPacket = 16 * 1024;
const maxConnections = 20_000;
const connectMs = 10_000;

/**
 * Returns an error that refuses the log-in. The return code is sent in CONNACK: 3 (server unavailable) or 5 (not
 * authorized).
 */
function refusal(returnCode: 3 | 5): AuthenticateError {
  return Object.assign(new Error(returnCode === 3 ? "server unavailable" : "not authorized"), { returnCode });
}

/** Embedded broker: counters and gateways publish readings, and counters receive their settings. */
export class MqttBroker implements MqttIngest {
  private readonly broker: ReportBroker;
  /** Server without TLS. It does not listen if only TLS is accepted. */
  private readonly server: Server;
  private readonly tls: MqttTlsServer | undefined;
  private readonly reports: MqttReports;
  private readonly peers: MqttPeers;
  private readonly settings: MqttSettings;
  private readonly receipts = new MqttReceipts();
  private readonly sparkplug: MqttSparkplug;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly ingest: IngestApis,
    private readonly receiver: Receiver,
    private readonly now: () => number,
    o: BrokerOptions,
  ) {
    this.reports = new MqttReports(ingest, now, o);
    this.settings = new MqttSettings(ingest.chips);
    this.sparkplug = new MqttSparkplug(now);
    this.peers = new MqttPeers(ingest, receiver.connectors);
    this.broker = new ReportBroker({
      connectTimeout: connectMs,
      queueLimit: 200,
      maxClientsIdLength: 200,
      maxInflightInbound: 200,
      preConnect: (client, packet, done) => {
        // Checks the keep-alive at the socket, because packets with readings bypass the broker. The limit is 1.5 times
        // the interval that the client announced.
        this.peers.origin(client)?.socket.setTimeout((packet.keepalive ?? 0) * 1500);
        packet.keepalive = 0;
        // Stores no MQTT sessions, because none are needed: a reading is stored before it is acknowledged, and settings
        // are sent when a counter subscribes.
        packet.clean = true;
        // Removes the will, because wills are not supported.
        delete packet.will;
        const prefix = this.peers.prefixOf(client, packet.username ?? "", packet.password?.toString() ?? "");
        packet.clientId = `${prefix}/${packet.clientId || Math.random().toString(36).slice(2)}`;
        done(null, true);
      },
      authenticate: (client, username, password, done) => {
        this.peers.logIn(client, username ?? "", password?.toString() ?? "").then(
          (peer) => (peer ? done(null, true) : done(refusal(5), false)),
          () => done(refusal(3), false),
        );
      },
      authorizePublish: (client, packet, done) => this.onPublish(client, packet, done),
      authorizeSubscribe: (client, sub, done) => {
        this.peers.mayListen(client, sub.topic).then(
          (may) => done(null, may ? sub : null),
          () => done(null, null),
        );
      },
    });
    this.broker.on("clientReady", (client) => this.onReady(client));
    this.broker.on("subscribe", (subs, client) => {
      this.settings.join(subs, client);
      this.receipts.join(subs, client);
      this.sparkplug.join(subs, client);
    });
    this.broker.on("clientDisconnect", (client) => this.sparkplug.leave(client));
    this.broker.on("unsubscribe", (topics, client) => {
      this.settings.leave(client, topics);
      this.receipts.leave(client, topics);
    });
    this.broker.on("clientError", (client, err) => o.log.debug({ client: client.id, err }, "mqtt client"));
    this.broker.on("connectionError", (_client, err) => o.log.debug({ err }, "mqtt connection"));
    (this.broker as NodeJS.EventEmitter).on("error", (err: Error) => o.log.error({ err }, "mqtt broker"));
    this.server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.onSocket(socket));
    this.server.maxConnections = maxConnections;
    this.tls = o.tls && new MqttTlsServer(o.tls, now, o.log, (s, name) => this.onSocket(s, name));
    if (!this.tls) return;
    this.tls.server.maxConnections = maxConnections;
    // Tracks the sockets below TLS too, so that closing the broker also ends handshakes that are under way.
    this.tls.server.on("connection", (socket) => this.track(socket));
  }

  static async open(
    ingest: IngestApis,
    receiver: Receiver,
    now: () => number,
    o: BrokerOptions,
  ): Promise<MqttBroker> {
    const b = new MqttBroker(ingest, receiver, now, o);
    await b.broker.listen();
    if (o.port !== undefined) await listen(b.server, o.port, o.host, o.log);
    if (o.tls && b.tls) await listen(b.tls.server, o.tls.port, o.host, o.log);
    return b;
  }

  get port(): number | undefined {
    return portOf(this.server);
  }

  get tlsPort(): number | undefined {
    return this.tls && portOf(this.tls.server);
  }

  get connected(): boolean {
    return this.server.listening || this.tls?.server.listening === true;
  }

  get clients(): number {
    return this.broker.connectedClients;
  }

  private track(socket: Socket): void {
    this.sockets.add(socket);
    socket.once("close", () => this.sockets.delete(socket));
  }

  private onSocket(socket: Socket, certified?: CertifiedName): void {
    this.track(socket);
    socket.once("timeout", () => socket.destroy());
    welcome(socket, connectMs, (level) => {
      const gate = new SocketGate(socket, maxConnectPacket);
      // MQTT 3.1.1 goes directly to the broker. MQTT 5 is translated to MQTT 3.1.1 first (mqtt-v5.ts).
      const connection = level === 5 ? new Mqtt5Connection(socket, maxPacket) : socket;
      this.peers.meet(connection, { address: socket.remoteAddress ?? "", socket, gate, certified });
      this.broker.handle(connection);
    });
  }

  /**
   * Lets PUBLISH packets with readings bypass the broker from now on, if the client uses MQTT 3.1.1. Called when the
   * client has logged in.
   */
  private onReady(client: Client): void {
    client.conn.once("close", () => this.settings.leave(client));
    const peer = this.peers.get(client);
    const origin = this.peers.origin(client);
    // Leaves clients of MQTT 5 to the broker, because only packets of MQTT 3.1.1 are parsed without the broker. The
    // `conn` of an MQTT 5 client is not its socket.
    if (!peer || !origin || origin.socket !== client.conn) return;
    origin.gate.takeReports = (list, done) => this.takeReports(client, peer, list, done);
  }

  /**
   * Stores the readings of ordinary PUBLISH packets without the broker. Calls `done` when all are stored. Returns false
   * if the client must be checked again, or if it may not use one of the topics. The packets then go to the broker,
   * which calls `onPublish`.
   */
  private takeReports(client: Client, peer: Peer, list: readonly Publish[], done: Done): boolean {
    const { source, address } = peer;
    if (this.ingest.sources.stillKnown(source) !== true) return false;
    const chips: string[] = [];
    for (const { topic } of list) {
      const chip = reportedChip(peer, topic);
      if (chip === undefined) return false;
      chips.push(chip);
    }
    const isThere = () => !client.closed;
    let left = list.length;
    const onStored: Done = (cause) => {
      if (cause || --left === 0) done(cause);
    };
    for (let i = 0; i < list.length; i++) {
      const chip = chips[i] ?? "";
      const onReceipt = this.receipts.to(client, chip);
      const delivery = { source, address, channel: "mqtt", topicChip: chip, onReceipt } as const;
      this.reports.store(list[i]?.payload ?? "", delivery, isThere, onStored);
    }
    return true;
  }

  /**
   * Handles a PUBLISH packet with readings. When `done` is called without an error, aedes sends PUBACK. So `done` is
   * called only after the readings are stored.
   */
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
    const { source, address } = peer;
    const refuse = (cause: unknown) => done(cause instanceof Error ? cause : new Error("not stored"));
    if (source.kind === "connector") {
      const message = {
        body: this.sparkplug.bodyOf(client, packet),
        query: {},
        topic: packet.topic,
        receivedAt: this.now(),
      };
      receiveMessage(this.receiver, source, message, address, () => !client.closed)
        .then((parts) => this.reports.keepPace(source.key, parts))
        .then(() => done(), refuse);
      return;
    }
    const chip = reportedChip(peer, packet.topic);
    if (chip === undefined) {
      // Closes the connection after a forbidden message, because MQTT 3.1.1 has no response "forbidden". Repeated
      // attempts soon reach the rate limit.
      this.ingest.sources.failed(address, source.kind === "counter" ? source.chip.code : undefined);
      done(new Error("foreign topic"));
      return;
    }
    const onReceipt = this.receipts.to(client, chip);
    const delivery = { source, address, channel: "mqtt" as const, topicChip: chip, onReceipt };
    const store = (stays: boolean) => {
      if (!stays) {
        done(new Error("no longer allowed"));
        return;
      }
      this.reports.store(
        packet.payload,
        delivery,
        () => !client.closed,
        (cause) => (cause ? refuse(cause) : done()),
      );
    };
    // Refuses the message and closes the connection if the secret has been revoked since the log-in.
    const stays = this.ingest.sources.stillKnown(source);
    if (stays !== undefined) store(stays);
    else
      this.ingest.sources.still(source, address).then(
        store,
        // Stores the message even if the check failed because the database is down: `store` then waits until the
        // database is back.
        () => store(true),
      );
  }

  recheck(changed: ChangedMachines): void {
    this.peers.recheck(changed);
  }

  publishConfig(chip: Chip): void {
    this.settings.publish(chip);
  }

  async close(): Promise<void> {
    this.tls?.stop();
    const servers = [this.server, this.tls?.server].filter((s) => s?.listening);
    const closed = Promise.all(
      servers.map((server) => new Promise<void>((resolve) => server?.close(() => resolve()))),
    );
    await this.sparkplug.end();
    await new Promise<void>((resolve) => this.broker.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
