import { mold } from "../basic/mold.entity.ts";
import { defineCommand, defineQuery, field, pick } from "../kernel/index.ts";
import { moldAppoint } from "./appoint.entity.ts";

const columns = {
  ...moldAppoint.fields,
  ...pick(mold, "moldName"),
  appointPlantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
  issueFoundByName: field.text(100, { virtual: true }),
  assigneeName: field.text(100, { virtual: true }),
  saveProblemByName: field.text(100, { virtual: true }),
  /** Not closed, and its due date is over. */
  isOverdue: field.flag({ virtual: true }),
  /** Until it was closed; of an open one, until now. */
  daysOpen: field.decimal(1, { unit: "days", virtual: true }),
  seesAll: field.flag({ virtual: true, aside: true }),
} as const;

export const appointList = defineQuery({ menu: "IN101", id: "Q01", key: ["appointId"], columns });
/** What was solved and waits for its finder, and what was closed. */
export const closeList = defineQuery({ menu: "IN102", id: "Q01", key: ["appointId"], columns });

interface AppointKey {
  readonly APPOINT_ID: string;
}
interface AppointCount {
  readonly COUNT: number;
}

const appointId = field.text(50, { required: true });
const appointIds = field.json<readonly string[]>();
/** The one who solves works on the first screen, the one who judges on either. */
const judge = { menu: "IN102", also: ["IN101"], action: "M" } as const;

export const solveAppoint = defineCommand<AppointKey>()({
  type: "rf_SolveAppoint",
  right: { menu: "IN101", action: "M" },
  input: {
    appointId,
    saveProblem: field.text(1000, { required: true }),
    saveProblemUrl: field.text(500),
    saveProblemDate: field.time(),
  },
});

/** All of them or none, as with the next two. */
export const closeAppoints = defineCommand<AppointCount>()({
  type: "rf_CloseAppoint",
  right: judge,
  input: { appointIds, closeNote: field.text(200) },
});

export const sendBackAppoints = defineCommand<AppointCount>()({
  type: "rf_SendBackAppoint",
  right: judge,
  input: { appointIds, sendBackReason: field.text(200, { required: true }) },
});

/** What is deleted stays in the list of deleted ones, with who, when and why. */
export const deleteAppoints = defineCommand<AppointCount>()({
  type: "rf_DeleteAppoint",
  right: { menu: "IN101", action: "D" },
  input: { appointIds, deleteReason: field.text(200, { required: true }) },
});

interface Share {
  /** A type's value, or a plant's name. */
  readonly OF: string;
  readonly OPEN: number;
  readonly OVERDUE: number;
  readonly CLOSED: number;
}

export interface AppointFigures {
  readonly OPEN: number;
  readonly OVERDUE: number;
  /** Solved, and waiting for the finder. */
  readonly AWAITING: number;
  /** Closed within the last 90 days, and how long those took on the average: from found to closed. */
  readonly CLOSED: number;
  readonly MEAN_DAYS: number | null;
  readonly TYPES: readonly Share[];
  readonly PLANTS: readonly Share[];
}

export const appointFigures = defineCommand<AppointFigures>()({
  type: "rf_AppointFigures",
  right: { menu: "IN101", also: ["IN102"], action: "Q" },
  input: {},
});
