import { defineCommand, field } from "../kernel/index.ts";
import type { BoardWarning } from "./wall.ts";

export * from "./wall.ts";

export interface WorkplaceFigures {
  readonly IN_SERVICE: number;
  readonly STATES: Readonly<Record<string, number>>;
  readonly SHOTS_TODAY: number;
  /** Shots of yesterday up to the same time of day. */
  readonly SHOTS_YESTERDAY: number;
  readonly UTILIZATION: number | null;
  readonly WARNINGS: Readonly<Record<string, number>>;
  readonly MAINTENANCE_DUE: number;
  readonly DAYS: readonly { readonly DAY: string; readonly SHOTS: number }[];
  readonly COMPLIANCE: readonly {
    readonly PLANT: string;
    readonly RATE: number | null;
    readonly SHOTS: number;
  }[];
  readonly PLACES: readonly {
    readonly PLANT: string;
    readonly LNG: number | null;
    readonly LAT: number | null;
    readonly MOLDS: number;
    readonly RUNNING: number;
  }[];
}

/** Workplace of the dashboard (menu DB101). */
export const workplaceFigures = defineCommand<WorkplaceFigures>()({
  type: "rf_Workplace",
  right: { menu: "DB101", action: "Q" },
  input: {},
});

export interface BoardMold {
  readonly MOLD_NO: string;
  readonly MOLD_NAME: string | null;
  /** The machine that it is on. */
  readonly DEVICE: string | null;
  readonly Work_Stat: string;
  readonly SHOTS_TODAY: number;
  readonly CYCLE_NOW: number | null;
  readonly PRODUCT_CYCLE: number | null;
  readonly sendTime: string | null;
}

export interface PlantBoard {
  readonly PLANT: { readonly ID: string; readonly NAME: string } | null;
  readonly PLANTS: readonly { readonly ID: string; readonly NAME: string }[];
  readonly STATES: Readonly<Record<string, number>>;
  readonly SHOTS_TODAY: number;
  /** What today's part of audited and running orders comes to, each spread evenly over its planned time. */
  readonly PLAN_TODAY: number;
  readonly HOURS: readonly { readonly TIME: string; readonly SHOTS: number }[];
  readonly COMPLIANCE: number | null;
  /** The worst of them. */
  readonly WARNINGS: readonly BoardWarning[];
  readonly WARNING_COUNT: number;
  readonly MAINTENANCE_DUE: number;
  readonly MOLDS: readonly BoardMold[];
  readonly PLAY_TIME: number;
}

export const plantBoard = defineCommand<PlantBoard>()({
  type: "rf_PlantBoard",
  right: { menu: "KB101", action: "Q" },
  input: { plantId: field.text(50) },
});
