import { counterChangeStat } from "../enumerations.ts";
import { defineImport, defineWireCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const counterSecret = defineWireCommand<{ readonly SECRET: string }>()({
  type: "rf_CounterSecret",
  access: right(menus.counterRegistration, "M"),
  input: { writerId: field.text(50, { required: true }) },
});

/** Takes counters out of service for good, all or none: what they report later no longer counts. None may be on a mold. */
export const retireCounters = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_RetireCounters",
  access: right(menus.counterRegistration, "M"),
  input: { writerIds: field.json<readonly string[]>(), reason: field.text(200, { required: true }) },
});

/** What somebody else than who asked says to it; why, where it is a no. */
export const judgement = {
  approval: field.choice(counterChangeStat, { wire: "C_STAT", required: true }),
  auditNote: field.text(200),
} as const;

/** Passes or rejects counters that were registered, all or none. One that has not passed goes on no mold. */
export const judgeCounters = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_JudgeCounters",
  access: right(menus.counterRegistration, "M"),
  input: { writerIds: field.json<readonly string[]>(), ...judgement },
});

/** Counters from a sheet, registered all or none. */
export const importCounters = defineImport("rf_ImportCounters", menus.counterRegistration);

/** Lets a quarantined reading count after all; figures are derived again. */
export const releaseReading = defineWireCommand<{ readonly MOVED: number }>()({
  type: "rf_ReleaseReading",
  access: right(menus.counterLog, "M"),
  input: { quarantineId: field.int({ required: true }), reason: field.text(200, { required: true }) },
});

export const recompute = defineWireCommand<{ readonly COUNTERS: number; readonly CHANGED: number }>()({
  type: "rf_Recompute",
  access: right(menus.counterLog, "M"),
  input: { writerId: field.text(50), moldNo: field.text(50) },
});
