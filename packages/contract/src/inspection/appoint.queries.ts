import { defineCommand, defineQuery, field, output, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { moldAppoint } from "./appoint.entity.ts";

const columns = {
  ...moldAppoint.fields,
  ...pick(mold, "moldName"),
  appointPlantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
  issueFoundByName: field.text(100, { virtual: true }),
  assigneeName: field.text(100, { virtual: true }),
  saveProblemByName: field.text(100, { virtual: true }),
  /** True if the issue is not closed and its due date has passed. */
  isOverdue: field.flag({ virtual: true }),
  /** Days from the finding of the issue to its closing. For an open issue: days from the finding to now. */
  daysOpen: field.decimal(1, { unit: "days", virtual: true }),
  /**
   * True if the caller has tenant-wide scope. Such a caller may close issues that other users found.
   */
  seesAll: field.flag({ virtual: true, aside: true }),
} as const;

export const appointList = defineQuery({
  menu: menus.inspectionIssue,
  id: "Q01",
  access: right(menus.inspectionIssue, "Q"),
  key: ["appointId"],
  columns,
});
/** Lists solved issues, which wait to be closed, and closed issues. */
export const closeList = defineQuery({
  menu: menus.inspectionClosing,
  id: "Q01",
  access: right(menus.inspectionClosing, "Q"),
  key: ["appointId"],
  columns,
});

const appointId = field.text(50, { required: true });
const count = { count: field.int({ required: true }) } as const;
const appointIds = field.json<readonly string[]>({ list: "text" });
/**
 * Right to close inspection issues and to send them back. The right M on the screen of issues or on the screen of
 * closing is enough, because both screens offer these steps.
 */
const judge = right(menus.inspectionClosing, "M", { others: [menus.inspectionIssue] });

/** Rule of two persons: the user who solved a problem may not decide whether the problem is solved. */
const notSolver = {
  entity: moldAppoint,
  match: { appointId: "appointIds" },
  notBy: ["saveProblemBy"],
} as const;

export const solveAppoint = defineCommand({
  type: "rf_SolveAppoint",
  access: right(menus.inspectionIssue, "M"),
  offline: true,
  input: {
    appointId,
    saveProblem: field.text(1000, { required: true }),
    saveProblemUrl: field.text(500, { filesOf: { table: "MOLD_APPOINT", key: ["appointId"] } }),
    saveProblemDate: field.time(),
  },
  output: { appointId },
});

/** Closes issues, all or none. Returns the number of closed issues. */
export const closeAppoints = defineCommand({
  type: "rf_CloseAppoint",
  access: judge,
  input: { appointIds, closeNote: field.text(200) },
  output: count,
  secondPerson: notSolver,
});

export const sendBackAppoints = defineCommand({
  type: "rf_SendBackAppoint",
  access: judge,
  input: { appointIds, sendBackReason: field.text(200, { required: true }) },
  output: count,
  secondPerson: notSolver,
});

/**
 * Marks inspection issues as deleted, all or none. The list of deleted issues still shows them with user, time and
 * reason.
 */
export const deleteAppoints = defineCommand({
  type: "rf_DeleteAppoint",
  access: right(menus.inspectionIssue, "D"),
  input: { appointIds, deleteReason: field.text(200, { required: true }) },
  output: count,
});

/** Numbers of issues in one group: all issues of one type, or all issues at one plant. */
const share = {
  /** What the issues of the group have in common: a value of `appointType`, or the name of a plant. */
  of: field.text(100, { required: true }),
  open: field.int({ required: true }),
  overdue: field.int({ required: true }),
  closed: field.int({ required: true }),
} as const;

export const appointFigures = defineCommand({
  type: "rf_AppointFigures",
  isReport: true,
  access: right(menus.inspectionIssue, "Q", { others: [menus.inspectionClosing] }),
  input: {},
  output: {
    open: field.int({ required: true }),
    overdue: field.int({ required: true }),
    /** Number of solved issues that are not closed yet. */
    awaiting: field.int({ required: true }),
    /** Number of issues closed within the last 90 days. */
    closed: field.int({ required: true }),
    /** Mean days from the finding of an issue to its closing, over the issues closed within the last 90 days. */
    meanDays: field.decimal(1, { unit: "days" }),
    types: output.rows(share),
    plants: output.rows(share),
  },
});
