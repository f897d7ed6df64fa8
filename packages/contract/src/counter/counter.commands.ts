import { counterChangeStat } from "../enumerations.ts";
import { defineCommand, defineImport, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { counter } from "./counter.entity.ts";

const count = field.int({ required: true });

/**
 * Creates a new secret for a counter and invalidates the earlier secret. Only the answer to this call contains the new
 * secret.
 */
export const counterSecret = defineCommand({
  type: "rf_CounterSecret",
  access: right(menus.counterRegistration, "M", { peopleOnly: true }),
  input: { writerId: field.text(50, { required: true }) },
  output: { secret: field.text(100, { required: true }) },
});

/**
 * Retires counters permanently: all or none. The command fails if one of the counters is bound to a mold. Later
 * readings of retired counters do not count.
 */
export const retireCounters = defineCommand({
  type: "rf_RetireCounters",
  access: right(menus.counterRegistration, "M"),
  input: {
    writerIds: field.json<readonly string[]>({ list: "text" }),
    reason: field.text(200, { required: true }),
  },
  output: { count },
});

/** Input fields for the decision of a second person about a request. A rejection requires a note. */
export const judgement = {
  approval: field.choice(counterChangeStat, { wire: "C_STAT", required: true }),
  auditNote: field.text(200),
} as const;

/** Approves or rejects registered counters, all or none. Only an approved counter may be bound to a mold. */
export const judgeCounters = defineCommand({
  type: "rf_JudgeCounters",
  access: right(menus.counterRegistration, "M"),
  input: { writerIds: field.json<readonly string[]>({ list: "text" }), ...judgement },
  output: { count },
  secondPerson: {
    entity: counter,
    match: { writerId: "writerIds" },
    notBy: ["createdBy", "submittedBy"],
    refusal: "ownRequest",
  },
});

/** Imports counters from a file: all rows or none. */
export const importCounters = defineImport("rf_ImportCounters", counter);

/**
 * Recomputes the figures of counters from their readings and corrects differences. `moldNo` selects the counters that
 * were ever bound to this mold. Without `writerId` and `moldNo`, all counters are recomputed.
 */
export const recompute = defineCommand({
  type: "rf_Recompute",
  access: right(menus.counterLog, "M"),
  input: { writerId: field.text(50), moldNo: field.text(50) },
  output: {
    counters: field.int({ required: true }),
    /** Number of counters whose stored figures were wrong and are now corrected. */
    changed: field.int({ required: true }),
  },
});

/**
 * Returns the time up to which the tenant's readings are archived. Lists contain only the readings from this time on.
 */
export const readingArchive = defineCommand({
  type: "rf_ReadingArchive",
  access: right(menus.counterLog, "Q"),
  input: {},
  output: {
    /** Time up to which the readings are archived. Empty: the tenant has no archive. */
    until: field.time({ wire: "ARC_UNTIL" }),
  },
});
