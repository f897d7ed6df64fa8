import {
  defineCommand,
  defineEntity,
  defineEnum,
  defineQuery,
  field,
  output,
  pick,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { findingFields, type WireFinding } from "./repair.rules.ts";
import { maintenanceTask } from "./task.entity.ts";

/**
 * A finding of a repair: fault, cause, component, cavity and measure. A repair is a maintenance task for a breakdown.
 */
export const repairFinding = defineEntity({
  name: "repairFinding",
  wire: "MAINTAIN_FINDING",
  access: tableRights(menus.repairAnalysis, { readOn: [menus.majorMaintenance, menus.dailyMaintenance] }),
  key: ["findingId"],
  fields: {
    findingId: field.int({ readOnly: true }),
    taskId: field.text(30, { readOnly: true, reference: "MAINTAIN_TASK", isPart: true }),
    faultCode: field.text(50, { readOnly: true }),
    causeCode: field.text(50, { readOnly: true }),
    measureCode: field.text(50, { readOnly: true }),
    componentCode: field.text(50, { readOnly: true }),
    cavity: field.int({ readOnly: true }),
    findingNote: field.text(200, { readOnly: true }),
  },
});

const name = field.text(100, { virtual: true });

/**
 * Lists repairs, one row for each finding. A repair without findings has one row with `findingId` 0. Hours and cost of
 * a repair are shared equally among its findings, so that sums over the rows equal the sums over the repairs.
 */
export const repairList = defineQuery({
  menu: menus.repairAnalysis,
  id: "Q01",
  // Lets the screens of maintenance tasks run this query too, because their dialog shows the findings of a task.
  access: right(menus.repairAnalysis, "Q", { others: [menus.majorMaintenance, menus.dailyMaintenance] }),
  key: ["taskId", "findingId"],
  columns: {
    ...repairFinding.fields,
    ...pick(
      maintenanceTask,
      "state",
      "taskReason",
      "raisedAt",
      "startedAt",
      "doneAt",
      "doneBy",
      "content",
      "imageUrl",
    ),
    ...pick(mold, "moldNo", "moldName", "plantId", "plantName", "makerId", "makerName"),
    faultName: name,
    causeName: name,
    measureName: name,
    componentName: name,
    /** Hours of the repair, from its start (default: its report) to its end, divided by the number of its findings. */
    shareHours: field.decimal(2, { unit: "h", virtual: true }),
    /** Cost of the repair divided by the number of its findings. */
    shareCost: field.decimal(2, { unit: "yuan", virtual: true }),
    partsUsed: field.text(1000, { virtual: true }),
  },
});

/** Writes all findings of a repair and replaces its earlier findings. Allowed until the repair is done. */
export const recordFindings = defineCommand({
  type: "rf_RecordFindings",
  access: right(menus.majorMaintenance, "M", { others: [menus.dailyMaintenance] }),
  input: {
    taskId: field.text(30, { required: true }),
    findings: field.json<readonly WireFinding[]>({ list: { record: findingFields } }),
  },
  output: { count: field.int({ required: true }) },
});

/** Property by which a Pareto chart groups the repairs. */
export const repairBy = defineEnum("repairBy", {
  mold: "mold",
  maker: "maker",
  plant: "plant",
  fault: "fault",
  cause: "cause",
  component: "component",
  measure: "measure",
  cavity: "cavity",
});

/**
 * Returns the repairs of a period in groups, for a Pareto chart.
 * - A repair is a breakdown task. It belongs to the period in which it ended (state done).
 * - Groups by fault, cause, component, measure or cavity are made from findings. Hours and cost of a repair are shared
 * equally among its findings. A repair without findings belongs to the group with the key "". A repair whose findings
 * belong to several groups counts in each of them, so the groups' repairs may add up to more than `repairs`.
 * - Groups by mold, maker or plant have MTBF (run hours ÷ reported breakdowns, both in the period) and MTTR (repair
 * hours ÷ repairs that ended in the period). `maintenanceFigures` defines both.
 */
export const repairGroups = defineCommand({
  type: "rf_RepairGroups",
  isReport: true,
  access: right(menus.repairAnalysis, "Q"),
  input: {
    days: field.int({ required: true, min: 1, max: 1100 }),
    repairBy: field.choice(repairBy, { required: true }),
    moldNo: field.text(50),
  },
  output: {
    from: field.time({ required: true }),
    /** Number of repairs that ended in the period, each counted once. */
    repairs: field.int({ required: true }),
    /** Number of repairs that ended in the period and have no finding. */
    unrecorded: field.int({ required: true }),
    groups: output.rows({
      key: field.text(100, { required: true }),
      name: field.text(100, { required: true }),
      /** Number of repairs that ended in the period. */
      repairs: field.int({ required: true }),
      findings: field.int({ required: true }),
      repairHours: field.decimal(1, { required: true, unit: "h" }),
      cost: field.decimal(2, { required: true, unit: "yuan" }),
      /** Number of breakdowns reported in the period. Null for groups made from findings. */
      breakdowns: field.int(),
      runHours: field.decimal(1, { unit: "h" }),
      mtbf: field.decimal(1, { unit: "h" }),
      mttr: field.decimal(1, { unit: "h" }),
    }),
  },
});
