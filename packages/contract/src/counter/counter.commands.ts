import { counterChangeStat } from "../enumerations.ts";
import { defineCommand, defineImport, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

const count = field.int({ required: true });

/** Makes a new secret for a counter. Only this answer contains it; the earlier secret stops working. */
export const counterSecret = defineCommand({
  type: "rf_CounterSecret",
  access: right(menus.counterRegistration, "M"),
  input: { writerId: field.text(50, { required: true }) },
  output: { secret: field.text(100, { required: true }) },
});

/** Retires counters for good, all or none. Their later readings do not count. None may be on a mold. */
export const retireCounters = defineCommand({
  type: "rf_RetireCounters",
  access: right(menus.counterRegistration, "M"),
  input: { writerIds: field.json<readonly string[]>(), reason: field.text(200, { required: true }) },
  output: { count },
});

/** The verdict of a second person. A rejection requires a note. */
export const judgement = {
  approval: field.choice(counterChangeStat, { wire: "C_STAT", required: true }),
  auditNote: field.text(200),
} as const;

/** Passes or rejects registered counters, all or none. Only a passed counter may be bound. */
export const judgeCounters = defineCommand({
  type: "rf_JudgeCounters",
  access: right(menus.counterRegistration, "M"),
  input: { writerIds: field.json<readonly string[]>(), ...judgement },
  output: { count },
});

/** Imports counters, all or none. */
export const importCounters = defineImport("rf_ImportCounters", menus.counterRegistration);

/** Releases a quarantined reading: it counts from now on, and figures are derived again. */
export const releaseReading = defineCommand({
  type: "rf_ReleaseReading",
  access: right(menus.counterLog, "M"),
  input: { quarantineId: field.int({ required: true }), reason: field.text(200, { required: true }) },
  output: { moved: field.int({ required: true, unit: "shots" }) },
});

/** Derives the figures of counters from their readings and corrects differences. Without input: of all counters. */
export const recompute = defineCommand({
  type: "rf_Recompute",
  access: right(menus.counterLog, "M"),
  input: { writerId: field.text(50), moldNo: field.text(50) },
  output: {
    counters: field.int({ required: true }),
    /** Counters whose stored figures differed. */
    changed: field.int({ required: true }),
  },
});
