import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import mqtt, { type MqttClient } from "mqtt";

interface SimMetric {
  readonly name?: string;
  readonly alias?: number;
  readonly at: number;
  readonly datatype?: number;
  readonly long?: number;
  readonly text?: string;
  readonly isHistorical?: boolean;
}

const [uint64Type, stringType, booleanType] = [8, 12, 11];

function encode(at: number, seq: number | undefined, metrics: readonly SimMetric[]): Buffer {
  const out = new BinaryWriter();
  out.tag(1, WireType.Varint).uint64(at);
  for (const m of metrics) {
    const w = new BinaryWriter();
    if (m.name !== undefined) w.tag(1, WireType.LengthDelimited).string(m.name);
    if (m.alias !== undefined) w.tag(2, WireType.Varint).uint64(m.alias);
    w.tag(3, WireType.Varint).uint64(m.at);
    if (m.datatype !== undefined) w.tag(4, WireType.Varint).uint32(m.datatype);
    if (m.isHistorical) w.tag(5, WireType.Varint).bool(true);
    if (m.long !== undefined) w.tag(11, WireType.Varint).uint64(m.long);
    if (m.text !== undefined) w.tag(15, WireType.LengthDelimited).string(m.text);
    if (m.datatype === booleanType) w.tag(14, WireType.Varint).bool(false);
    out.tag(2, WireType.LengthDelimited).bytes(w.finish());
  }
  if (seq !== undefined) out.tag(3, WireType.Varint).uint64(seq);
  return Buffer.from(out.finish());
}

/** Returns the names of the metrics of a command. */
function namesOf(payload: Uint8Array): string[] {
  const names: string[] = [];
  const reader = new BinaryReader(payload);
  while (reader.pos < reader.len) {
    const [no, wire] = reader.tag();
    if (no !== 2) {
      reader.skip(wire);
      continue;
    }
    const end = reader.uint32() + reader.pos;
    while (reader.pos < end) {
      const [field, type] = reader.tag();
      if (field === 1) names.push(reader.string());
      else reader.skip(type);
    }
  }
  return names;
}

/**
 * A Sparkplug B 3.0 edge node with devices. It sends its birth messages when its primary host is online, and again when
 * the host requests them.
 */
export class SparkplugSim {
  /** Number of times that a host has requested the birth messages again. */
  rebirths = 0;
  /** Resolves when the node has sent the birth messages for the latest request of a host. */
  lastRebirth: Promise<void> = Promise.resolve();
  private seq = 0;
  private bdSeq = 0;
  private readonly counts = new Map<string, { count: number; at: number }>();
  private client: MqttClient | undefined;

  constructor(
    private readonly url: string,
    private readonly secret: string,
    readonly node: string,
    devices: readonly string[],
    count: number,
    at: number,
  ) {
    for (const d of devices) this.counts.set(d, { count, at });
  }

  private topic(type: string, device?: string): string {
    return ["spBv1.0", "Plant", type, this.node, ...(device === undefined ? [] : [device])].join("/");
  }

  private nextSeq(): number {
    const { seq } = this;
    this.seq = (seq + 1) % 256;
    return seq;
  }

  private get connected(): MqttClient {
    if (!this.client) throw new Error("not connected");
    return this.client;
  }

  /** Connects, waits until the Sparkplug host (the Shotkeeper server) is online, and sends the birth messages. */
  async connect(): Promise<void> {
    this.bdSeq++;
    const client = await mqtt.connectAsync(this.url, {
      username: "connector",
      password: this.secret,
      clientId: `${this.node}-${this.bdSeq}`,
      reconnectPeriod: 0,
      will: {
        topic: this.topic("NDEATH"),
        payload: encode(Date.now(), undefined, [
          { name: "bdSeq", at: 0, datatype: uint64Type, long: this.bdSeq },
        ]),
        qos: 1,
        retain: false,
      },
    });
    this.client = client;
    client.on("error", () => {});
    const online = new Promise<void>((resolve) => {
      client.on("message", (topic, payload) => {
        if (topic === "spBv1.0/STATE/shotkeeper" && JSON.parse(payload.toString()).online === true) resolve();
        if (topic !== this.topic("NCMD") || !namesOf(payload).includes("Node Control/Rebirth")) return;
        this.rebirths++;
        this.lastRebirth = this.birth();
      });
    });
    await client.subscribeAsync([this.topic("NCMD"), `${this.topic("DCMD")}/#`], { qos: 1 });
    await client.subscribeAsync("spBv1.0/STATE/shotkeeper", { qos: 1 });
    await online;
    await this.birth();
  }

  /** Sends the birth messages of the node and of its devices, whose metrics contain the present counts. */
  async birth(): Promise<void> {
    const now = Date.now();
    this.seq = 0;
    const node = [
      { name: "bdSeq", at: now, datatype: uint64Type, long: this.bdSeq },
      { name: "Node Control/Rebirth", at: now, datatype: booleanType },
    ];
    await this.connected.publishAsync(this.topic("NBIRTH"), encode(now, this.nextSeq(), node));
    for (const [device, { count, at }] of this.counts) {
      const metrics = [
        { name: "Counters/Shots", alias: 1, at, datatype: uint64Type, long: count },
        { name: "Mold", alias: 2, at, datatype: stringType, text: "M-1" },
      ];
      await this.connected.publishAsync(this.topic("DBIRTH", device), encode(now, this.nextSeq(), metrics));
    }
  }

  /**
   * Sends the count that a device has at the time `at`, with the alias of the metric instead of its name. `isLost`: the
   * message is not sent. `isTwice`: the message is sent twice.
   */
  async data(
    device: string,
    count: number,
    at: number,
    {
      isHistorical = false,
      isLost = false,
      isTwice = false,
    }: { readonly isHistorical?: boolean; readonly isLost?: boolean; readonly isTwice?: boolean } = {},
  ): Promise<void> {
    if (!isHistorical) this.counts.set(device, { count, at });
    const seq = this.nextSeq();
    if (isLost) return;
    const payload = encode(Date.now(), seq, [{ alias: 1, at, long: count, isHistorical }]);
    for (let i = isTwice ? 2 : 1; i > 0; i--)
      await this.connected.publishAsync(this.topic("DDATA", device), payload);
  }

  /** Sends a metric that is not the count, for example a text. */
  async note(device: string, text: string, at: number): Promise<void> {
    const payload = encode(Date.now(), this.nextSeq(), [{ alias: 2, at, text }]);
    await this.connected.publishAsync(this.topic("DDATA", device), payload);
  }

  /** Breaks the connection without a disconnect message, like a node that loses its power. */
  kill(): void {
    this.client?.end(true);
    this.client = undefined;
  }
}
