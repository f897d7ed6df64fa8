import type { MoldStage } from "@shotkeeper/contract/board";
import type { ExpressState } from "@shotkeeper/contract/carrier";
import type { Parts } from "@shotkeeper/contract/indicator";

/**
 * Types of command answers in wire form, for tests. They are written independently of the contract, so that a test
 * fails if a wire name changes.
 */

interface BoardMilestone {
  readonly MOLD_NO: string;
  readonly MOLD_NAME: string | null;
  readonly KIND: "opening" | "t0" | "trial" | "quality" | "handover" | "acceptance";
  readonly DAY: string;
  readonly LATE: boolean;
}

interface BoardWarning {
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
  readonly AGES: readonly number[];
  readonly SHOTS_TODAY: number;
  readonly COMPLIANCE: number | null;
  readonly RETURNS_30: number;
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

interface BoardProject {
  readonly PROJECT_NO: string;
  readonly PROJECT_NAME: string | null;
  readonly ENGINE_NAME: string | null;
  readonly MOLDS: number;
  readonly RUNNING: number;
  readonly HANDED_OVER: number;
  readonly LATE: number;
  readonly WARNINGS: number;
  readonly ORDERS: number;
  readonly LATE_ORDERS: number;
  readonly SHOTS_TODAY: number;
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

interface KeyProjectMold {
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
  readonly CHOSEN: boolean;
  readonly ENGINE_NAME: string | null;
  readonly MANAGER: string | null;
  readonly STATES: Readonly<Record<string, number>>;
  readonly SHOTS_TODAY: number;
  readonly LIFE_USED: number | null;
  readonly MOLDS: readonly KeyProjectMold[];
  readonly PLACES: readonly {
    readonly PLANT_ID: string;
    readonly PLANT: string;
    readonly LNG: number | null;
    readonly LAT: number | null;
    readonly MOLDS: number;
    readonly RUNNING: number;
  }[];
  readonly MILESTONES: readonly BoardMilestone[];
  readonly PLAY_TIME: number;
}

export interface WorkplaceFigures {
  readonly IN_SERVICE: number;
  readonly STATES: Readonly<Record<string, number>>;
  readonly SHOTS_TODAY: number | null;
  readonly SHOTS_YESTERDAY: number | null;
  readonly UNKNOWN_DAYS: number;
  readonly UTILIZATION: number | null;
  readonly WARNINGS: Readonly<Record<string, number>>;
  readonly LATE_MILESTONES: Readonly<Record<string, number>>;
  readonly DAYS: readonly { readonly DAY: string; readonly SHOTS: number | null }[];
  readonly COMPLIANCE: readonly {
    readonly PLANT_ID: string;
    readonly PLANT: string;
    readonly RATE: number | null;
    readonly SHOTS: number;
  }[];
  readonly PLACES: readonly {
    readonly PLANT_ID: string;
    readonly PLANT: string;
    readonly LNG: number | null;
    readonly LAT: number | null;
    readonly MOLDS: number;
    readonly RUNNING: number;
  }[];
}

interface BoardMold {
  readonly MOLD_NO: string;
  readonly MOLD_NAME: string | null;
  readonly DEVICE: string | null;
  readonly Work_Stat: string;
  readonly SHOTS_TODAY: number;
  readonly CYCLE_NOW: number | null;
  readonly PRODUCT_CYCLE: number | null;
  readonly sendTime: string | null;
}

export interface PlantBoard {
  readonly PLANT: Named | null;
  readonly PLANTS: readonly Named[];
  readonly STATES: Readonly<Record<string, number>>;
  readonly SHOTS_TODAY: number;
  readonly PLAN_TODAY: number;
  readonly PLAN_UNTIL_NOW: number;
  readonly PLANNED_MADE: number;
  readonly HOURS: readonly { readonly TIME: string; readonly SHOTS: number }[];
  readonly COMPLIANCE: number | null;
  readonly WARNINGS: readonly BoardWarning[];
  readonly WARNING_COUNT: number;
  readonly MAINTENANCE_DUE: number;
  readonly MOLDS: readonly BoardMold[];
  readonly PLAY_TIME: number;
}

interface IndicatorFigure {
  readonly VALUE: number | null;
  readonly PARTS: Parts;
}

export interface IndicatorAnswer {
  readonly TARGET: number;
  readonly NOW: IndicatorFigure;
  readonly BEFORE: IndicatorFigure;
  readonly TIMES: readonly (IndicatorFigure & { readonly TIME: string })[];
  readonly GROUPS: readonly (IndicatorFigure & {
    readonly KEY: string;
    readonly NAME: string | null;
    readonly BEFORE: number | null;
  })[];
  readonly STANDING: Parts;
}

export interface ExpressAnswer {
  readonly apiResultCode: "A1000";
  readonly apiErrorMsg: "";
  readonly apiResultData: string;
  readonly CARRIER: "sf" | "kdniao" | "simulated";
  readonly STATE: ExpressState;
  readonly AS_OF: string;
  readonly IS_STALE: boolean;
}

export interface ImportAnswer {
  readonly COUNT: number;
  readonly FAULTS: readonly { readonly ROW: number; readonly FIELD: string | null; readonly MSG: string }[];
}
