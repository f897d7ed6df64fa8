import { defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { quarantineReaders } from "./quarantine.queries.ts";

const read = right(menus.quarantine, "Q", { only: quarantineReaders });
const change = right(menus.quarantine, "M", { only: quarantineReaders });
const reason = field.text(200, { required: true });
const quarantineIds = field.json<readonly number[]>();

/** Maximum number of quarantined items in one call. */
export const maxQuarantineIds = 500;

/** Counts the waiting items by reason, and lists the senders of which items were not stored. */
export const quarantineCounts = defineCommand({
  type: "rf_QuarantineCounts",
  access: read,
  input: {},
  output: {
    /** Number of waiting items by reason. */
    reasons: output.keyed<number>(),
    oldestAt: field.time(),
    /**
     * Senders of the last 30 days with items beyond the limits of the quarantine. These items were counted and not
     * stored.
     */
    cuts: output.rows({
      sender: field.text(100),
      items: field.int({ required: true }),
      firstAt: field.time({ required: true }),
      lastAt: field.time({ required: true }),
    }),
  },
});

/** Returns the counts of the counter around a quarantined item, in order of time. */
export const quarantineCurve = defineCommand({
  type: "rf_QuarantineCurve",
  access: read,
  input: { quarantineId: field.int({ required: true }) },
  output: {
    points: output.rows({
      time: field.time({ required: true }),
      count: field.int({ required: true, unit: "shots" }),
      /** True for a reading that does not count. */
      isQuarantined: output.bool(),
      /** True for the item itself. */
      isMarked: output.bool(),
    }),
  },
});

const released = {
  /** Number of items that count now, or became readings. */
  released: field.int({ required: true }),
  /** Number of shots that the totals of molds and unbound counters gained. */
  moved: field.int({ required: true, unit: "shots" }),
  /** Number of items that became readings and do not count, because the ledger quarantined them. */
  quarantinedAgain: field.int({ required: true }),
  /** Number of skipped items by the name of the message that says why. */
  skipped: output.keyed<number>(),
} as const;

/**
 * Releases up to 500 quarantined items. A quarantined reading counts from now on. Input of an unknown chip becomes a
 * reading, if the chip is registered by now. Items that cannot be released are skipped.
 */
export const releaseReadings = defineCommand({
  type: "rf_ReleaseReadings",
  access: change,
  input: { quarantineIds, reason },
  output: released,
});

/** Returns what `releaseReadings` would change, and changes nothing. */
export const previewRelease = defineCommand({
  type: "rf_PreviewRelease",
  access: change,
  input: { quarantineIds },
  output: released,
});

/** Releases a reading from quarantine. The reading is counted from now on, and the server recomputes the figures. */
export const releaseReading = defineCommand({
  type: "rf_ReleaseReading",
  access: change,
  input: { quarantineId: field.int({ required: true }), reason },
  output: { moved: field.int({ required: true, unit: "shots" }) },
});

/** Marks up to 500 waiting items as not needed. They stay stored and can still be released. Skips all others. */
export const discardReadings = defineCommand({
  type: "rf_DiscardReadings",
  access: change,
  input: { quarantineIds, reason },
  output: { count: field.int({ required: true }) },
});
