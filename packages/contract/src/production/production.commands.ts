import { defineCommand, defineEnum, field } from "../kernel/index.ts";

export const bucket = defineEnum("bucket", { hour: "hour", day: "day", month: "month" });

export interface ShotBucket {
  readonly TIME: string;
  readonly SHOTS: number;
  readonly RUN_SECONDS: number;
  readonly AVG_CYCLE: number | null;
  readonly MIN_CYCLE: number | null;
  readonly MAX_CYCLE: number | null;
  readonly WITHIN: number;
  readonly FAST: number;
  readonly SLOW: number;
  readonly ESTIMATED: number;
}

export const shotSeries = defineCommand<readonly ShotBucket[]>()({
  type: "rf_ShotSeries",
  right: { menu: "PO103", action: "Q" },
  input: {
    moldNo: field.text(50, { required: true }),
    from: field.time({ required: true }),
    to: field.time({ required: true }),
    bucket: field.choice(bucket, { required: true }),
  },
});

/** Molds by what they do right now; every state is there. */
export const stateCounts = defineCommand<Readonly<Record<string, number>>>()({
  type: "rf_StateCounts",
  right: { menu: "PO102", action: "Q" },
  input: {},
});
