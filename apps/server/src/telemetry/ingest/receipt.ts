import { refusals, wireMessage } from "@shotkeeper/contract/kernel";
import type { QuarantineReason } from "../core/index.ts";
import type { IngestOutcome } from "../ledger/incoming.ts";
import type { Refused } from "./refused.ts";

/** Message for a reading that the ledger refuses again and again. */
const notStorable = wireMessage(refusals.internalError("ledger"));

interface Quarantined {
  readonly index: number;
  readonly reason: QuarantineReason;
}

interface Rejected {
  readonly index: number;
  readonly Msg: string;
  /**
   * True if the quarantine stores the item. Then an item of an unknown counter can be released after its counter is
   * registered.
   */
  stored: boolean;
}

/**
 * Tells a sender the outcome of each item: accepted + duplicates + quarantined + rejected = sent. The public fields are
 * sent as the answer to an HTTP request.
 */
export class Receipt {
  /** Number of readings that are stored and counted. */
  accepted = 0;
  /** Number of readings that were stored already, so they do not count again. */
  duplicates = 0;
  /** Readings that are stored but not counted. */
  readonly quarantined: Quarantined[] = [];
  /** Items that did not become readings, and readings that the ledger could not store. */
  readonly rejected: Rejected[] = [];
  /**
   * Rejected items, by their entry for the quarantine. When the quarantine has stored an entry, `markStored` sets
   * `stored` of its item. Undefined: no rejected item has an entry.
   */
  #kept: Map<Refused, Rejected> | undefined;
  #refused = 0;
  /** Number of items whose outcome is not known yet. */
  #left: number;
  readonly #done: ((receipt: Receipt) => void) | undefined;

  /** @param done called once, when the outcome of all items is known */
  constructor(items: number, done?: (receipt: Receipt) => void) {
    this.#left = items;
    this.#done = done;
  }

  /** Adds the outcome of a reading. Undefined: the ledger could not store the reading, so it was refused. */
  tell(index: number, outcome: IngestOutcome | undefined): void {
    if (outcome === "accepted") this.accepted++;
    else if (outcome === "duplicate") this.duplicates++;
    else if (outcome === undefined) this.rejected.push({ index, Msg: notStorable, stored: true });
    else this.quarantined.push({ index, reason: outcome });
    this.#settle(1);
  }

  /** Returns a callback for the outcome of a reading. Returns undefined if nobody waits for the receipt. */
  listener(index: number): ((outcome: IngestOutcome | undefined) => void) | undefined {
    return this.#done && ((outcome) => this.tell(index, outcome));
  }

  reject(index: number, Msg: string, kept: Refused | undefined): void {
    const rejected = { index, Msg, stored: false };
    this.rejected.push(rejected);
    this.#refused++;
    if (!kept) return;
    this.#kept ??= new Map();
    this.#kept.set(kept, rejected);
  }

  markStored(stored: ReadonlySet<Refused>): void {
    for (const [refused, rejected] of this.#kept ?? []) rejected.stored = stored.has(refused);
  }

  /**
   * Counts the outcomes of all rejected items as known. Called after the quarantine has stored these items, because the
   * receipt is sent as soon as all outcomes are known.
   */
  tellRejected(): void {
    this.#settle(this.#refused);
  }

  #settle(items: number): void {
    if (items === 0) return;
    this.#left -= items;
    if (this.#left === 0) this.#done?.(this);
  }
}
