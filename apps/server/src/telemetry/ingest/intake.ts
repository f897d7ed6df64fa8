import { setTimeout as sleep } from "node:timers/promises";
import { channel } from "@shotkeeper/contract/counter";
import { codes, onWire, refusals, wireMessage } from "@shotkeeper/contract/kernel";
import { isRemoved, isTemporary } from "../../kernel/failures.ts";
import type { IncomingReading, IngestOutcome } from "../ledger/incoming.ts";
import type { Chip, Chips } from "./chips.ts";
import type { Gather } from "./gather.ts";
import type { Journal } from "./journal.ts";
import type { JournalLine } from "./journal-file.ts";
import { Receipt } from "./receipt.ts";
import type { Refused, RefusedKeeper } from "./refused.ts";
import { chipOf, isItem, parseReport, type ReportItem } from "./report.ts";
import { type Source, type Sources, senderOf } from "./sources.ts";
import { type ChannelName, fateOf, type Tally } from "./tally.ts";
import { isArchiveDamaged, journalSender, unfit } from "./unfit.ts";

export interface Delivery {
  readonly source: Source;
  readonly address: string;
  readonly channel: ChannelName;
  /** Chip code in the MQTT topic. It applies to items without a chip code. Items with another chip code are refused. */
  readonly topicChip?: string;
  /**
   * Called when the outcome of every item is known. With the journal, this is later than the acknowledgement.
   * Undefined: the sender wants no receipt by MQTT.
   */
  readonly onReceipt?: ((receipt: Receipt) => void) | undefined;
}

/**
 * Number of attempts to store a single reading of the journal while the database is available. If the last attempt
 * fails, the reading is quarantined.
 */
const maxTries = 4;
const retryMs = 250;

/** Builds the quarantine entry of an item. `reading`: the parsed reading, or a string if the item is malformed. */
function refusedItem(
  reason: "unknown" | "retired",
  tenantId: number,
  chip: string,
  payload: ReportItem,
  reading: IncomingReading | string,
): Refused {
  return typeof reading === "string"
    ? { tenantId, chip, reason: "malformed", payload }
    : { tenantId, chip, reason, payload, reading };
}

/** Refuses an item of an unknown chip. The quarantine stores the item, for release after the chip is registered. */
function unknown(item: ReportItem, chip: string, d: Delivery, receivedAt: number) {
  const reading = parseReport(item, 0, receivedAt, channel.values[d.channel]);
  return {
    msg: wireMessage(refusals.unknownCounter(chip)),
    keep: refusedItem("unknown", d.source.tenantId, chip, item, reading),
  };
}

/** Readings of one tenant from one request or message. `places`: index of each reading in that request or message. */
interface Placed {
  readonly list: IncomingReading[];
  readonly places: number[];
}

const oneReading = (reading: IncomingReading): Placed => ({ list: [reading], places: [0] });

const lineOf = (tenantId: number, reading: IncomingReading, tell: JournalLine[2]): JournalLine =>
  tell ? [tenantId, reading, tell] : [tenantId, reading];

/** Ingest that HTTP, MQTT and import share: readings go to the ledger, and refused items to the quarantine. */
export class Intake {
  /**
   * Write-ahead journal for MQTT readings. With a journal, a sender waits only until the journal has its readings.
   * Without a journal, the sender waits until the ledger has stored the readings.
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

  /**
   * Resolves when all readings are durably stored and the refused items are quarantined. Items beyond the limits of the
   * quarantine are only counted. Items for counters that the sender may not use are rejected and not quarantined. An
   * invalid item does not affect the other items.
   */
  async take(items: readonly unknown[], d: Delivery): Promise<Receipt> {
    const loading = this.loadUnknown(items, d);
    if (loading) await loading;
    const receipt = new Receipt(items.length, d.onReceipt);
    const keep: Refused[] = [];
    let foreign = 0;
    // Readings of the delivery by tenant. Nearly all deliveries have readings of only one tenant; only an external
    // broker mixes tenants.
    const readings = new Map<number, Placed>();
    const receivedAt = this.now();
    if (items.length === 1) {
      // Handles a single item separately, because it is the most frequent case and needs no grouping by tenant.
      const judged = this.judge(items[0], d, receivedAt);
      if ("reading" in judged) {
        await this.store(judged.tenantId, oneReading(judged.reading), d.channel, receipt);
        return receipt;
      }
    }
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      const judged = this.judge(item, d, receivedAt);
      if ("reading" in judged) {
        const placed = readings.get(judged.tenantId);
        if (placed) {
          placed.list.push(judged.reading);
          placed.places.push(index);
        } else readings.set(judged.tenantId, { list: [judged.reading], places: [index] });
        continue;
      }
      receipt.reject(index, judged.msg, judged.keep);
      if (judged.keep) keep.push(judged.keep);
      else foreign++;
    }
    const t = this.tally.readings[d.channel];
    t.refused += receipt.rejected.length;
    if (foreign > 0) this.sources.failed(d.address, d.topicChip, foreign);
    const waits: Promise<unknown>[] = [];
    for (const [tenantId, placed] of readings) waits.push(this.store(tenantId, placed, d.channel, receipt));
    if (keep.length > 0) waits.push(this.keep(d, keep).then((stored) => receipt.markStored(stored)));
    await Promise.all(waits);
    receipt.tellRejected();
    return receipt;
  }

  /**
   * Fast path of `take` for a single MQTT reading: adds it to the journal. Calls `done` when it is on disk, or with the
   * error if it could not be written. Returns false, without any effect, if the item needs `take`: it is refused, or
   * the sender wants a receipt.
   */
  journalOne(item: unknown, d: Delivery, done: (error?: Error) => void): boolean {
    if (!this.journal || d.onReceipt || !isItem(item)) return false;
    const code = chipOf(item) ?? d.topicChip;
    const judged = code !== undefined && this.chips.peek(code) && this.judge(item, d, this.now());
    if (!judged || !("reading" in judged)) return false;
    return this.journal.addOne([judged.tenantId, judged.reading], done);
  }

  private keep({ source, channel: name }: Delivery, list: readonly Refused[]): Promise<ReadonlySet<Refused>> {
    const sender = { key: source.key, name: senderOf(source), channel: channel.values[name] };
    return this.refused.keep(sender, list);
  }

  /** Quarantines input that is not valid JSON. */
  async takeBroken(payload: string, d: Delivery): Promise<void> {
    this.tally.readings[d.channel].refused++;
    const chip = d.topicChip ?? (d.source.kind === "counter" ? d.source.chip.code : undefined);
    const broken: Refused = { tenantId: d.source.tenantId, chip, reason: "malformed", payload };
    const receipt = new Receipt(1, d.onReceipt);
    receipt.reject(0, wireMessage(refusals.malformedBody()), broken);
    receipt.markStored(await this.keep(d, [broken]));
    receipt.tellRejected();
  }

  private async store(
    tenantId: number,
    { list, places }: Placed,
    channelName: ChannelName,
    receipt: Receipt,
  ): Promise<void> {
    if (this.journal && channelName === "mqtt") {
      try {
        await this.journal.add(list.map((r, i) => lineOf(tenantId, r, receipt.listener(places[i] ?? 0))));
        return;
      } catch {
        // Ignores the failure of the journal. The readings go directly to the ledger below.
      }
    }
    const outcomes = await this.gather.add(tenantId, list);
    this.tell(outcomes, channelName);
    for (let i = 0; i < outcomes.length; i++) receipt.tell(places[i] ?? 0, outcomes[i]);
  }

  /**
   * Moves acknowledged readings from the journal to the ledger. Readings that the ledger cannot store are quarantined.
   * Readings of a tenant that was removed meanwhile are dropped.
   */
  async takeJournal(lines: readonly JournalLine[]): Promise<void> {
    const byTenant = new Map<number, JournalLine[]>();
    for (const line of lines) {
      const list = byTenant.get(line[0]);
      if (list) list.push(line);
      else byTenant.set(line[0], [line]);
    }
    await Promise.all([...byTenant].map(([tenantId, list]) => this.takeAll(tenantId, list)));
  }

  private async takeAll(tenantId: number, lines: readonly JournalLine[], tries = 1): Promise<void> {
    try {
      const readings = lines.map((line) => line[1]);
      const outcomes = await this.gather.add(tenantId, readings);
      this.tell(outcomes, "mqtt");
      for (let i = 0; i < lines.length; i++) lines[i]?.[2]?.(outcomes[i]);
    } catch (cause) {
      if (isTemporary(cause)) throw cause;
      if (isRemoved(cause)) return lines.forEach(([, , tell]) => void tell?.(undefined));
      // Binary search for the reading that the ledger cannot store: stores each half separately. So the other readings
      // are stored soon.
      const half = lines.length >> 1;
      const [only] = lines;
      if (half > 0) {
        await this.takeAll(tenantId, lines.slice(0, half));
        await this.takeAll(tenantId, lines.slice(half));
      } else if (tries < maxTries && !isArchiveDamaged(cause)) {
        await sleep(retryMs);
        await this.takeAll(tenantId, lines, tries + 1);
      } else if (only) {
        const [, reading, tell] = only;
        await this.refused.keep(journalSender(reading.counterId), [unfit(tenantId, reading, cause)]);
        tell?.(undefined);
      }
    }
  }

  private tell(outcomes: readonly IngestOutcome[], channelName: ChannelName): void {
    const t = this.tally.readings[channelName];
    for (const o of outcomes) t[fateOf(o)]++;
  }

  /** Loads all counters of a delivery that are not in the cache, in one call. */
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
      // If the query fails, the expired entries of the cache are used: the journal can keep MQTT readings until the
      // database is available again. Throws if the cache has no entry of one of the counters.
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
    if (!chip) return unknown(item, chipCode, d, receivedAt);
    if (source.kind !== "broker" && chip.tenantId !== source.tenantId) return { msg: codes.forbidden };
    return this.reading(item, chip, d, receivedAt);
  }

  private reading(item: ReportItem, chip: Chip, d: Delivery, receivedAt: number) {
    const reading = parseReport(item, chip.counterId, receivedAt, channel.values[d.channel]);
    if (!chip.retired) {
      if (typeof reading === "string") return this.malformed(reading, item, chip.code, chip.tenantId);
      return { tenantId: chip.tenantId, reading };
    }
    // Quarantines the reading, because readings of a retired counter do not count.
    return {
      msg: codes.counterRetired,
      keep: refusedItem("retired", chip.tenantId, chip.code, item, reading),
    };
  }

  private malformed(msg: string, payload: unknown, chip: string | undefined, tenantId: number) {
    return { msg, keep: { tenantId, chip, reason: "malformed" as const, payload } };
  }
}
