import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { replaceFile } from "./files.ts";
import { Journal } from "./journal/journal.ts";
import { exchangeMs } from "./limits.ts";
import type { Product } from "./product.ts";
import { Recorder } from "./recorder.ts";
import { Sender } from "./sender.ts";
import { em63Reader } from "./sources/em63.ts";
import { modbusReader } from "./sources/modbus.ts";
import { lazyReader, poll, type Source } from "./sources/source.ts";
import { forgetOtherSources } from "./sources/source-file.ts";
import { tcpSource } from "./sources/tcp.ts";
import {
  errorText,
  type GatewayConfig,
  type Observe,
  type SourceConfig,
  type SourceStatus,
} from "./types.ts";

const noConfig: GatewayConfig = { isActive: false, sources: [] };

function isConfig(v: unknown): v is GatewayConfig {
  return typeof v === "object" && v !== null && "isActive" in v && "sources" in v && Array.isArray(v.sources);
}

function start(config: SourceConfig, observe: Observe, dir: string): Source {
  switch (config.protocol) {
    case "opcua":
      // Lazy import: loads the large OPC UA library only if a source needs the library.
      return poll(
        config,
        lazyReader(async () => (await import("./sources/opcua.ts")).opcuaReader(config, dir)),
        observe,
      );
    case "modbus":
      return poll(config, modbusReader(config), observe);
    case "em63":
      return poll(config, em63Reader(config, dir), observe);
    case "tcp":
      return tcpSource(config, observe);
  }
}

export interface GatewayState {
  readonly url: string;
  readonly version: string;
  readonly isActive: boolean;
  readonly backlog: number;
  readonly oldestAt: number | null;
  readonly damaged: number;
  readonly lastSentAt: number | null;
  readonly exchangedAt: number | null;
  readonly trouble: string | null;
  readonly lastReason: string | null;
  readonly clockLeadMs: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly sources: readonly SourceStatus[];
}

/**
 * The gateway: reads the sources that the Shotkeeper server has configured, stores their counts in the journal, and
 * sends the counts. While the server cannot be reached, the gateway works with its last configuration.
 */
export class Gateway {
  private config: GatewayConfig;
  private readonly sources = new Map<string, Source>();
  private readonly recorder: Recorder;
  private readonly sender: Sender;
  private readonly stopping = new AbortController();
  private exchanging: Promise<void> | undefined;
  private exchangedAt: number | null = null;
  private trouble: string | null = null;
  private oldestAt: number | null = null;

  private constructor(
    private readonly dir: string,
    private readonly product: Product,
    private readonly journal: Journal,
    readonly version: string,
  ) {
    this.config = loadConfig(dir);
    this.recorder = new Recorder((readings) => journal.add(readings));
    this.sender = new Sender(journal, product, () => this.config.isActive);
  }

  static async start(dir: string, product: Product, version: string): Promise<Gateway> {
    const gateway = new Gateway(dir, product, await Journal.open(join(dir, "journal")), version);
    await gateway.apply(gateway.config);
    gateway.sender.start();
    gateway.exchanging = gateway.exchangeForever();
    return gateway;
  }

  get state(): GatewayState {
    const { config, journal, sender, product } = this;
    return {
      url: product.url,
      version: this.version,
      isActive: config.isActive,
      backlog: journal.backlog,
      oldestAt: this.oldestAt,
      damaged: journal.damaged,
      lastSentAt: sender.lastSentAt,
      exchangedAt: this.exchangedAt,
      trouble: this.trouble ?? sender.trouble,
      lastReason: sender.lastReason,
      clockLeadMs: product.clockLeadMs,
      outcomes: sender.outcomes,
      sources: [...this.sources.values()].map((s) => s.status),
    };
  }

  /** Reports the gateway's state to the server, and applies the configuration in the answer. */
  async exchange(): Promise<void> {
    const [oldest] = (await this.journal.read(1))?.readings ?? [];
    this.oldestAt = oldest?.at ?? null;
    const { version, backlog, oldestAt, sources } = this.state;
    const { trouble } = this.sender;
    const body = JSON.stringify({ version, backlog, oldestAt, trouble, sources });
    const answer = await this.product.post("/edge", body, this.stopping.signal);
    if (!isConfig(answer)) throw new Error("The product sent no configuration");
    this.exchangedAt = Date.now();
    if (JSON.stringify(answer) === JSON.stringify(this.config)) return;
    await replaceFile(join(this.dir, "config.json"), JSON.stringify(answer));
    const wasActive = this.config.isActive;
    await this.apply(answer);
    if (!wasActive && answer.isActive) this.sender.resume();
  }

  private async exchangeForever(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.exchange();
        this.trouble = null;
      } catch (cause) {
        if (signal.aborted) return;
        this.trouble = errorText(cause);
      }
      await sleep(exchangeMs * (0.8 + Math.random() * 0.4), undefined, { signal }).catch(() => {});
    }
  }

  /**
   * Starts new and changed sources, and stops sources that the configuration no longer contains. Other sources keep
   * running.
   */
  private async apply(config: GatewayConfig): Promise<void> {
    this.config = config;
    const wanted = new Map(config.sources.map((s) => [s.sourceId, s]));
    for (const [id, source] of this.sources) {
      if (JSON.stringify(wanted.get(id)) === JSON.stringify(source.config)) continue;
      this.sources.delete(id);
      await source.stop();
    }
    // Also deletes the files of sources that were removed while the gateway did not run.
    if (config !== noConfig) forgetOtherSources(this.dir, wanted.keys());
    for (const [id, source] of wanted)
      if (!this.sources.has(id))
        this.sources.set(
          id,
          start(source, (readings) => this.recorder.observe(readings), this.dir),
        );
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.sources.values()].map((s) => s.stop()));
    await this.sender.stop();
    await this.exchanging;
    await this.journal.close();
  }
}

/**
 * Returns the stored copy of the server's last configuration. With it, a gateway that starts without a connection can
 * read its sources.
 */
function loadConfig(dir: string): GatewayConfig {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(dir, "config.json"), "utf8"));
    return isConfig(stored) ? stored : noConfig;
  } catch {
    return noConfig;
  }
}
