import { type CommandOutput, defineCommand, field, type OutputOf, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import {
  ages,
  boardWarnings,
  count,
  liveState,
  type MoldStage,
  milestone,
  moldName,
  moldNo,
  moldPlaces,
  named,
  percent,
  playTime,
  shots,
  states,
} from "./parts.ts";

const plantBoardMold = {
  moldNo,
  moldName,
  /** Id of the machine on which the mold is mounted; null if the mold is not mounted. */
  device: field.text(50),
  liveState,
  /**
   * Last known cycle time of the mold; null if the mold's counter has counted no shot since it was bound to the mold.
   */
  currentCycle: field.decimal(2, { wire: "CYCLE_NOW", unit: "s" }),
  standardCycle: mold.fields.standardCycle,
  lastReportAt: field.time({ wire: "sendTime" }),
  shotsToday: shots,
};
export type PlantBoardMold = OutputOf<typeof plantBoardMold>;

/** Returns the figures of the board of one injection plant, or of all plants together (menu KB101). */
export const plantBoard = defineCommand({
  type: "rf_PlantBoard",
  isReport: true,
  access: right(menus.plantBoard, "Q"),
  input: { plantId: field.text(50) },
  output: {
    plant: output.optional(named),
    plants: output.rows(named),
    states,
    shotsToday: shots,
    /**
     * Shots planned for today in all production orders that are audited or running. The shots of an order are spread
     * evenly over the time from its start to its planned end.
     */
    planToday: shots,
    /**
     * Shots of `planToday` that the molds should already have made. For each mold, the plan counts up to the time of
     * the mold's last reading.
     */
    planUntilNow: shots,
    /**
     * Shots made today by the molds of the orders in `planToday`. Compare this number with `planUntilNow`.
     * `shotsToday` is no measure of the plan, because it counts all molds.
     */
    plannedMade: shots,
    hours: output.rows({ time: field.time({ required: true }), shots }),
    compliance: percent,
    ...boardWarnings,
    maintenanceDue: count,
    molds: output.rows(plantBoardMold),
    playTime,
  },
});
export type PlantBoard = CommandOutput<typeof plantBoard>;

/** Returns the figures of the board of one mold maker, or of all makers together (menu KB102). */
export const makerBoard = defineCommand({
  type: "rf_MakerBoard",
  isReport: true,
  access: right(menus.makerBoard, "Q"),
  input: { makerId: field.text(50) },
  output: {
    maker: output.optional(named),
    makers: output.rows(named),
    molds: count,
    states,
    stages: output.json<Readonly<Record<MoldStage, number>>>({ shape: { map: "number" } }),
    ages,
    shotsToday: shots,
    compliance: percent,
    /** Number of times in the last 30 days that one of the maker's molds came to a mold maker from another place. */
    recentReturns: field.int({ wire: "RETURNS_30", required: true }),
    /** Number of design changes that were requested for the maker's molds in the last 90 days. */
    recentChanges: field.int({ wire: "CHANGES_90", required: true }),
    /**
     * Number of the maker's molds that came back to a mold maker and are still there. The list `atMaker` may be
     * shorter; it shows the latest returns.
     */
    atMakerCount: count,
    /** Number of all trials that have not ended. The list `trials` may be shorter; it shows running trials first. */
    trialCount: count,
    atMaker: output.rows({
      moldNo,
      moldName,
      since: field.time({ required: true }),
      reason: field.text(200),
    }),
    trials: output.rows({
      moldNo,
      trialTime: field.time({ required: true }),
      running: output.bool(),
      reason: field.text(200),
    }),
    milestones: output.rows(milestone),
    /**
     * Number of all milestones from 180 days ago to 90 days ahead. The list `milestones` may be shorter; it shows the
     * most urgent milestones.
     */
    milestoneCount: count,
    ...boardWarnings,
    playTime,
  },
});
export type MakerBoard = CommandOutput<typeof makerBoard>;

const boardProject = {
  projectNo: field.text(50, { required: true }),
  projectName: field.text(100),
  oemName: field.text(100, { wire: "ENGINE_NAME" }),
  molds: count,
  running: count,
  /** Number of molds of the project whose handover date is today or has passed. */
  handedOver: count,
  late: count,
  warnings: count,
  orders: count,
  lateOrders: count,
  shotsToday: shots,
  /** Shots of all molds of the project ÷ sum of these molds' design lives. */
  lifeUsed: percent,
  next: output.optional(milestone),
};
export type BoardProject = OutputOf<typeof boardProject>;

/** Returns one page of the board of all projects (menu KB103). The first page has number 0. */
export const projectBoard = defineCommand({
  type: "rf_ProjectBoard",
  isReport: true,
  access: right(menus.projectBoard, "Q"),
  input: { boardPage: field.int({ wire: "PAGE", min: 0, max: 10_000 }) },
  output: {
    projectCount: count,
    molds: count,
    states,
    ages,
    late: count,
    orders: count,
    lateOrders: count,
    projects: output.rows(boardProject),
    pages: count,
    playTime,
  },
});
export type ProjectBoard = CommandOutput<typeof projectBoard>;

const keyProjectMold = {
  moldNo,
  moldName,
  plantName: field.text(100),
  liveState,
  shots: field.int({ wire: "COUNT_TIMES", required: true, unit: "shots" }),
  lifeUsed: percent,
  /** Time at which the mold is forecast to reach the end of its design life. */
  lifeEnd: field.time(),
  /**
   * Change of the mold's cycle time: recent cycle time ÷ the same mold's past cycle time − 1. Null unless the change is
   * significant.
   */
  drift: field.decimal(2, { unit: "%" }),
  orderProgress: percent,
  orderLate: output.bool(),
  warnings: count,
};
export type KeyProjectMold = OutputOf<typeof keyProjectMold>;

/** Returns the board of one key project (menu KB104). Default: the first key project. */
export const keyProjectBoard = defineCommand({
  type: "rf_KeyProjectBoard",
  isReport: true,
  access: right(menus.keyProjectBoard, "Q"),
  input: { projectNo: field.text(50) },
  output: {
    project: output.optional(named),
    projects: output.rows(named),
    /**
     * True if the tenant's parameter KEY_PROJECTS names the key projects. If false, the projects with the most molds
     * count as key projects.
     */
    chosen: output.bool(),
    oemName: field.text(100, { wire: "ENGINE_NAME" }),
    manager: field.text(50),
    states,
    shotsToday: shots,
    lifeUsed: percent,
    molds: output.rows(keyProjectMold),
    places: moldPlaces,
    milestones: output.rows(milestone),
    /**
     * Number of all milestones from 180 days ago to 90 days ahead. The list `milestones` may be shorter; it shows the
     * most urgent milestones.
     */
    milestoneCount: count,
    playTime,
  },
});
export type KeyProjectBoard = CommandOutput<typeof keyProjectBoard>;
