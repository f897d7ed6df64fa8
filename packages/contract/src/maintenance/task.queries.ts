import { mold } from "../basic/mold.entity.ts";
import { defineEnum, defineQuery, field, pick } from "../kernel/index.ts";
import { user } from "../system/system.entity.ts";
import { maintenanceTask } from "./task.entity.ts";

/** The three tabs of the screen (spec admin §2). */
export const taskTab = defineEnum("taskTab", { today: "today", deferred: "deferred", done: "done" });
export const majorTab = defineEnum("majorTab", { open: "open", acceptance: "acceptance", done: "done" });

const shared = {
  ...maintenanceTask.fields,
  ...pick(mold, "moldName", "moldType", "plantName", "serviceState"),
  /** Since the last maintenance, as of now. */
  runHoursNow: field.decimal(1, { unit: "h", virtual: true }),
  assigneeName: field.text(100, { virtual: true }),
  checkCount: field.int({ virtual: true }),
  notOkCount: field.int({ virtual: true }),
  /** Spare parts that went into it, in words. */
  partsUsed: field.text(1000, { virtual: true }),
} as const;

export const dailyTasks = defineQuery({
  menu: "MT101",
  id: "Q01",
  key: ["taskId"],
  columns: { ...shared, tab: field.choice(taskTab, { wire: "MT_TAB", virtual: true }) },
});

export const majorTasks = defineQuery({
  menu: "MT102",
  id: "Q01",
  key: ["taskId"],
  columns: {
    ...shared,
    runShotsNow: field.int({ unit: "shots", virtual: true }),
    majorTab: field.choice(majorTab, { wire: "MT_TAB", virtual: true }),
  },
});

/** Who may be put in charge: people of the companies whose molds the asker sees. */
export const upkeepPeople = defineQuery({
  menu: "MT101",
  id: "Q02",
  open: true,
  key: ["userId"],
  columns: {
    userId: user.fields.userId,
    userName: user.fields.userName,
    orgName: field.text(100, { virtual: true }),
  },
});
