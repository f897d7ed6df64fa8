import { liveState as moldLiveState } from "../enumerations.ts";
import { field, type OutputOf, output } from "../kernel/index.ts";
import { mold } from "../mold/mold.entity.ts";
import { warningKind, warningLevel } from "../warning/warning.entity.ts";

/** Upper ends of the age bars on charts, years since the handover. Source: spec admin §9. */
export const ageBuckets = [1, 1.5, 2, 2.5, 3] as const;

/** Index in `ageBuckets` of an age: the nearest half year, clamped to 1 … 3 years. Source: spec admin §9. */
export const ageBucketOf = (years: number): number =>
  Math.min(ageBuckets.length - 1, Math.max(0, Math.round(years * 2) - 2));

/** Stage of a new mold by the dates on it. A mold that was handed over more than six months ago has no stage. */
export const moldStage = { building: "building", trial: "trial", handedOver: "handedOver" } as const;
export type MoldStage = keyof typeof moldStage;

/** Fields that several boards share. */
const required = { required: true } as const;
export const count = field.int(required);
export const shots = field.int({ required: true, unit: "shots" });
export const percent = field.decimal(1, { unit: "%" });
export const moldNo = field.text(50, required);
export const { moldName } = mold.fields;
export const liveState = field.choice(moldLiveState, { wire: "Work_Stat", required: true });

/** An organization or a project. */
export const named = { id: field.text(50, required), name: field.text(100, required) };

/** Molds by live state. */
export const states = output.keyed<number>();

/** Number of molds in each of `ageBuckets`. */
export const ages = output.values<number>();

/** Seconds for which a board shows one plant, maker or project. */
export const playTime = field.int({ required: true });

/** A plant on the map with its molds. */
export const moldPlaces = output.rows({
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
  kind: output.json<MilestoneName>(),
  /** The actual day, or else the planned day. */
  day: field.date(required),
  /** The planned day has passed without an actual day. A mold without a plan is late when it never made a shot. */
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

/** The most severe open warnings, newest first within a level, and the number of all open warnings. */
export const boardWarnings = { warnings: output.rows(boardWarning), warningCount: count };
