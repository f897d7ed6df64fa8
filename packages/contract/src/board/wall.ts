import { defineCommand, field } from "../kernel/index.ts";

/** Ages of molds as charts show them (spec admin §9), years since the handover. */
export const ageBuckets = [1, 1.5, 2, 2.5, 3] as const;

/** The bucket of an age: the nearest half year, at least one, and three for all that is older. Source: spec admin §9. */
export const ageBucketOf = (years: number): number =>
  Math.min(ageBuckets.length - 1, Math.max(0, Math.round(years * 2) - 2));

/** Where a new mold stands, by the dates on it; one that is handed over for longer than `newMonths` is no new one. */
export const moldStage = { building: "building", trial: "trial", handedOver: "handedOver" } as const;
export type MoldStage = keyof typeof moldStage;

export interface BoardMilestone {
  readonly MOLD_NO: string;
  readonly MOLD_NAME: string | null;
  readonly KIND: "opening" | "t0" | "trial" | "quality" | "handover" | "acceptance";
  /** When it was reached, or is planned for: "2026-05-01" */
  readonly DAY: string;
  /** Its day is over and it was not reached; of a mold without a plan: it never made a shot. */
  readonly LATE: boolean;
}

export interface BoardWarning {
  readonly KIND: string;
  readonly LEVEL: number;
  readonly MOLD_NO: string | null;
  readonly WRITER_ID: string | null;
  readonly OPEN_TIME: string;
}

interface Named {
  readonly ID: string;
  readonly NAME: string;
}

export interface MakerBoard {
  readonly MAKER: Named | null;
  readonly MAKERS: readonly Named[];
  readonly MOLDS: number;
  readonly STATES: Readonly<Record<string, number>>;
  readonly STAGES: Readonly<Record<MoldStage, number>>;
  /** Molds by age, as `ageBuckets`. */
  readonly AGES: readonly number[];
  readonly SHOTS_TODAY: number;
  readonly COMPLIANCE: number | null;
  readonly RETURNS_30: number;
  /** Design changes asked for in the last ninety days. */
  readonly CHANGES_90: number;
  readonly AT_MAKER: readonly {
    readonly MOLD_NO: string;
    readonly MOLD_NAME: string | null;
    readonly SINCE: string;
    readonly REASON: string | null;
  }[];
  readonly TRIALS: readonly {
    readonly MOLD_NO: string;
    readonly TRIAL_TIME: string;
    readonly RUNNING: boolean;
    readonly REASON: string | null;
  }[];
  readonly MILESTONES: readonly BoardMilestone[];
  readonly WARNINGS: readonly BoardWarning[];
  readonly WARNING_COUNT: number;
  readonly PLAY_TIME: number;
}

/** What a mold maker's molds do (menu KB102). */
export const makerBoard = defineCommand<MakerBoard>()({
  type: "rf_MakerBoard",
  right: { menu: "KB102", action: "Q" },
  input: { makerId: field.text(50) },
});

export interface BoardProject {
  readonly PROJECT_NO: string;
  readonly PROJECT_NAME: string | null;
  readonly ENGINE_NAME: string | null;
  readonly MOLDS: number;
  readonly RUNNING: number;
  /** Molds whose handover is over, of all. */
  readonly HANDED_OVER: number;
  readonly LATE: number;
  readonly WARNINGS: number;
  readonly ORDERS: number;
  readonly LATE_ORDERS: number;
  readonly SHOTS_TODAY: number;
  /** Counts of all its molds ÷ their lives, %. */
  readonly LIFE_USED: number | null;
  readonly NEXT: BoardMilestone | null;
}

export interface ProjectBoard {
  readonly PROJECT_COUNT: number;
  readonly MOLDS: number;
  readonly STATES: Readonly<Record<string, number>>;
  readonly AGES: readonly number[];
  readonly LATE: number;
  readonly ORDERS: number;
  readonly LATE_ORDERS: number;
  readonly PROJECTS: readonly BoardProject[];
  readonly PAGES: number;
  readonly PLAY_TIME: number;
}

/** All projects, a page of them at a time (menu KB103). */
export const projectBoard = defineCommand<ProjectBoard>()({
  type: "rf_ProjectBoard",
  right: { menu: "KB103", action: "Q" },
  input: { boardPage: field.int({ wire: "PAGE", min: 0, max: 10_000 }) },
});

export interface KeyProjectMold {
  readonly MOLD_NO: string;
  readonly MOLD_NAME: string | null;
  readonly PLANT_NAME: string | null;
  readonly Work_Stat: string;
  readonly COUNT_TIMES: number;
  readonly LIFE_USED: number | null;
  readonly LIFE_END: string | null;
  readonly ORDER_PROGRESS: number | null;
  readonly ORDER_LATE: boolean;
  readonly WARNINGS: number;
  readonly DRIFT: number | null;
}

export interface KeyProjectBoard {
  readonly PROJECT: Named | null;
  readonly PROJECTS: readonly Named[];
  /** The tenant has chosen them (parameter KEY_PROJECTS); else the largest are shown. */
  readonly CHOSEN: boolean;
  readonly ENGINE_NAME: string | null;
  readonly MANAGER: string | null;
  readonly STATES: Readonly<Record<string, number>>;
  readonly SHOTS_TODAY: number;
  readonly LIFE_USED: number | null;
  readonly MOLDS: readonly KeyProjectMold[];
  readonly PLACES: readonly {
    readonly PLANT: string;
    readonly LNG: number | null;
    readonly LAT: number | null;
    readonly MOLDS: number;
    readonly RUNNING: number;
  }[];
  readonly MILESTONES: readonly BoardMilestone[];
  readonly PLAY_TIME: number;
}

/** One chosen project after the other (menu KB104). */
export const keyProjectBoard = defineCommand<KeyProjectBoard>()({
  type: "rf_KeyProjectBoard",
  right: { menu: "KB104", action: "Q" },
  input: { projectNo: field.text(50) },
});
