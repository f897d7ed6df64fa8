import { counterChangeStat } from "../enumerations.ts";
import { defineCommand, defineImport, field } from "../kernel/index.ts";

export const counterSecret = defineCommand<{ readonly SECRET: string }>()({
  type: "rf_CounterSecret",
  right: { menu: "CT101", action: "M" },
  input: { writerId: field.text(50, { required: true }) },
});

/** Takes counters out of service for good, all or none: what they report later no longer counts. None may be on a mold. */
export const retireCounters = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_RetireCounters",
  right: { menu: "CT101", action: "M" },
  input: { writerIds: field.json<readonly string[]>(), reason: field.text(200, { required: true }) },
});

/** What somebody else than who asked says to it; why, where it is a no. */
export const judgement = {
  approval: field.choice(counterChangeStat, { wire: "C_STAT", required: true }),
  auditNote: field.text(200),
} as const;

/** Passes or rejects counters that were registered, all or none. One that has not passed goes on no mold. */
export const judgeCounters = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_JudgeCounters",
  right: { menu: "CT101", action: "M" },
  input: { writerIds: field.json<readonly string[]>(), ...judgement },
});

/** Counters from a sheet, registered all or none. */
export const importCounters = defineImport("rf_ImportCounters", "CT101");

/** Lets a quarantined reading count after all; figures are derived again. */
export const releaseReading = defineCommand<{ readonly MOVED: number }>()({
  type: "rf_ReleaseReading",
  right: { menu: "CT102", action: "M" },
  input: { quarantineId: field.int({ required: true }), reason: field.text(200, { required: true }) },
});

export const recompute = defineCommand<{ readonly COUNTERS: number; readonly CHANGED: number }>()({
  type: "rf_Recompute",
  right: { menu: "CT102", action: "M" },
  input: { writerId: field.text(50), moldNo: field.text(50) },
});
