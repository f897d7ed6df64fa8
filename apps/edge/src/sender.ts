import { setTimeout as sleep } from "node:timers/promises";
import type { Batch, Journal } from "./journal/journal.ts";
import { batchSize, maxLeadMs, maxMessageBytes } from "./limits.ts";
import { type Product, ProductError } from "./product.ts";
import { errorText, type Reading } from "./types.ts";

/** Longest pause between two attempts to send a batch, ms. */
const maxPauseMs = 60_000;

const inactivePauseMs = 5000;

/** Each failed request halves the number of readings in the next batch (`size`), but not below this number. */
const minBatchSize = 20;
const batchStep = 50;

/**
 * Number of readings by outcome, as the server's answers report it. Example of an outcome: `booked`, the reading
 * counts.
 */
export type Outcomes = Readonly<Record<string, number>>;

interface Receipt {
  readonly parts: Outcomes;
  readonly reason: string | null;
}

function receiptOf(data: unknown): Receipt {
  const { parts, reason } = (data ?? {}) as { parts?: unknown; reason?: unknown };
  if (typeof parts !== "object" || parts === null) throw new ProductError("The product sent no receipt");
  const numbers = Object.entries(parts).filter(([, n]) => typeof n === "number");
  return { parts: Object.fromEntries(numbers), reason: typeof reason === "string" ? reason : null };
}

/**
 * Returns a message with the first readings of a batch. It has about `maxBytes` bytes at most, but at least one
 * reading.
 */
export function messageOf(readings: readonly Reading[], maxBytes = maxMessageBytes) {
  const texts: string[] = [];
  let bytes = 0;
  for (const r of readings) {
    const text = JSON.stringify(r);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > maxBytes && texts.length > 0) break;
    texts.push(text);
  }
  return { body: `{"readings":[${texts.join(",")}]}`, count: texts.length };
}

/**
 * Sends the journal to the server, oldest readings first. A batch is marked as sent after its receipt. Without a
 * receipt the batch is sent again. This counts no shot twice, because the server recognizes repeated readings.
 */
export class Sender {
  trouble: string | null = null;
  lastSentAt: number | null = null;
  /** Latest reason of the server for readings that do not count, for example because their device is not adopted. */
  lastReason: string | null = null;
  readonly outcomes: Record<string, number> = {};
  /** Ends the present pause of the sender, for example after the connector was activated. */
  private wake: () => void = () => {};
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private pauseMs = 1000;
  /**
   * Number of readings in the next batch. A failure halves this number, and a success adds 50 (`batchStep`). If the
   * connection breaks every few seconds, a large batch would never get its receipt.
   */
  private size = batchSize;

  constructor(
    private readonly journal: Journal,
    private readonly product: Product,
    private readonly isActive: () => boolean,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  resume(): void {
    this.wake();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.step();
        this.pauseMs = 1000;
        this.size = Math.min(batchSize, this.size + batchStep);
      } catch (cause) {
        if (signal.aborted) return;
        this.trouble = errorText(cause);
        const pause = cause instanceof ProductError && cause.retryMs ? cause.retryMs : this.pauseMs;
        this.pauseMs = Math.min(maxPauseMs, this.pauseMs * 2);
        this.size = Math.max(minBatchSize, Math.floor(this.size / 2));
        // A random part of the pause spreads the requests of many gateways after an outage.
        await this.pause(pause * (0.5 + Math.random() / 2));
      }
    }
  }

  private async step(): Promise<void> {
    if (!this.isActive()) {
      this.trouble = "The connector is not active. Readings are kept until it is";
      return this.pause(inactivePauseMs);
    }
    if (this.product.clockLeadMs > maxLeadMs)
      throw new ProductError("The clock of this computer is ahead. Readings are kept until it is right");
    // Gets the promise of the next addition before it reads, so that an addition during the read is not missed.
    const added = this.journal.added();
    const batch = await this.journal.read(this.size);
    if (!batch) {
      this.trouble = null;
      await Promise.race([added, this.pause(maxPauseMs)]);
      return;
    }
    await this.send(batch);
  }

  private async send(batch: Batch): Promise<void> {
    for (let from = 0; from < batch.readings.length; ) {
      const { body, count } = messageOf(batch.readings.slice(from));
      const { parts, reason } = receiptOf(await this.product.post("", body, this.stopping.signal));
      if ((parts.inactive ?? 0) > 0) throw new ProductError("The connector is not active");
      for (const [name, n] of Object.entries(parts)) this.outcomes[name] = (this.outcomes[name] ?? 0) + n;
      if (reason !== null) this.lastReason = reason;
      from += count;
    }
    await this.journal.sent(batch);
    this.lastSentAt = Date.now();
    this.trouble = null;
  }

  private async pause(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    const timer = new AbortController();
    const signal = AbortSignal.any([timer.signal, this.stopping.signal]);
    await Promise.race([woken, sleep(ms, undefined, { signal }).catch(() => {})]);
    timer.abort();
  }
}
