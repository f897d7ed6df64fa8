import { liveState as moldLiveState } from "../enumerations.ts";
import { field, type OutputOf, output } from "../kernel/index.ts";
import { mold } from "../mold/mold.entity.ts";
import { warningKind, warningLevel } from "../warning/warning.entity.ts";

/**
 * Bins of the chart of mold ages: years since the handover, rounded to half years. The first bin also has all younger
 * molds, the last bin all older molds. Source: spec admin §9.
 */
export const ageBuckets = [1, 1.5, 2, 2.5, 3] as const;

/**
 * Returns the index in `ageBuckets` for a mold's age. The function first rounds the age to half years and limits it
 * to 1–3 years. Source: spec admin §9.
 */
export const ageBucketOf = (years: number): number =>
  Math.min(ageBuckets.length - 1, Math.max(0, Math.round(years * 2) - 2));

/**
 * Stages of a new mold, which the board computes from the mold's dates. A mold that was handed over more than six
 * months ago has no stage.
 */
export const moldStage = { building: "building", trial: "trial", handedOver: "handedOver" } as const;
export type MoldStage = keyof typeof moldStage;

const required = { required: true } as const;
export const count = field.int(required);
export const shots = field.int({ required: true, unit: "shots" });
export const percent = field.decimal(1, { unit: "%" });
export const moldNo = field.text(50, required);
export const { moldName } = mold.fields;
export const liveState = field.choice(moldLiveState, { wire: "Work_Stat", required: true });

/** Identifier and display name of an organization or a project. */
export const named = { id: field.text(50, required), name: field.text(100, required) };

export const states = output.keyed<number>({ shape: "number" });

/** Number of molds in each age bin (`ageBuckets`). */
export const ages = output.values<number>({ shape: "number" });

/** Seconds for which a rotating board shows one plant, maker or project. */
export const playTime = field.int({ required: true });

/** List of plants for a map: position and number of molds of each plant. */
export const moldPlaces = output.rows({
  plantId: field.text(50, required),
  plant: field.text(100, required),
  lng: field.decimal(6, { unit: "deg" }),
  lat: field.decimal(6, { unit: "deg" }),
  molds: count,
  running: count,
});

type MilestoneName = "opening" | "t0" | "trial" | "quality" | "handover" | "acceptance";
export const milestone = {
  moldNo,
  moldName,
  kind: output.json<MilestoneName>({ shape: "text" }),
  /** Day on which the milestone was reached. If the milestone is not reached yet: its planned day. */
  day: field.date(required),
  /**
   * True if the planned day has passed and the milestone is not reached. A mold without a plan has only one milestone
   * that can be late: its handover, if the handover date has passed and the mold has made no shot.
   */
  late: output.bool(),
};
export type BoardMilestone = OutputOf<typeof milestone>;

const boardWarning = {
  kind: field.choice(warningKind, required),
  level: field.choice(warningLevel, required),
  moldNo: field.text(50),
  writerId: field.text(50),
  openedAt: field.time({ wire: "OPEN_TIME", required: true }),
};
export type BoardWarning = OutputOf<typeof boardWarning>;

/** The most severe open warnings, and the number of all open warnings. Within one level, newer warnings come first. */
export const boardWarnings = { warnings: output.rows(boardWarning), warningCount: count };
