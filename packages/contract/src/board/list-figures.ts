import { quarantineList, type quarantineReason, quarantineState } from "../counter/index.ts";
import { auditStat, liveState } from "../enumerations.ts";
import { type causeBy, moldCause, moldCauses, moldForecasts, moldSymptom } from "../indicator/index.ts";
import type { Condition, EnumName, EnumValue, Query } from "../kernel/index.ts";
import { dailyTasks, majorTab, majorTasks, taskState, taskTab } from "../maintenance/index.ts";
import { moldList, serviceState } from "../mold/index.ts";
import { acceptanceList, handoverList, newTrialList, qualityList, t0List } from "../new-mold/index.ts";
import { lateRisk, orderList, orderState, productionStatus } from "../production/index.ts";
import { trialList } from "../trial/index.ts";
import { warningList } from "../warning/index.ts";

/** A filter condition that fits into the URL of a link: its value is a text, a number, a flag or a list. */
interface Filter extends Condition {
  readonly value: string | number | boolean | readonly (string | number)[];
}

/**
 * A row count that a page shows as a link to a list. The same conditions select the counted rows and the rows of that
 * list.
 */
export interface ListFigure {
  readonly query: Query;
  /** All conditions that select the rows to count. */
  readonly where: readonly Condition[];
  /**
   * Route of the screen with the list. The screen always applies some conditions by itself, for example "open warnings
   * only". The link passes the other conditions of `where` (`filters`).
   */
  readonly path: string;
  /** Conditions of `where` that the link passes to the screen as filters. */
  readonly filters: readonly Filter[];
}

const figure = (
  query: Query,
  path: string,
  filters: readonly Filter[],
  ofScreen: readonly Condition[] = [],
): ListFigure => ({ query, path, filters, where: [...ofScreen, ...filters] });

const isOpen: readonly Condition[] = [{ field: "isOpen", operator: "EQ", value: true }];
const isWaiting: readonly Condition[] = [
  { field: "quarantineState", operator: "EQ", value: quarantineState.values.waiting },
];
const isDue: readonly Filter[] = [
  { field: "state", operator: "IN", value: [taskState.values.due, taskState.values.overdue] },
];

/** Returns the figure "milestones of this screen whose planned date has passed" with the link to their list. */
const lateMilestones = (query: Query, path: string): ListFigure =>
  figure(query, `${path}?state=behind`, [], [{ field: "isBehind", operator: "EQ", value: true }]);

export const listFigures = {
  inService: figure(moldList, "/basic/mold", [
    { field: "serviceState", operator: "IN", value: [serviceState.values.inService] },
  ]),
  openWarnings: figure(warningList, "/warning/all", [], isOpen),
  unacknowledged: figure(
    warningList,
    "/warning/all",
    [{ field: "acknowledgedBy", operator: "EQ", value: "" }],
    isOpen,
  ),
  /** Quarantined items that still wait for a user's decision. */
  quarantined: figure(quarantineList, "/counter/quarantine", [], isWaiting),
  dailyDue: figure(dailyTasks, "/maintenance/daily", isDue, [
    { field: "tab", operator: "EQ", value: taskTab.values.today },
  ]),
  majorDue: figure(majorTasks, "/maintenance/major", isDue, [
    { field: "majorTab", operator: "EQ", value: majorTab.values.open },
  ]),
  /** Production orders that are late, or will be late if production continues at the present speed. */
  ordersAtRisk: figure(
    orderList,
    "/order/production?state=late",
    [],
    [{ field: "lateRisk", operator: "IN", value: [lateRisk.values.late, lateRisk.values.likely] }],
  ),
  /** Trials of old molds that were submitted and wait for approval. */
  submittedTrials: figure(
    trialList,
    "/trial/old?state=submitted",
    [],
    [{ field: "auditStat", operator: "EQ", value: auditStat.values.submitted }],
  ),
  lateT0: lateMilestones(t0List, "/new-mold/t0"),
  lateTrials: lateMilestones(newTrialList, "/new-mold/trial"),
  lateQuality: lateMilestones(qualityList, "/new-mold/quality"),
  lateHandovers: lateMilestones(handoverList, "/new-mold/handover"),
  lateAcceptances: lateMilestones(acceptanceList, "/new-mold/acceptance"),
} as const;

/**
 * Selects the molds or warnings that a figure counts. An undefined property sets no condition. Organizations are named
 * by their ids, because two of them may have the same name.
 */
interface FigureGroup {
  readonly plantId?: string | undefined;
  readonly makerId?: string | undefined;
  readonly projectNo?: string | undefined;
  readonly moldNo?: string | undefined;
}
type LiveState = EnumValue<typeof liveState>;

const ofGroup = (group: FigureGroup): readonly Filter[] =>
  Object.entries(group).flatMap(([field, value]): readonly Filter[] =>
    value === undefined ? [] : [{ field, operator: "EQ", value }],
  );
const oneOf = (field: string, ...value: readonly (string | number)[]): Filter => ({
  field,
  operator: "IN",
  value,
});

/** Returns the figure "number of molds of this plant, maker or project" with the link to the list of these molds. */
export const moldsFigure = (group: FigureGroup, state?: LiveState): ListFigure =>
  figure(productionStatus, "/order/status", [
    ...(state === undefined ? [] : [oneOf("liveState", state)]),
    ...ofGroup(group),
  ]);

/** Returns the figure "number of molds in this live state" with the link to the list of these molds. */
export const stateFigure = (state: LiveState): ListFigure => moldsFigure({}, state);

/**
 * Figure "idle molds in storage". These molds do not count among the idle molds in service, and they get no warnings.
 */
export const storedIdleFigure: ListFigure = figure(moldCauses, "/indicator/causes", [
  oneOf("serviceState", serviceState.values.inStorage),
  oneOf("symptom", moldSymptom.values.idle),
]);

/**
 * Returns the condition that selects the rows of one project or, without a project number, the rows of all projects.
 */
const ofProject = (projectNo: string | undefined): Filter =>
  projectNo === undefined
    ? { field: "projectNo", operator: "NEQ", value: "" }
    : { field: "projectNo", operator: "EQ", value: projectNo };

/**
 * Returns the figure "number of a project's molds" with the link to the list of these molds. Scrapped molds do not
 * count. Without a project number, the molds of all projects count.
 */
export const projectMolds = ({ projectNo, ...group }: FigureGroup, state?: LiveState): ListFigure =>
  figure(productionStatus, "/order/status", [
    state === undefined
      ? { field: "liveState", operator: "NEQ", value: liveState.values.scrapped }
      : oneOf("liveState", state),
    ofProject(projectNo),
    ...ofGroup(group),
  ]);

/**
 * Returns the figure "audited and running orders of a project's molds" with the link to the list of these orders.
 * Orders of scrapped molds do not count. Without a project number, the orders of all projects count.
 * @param onlyLate true for the orders whose planned end has passed
 */
export const projectOrders = (projectNo: string | undefined, onlyLate: boolean): ListFigure =>
  figure(orderList, "/order/production", [
    oneOf("orderState", orderState.values.audited, orderState.values.running),
    { field: "serviceState", operator: "NEQ", value: serviceState.values.scrapped },
    ofProject(projectNo),
    ...(onlyLate ? [oneOf("lateRisk", lateRisk.values.late)] : []),
  ]);

/** Returns the figure "open warnings of this group" with the link to the list of these warnings. */
export const warningsFigure = (group: FigureGroup): ListFigure =>
  figure(warningList, "/warning/all", ofGroup(group), isOpen);

/**
 * Returns the forecast figures of the workplace page. `life`, `major` and `battery` count the molds whose life,
 * interval to the next major maintenance or battery ends before `until` (ISO 8601). `drifting` counts the molds whose
 * cycle time has changed significantly.
 */
export const forecastFigures = (until: string) => {
  const before = (field: string) =>
    figure(moldForecasts, "/basic/forecast", [{ field, operator: "LT", value: until }]);
  return {
    life: before("lifeEnd"),
    major: before("majorDue"),
    battery: before("batteryEnd"),
    drifting: figure(moldForecasts, "/basic/forecast", [
      { field: "isDrifting", operator: "EQ", value: true },
    ]),
  };
};

/**
 * Returns the figure "quarantined items of this reason that wait for a decision" with the link to the list of these
 * items.
 */
export const quarantineFigure = (reason: EnumValue<typeof quarantineReason>): ListFigure =>
  figure(
    quarantineList,
    "/counter/quarantine",
    [{ field: "reason", operator: "IN", value: [reason] }],
    isWaiting,
  );

/**
 * Selection of molds on the screen of causes. An undefined property sets no condition. The group "" contains the molds
 * without a plant, maker or project.
 */
export interface CauseChoice {
  readonly by: EnumName<typeof causeBy>;
  readonly group?: string | undefined;
  readonly symptom?: EnumName<typeof moldSymptom> | undefined;
  readonly cause?: EnumName<typeof moldCause> | undefined;
}

const groupFields = { plant: "plantId", maker: "makerId", project: "projectNo" } as const;

/**
 * Returns the figure "molds with this symptom and cause in this group" with the link to the list of these molds. The
 * screen reads the selection from the parameters of its address (`by`, `group`, `symptom`, `cause`).
 */
export function causeFigure({ by, group, symptom, cause }: CauseChoice): ListFigure {
  const params = [`by=${by}`];
  const where: Condition[] = [];
  const add = (param: string, text: string, field: string, value: string) => {
    params.push(`${param}=${encodeURIComponent(text)}`);
    where.push({ field, operator: "EQ", value });
  };
  if (group !== undefined) add("group", group, groupFields[by], group);
  if (symptom) add("symptom", symptom, "symptom", moldSymptom.values[symptom]);
  if (cause) add("cause", cause, "moldCause", moldCause.values[cause]);
  return figure(moldCauses, `/indicator/causes?${params.join("&")}`, [], where);
}

/**
 * Returns the figure "molds in service that are idle for at least `from` and less than `to` days" with the link to the
 * list of these molds.
 */
export const idleBucketFigure = (
  from: number,
  to: number | undefined,
  scope: readonly Filter[],
): ListFigure =>
  figure(moldCauses, "/indicator/causes", [
    { field: "serviceState", operator: "IN", value: [serviceState.values.inService] },
    { field: "symptom", operator: "IN", value: [moldSymptom.values.idle] },
    { field: "idleForDays", operator: "EGT", value: from },
    ...(to === undefined ? [] : [{ field: "idleForDays", operator: "LT", value: to } as const]),
    ...scope,
  ]);
