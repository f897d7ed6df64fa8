import { day, hour } from "../base/catalog.ts";
import { between, chance } from "../base/random.ts";
import type { MoldSpec } from "./molds.ts";

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface CycleSpan extends Span {
  /** Cycle time in this span ÷ the mold's normal cycle time. */
  readonly factor: number;
}

export interface DropoutSpan extends Span {
  /** True if, after the outage, the newest reading arrives first and the older buffered readings follow. */
  readonly isShuffled: boolean;
}

/**
 * Generates the spans of one kind of event, such as network outages, that overlap `range`. Time is divided into blocks
 * of equal length. At most one span begins in a block, and it may reach into the next block. Whether and when a span
 * begins depends only on the kind, the mold and the number of the block. So the spans of any period can be computed
 * without those of earlier periods.
 */
function blockSpans(
  kind: string,
  mold: MoldSpec,
  range: Span,
  block: number,
  share: number,
  length: readonly [number, number],
): Span[] {
  const spans: Span[] = [];
  for (let n = Math.floor(range.from / block) - 1; n <= Math.floor(range.to / block); n++) {
    if (chance(kind, mold.index, n) >= share) continue;
    const from = Math.round((n + chance(kind, mold.index, n, "at")) * block);
    const to = Math.round(from + between(length[0], length[1], kind, mold.index, n, "length"));
    if (from < range.to && to > range.from) spans.push({ from, to });
  }
  return spans;
}

/**
 * Situations that also occur after the end of the generated history, once in each period. The three numbers: length of
 * the period, shortest and longest duration of the situation, days.
 */
const returns = {
  removed: [6, 1, 4],
  away: [14, 4, 8],
  slow: [7, 1, 4],
  fast: [7, 1, 4],
  silent: [21, 4, 12],
  idle: [28, 9, 16],
} as const satisfies Partial<Record<NonNullable<MoldSpec["situation"]>, readonly number[]>>;

const overlaps = (s: Span, range: Span) => s.from < range.to && s.to > range.from;
const forEver = Number.POSITIVE_INFINITY;

/**
 * Special events in the life of a mold, such as repairs and failures of the counter. The events depend only on the
 * mold's number and on its situation at the end of the generated history.
 */
export class Episodes {
  private readonly scripted: Readonly<Record<"still" | "dead" | "off" | "away" | "odd", Span | undefined>>;

  constructor(
    readonly mold: MoldSpec,
    readonly epoch: number,
  ) {
    const { situation, index } = mold;
    const ago = (low: number, high: number) => Math.round(epoch - between(low, high, "ago", index) * day);
    const ahead = (low: number, high: number) => Math.round(epoch + between(low, high, "ahead", index) * day);
    const when = (s: MoldSpec["situation"], span: () => Span) => (situation === s ? span() : undefined);
    this.scripted = {
      still:
        when("idle", () => ({ from: ago(8, 26), to: ahead(3, 12) })) ??
        when("longIdle", () => ({ from: ago(36, 170), to: ahead(40, 90) })) ??
        when("repair", () => ({ from: ago(1, 6), to: forEver })) ??
        when("storage", () => ({ from: ago(62, 64), to: forEver })) ??
        when("scrapped", () => ({ from: ago(80, 220), to: forEver })) ??
        when("unbound", () => ({ from: ago(9, 34), to: forEver })),
      dead: when("silent", () => ({ from: ago(2.3, 15), to: ahead(6, 40) })),
      off: when("removed", () => ({ from: ago(0.1, 3), to: ahead(1, 4) })),
      away: when("away", () => ({ from: ago(3, 6), to: ahead(4, 9) })),
      odd:
        when("slow", () => ({ from: ago(0.3, 2), to: ahead(2, 6) })) ??
        when("fast", () => ({ from: ago(0.3, 2), to: ahead(2, 6) })),
    };
  }

  /**
   * Returns further events of the mold's situation, such as a standstill, after the end of the generated history. So
   * the demo always has warnings.
   */
  private again(situation: keyof typeof returns, range: Span): Span[] {
    if (this.mold.situation !== situation || range.to <= this.epoch) return [];
    const [every, least, most] = returns[situation];
    const length = [least * day, most * day] as const;
    return blockSpans("again", this.mold, range, every * day, 1, length).filter((s) => s.from > this.epoch);
  }

  /**
   * Start of the standstill that belongs to the mold's situation, epoch ms. Without such a standstill, the end of the
   * generated history. Documents about the situation use this time as their date.
   */
  get since(): number {
    return this.scripted.still?.from ?? this.epoch;
  }

  /** Start of a standstill without a known end, epoch ms. Infinity if there is no such standstill. */
  get stoppedAt(): number {
    const { still } = this.scripted;
    return still?.to === forEver ? still.from : forEver;
  }

  /**
   * Returns the times without production: standstills, repairs at the maker, and times in which the counter was taken
   * off the mold.
   */
  blocked(range: Span): Span[] {
    const { still } = this.scripted;
    return [
      ...(still && overlaps(still, range) ? [still] : []),
      ...this.again("idle", range),
      ...this.away(range),
      ...this.off(range),
    ];
  }

  /** Returns the times in which the mold is at its maker for repair. */
  away(range: Span): Span[] {
    const { away } = this.scripted;
    const spans = [
      ...blockSpans("away", this.mold, range, 60 * day, 0.045, [3 * day, 8 * day]),
      ...this.again("away", range),
    ];
    return away && overlaps(away, range) ? [...spans.filter((s) => !overlaps(s, away)), away] : spans;
  }

  /**
   * Returns the times in which the counter was taken off its mold (state "removed"). Such times are rare in the
   * generated history. After the history, one of the demo's molds has such a time every day or two.
   */
  off(range: Span): Span[] {
    const { off } = this.scripted;
    const spans = [
      ...blockSpans("off", this.mold, range, 30 * day, 0.006, [2 * hour, 20 * hour]),
      ...blockSpans("offNow", this.mold, range, day, 0.006, [0.4 * hour, 3 * hour]).filter(
        (s) => s.from > this.epoch,
      ),
      ...this.again("removed", range),
    ];
    return off && overlaps(off, range) ? [...spans, off] : spans;
  }

  /** Returns the times in which the counter sends no readings, although the mold may make shots. */
  dead(range: Span): Span[] {
    const { dead } = this.scripted;
    const spans = [
      ...blockSpans("dead", this.mold, range, 60 * day, 0.012, [1.2 * day, 4 * day]),
      ...this.again("silent", range),
    ];
    return dead && overlaps(dead, range) ? [...spans, dead] : spans;
  }

  /** Returns the times with cycles outside the tolerance. Most of these cycles are too slow, some are too fast. */
  odd(range: Span): CycleSpan[] {
    const { odd } = this.scripted;
    const { index, situation } = this.mold;
    const tolerance = (this.mold.tolerance ?? 5) / 100;
    const factor = (isFast: boolean, key: number) =>
      isFast
        ? 1 - tolerance * between(1.5, 2, "fast", index, key)
        : 1 + tolerance * between(1.3, 2.6, "slow", index, key);
    const spans = [
      ...blockSpans("odd", this.mold, range, 30 * day, 0.1, [6 * hour, 40 * hour]).map((s) => ({
        ...s,
        factor: factor(chance("isFast", index, s.from) < 0.25, s.from),
      })),
      ...(["slow", "fast"] as const).flatMap((way) =>
        this.again(way, range).map((s) => ({ ...s, factor: factor(way === "fast", s.from) })),
      ),
    ];
    return odd && overlaps(odd, range)
      ? [...spans, { ...odd, factor: factor(situation === "fast", 0) }]
      : spans;
  }

  /**
   * Returns the network outage at a time, or undefined. The counter buffers the readings of the outage and sends them
   * when the outage ends.
   */
  dropout(at: number): DropoutSpan | undefined {
    const range = { from: at, to: at + 1 };
    const [span] = blockSpans("dropout", this.mold, range, day, 0.05, [0.4 * hour, 5 * hour]);
    if (!span) return undefined;
    // Makes readings out of order rare in the generated history. For each of them, the ledger derives figures again
    // from the stored readings, so many of them would slow down the generation.
    const share = span.from > this.epoch ? 0.4 : 0.05;
    return { ...span, isShuffled: chance("shuffled", this.mold.index, span.from) < share };
  }

  isIn(spans: readonly Span[], at: number): boolean {
    return spans.some((s) => s.from <= at && at < s.to);
  }
}
