import { serviceState } from "@shotkeeper/contract/mold";
import { beforeEach, expect, it } from "vitest";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const { inService, inRepair, inTrial } = serviceState.values;
const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

let s: TestServer;
let t: TestTenant;
let worker: TestUser;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  await t.user("P1");
  worker = await t.user("P1");
  await t.mold("M1", { MOLD_N_O: 1 });
  const data = { TRIAL_ID: "S1", MOLD_NO: "M1", TRIAL_REASON: "resin", REQUESTER: "Li", ROW_STOCK: "PP" };
  await t.admin.mitt({
    Type: "insert",
    MENU_ID: "TR101",
    TableName: "MOLD_TRIAL",
    Data: [{ ...data, PLAN_DATE: iso(noon + hour) }],
  });
  for (const step of ["Submit", "Audit"]) await t.admin.run(`rf_${step}Trial`, { TRIAL_ID: "S1" });
});

const state = async () => (await t.admin.list("BS101", "Q01", where("MOLD_NO", "M1")))[0]?.MOLD_STAT;
const startTrial = () => t.admin.run("rf_StartTrial", { TRIAL_ID: "S1" });
const endTrial = () => {
  s.clock.now = noon + hour;
  return t.admin.run("rf_RecordTrial", {
    TRIAL_ID: "S1",
    TRIAL_STAT: 1,
    FINDINGS: "x",
    END_TIME: iso(noon + 1),
  });
};
async function startRepair(): Promise<string> {
  const task = { MT_TYPE: 2, MOLD_NO: "M1", MT_SOURCE: 3, TASK_REASON: "pin" };
  const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", task);
  await worker.run("rf_StartTask", { TASK_ID });
  await worker.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "x" });
  return TASK_ID;
}
const endRepair = (TASK_ID: string) => t.admin.run("rf_AcceptTask", { TASK_ID });

it("returns a mold to service if a trial ends during a repair that began in the trial", async () => {
  await startTrial();
  const repair = await startRepair();
  await endTrial();
  expect(await state()).toBe(inRepair);
  await endRepair(repair);
  expect(await state()).toBe(inService);
});

it("returns a mold to service if a repair ends during a trial that began in the repair", async () => {
  const repair = await startRepair();
  await startTrial();
  await endRepair(repair);
  expect(await state()).toBe(inTrial);
  await endTrial();
  expect(await state()).toBe(inService);
});

it("returns a mold to the repair that is still in progress", async () => {
  const [first, second] = [await startRepair(), await startRepair()];
  await startTrial();
  await endRepair(first);
  await endTrial();
  expect(await state()).toBe(inRepair);
  await endRepair(second);
  expect(await state()).toBe(inService);
});
