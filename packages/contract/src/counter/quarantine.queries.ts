import { type CallerKind, defineEnum, defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/**
 * Reasons why input does not count. The ledger stores these readings without counting them: `conflict` (another count
 * at the same time), `rate` (too many shots for the time), `range` (count too large), `backstep` (count fell by 1 % or
 * less, so it is no restart). Other input did not become a reading: it came from an `unknown` or a `retired` counter,
 * or it was `malformed`. `archive`: a valid reading that cannot be counted, because an archive file needed for it is
 * missing or damaged.
 */
export const quarantineReason = defineEnum("quarantineReason", {
  conflict: "conflict",
  rate: "rate",
  range: "range",
  backstep: "backstep",
  unknown: "unknown",
  retired: "retired",
  malformed: "malformed",
  archive: "archive",
});

/**
 * State of a quarantined item:
 * - `waiting`: nobody has decided about the item yet.
 * - `released`: a user released the item.
 * - `discarded`: a user marked the item as not needed. The item stays stored.
 * - `counted`: a user discarded the item, but later readings made it plausible, so it counts now.
 */
export const quarantineState = defineEnum("quarantineState", {
  waiting: "waiting",
  released: "released",
  discarded: "discarded",
  counted: "counted",
});

/**
 * Kinds of callers that may use the quarantine. Customers of the shop may not use the quarantine, because they have no
 * counters.
 */
export const quarantineReaders: readonly CallerKind[] = ["staff", "oem", "plant", "maker"];

/** Lists the items of the quarantine, in all states and for all reasons. */
export const quarantineList = defineQuery({
  menu: menus.quarantine,
  id: "Q01",
  access: right(menus.quarantine, "Q", { only: quarantineReaders }),
  key: ["quarantineId"],
  columns: {
    quarantineId: field.int(),
    reason: field.choice(quarantineReason),
    quarantineState: field.choice(quarantineState),
    /** Full days since the input was received. */
    ageDays: field.int({ unit: "days" }),
    receivedAt: field.time({ wire: "RECEIVED_TIME" }),
    chipCode: field.text(50, { wire: "WRITER_IMIE" }),
    writerId: field.text(50),
    moldNo: field.text(50),
    at: field.time({ wire: "sendTime" }),
    countTimes: field.int({ unit: "shots" }),
    /** Count of the counter's last counted reading before this item. */
    countBefore: field.int({ unit: "shots" }),
    /** User, gateway or counter that sent input which did not become a reading. */
    sender: field.text(100),
    payload: field.text(2000),
    /** True if the input was too long to be stored whole. */
    isCut: field.flag(),
    /** Number of times that the same input was received again. */
    repeats: field.int(),
    releasedAt: field.time({ wire: "RELEASED_TIME" }),
    releasedBy: field.text(50),
    releaseReason: field.text(200),
    discardedAt: field.time(),
    discardedBy: field.text(50),
    discardReason: field.text(200),
  },
});
