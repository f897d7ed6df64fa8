import { setTimeout as sleep } from "node:timers/promises";
import { door } from "@shotkeeper/contract/counter";
import { AppError } from "@shotkeeper/contract/kernel";
import type { IncomingReading, IngestOutcome } from "../ledger/incoming.ts";
import type { Chip, Chips } from "./chips.ts";
import type { Gather } from "./gather.ts";
import type { Journal } from "./journal.ts";
import type { JournalLine } from "./journal-file.ts";
import type { Refused, RefusedKeeper } from "./refused.ts";
import { chipOf, isItem, parseReport, type ReportItem } from "./report.ts";
import type { Source, Sources } from "./sources.ts";
import type { DoorName, Tally } from "./tally.ts";

interface Rejected {
  readonly index: number;
  readonly Msg: string;
}

interface Receipt {
  /** Stored, those in the ledger's quarantine among them: to send them again would be pointless. */
  accepted: number;
  duplicates: number;
  readonly rejected: Rejected[];
}

export interface Delivery {
  readonly source: Source;
  readonly address: string;
  readonly door: DoorName;
  /** The counter that the topic names: items of other counters are refused, and items may leave their own out. */
  readonly topicChip?: string;
}

/** Unexpected failures of one reading after which it is put aside instead of being tried for ever. */
const maxTries = 4;
const retryMs = 250;

/** A reading that passed the door and that the ledger cannot take, whatever is tried. */
const unfit = (tenantId: number, payload: IncomingReading): Refused => ({
  tenantId,
  chip: undefined,
  reason: "malformed",
  payload,
});

/** The narrow path that all doors share: items in, readings to the ledger, the rest to the quarantine. */
export class Intake {
  /** Where readings that come by MQTT wait for the ledger; without it their senders wait. */
  journal: Journal | undefined;

  constructor(
    readonly chips: Chips,
    readonly sources: Sources,
    private readonly gather: Gather,
    private readonly refused: RefusedKeeper,
    readonly tally: Tally,
    private readonly now: () => number,
  ) {}

  /** Resolves when everything is durably stored, readings and refusals. One bad item never stops its neighbours. */
  async take(items: readonly unknown[], d: Delivery): Promise<Receipt> {
    const loading = this.loadUnknown(items, d);
    if (loading) await loading;
    const receipt: Receipt = { accepted: 0, duplicates: 0, rejected: [] };
    const keep: Refused[] = [];
    let foreign = 0;
    // One tenant in nearly every delivery; only a broker brings several.
    const readings = new Map<number, IncomingReading[]>();
    const receivedAt = this.now();
    if (items.length === 1) {
      // The most frequent delivery of all is spared the bookkeeping of the others.
      const judged = this.judge(items[0], d, receivedAt);
      if ("reading" in judged) {
        await this.store(judged.tenantId, [judged.reading], d.door, receipt);
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
    const t = this.tally.readings[d.door];
    t.refused += receipt.rejected.length;
    if (foreign > 0) this.sources.failed(d.address, d.topicChip, foreign);
    const waits: Promise<unknown>[] = [];
    for (const [tenantId, list] of readings) waits.push(this.store(tenantId, list, d.door, receipt));
    if (keep.length > 0) waits.push(this.refused.keep(d.source.key, keep));
    await Promise.all(waits);
    return receipt;
  }

  /** Input that is not even JSON. */
  async takeBroken(payload: string, d: Delivery): Promise<void> {
    this.tally.readings[d.door].refused++;
    const chip = d.topicChip ?? (d.source.kind === "counter" ? d.source.chip.code : undefined);
    await this.refused.keep(d.source.key, [
      { tenantId: d.source.tenantId, chip, reason: "malformed", payload },
    ]);
  }

  private async store(
    tenantId: number,
    readings: readonly IncomingReading[],
    doorName: DoorName,
    receipt: Receipt,
  ): Promise<void> {
    if (this.journal && doorName === "mqtt") {
      try {
        await this.journal.add(readings.map((r) => [tenantId, r]));
        receipt.accepted += readings.length;
        return;
      } catch {
        // The disk does not take it; the database may.
      }
    }
    const outcomes = await this.gather.add(tenantId, readings);
    this.tell(outcomes, doorName);
    const duplicates = outcomes.filter((o) => o === "duplicate").length;
    receipt.duplicates += duplicates;
    receipt.accepted += outcomes.length - duplicates;
  }

  /** Readings that were acknowledged: they go to the ledger, or what it cannot take to the quarantine. */
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
      // One of them is at fault: halves find it, and its neighbours do not wait for it.
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

  private tell(outcomes: readonly IngestOutcome[], doorName: DoorName): void {
    const t = this.tally.readings[doorName];
    for (const o of outcomes) t[o]++;
  }

  /** One query for all counters of a delivery that are not known yet. */
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
      // The database is away: what was known of a counter a while ago will do, the journal holds what it says.
      for (const code of codes) if (!this.chips.latest(code)) throw cause;
    });
  }

  private judge(
    item: unknown,
    d: Delivery,
    receivedAt: number,
  ): { tenantId: number; reading: IncomingReading } | { msg: string; keep?: Refused } {
    const { source } = d;
    if (!isItem(item)) return this.malformed("S0200^Data", item, undefined, source.tenantId);
    const code = chipOf(item);
    if (code === undefined) {
      const named = item.WRITER_IMIE !== undefined && item.WRITER_IMIE !== null && item.WRITER_IMIE !== "";
      if (named || d.topicChip === undefined)
        return this.malformed(
          named ? "S0200^WRITER_IMIE" : "S0007^WRITER_IMIE",
          item,
          undefined,
          source.tenantId,
        );
    }
    const chipCode = code ?? d.topicChip ?? "";
    if (d.topicChip !== undefined && chipCode !== d.topicChip) return { msg: "S0020" };
    if (source.kind === "counter" && chipCode !== source.chip.code) return { msg: "S0020" };
    const chip = this.chips.latest(chipCode);
    if (!chip)
      return {
        msg: `S0216^${chipCode}`,
        keep: { tenantId: 0, chip: chipCode, reason: "unknown", payload: item },
      };
    if (source.kind !== "broker" && chip.tenantId !== source.tenantId) return { msg: "S0020" };
    return this.reading(item, chip, d, receivedAt);
  }

  private reading(item: ReportItem, chip: Chip, d: Delivery, receivedAt: number) {
    // What a retired counter says no longer counts, and is kept all the same.
    if (chip.retired)
      return {
        msg: "S0217",
        keep: { tenantId: chip.tenantId, chip: chip.code, reason: "unknown" as const, payload: item },
      };
    const reading = parseReport(item, chip.counterId, receivedAt, door.values[d.door]);
    if (typeof reading === "string") return this.malformed(reading, item, chip.code, chip.tenantId);
    return { tenantId: chip.tenantId, reading };
  }

  private malformed(msg: string, payload: unknown, chip: string | undefined, tenantId: number) {
    return { msg, keep: { tenantId, chip, reason: "malformed" as const, payload } };
  }
}
