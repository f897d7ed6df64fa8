import { setTimeout as sleep } from "node:timers/promises";
import { channel } from "@shotkeeper/contract/counter";
import { AppError, codes, onWire, refusals, wireMessage } from "@shotkeeper/contract/kernel";
import type { IncomingReading, IngestOutcome } from "../ledger/incoming.ts";
import type { Chip, Chips } from "./chips.ts";
import type { Gather } from "./gather.ts";
import type { Journal } from "./journal.ts";
import type { JournalLine } from "./journal-file.ts";
import type { Refused, RefusedKeeper } from "./refused.ts";
import { chipOf, isItem, parseReport, type ReportItem } from "./report.ts";
import type { Source, Sources } from "./sources.ts";
import type { ChannelName, Tally } from "./tally.ts";

interface Rejected {
  readonly index: number;
  readonly Msg: string;
}

interface Receipt {
  /** Number of stored readings. Quarantined readings are included, because the sender must not send them again. */
  accepted: number;
  duplicates: number;
  readonly rejected: Rejected[];
}

export interface Delivery {
  readonly source: Source;
  readonly address: string;
  readonly channel: ChannelName;
  /**
   * Counter that the MQTT topic names. Items of other counters are refused. Items without a counter belong to this one.
   */
  readonly topicChip?: string;
}

/** Number of unexpected failures after which a reading is quarantined and no longer retried. */
const maxTries = 4;
const retryMs = 250;

/** Builds the quarantine entry of a valid reading that the ledger cannot store even after retries. */
const unfit = (tenantId: number, payload: IncomingReading): Refused => ({
  tenantId,
  chip: undefined,
  reason: "malformed",
  payload,
});

/** Common ingest of HTTP, MQTT and import: readings go to the ledger, and refused items to the quarantine. */
export class Intake {
  /**
   * Write-ahead journal for MQTT readings. With it, a sender waits only until the journal has its readings. If it is
   * undefined, the sender waits until the ledger has stored them.
   */
  journal: Journal | undefined;

  constructor(
    readonly chips: Chips,
    readonly sources: Sources,
    private readonly gather: Gather,
    private readonly refused: RefusedKeeper,
    readonly tally: Tally,
    private readonly now: () => number,
  ) {}

  /** Resolves when all readings and refused items are durably stored. An invalid item does not affect the others. */
  async take(items: readonly unknown[], d: Delivery): Promise<Receipt> {
    const loading = this.loadUnknown(items, d);
    if (loading) await loading;
    const receipt: Receipt = { accepted: 0, duplicates: 0, rejected: [] };
    const keep: Refused[] = [];
    let foreign = 0;
    // Readings of the delivery by tenant. Nearly all deliveries have readings of only one tenant; only an external
    // broker mixes tenants.
    const readings = new Map<number, IncomingReading[]>();
    const receivedAt = this.now();
    if (items.length === 1) {
      // Fast path for a delivery with a single item, the most frequent case: needs no grouping by tenant.
      const judged = this.judge(items[0], d, receivedAt);
      if ("reading" in judged) {
        await this.store(judged.tenantId, [judged.reading], d.channel, receipt);
        return receipt;
      }
    }
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      const judged = this.judge(item, d, receivedAt);
      if ("reading" in judged) {
        const list = readings.get(judged.tenantId);
        if (list) list.push(judged.reading);
        else readings.set(judged.tenantId, [judged.reading]);
        continue;
      }
      receipt.rejected.push({ index, Msg: judged.msg });
      if (judged.keep) keep.push(judged.keep);
      else foreign++;
    }
    const t = this.tally.readings[d.channel];
    t.refused += receipt.rejected.length;
    if (foreign > 0) this.sources.failed(d.address, d.topicChip, foreign);
    const waits: Promise<unknown>[] = [];
    for (const [tenantId, list] of readings) waits.push(this.store(tenantId, list, d.channel, receipt));
    if (keep.length > 0) waits.push(this.refused.keep(d.source.key, keep));
    await Promise.all(waits);
    return receipt;
  }

  /** Quarantines input that is not valid JSON. */
  async takeBroken(payload: string, d: Delivery): Promise<void> {
    this.tally.readings[d.channel].refused++;
    const chip = d.topicChip ?? (d.source.kind === "counter" ? d.source.chip.code : undefined);
    await this.refused.keep(d.source.key, [
      { tenantId: d.source.tenantId, chip, reason: "malformed", payload },
    ]);
  }

  private async store(
    tenantId: number,
    readings: readonly IncomingReading[],
    channelName: ChannelName,
    receipt: Receipt,
  ): Promise<void> {
    if (this.journal && channelName === "mqtt") {
      try {
        await this.journal.add(readings.map((r) => [tenantId, r]));
        receipt.accepted += readings.length;
        return;
      } catch {
        // If the journal cannot store the readings, they go directly to the ledger below.
      }
    }
    const outcomes = await this.gather.add(tenantId, readings);
    this.tell(outcomes, channelName);
    const duplicates = outcomes.filter((o) => o === "duplicate").length;
    receipt.duplicates += duplicates;
    receipt.accepted += outcomes.length - duplicates;
  }

  /**
   * Moves acknowledged readings from the journal to the ledger. Readings that the ledger cannot store are
   * quarantined.
   */
  async takeJournal(lines: readonly JournalLine[]): Promise<void> {
    const byTenant = new Map<number, IncomingReading[]>();
    for (const [tenantId, reading] of lines) {
      const list = byTenant.get(tenantId);
      if (list) list.push(reading);
      else byTenant.set(tenantId, [reading]);
    }
    await Promise.all([...byTenant].map(([tenantId, list]) => this.takeAll(tenantId, list)));
  }

  private async takeAll(tenantId: number, readings: readonly IncomingReading[], tries = 1): Promise<void> {
    try {
      this.tell(await this.gather.add(tenantId, readings), "mqtt");
    } catch (cause) {
      if (cause instanceof AppError && cause.status === 503) throw cause;
      // Finds, by a binary search, the reading that the ledger cannot store. Each half is stored by itself, so the
      // other readings are stored soon.
      const half = readings.length >> 1;
      const [only] = readings;
      if (half > 0) {
        await this.takeAll(tenantId, readings.slice(0, half));
        await this.takeAll(tenantId, readings.slice(half));
      } else if (tries < maxTries) {
        await sleep(retryMs);
        await this.takeAll(tenantId, readings, tries + 1);
      } else if (only) await this.refused.keep(`journal ${only.counterId}`, [unfit(tenantId, only)]);
    }
  }

  private tell(outcomes: readonly IngestOutcome[], channelName: ChannelName): void {
    const t = this.tally.readings[channelName];
    for (const o of outcomes) t[o]++;
  }

  /** Loads all unknown counters of a delivery with one query. */
  private loadUnknown(items: readonly unknown[], d: Delivery): Promise<void> | undefined {
    let missing: Set<string> | undefined;
    for (const item of items) {
      if (!isItem(item)) continue;
      const code = chipOf(item) ?? d.topicChip;
      if (code === undefined || this.chips.peek(code) !== undefined) continue;
      missing ??= new Set();
      missing.add(code);
    }
    if (!missing) return undefined;
    const codes = missing;
    return this.chips.load(codes).catch((cause) => {
      // Uses expired cache entries, because the database is down. The journal keeps the readings until the ledger can
      // store them.
      for (const code of codes) if (!this.chips.latest(code)) throw cause;
    });
  }

  private judge(
    item: unknown,
    d: Delivery,
    receivedAt: number,
  ): { tenantId: number; reading: IncomingReading } | { msg: string; keep?: Refused } {
    const { source } = d;
    if (!isItem(item))
      return this.malformed(
        wireMessage(refusals.invalidField(onWire("Data"))),
        item,
        undefined,
        source.tenantId,
      );
    const code = chipOf(item);
    if (code === undefined) {
      const named = item.WRITER_IMIE !== undefined && item.WRITER_IMIE !== null && item.WRITER_IMIE !== "";
      if (named || d.topicChip === undefined)
        return this.malformed(
          named
            ? wireMessage(refusals.invalidField(onWire("WRITER_IMIE")))
            : wireMessage(refusals.missingField(onWire("WRITER_IMIE"))),
          item,
          undefined,
          source.tenantId,
        );
    }
    const chipCode = code ?? d.topicChip ?? "";
    if (d.topicChip !== undefined && chipCode !== d.topicChip) return { msg: codes.forbidden };
    if (source.kind === "counter" && chipCode !== source.chip.code) return { msg: codes.forbidden };
    const chip = this.chips.latest(chipCode);
    if (!chip)
      return {
        msg: wireMessage(refusals.unknownCounter(chipCode)),
        keep: { tenantId: 0, chip: chipCode, reason: "unknown", payload: item },
      };
    if (source.kind !== "broker" && chip.tenantId !== source.tenantId) return { msg: codes.forbidden };
    return this.reading(item, chip, d, receivedAt);
  }

  private reading(item: ReportItem, chip: Chip, d: Delivery, receivedAt: number) {
    // Quarantines readings of a retired counter, because they do not count.
    if (chip.retired)
      return {
        msg: codes.counterRetired,
        keep: { tenantId: chip.tenantId, chip: chip.code, reason: "unknown" as const, payload: item },
      };
    const reading = parseReport(item, chip.counterId, receivedAt, channel.values[d.channel]);
    if (typeof reading === "string") return this.malformed(reading, item, chip.code, chip.tenantId);
    return { tenantId: chip.tenantId, reading };
  }

  private malformed(msg: string, payload: unknown, chip: string | undefined, tenantId: number) {
    return { msg, keep: { tenantId, chip, reason: "malformed" as const, payload } };
  }
}
