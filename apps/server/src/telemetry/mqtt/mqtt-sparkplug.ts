import { setTimeout as sleep } from "node:timers/promises";
import type { Client, PublishPacket, Subscription } from "aedes";
import { SparkplugNode, sparkplugTopic } from "../connector/sparkplug-node.ts";
import { rebirthCommand } from "../connector/sparkplug-payload.ts";

/** Topic on which this server publishes whether it is online. `shotkeeper` is its id as a Sparkplug host. */
const stateTopic = "spBv1.0/STATE/shotkeeper";
/** Shortest time between two requests for the birth messages of a node, ms. */
const rebirthMs = 5000;
const maxNodesOfClient = 2000;
/** Maximum time that a stopping server waits until the nodes have received its death certificate, ms. */
const deathMs = 500;

interface Node {
  readonly node: SparkplugNode;
  askedAt: number;
}

/** Topics to which clients of connectors may subscribe: whether this server is online, and commands to their nodes. */
export const isSparkplugTopic = (topic: string): boolean =>
  topic === stateTopic ||
  topic === "spBv1.0/STATE/+" ||
  /^spBv1\.0\/[^/#]+\/[ND]CMD\/(?:[^#]+(?:\/#)?|#)$/.test(topic);

/**
 * Primary host of Sparkplug B 3.0 for nodes that are connected to this broker. It decodes their messages, publishes
 * that it is online, and asks a node for its birth messages again if messages were lost.
 */
export class MqttSparkplug {
  private readonly nodes = new WeakMap<Client, Map<string, Node>>();
  /** Clients that have subscribed to the message which says whether this server is online. */
  private readonly listeners = new Set<Client>();
  /**
   * Time at which this server began to be online as a Sparkplug host, epoch ms. It is the `timestamp` of both messages
   * about it: the birth and the death certificate.
   */
  private readonly bornAt: number;

  constructor(private readonly now: () => number) {
    this.bornAt = now();
  }

  /** Tells a client that subscribes whether this server is online, like a retained message of the broker. */
  join(subscriptions: readonly Subscription[], client: Client): void {
    const isWanted = subscriptions.some(
      ({ topic, qos }) => (qos as number) !== 128 && (topic === stateTopic || topic === "spBv1.0/STATE/+"),
    );
    if (!isWanted) return;
    this.listeners.add(client);
    void this.tellState(client, true);
  }

  leave(client: Client): void {
    this.listeners.delete(client);
  }

  /**
   * Sends the death certificate (Sparkplug: this server is offline) to the nodes, so that they store their messages
   * from now on.
   */
  async end(): Promise<void> {
    const sent = Promise.all([...this.listeners].map((client) => this.tellState(client, false)));
    this.listeners.clear();
    await Promise.race([sent, sleep(deathMs, undefined, { ref: false })]);
  }

  private tellState(client: Client, online: boolean): Promise<void> {
    const payload = JSON.stringify({ online, timestamp: this.bornAt });
    return new Promise((resolve) => {
      client.publish({ cmd: "publish", topic: stateTopic, payload, qos: 1, retain: true, dup: false }, () =>
        resolve(),
      );
    });
  }

  /** Returns the body of a connector's message as text. A Sparkplug payload is decoded to JSON. */
  bodyOf(client: Client, { topic, payload }: PublishPacket): string {
    const parts = sparkplugTopic(topic);
    if (!parts || typeof payload === "string") return payload.toString();
    const known = this.nodes.get(client) ?? new Map<string, Node>();
    this.nodes.set(client, known);
    const key = `${parts.group}/${parts.node}`;
    const found = known.get(key) ?? { node: new SparkplugNode(), askedAt: 0 };
    if (known.size < maxNodesOfClient) known.set(key, found);
    try {
      const { body, needsRebirth } = found.node.take(parts, payload);
      if (needsRebirth) this.askForBirth(client, parts.group, parts.node, found);
      return JSON.stringify(body);
    } catch {
      // A payload that cannot be decoded is returned as text. The receiver refuses this text, and the log of the
      // connector shows it with the reason.
      return payload.toString("latin1");
    }
  }

  private askForBirth(client: Client, group: string, name: string, node: Node): void {
    const now = this.now();
    if (now - node.askedAt < rebirthMs) return;
    node.askedAt = now;
    const topic = `spBv1.0/${group}/NCMD/${name}`;
    const payload = Buffer.from(rebirthCommand(now));
    client.publish({ cmd: "publish", topic, payload, qos: 0, retain: false, dup: false }, () => {});
  }
}
