import { defineEnum, defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { user } from "../system/system.entity.ts";
import { usedPartFields, type WireUsedPart } from "./part.entity.ts";
import { maintenanceTask } from "./task.entity.ts";

/** Tabs of the screens of daily maintenance (`taskTab`) and of major maintenance (`majorTab`) (spec admin §2). */
export const taskTab = defineEnum("taskTab", { today: "today", deferred: "deferred", done: "done" });
export const majorTab = defineEnum("majorTab", { open: "open", acceptance: "acceptance", done: "done" });

const shared = {
  ...maintenanceTask.fields,
  ...pick(mold, "moldName", "moldType", "plantId", "plantName", "serviceState"),
  /** Run hours of the mold since its last maintenance, up to now. */
  runHoursNow: field.decimal(1, { unit: "h", virtual: true }),
  assigneeName: field.text(100, { virtual: true }),
  doneByName: field.text(100, { virtual: true }),
  acceptedByName: field.text(100, { virtual: true }),
  checkCount: field.int({ virtual: true }),
  notOkCount: field.int({ virtual: true }),
  /** Names and quantities of the used spare parts, as one text. */
  partsUsed: field.text(1000, { virtual: true }),
} as const;

export const dailyTasks = defineQuery({
  menu: menus.dailyMaintenance,
  id: "Q01",
  access: right(menus.dailyMaintenance, "Q"),
  key: ["taskId"],
  columns: { ...shared, tab: field.choice(taskTab, { wire: "MT_TAB", virtual: true }) },
});

export const majorTasks = defineQuery({
  menu: menus.majorMaintenance,
  id: "Q01",
  access: right(menus.majorMaintenance, "Q"),
  key: ["taskId"],
  columns: {
    ...shared,
    runShotsNow: field.int({ unit: "shots", virtual: true }),
    /** Spare parts that the task has taken from the stock. Work that is sent back is finished again with them. */
    takenParts: {
      ...field.json<readonly WireUsedPart[]>({ list: { record: usedPartFields } }),
      virtual: true as const,
      aside: true as const,
    },
    majorTab: field.choice(majorTab, { wire: "MT_TAB", virtual: true }),
  },
});

/** Lists the users who can be assigned to a task: users of the organizations whose molds the caller sees. */
export const maintenancePeople = defineQuery({
  menu: menus.dailyMaintenance,
  id: "Q02",
  access: right(menus.dailyMaintenance, "Q", {
    others: [menus.majorMaintenance, menus.inspectionIssue, menus.inspectionClosing],
  }),
  key: ["userId"],
  columns: {
    userId: user.fields.userId,
    userName: user.fields.userName,
    orgName: field.text(100, { virtual: true }),
  },
});
