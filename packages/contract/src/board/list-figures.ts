import { quarantineList, type quarantineReason, quarantineState } from "../counter/index.ts";
import type { liveState } from "../enumerations.ts";
import { moldForecasts } from "../indicator/index.ts";
import type { Condition, EnumValue, Query } from "../kernel/index.ts";
import { dailyTasks, majorTab, majorTasks, taskState, taskTab } from "../maintenance/index.ts";
import { moldList, serviceState } from "../mold/index.ts";
import { lateRisk, orderList, productionStatus } from "../production/index.ts";
import { warningList } from "../warning/index.ts";

/** A filter condition that fits into the URL of a link: its value is a text, a number, a flag or a list. */
interface Filter extends Condition {
  readonly value: string | number | boolean | readonly (string | number)[];
}

/**
 * A number of rows that a page shows as a link to a list. The same conditions select the counted rows and the rows of
 * that list.
 */
export interface ListFigure {
  readonly query: Query;
  /** All conditions that select the rows to count. */
  readonly where: readonly Condition[];
  /**
   * Route of the screen with the list. The screen itself applies those conditions of `where` that are not in `filters`.
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
} as const;

/** Returns the figure "number of molds in this live state" with the link to the list of these molds. */
export const stateFigure = (state: EnumValue<typeof liveState>): ListFigure =>
  figure(productionStatus, "/order/status", [{ field: "liveState", operator: "IN", value: [state] }]);

/** Returns the figure "number of molds at this plant" with the link to the list of these molds. */
export const plantFigure = (plantName: string): ListFigure =>
  figure(productionStatus, "/order/status", [{ field: "plantName", operator: "EQ", value: plantName }]);

/**
 * Returns the figures of the list of forecasts on the workplace: molds that reach a limit before `until` (ISO 8601),
 * and molds whose cycle time has changed significantly.
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

/** Returns the figure "open warnings of this mold" with the link to the list of these warnings. */
export const moldWarnings = (moldNo: string): ListFigure =>
  figure(warningList, "/warning/all", [{ field: "moldNo", operator: "EQ", value: moldNo }], isOpen);

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
