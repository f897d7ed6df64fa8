import { defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { quarantineReaders } from "./quarantine.queries.ts";

const read = right(menus.quarantine, "Q", { only: quarantineReaders });
const change = right(menus.quarantine, "M", { only: quarantineReaders });
const reason = field.text(200, { required: true });
const quarantineIds = field.json<readonly number[]>({ list: "number" });

/** Maximum number of quarantined items that one call releases or discards. */
export const maxQuarantineIds = 500;

/**
 * Counts the quarantined items that wait for a decision, by reason. Also lists the senders whose input was dropped
 * because a limit of the quarantine was reached.
 */
export const quarantineCounts = defineCommand({
  type: "rf_QuarantineCounts",
  isReport: true,
  access: read,
  input: {},
  output: {
    /** Number of waiting items by reason. The keys are values of `quarantineReason`. */
    reasons: output.keyed<number>({ shape: "number" }),
    oldestAt: field.time(),
    /**
     * Senders whose input was dropped in the last 30 days, because a limit of the quarantine was reached. `items` is
     * the number of dropped items.
     */
    cuts: output.rows({
      sender: field.text(100),
      items: field.int({ required: true }),
      firstAt: field.time({ required: true }),
      lastAt: field.time({ required: true }),
    }),
  },
});

/** Returns the counts that a counter reported shortly before and after a quarantined item, in time order. */
export const quarantineCurve = defineCommand({
  type: "rf_QuarantineCurve",
  isReport: true,
  access: read,
  input: { quarantineId: field.int({ required: true }) },
  output: {
    points: output.rows({
      time: field.time({ required: true }),
      count: field.int({ required: true, unit: "shots" }),
      /** True for a reading that does not count. */
      isQuarantined: output.bool(),
      /** True for the quarantined item whose id the caller has passed. */
      isMarked: output.bool(),
    }),
  },
});

const released = {
  /** Number of released items: readings that count now, and other input that became a reading. */
  released: field.int({ required: true }),
  /** Number of shots that the release added to totals. Negative if the release removed shots. */
  moved: field.int({ required: true, unit: "shots" }),
  /**
   * Number of released items that became readings but still do not count, because the ledger quarantined these
   * readings.
   */
  quarantinedAgain: field.int({ required: true }),
  /** Number of items that were not released, by reason. The keys are names of messages, such as "wrongState". */
  skipped: output.keyed<number>({ shape: "number" }),
} as const;

/**
 * Releases up to 500 quarantined items. A quarantined reading counts from now on. Other input becomes a reading if its
 * chip is registered by now. Items that cannot be released are skipped.
 */
export const releaseReadings = defineCommand({
  type: "rf_ReleaseReadings",
  access: change,
  input: { quarantineIds, reason },
  output: released,
  secondPerson: { notNeeded: "A counter sent the reading, no user. The log has who decided, and why." },
});

/** Performs `releaseReadings` in a transaction that is rolled back, and returns the same answer. */
export const previewRelease = defineCommand({
  type: "rf_PreviewRelease",
  access: change,
  input: { quarantineIds },
  output: released,
});

/**
 * Releases one quarantined item and recomputes the figures that depend on this item. Unlike `releaseReadings`, this
 * command fails if the item cannot be released.
 */
export const releaseReading = defineCommand({
  type: "rf_ReleaseReading",
  access: change,
  input: { quarantineId: field.int({ required: true }), reason },
  output: { moved: field.int({ required: true, unit: "shots" }) },
  secondPerson: { notNeeded: "A counter sent the reading, no user. The log has who decided, and why." },
});

/**
 * Marks up to 500 waiting items as not needed. Discarded items stay stored and can still be released. Items that do not
 * wait for a decision are skipped.
 */
export const discardReadings = defineCommand({
  type: "rf_DiscardReadings",
  access: change,
  input: { quarantineIds, reason },
  output: { count: field.int({ required: true }) },
  secondPerson: { notNeeded: "A counter sent the reading, no user. The log has who decided, and why." },
});
