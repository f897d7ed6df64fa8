import { mold } from "../basic/mold.entity.ts";
import { defineCommand, defineEnum, defineQuery, field, pick } from "../kernel/index.ts";
import { maintenanceTask } from "./task.entity.ts";

/** The three tabs of the screen (spec admin §2). */
export const taskTab = defineEnum("taskTab", { today: "today", deferred: "deferred", done: "done" });

export const dailyTasks = defineQuery({
  menu: "MT101",
  id: "Q01",
  key: ["taskId"],
  columns: {
    ...maintenanceTask.fields,
    ...pick(mold, "moldName", "moldType", "plantName"),
    tab: field.choice(taskTab, { wire: "MT_TAB", virtual: true }),
    /** Run hours since the last maintenance, as of now. */
    runHoursNow: field.decimal(1, { unit: "h", virtual: true }),
  },
});

export const finishTask = defineCommand<{ readonly TASK_ID: string }>()({
  type: "rf_FinishTask",
  right: { menu: "MT101", action: "M" },
  input: {
    taskId: field.text(30, { required: true }),
    content: field.text(1000, { wire: "MAINTAIN_CONTENT", required: true }),
    imageUrl: field.text(500, { wire: "IMG_URL" }),
    minutes: field.int({ unit: "min", min: 0, max: 100_000 }),
  },
});

export const deferTask = defineCommand<{ readonly TASK_ID: string }>()({
  type: "rf_DeferTask",
  right: { menu: "MT101", action: "M" },
  input: {
    taskId: field.text(30, { required: true }),
    until: field.time({ wire: "DEFER_TIME", required: true }),
    reason: field.text(200, { required: true }),
  },
});
