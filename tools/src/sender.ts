import { type Client, ClientError } from "@shotkeeper/client";
import mqtt, { type MqttClient } from "mqtt";
import { UsageError, type Via } from "./connection.ts";

/** One reading as the ingest API /jsq expects it. */
export interface Item {
  readonly WRITER_IMIE: string;
  readonly COUNT_TIMES: number;
  readonly sendTime: string;
  readonly percentage?: number;
  readonly Electricity_Mark?: number;
  readonly rssi?: number;
  readonly coordinate?: string;
  readonly Remove_Sign?: number;
  readonly cycles?: readonly number[];
}

interface Receipt {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly { readonly index: number; readonly Msg: string }[];
}

/**
 * Number of lanes. A lane is a queue of readings, and all lanes send at the same time. All readings of a counter use
 * the same lane, so that they stay in order.
 */
const laneCount = 4;

/**
 * Sends readings by HTTP, MQTT or both, and counts the results. Repeats a request that failed for a temporary reason,
 * such as a time-out.
 */
export class Sender {
  sent = 0;
  accepted = 0;
  duplicates = 0;
  rejected = 0;
  /** Number of readings that the broker has acknowledged. The broker does not report which readings are duplicates. */
  acknowledged = 0;
  retries = 0;
  readonly reasons = new Map<string, number>();
  private readonly lanes: Promise<void>[] = Array.from({ length: laneCount }, () => Promise.resolve());
  private waiting = 0;
  private failure: unknown;
  private turn = 0;

  constructor(
    private readonly client: Client,
    private readonly via: Via,
    private readonly broker: MqttClient | undefined,
  ) {}

  /** Number of readings that were sent and not answered yet. */
  get backlog(): number {
    return this.waiting;
  }

  send(items: readonly Item[], lane = 0): void {
    if (items.length === 0) return;
    this.waiting += items.length;
    const at = lane % laneCount;
    this.lanes[at] = (this.lanes[at] ?? Promise.resolve())
      .then(() => this.deliver(items))
      .catch((cause) => {
        this.failure ??= cause;
      })
      .finally(() => {
        this.waiting -= items.length;
      });
  }

  /** Resolves when all readings have been answered. */
  async drained(): Promise<void> {
    await Promise.all(this.lanes);
    this.check();
  }

  check(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  private async deliver(items: readonly Item[]): Promise<void> {
    const byMqtt = this.via === "mqtt" || (this.via === "both" && this.turn++ % 2 === 1);
    for (let tries = 0; ; tries++) {
      try {
        if (byMqtt) await this.publish(items);
        else await this.post(items);
        this.sent += items.length;
        return;
      } catch (cause) {
        // Sends the batch again. The server recognizes readings that it has stored already, so no reading counts twice.
        if (tries > 60 || !mayRetry(cause)) throw cause;
        this.retries++;
        await new Promise((resolve) => setTimeout(resolve, Math.min(200 * 2 ** tries, 5000)));
      }
    }
  }

  private async post(items: readonly Item[]): Promise<void> {
    const answer = await this.client.post("/jsq", { Type: "report", Data: items });
    const r = answer.ReturnData as Receipt;
    this.accepted += r.accepted;
    this.duplicates += r.duplicates;
    this.rejected += r.rejected.length;
    for (const { Msg } of r.rejected) this.reasons.set(Msg, (this.reasons.get(Msg) ?? 0) + 1);
  }

  private async publish(items: readonly Item[]): Promise<void> {
    const { broker } = this;
    if (!broker) throw new UsageError("no broker");
    const byChip = new Map<string, Item[]>();
    for (const i of items) {
      const list = byChip.get(i.WRITER_IMIE);
      if (list) list.push(i);
      else byChip.set(i.WRITER_IMIE, [i]);
    }
    await Promise.all(
      [...byChip].map(([chip, list]) =>
        broker.publishAsync(`counters/${chip}/report`, JSON.stringify(list), { qos: 1 }),
      ),
    );
    this.acknowledged += items.length;
  }

  /** Summary of the results for the user. For MQTT, only the number of acknowledgements is known. */
  get outcome(): string {
    const { acknowledged } = this;
    const http = `${this.accepted} accepted, ${this.duplicates} duplicates, ${this.rejected} rejected`;
    const broker = `${acknowledged} acknowledged by the broker`;
    if (this.via === "http") return http;
    return this.via === "mqtt" ? broker : `${http}, ${broker}`;
  }

  async close(): Promise<void> {
    await this.broker?.endAsync();
  }
}

function mayRetry(cause: unknown): boolean {
  if (!(cause instanceof ClientError)) return false;
  return (
    cause.local === "network" || cause.local === "timeout" || cause.status === 429 || cause.status === 503
  );
}

/** Connects to the broker. If that fails, rejects with a message that names the cause. */
export async function connectBroker(url: string, username: string, password: string): Promise<MqttClient> {
  try {
    return await mqtt.connectAsync(
      url,
      { username, password, connectTimeout: 5000, reconnectPeriod: 1000 },
      false,
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || cause.name : cause;
    throw new UsageError(`the broker at ${url} cannot be reached or refused the log-in: ${reason}`);
  }
}
