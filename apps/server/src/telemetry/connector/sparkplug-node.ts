import { decodePayload, type Metric, type Payload, plainValue } from "./sparkplug-payload.ts";

const types = ["NBIRTH", "DBIRTH", "NDATA", "DDATA", "NDEATH", "DDEATH"] as const;
export type SparkplugType = (typeof types)[number];

/** Address of a Sparkplug message: spBv1.0/<group>/<type>/<node>[/<device>]. */
export interface SparkplugTopic {
  readonly group: string;
  readonly type: SparkplugType;
  readonly node: string;
  readonly device: string | undefined;
}

/** Returns the parts of a topic. Returns undefined if the topic does not belong to a node. */
export function sparkplugTopic(topic: string): SparkplugTopic | undefined {
  const [namespace, group, name, node, device, ...more] = topic.split("/");
  const type = types.find((t) => t === name);
  if (namespace !== "spBv1.0" || !group || !type || !node || more.length > 0) return undefined;
  if (type.startsWith("D") !== (device !== undefined && device !== "")) return undefined;
  return { group, type, node, device };
}

interface Known {
  readonly name: string;
  readonly datatype: number | undefined;
}

/**
 * Result of reading a message: a body for the field map, and whether the server must ask the node to send its births
 * again (the messages that announce its metrics).
 */
export interface Translated {
  readonly body: object;
  readonly needsRebirth: boolean;
}

const seqTurn = 256;

/**
 * State of a Sparkplug node as the server knows it: the names of its metrics by alias, and the sequence number of its
 * next message. After a gap in the numbers, no message is read until the node has sent its births again (the messages
 * that announce its metrics), because a lost birth may have changed the aliases.
 */
export class SparkplugNode {
  private readonly aliases = new Map<bigint, Known>();
  private nextSeq: number | undefined;
  private bdSeq: string | undefined;
  /** Previous message. It is kept to recognize a repeat, because a bridge with QoS 1 may send a message twice. */
  private last: Uint8Array | undefined;

  /** True after the birth of the node: the message that announces its metrics. */
  get isBorn(): boolean {
    return this.nextSeq !== undefined;
  }

  take(topic: SparkplugTopic, bytes: Uint8Array): Translated {
    const { group, type, node, device } = topic;
    const id = [group, node, ...(device === undefined ? [] : [device])].join("/");
    const payload = decodePayload(bytes);
    const body = { type, device: id, seq: payload.seq ?? null };
    if (this.isBorn && type !== "NDEATH" && this.last && Buffer.compare(bytes, this.last) === 0)
      return this.repeated(type, body, payload);
    this.last = bytes;
    if (type === "NDEATH") {
      // Ignores the death certificate (NDEATH) of an earlier session of the node, because it may arrive after the birth
      // of the new session.
      if (this.bdSeq === undefined || bdSeqOf(payload) === this.bdSeq) this.nextSeq = undefined;
      return { body, needsRebirth: false };
    }
    if (type === "NBIRTH") {
      this.aliases.clear();
      this.bdSeq = bdSeqOf(payload);
      this.nextSeq = payload.seq;
    }
    const isNext = this.nextSeq !== undefined && payload.seq === this.nextSeq;
    if (!isNext) {
      this.nextSeq = undefined;
      return { body: { ...body, isUnborn: true }, needsRebirth: true };
    }
    this.nextSeq = ((payload.seq ?? 0) + 1) % seqTurn;
    if (type === "DDEATH") return { body, needsRebirth: false };
    if (type === "NBIRTH" || type === "DBIRTH") this.learn(payload);
    const samples = this.samplesOf(payload);
    if (samples) return { body: { ...body, samples }, needsRebirth: false };
    this.nextSeq = undefined;
    return { body: { ...body, isUnborn: true }, needsRebirth: true };
  }

  /**
   * Reads a message that was received a second time. Does not change the state of the node. The ledger recognizes the
   * counts of the message as duplicates.
   */
  private repeated(type: SparkplugType, body: object, payload: Payload): Translated {
    const samples = type === "DDEATH" ? undefined : this.samplesOf(payload);
    return { body: samples ? { ...body, samples } : body, needsRebirth: false };
  }

  private learn({ metrics }: Payload): void {
    for (const { name, alias, datatype } of metrics)
      if (name !== undefined && alias !== undefined) this.aliases.set(alias, { name, datatype });
  }

  /** Groups the metrics of a payload by their time. Returns undefined if an alias is unknown. */
  private samplesOf({ metrics, timestamp }: Payload): object[] | undefined {
    const samples = new Map<
      string,
      { at: number | null; isHistorical: boolean; values: Record<string, unknown> }
    >();
    for (const m of metrics) {
      const known = this.knownOf(m);
      if (!known) return undefined;
      if (m.value === undefined) continue;
      const at = m.timestamp ?? timestamp ?? null;
      const key = `${at} ${m.isHistorical}`;
      const sample = samples.get(key) ?? { at, isHistorical: m.isHistorical, values: {} };
      // Uses Object.defineProperty instead of an assignment, because a metric may have a name such as "__proto__".
      Object.defineProperty(sample.values, known.name, {
        value: plainValue(m.value, m.datatype ?? known.datatype),
        enumerable: true,
        configurable: true,
      });
      samples.set(key, sample);
    }
    return [...samples.values()];
  }

  private knownOf({ name, alias, datatype }: Metric): Known | undefined {
    if (name !== undefined && name !== "") return { name, datatype };
    return alias === undefined ? undefined : this.aliases.get(alias);
  }
}

function bdSeqOf({ metrics }: Payload): string | undefined {
  const value = metrics.find((m) => m.name === "bdSeq")?.value;
  return value === undefined ? undefined : String(value);
}
