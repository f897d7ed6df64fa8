import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Client } from "aedes";
import { hashSecret } from "../../kernel/auth/secret.ts";
import type { Connectors } from "../connector/connectors.ts";
import type { IngestApis } from "../ingest/ingest.ts";
import type { ChangedMachines } from "../ingest/mqtt-ingest.ts";
import type { CertifiedName, Source } from "../ingest/sources.ts";
import { isReceiptTopic, receiptTopic } from "./mqtt-receipts.ts";
import { reportTopic, topicChip } from "./mqtt-reports.ts";
import { configChip, configTopic } from "./mqtt-settings.ts";
import type { SocketGate } from "./mqtt-socket.ts";
import { isSparkplugTopic } from "./mqtt-sparkplug.ts";

/** Maximum packet size of a logged-in client, bytes. A larger packet closes the connection. */
export const maxPacket = 1024 * 1024;
const maxConnectionsOfOne = 20;
/** User name that the clients of all connectors share. The password is the secret of the connector. */
const connectorUser = "connector";
const isShared = (username: string) => username === "gateway" || username === connectorUser;

/** The authenticated client of a connection, and its permissions. */
export interface Peer {
  readonly source: Source;
  readonly address: string;
  /**
   * The only topic on which this client may publish readings, if the client is a counter. undefined: the client is a
   * gateway, which may use the topics of many counters, or a connector.
   */
  readonly topic: string | undefined;
}

/** Network side of a client's connection: IP address, socket, and the filter between socket and broker. */
export interface Origin {
  readonly address: string;
  readonly socket: Socket;
  readonly gate: SocketGate;
  /** Machine that the client certificate of the connection names. Undefined: the client sent no certificate. */
  readonly certified?: CertifiedName | undefined;
}

/**
 * Returns the chip code for which this client may publish readings on a topic. Returns undefined if it may not use
 * the topic.
 */
export function reportedChip(peer: Peer, topic: string): string | undefined {
  if (peer.source.kind === "connector") return undefined;
  if (peer.source.kind !== "counter") return topicChip(topic);
  return topic === peer.topic ? peer.source.chip.code : undefined;
}

/** Holds the connected clients and their permissions. */
export class MqttPeers {
  private readonly peers = new Map<Client, Peer>();
  private readonly origins = new WeakMap<Duplex, Origin>();
  private readonly connections = new Map<string, number>();

  constructor(
    private readonly ingest: IngestApis,
    private readonly connectors: Connectors,
  ) {}

  meet(connection: Duplex, origin: Origin): void {
    this.origins.set(connection, origin);
  }

  origin(client: Client): Origin | undefined {
    return this.origins.get(client.conn as Duplex);
  }

  /**
   * Returns the prefix that the broker puts before a client's id. A client that logs in with the id of a connected
   * client disconnects it. With the prefix, no client can disconnect the client of another machine. If many machines
   * share the user name, the prefix also contains a hash of the secret.
   */
  prefixOf(client: Client, username: string, password: string): string {
    const certified = this.origin(client)?.certified;
    if (certified) return `${certified.tenantCode}/${certified.kind}/${certified.name}`;
    return isShared(username) ? `${username}/${hashSecret(password).slice(0, 16)}` : username;
  }

  /** Returns the authenticated client. Returns undefined before the log-in. */
  get(client: Client): Peer | undefined {
    return this.peers.get(client);
  }

  /**
   * Authenticates a client. Returns false if user name and secret do not match. Rejects if there were too many attempts
   * or connections, or if the secret cannot be checked at the moment.
   */
  async logIn(client: Client, username: string, password: string): Promise<boolean> {
    const { sources } = this.ingest;
    const origin = this.origin(client);
    const address = origin?.address ?? "";
    const source = await this.identify(username, password, origin);
    if (!source) return false;
    const open = this.connections.get(source.key) ?? 0;
    if (source.kind === "counter" && open >= maxConnectionsOfOne) throw new Error("too many connections");
    // Does not count the connection if the client has disconnected during the check. The broker ignores the result of
    // such a log-in.
    if (client.conn.destroyed) return false;
    this.connections.set(source.key, open + 1);
    // Decrements the count of connections at the `close` event of the socket, which always occurs. The corresponding
    // event of the broker occurs only after a complete log-in.
    client.conn.once("close", () => {
      const rest = (this.connections.get(source.key) ?? 1) - 1;
      if (rest > 0) this.connections.set(source.key, rest);
      else this.connections.delete(source.key);
      this.peers.delete(client);
    });
    this.peers.set(client, {
      source,
      address,
      topic: source.kind === "counter" ? reportTopic(source.chip.code) : undefined,
    });
    if (origin) origin.gate.limit = maxPacket;
    // Checks again whether the client's key is still valid. It may have been revoked during the log-in, when `recheck`
    // did not yet know this client.
    return sources.stillKnown(source) ?? sources.still(source, address);
  }

  /**
   * Returns the authenticated machine. The client certificate names the machine. Without a certificate, user name and
   * password identify it.
   */
  private async identify(
    username: string,
    password: string,
    origin: Origin | undefined,
  ): Promise<Source | undefined> {
    const { sources } = this.ingest;
    const { address = "", certified } = origin ?? {};
    const refuseGuessers = () => {
      if (sources.penalty(address, isShared(username) ? "" : username.slice(0, 50)) > 0)
        throw new Error("too many attempts");
    };
    if (!certified && username === connectorUser) {
      const found = await this.connectors.find(password);
      if (found) return found.source;
      // Refuses an IP address with many failed attempts only if this secret is wrong too. An IoT platform sends the
      // messages of many tenants from one address, so wrong secrets of one tenant must not block the others.
      refuseGuessers();
      sources.failed(address);
      return undefined;
    }
    refuseGuessers();
    if (!certified)
      return username === "gateway"
        ? sources.gateway(password, address)
        : sources.counter(username, password, address);
    // Accepts a certificate without a user name. A user name of another machine is refused, because it is a mistake in
    // the settings of the client.
    const expected = certified.kind === "gateway" ? "gateway" : certified.name;
    return username === "" || username === expected ? sources.certified(certified, address) : undefined;
  }

  /** Closes the connections of machines whose keys are no longer valid. */
  recheck({ tenantId, kind, writerIds }: ChangedMachines): void {
    for (const [client, { source, address }] of this.peers) {
      if (source.kind !== kind || source.tenantId !== tenantId) continue;
      if (source.kind === "counter" && writerIds?.includes(source.chip.writerId) === false) continue;
      this.ingest.sources.still(source, address).then(
        (isValid) => isValid || client.conn.destroy(),
        // Keeps the connection if the client's key cannot be checked because the database is down. The key is checked
        // again at the client's next message.
        () => {},
      );
    }
  }

  /**
   * Returns whether a client may subscribe to a topic. A counter may receive its own settings and receipts, a gateway
   * the settings of its tenant's counters, and a connector the messages of Sparkplug. A gateway may subscribe to all
   * receipts, because a receipt goes only to the client that sent the message.
   */
  async mayListen(client: Client, topic: string): Promise<boolean> {
    const peer = this.peers.get(client);
    if (!peer) return false;
    if (peer.source.kind === "counter") {
      const { code } = peer.source.chip;
      return topic === configTopic(code) || topic === receiptTopic(code);
    }
    if (peer.source.kind === "connector") return isSparkplugTopic(topic);
    if (isReceiptTopic(topic)) return true;
    const code = configChip(topic);
    if (!code) return false;
    const chip = await this.ingest.chips.get(code);
    return chip?.tenantId === peer.source.tenantId;
  }
}
