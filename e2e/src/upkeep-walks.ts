import { acceptTask, deferTask, finishTask, maintenanceTask } from "@shotkeeper/contract/maintenance";
import { okOf } from "./journey.ts";
import { inDays, type Walk, type World } from "./operation-walk.ts";

const addTask = (kind: 1 | 2) => (w: World, no: string) =>
  w.own.plant.run("rf_AddTask", { MT_TYPE: kind, MOLD_NO: no, MT_SOURCE: 2, TASK_REASON: "计划外保养" });
const task = { entity: maintenanceTask, by: "moldNo" } as const;
/** Inputs with which a walk finishes a maintenance task. Every item of the checklist is set to OK. */
const finished = {
  fields: finishTask.input,
  enter: ["content"],
  fill: { content: "清洗并上油" },
} as const;

export const maintenanceWalks: readonly Walk[] = [
  {
    menu: "MT101",
    path: "/maintenance/daily",
    code: "zh_TW",
    who: "plant",
    before: addTask(1),
    list: () => task,
    async play({ page, w, l: { maintenance: t, enums }, no, j, refused }) {
      await page.getByRole("button", { name: t.add }).first().click();
      await okOf(page).click();
      await j.expectAsked(["taskReason"], ["moldNo"]);
      await page.keyboard.press("Escape");
      await j.find(no);
      const until = { until: `${inDays(2)} 08:00:00`, reason: "等待備件" };
      const later = { fields: deferTask.input, enter: ["reason"], select: ["until"], fill: until };
      await j.take({ label: t.defer, message: t.deferred, gone: true, ...later });
      await page.getByRole("tab", { name: enums.taskTab.deferred }).click();
      await j.find(no);
      const TASK_ID = await taskOf(w, "MT101", no);
      await j.take({ label: t.finish, message: t.finished, gone: true, allOk: t.allOk, ...finished });
      await refused("plant", "rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "x" }, "S0212");
      await page.getByRole("tab", { name: enums.taskTab.done }).click();
      await j.find(no);
    },
    reader: "oem",
    readerPath: "/maintenance/daily?tab=done",
    none: ({ maintenance: t, shell }) => [t.add, t.finish, t.defer, shell.common.remove],
  },
  {
    menu: "MT102",
    path: "/maintenance/major",
    code: "en",
    who: "plant",
    async before(w, no) {
      await w.own.colleague();
      await addTask(2)(w, no);
    },
    list: () => task,
    async play({ page, w, l: { maintenance: t, enums, errors }, no, j, refused }) {
      await j.find(no);
      await j.expectOff(t.finish, errors.wrongState);
      await j.take({ label: t.start, asks: t.startLead, message: t.started, shows: enums.taskState.working });
      await j.take({ label: t.finish, message: t.handedOver, gone: true, allOk: t.allOk, ...finished });
      await page.getByRole("tab", { name: enums.majorTab.acceptance }).click();
      await j.find(no);
      await j.expectOff(t.accept, errors.ownWork);
      const TASK_ID = await taskOf(w, "MT102", no);
      await refused("plant", acceptTask.type, { TASK_ID }, "S0261");
    },
    reader: "oem",
    readerPath: "/maintenance/major?tab=acceptance",
    none: ({ maintenance: t, shell }) => [t.add, t.accept, t.sendBack, shell.common.remove],
  },
];

const taskOf = async (w: World, menu: string, no: string) =>
  (await w.own.admin.list(menu, "MOLD_NO", no))[0]?.TASK_ID;
