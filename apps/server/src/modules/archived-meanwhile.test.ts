import { beforeEach, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { anyUser, testCtx } from "../kernel/testing/test-ctx.ts";
import { allRights } from "../tenants/create-tenant.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { modules } from "./index.ts";

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  await t.mold("M1");
  await t.rows(sql`
    insert into device (tenant_id, device_id, device_name, press_tonnage, duty_man, plant_id)
    values (${t.id}, 'D1', 'D1', 500, 'Li', 'P1')
  `);
});

const commands = modules.flatMap((m) => m.commands ?? []);
const rights = new Set(allRights());

/**
 * Runs the handler of a command directly, without the check that refuses archived rows in the input. This imitates a
 * row that another user archives after the check and before the handler.
 */
function handle(type: string, input: Record<string, unknown>): Promise<unknown> {
  const impl = commands.find((c) => c.command.type === type);
  if (!impl) throw new Error(`no command ${type}`);
  const nothing = Object.fromEntries(Object.keys(impl.command.input).map((name) => [name, null]));
  const who = { ...anyUser, tenantId: t.id, tenantCode: t.code, userId: "admin", rights };
  return Promise.resolve(impl.handler(testCtx({ db: s.app.db, who }), { ...nothing, ...input }));
}
const archive = {
  mold: () => t.rows(sql`update mold set archived_date = now() where mold_no = 'M1'`),
  machine: () => t.rows(sql`update device set archived_date = now() where device_id = 'D1'`),
  plant: () => t.rows(sql`update organization set archived_date = now() where org_id = 'P2'`),
  maker: () => t.rows(sql`update organization set archived_date = now() where org_id = 'M2'`),
};

it.each([
  { type: "rf_AddTask", input: { moldNo: "M1", kind: 2, handSource: 2, taskReason: "x" }, first: "mold" },
  { type: "rf_TransferMold", input: { moldNo: "M1", toPlantId: "P2", reason: "x" }, first: "mold" },
  { type: "rf_TransferMold", input: { moldNo: "M1", toPlantId: "P2", reason: "x" }, first: "plant" },
  { type: "rf_ChangeMoldMaker", input: { moldNo: "M1", toMakerId: "M2", reason: "x" }, first: "maker" },
  { type: "rf_ScrapMold", input: { moldNo: "M1", reason: "x" }, first: "mold" },
  { type: "rf_MountMold", input: { moldNo: "M1", deviceId: "D1" }, first: "mold" },
  { type: "rf_MountMold", input: { moldNo: "M1", deviceId: "D1" }, first: "machine" },
] as const)("$type refuses a $first that is archived after the check of its input", async (c) => {
  await archive[c.first]();
  await expect(handle(c.type, c.input)).rejects.toMatchObject({ code: "S0202" });
  expect(await t.rows(sql`select 1 from maintenance_task`)).toEqual([]);
  expect(await t.rows(sql`select 1 from mold_document`)).toEqual([]);
  expect(await t.rows(sql`select 1 from device_mold`)).toEqual([]);
});
