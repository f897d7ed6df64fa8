import { codes } from "@shotkeeper/contract/kernel";
import { taskState } from "@shotkeeper/contract/maintenance";
import { moldAge, serviceState } from "@shotkeeper/contract/mold";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { systemCtxOf } from "../testing/job.ts";
import { noon, type TestAnswer, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { raiseTasks } from "./maintenance/index.ts";

const day = 86_400_000;
const iso = (days: number) => new Date(noon + days * day).toISOString();
const date = (days: number) => iso(days).slice(0, 10);

let s: TestServer;
let t: TestTenant;
beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
}, 300_000);

const insert = (MENU_ID: string, TableName: string, row: object) =>
  t.admin.mitt({ Type: "insert", MENU_ID, TableName, Data: [row] });

/** Writers of open work of a mold, with their tables. */
const writers = {
  production_order: (MOLD_NO: string) =>
    insert("PO101", "PRD_ORDER", { ORDER_ID: `O-${MOLD_NO}`, MOLD_NO, ORDER_TIMES: 100, PE_DATE: iso(9) }),
  new_mold_plan: (MOLD_NO: string) =>
    insert("NM101", "NEW_MOLD_PLAN", {
      MOLD_NO,
      OPEN_DATE: date(1),
      T0_DATE: date(2),
      T1_DATE: date(3),
      QA_DATE: date(4),
      HO_DATE: date(5),
      CA_DATE: date(6),
    }),
  maintenance_task: (MOLD_NO: string) =>
    t.admin.mitt({
      Type: "rf_AddTask",
      InParams: { MOLD_NO, MT_TYPE: 2, MT_SOURCE: 2, TASK_REASON: "x" },
    }),
} as const;
const openTasks = async (moldNo: string) => {
  const { done, removed } = taskState.values;
  const rows = await t.rows(sql`
    select from maintenance_task
    where tenant_id = ${t.id} and mold_no = ${moldNo} and state not in (${done}, ${removed})
  `);
  return rows.length;
};
const newMold = (no: string) => t.mold(no, { MOLD_N_O: moldAge.values.newMold });

describe.each(Object.entries(writers))("a row of %s", (name, add) => {
  const added = async (moldNo: string) =>
    (await t.rows(sql`select from ${sql.id(name)} where tenant_id = ${t.id} and mold_no = ${moldNo}`)).length;

  it("is refused for a mold that is scrapped after its check", async () => {
    await newMold(`C-${name}`);
    expect(await add(`C-${name}`)).toMatchObject({ Code: 0 });
    await newMold(`A-${name}`);
    let answer: Promise<TestAnswer> | undefined;
    await s.app.db.tx(t.id, async (tx) => {
      const mold = sql`tenant_id = ${t.id} and mold_no = ${`A-${name}`}`;
      await tx.query(sql`select from mold where ${mold} for update`);
      answer = add(`A-${name}`);
      // On PostgreSQL the row passes its check meanwhile, and waits for the mold.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await tx.query(sql`update mold set service_state = ${serviceState.values.scrapped} where ${mold}`);
    });
    expect(await answer).toMatchObject({
      Code: 1,
      ...(name === "maintenance_task" ? { Msg: codes.wrongState } : {}),
    });
    expect(await added(`A-${name}`)).toBe(0);
  });

  it("is added, or its mold is scrapped, but never both", async () => {
    for (let i = 0; i < 8; i++) {
      const moldNo = `B${i}-${name}`;
      await newMold(moldNo);
      const [answer, scrapped] = await Promise.all([
        add(moldNo),
        t.admin.mitt({ Type: "rf_ScrapMold", InParams: { MOLD_NO: moldNo, REASON: "x" } }),
      ]);
      expect(await added(moldNo)).toBe(answer.Code === 0 ? 1 : 0);
      if (name !== "maintenance_task") {
        expect([answer.Code, scrapped.Code].sort()).toEqual([0, 1]);
        continue;
      }
      // A task that nobody has begun does not keep its mold. The job closes it.
      expect(scrapped).toMatchObject({ Code: 0 });
      await raiseTasks(systemCtxOf(t));
      expect(await openTasks(moldNo)).toBe(0);
    }
  });
});
