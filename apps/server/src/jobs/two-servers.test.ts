import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../app.ts";
import type { Db } from "../kernel/db/db.ts";
import { openDb } from "../kernel/db/open.ts";
import { sql } from "../kernel/db/sql.ts";
import { makeApp } from "../make-app.ts";
import { raiseTasks } from "../modules/maintenance/index.ts";
import { freshCode, noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { jobs } from "./index.ts";
import { registerJobs, runDueJobs, systemCtx } from "./runner.ts";

const hour = 3_600_000;
const day = 24 * hour;
const iso = (ms: number) => new Date(ms).toISOString();
const molds = 12;

/**
 * Tests two servers on one database. On PostgreSQL each server has its own connections. With the embedded database they
 * share its only session.
 */
describe("two servers at once", () => {
  let one: TestServer;
  let two: App;
  let own: Db | undefined;
  beforeAll(async () => {
    one = await withServer();
    const { config, db, now } = one.app;
    own = config.databaseUrl ? await openDb({ url: config.databaseUrl }) : undefined;
    two = makeApp(config, own ?? db, now);
  });
  afterAll(() => own?.close());

  /** Creates a tenant in which every job has work: maintenance, an order, silent counters, a stock-take, deferrals. */
  async function laden(): Promise<TestTenant> {
    one.clock.now = noon;
    const t = await TestTenant.create(one);
    for (const p of ["P1", "P2"]) await t.user(p);
    for (let i = 0; i < molds; i++) {
      const m = await t.mold(`M${i}`, { DAY_MAINTAIN_TIME: 50, BIG_MAINTAIN_TIME: 60 });
      const counterId = await t.counter(`W${i}`, m);
      await t.hours(
        Array.from({ length: 70 }, (_, h) => ({
          mold_id: m.moldId,
          hour: noon - (h + 1) * hour,
          shots: 100,
          run_ms: hour,
        })),
      );
      const quiet = { lng: null, lat: null, readerId: null, cycles: null, channel: 1, rssi: -80, removed: 0 };
      const at = noon - 4 * day;
      await one.app.ledger.ingest(t.id, [
        { ...quiet, counterId, sentAt: at, receivedAt: at, count: 5, battery: 5, lowBattery: 1 },
      ]);
      const row = { ORDER_ID: `O${i}`, MOLD_NO: m.moldNo, ORDER_TIMES: 1000, PE_DATE: iso(noon + day) };
      await t.admin.mitt({ Type: "insert", MENU_ID: "PO101", TableName: "PRD_ORDER", Data: [row] });
      for (const step of ["Submit", "Audit"])
        await t.admin.run(`rf_${step}Order`, { ORDER_ID: row.ORDER_ID });
      await t.rows(
        sql`update production_order set audited_at = ${iso(noon - 2 * day)} where tenant_id = ${t.id}`,
      );
      await t.admin.run("rf_StartOrder", { ORDER_ID: row.ORDER_ID, START_TIME: iso(noon - 2 * day) });
    }
    await t.admin.run("rf_StartInventory", { IV_NAME: "x", WIN_FROM: iso(noon - 5 * day) });
    return t;
  }

  /**
   * Reads the rows that the jobs created. `more` has the rows that exist more than once: one list for each kind of row.
   * `tasks`, `warnings`, `notices` and `done` are the numbers of different rows of these kinds.
   */
  async function twice(t: TestTenant): Promise<Record<string, unknown>> {
    const id = t.id;
    const [tasks, warnings, notices, mails, done] = await Promise.all([
      t.rows(
        sql`
          select mold_no, kind, count(*)::int as n
          from maintenance_task
          where tenant_id = ${id}
          group by 1, 2
        `,
      ),
      t.rows(
        sql`select kind, counter_id, count(*)::int as n from warning where tenant_id = ${id} group by 1, 2`,
      ),
      t.rows(
        sql`
          select user_id, title, cause, count(*)::int as n
          from notice
          where tenant_id = ${id}
          group by 1, 2, 3
        `,
      ),
      t.rows(
        sql`
          select rule_id, style, receiver, event_key, count(*)::int as n
          from notice_outbox
          where tenant_id = ${id}
          group by 1, 2, 3, 4
        `,
      ),
      t.rows(sql`select target, target_key, after->>'order_state' as state, count(*)::int as n from system_log
        where tenant_id = ${id} and user_id = 'system' group by 1, 2, 3`),
    ]);
    const more = [tasks, warnings, notices, mails, done].map((rows) => rows.filter((r) => r.n !== 1));
    return {
      more,
      tasks: tasks.length,
      warnings: warnings.length,
      notices: notices.length,
      done: done.length,
    };
  }

  it("create no task, warning or notice twice, even if both run the same job at once", async () => {
    const t = await laden();
    const who = { tenant_id: t.id, code: t.code, zone: "Asia/Shanghai" };
    // Both servers run the same job, as if a lease had expired too early. The jobs must be idempotent.
    for (let round = 0; round < 3; round++) {
      for (const j of jobs)
        if ("tenant" in j)
          await Promise.all(
            [one.app, two, one.app, two].map((app) => j.tenant(systemCtx(app, who, one.clock.now))),
          );
      one.clock.now += hour;
    }
    const found = await twice(t);
    expect(found.more).toEqual([[], [], [], [], []]);
    // Each mold has two tasks: daily and major maintenance. Each counter has three warnings: low battery, silence
    // before its only reading, and silence after it.
    expect(found).toMatchObject({ tasks: 2 * molds, warnings: 3 * molds });
    // Two users see each mold and get a notice of its major maintenance. Its daily maintenance became due more than a
    // day ago, so nobody gets a notice of it.
    expect(found.notices).toBe(2 * molds);
    expect((await t.admin.list("PO101", "Q01")).map((o) => o.STATUS)).toEqual(Array(molds).fill(5));
  });

  it("close each task of a mold out of use once", async () => {
    const t = await laden();
    const who = { tenant_id: t.id, code: t.code, zone: "Asia/Shanghai" };
    const raise = (app: App) => raiseTasks(systemCtx(app, who, one.clock.now));
    await raise(two);
    await t.rows(sql`update mold set service_state = 4 where tenant_id = ${t.id}`);
    // The clock stands still, so closing a task sets its `updated_date` to the value that it has already. If a server
    // recognized a closed task only by this date, it would close the task a second time.
    await Promise.all([one.app, two, one.app, two].map(raise));
    const closed = await t.rows(sql`select target_key, count(*)::int as n from system_log
      where tenant_id = ${t.id} and action = 'delete' and target = 'MAINTAIN_TASK' group by 1`);
    expect(closed).toHaveLength(2 * molds);
    expect(closed.filter((c) => c.n !== 1)).toEqual([]);
    const tasks = await t.rows(sql`select distinct state from maintenance_task where tenant_id = ${t.id}`);
    expect(tasks).toEqual([{ state: 7 }]);
  });

  it("run each due job in only one of the servers", async () => {
    const t = await laden();
    const ran: string[] = [];
    const mine = jobs.flatMap((j) =>
      "tenant" in j
        ? [
            {
              ...j,
              kind: freshCode(j.kind),
              tenant: async (ctx: Parameters<typeof j.tenant>[0]) => {
                if (ctx.who.tenantId !== t.id) return;
                ran.push(j.kind);
                await j.tenant(ctx);
              },
            },
          ]
        : [],
    );
    const errors: unknown[] = [];
    const o = {
      jobs: mine,
      onError: (kind: string, _t: number, cause: unknown) => errors.push([kind, cause]),
    };
    await Promise.all([registerJobs(one.app, mine), registerJobs(two, mine)]);
    await Promise.all([runDueJobs(one.app, o), runDueJobs(two, o)]);
    expect(errors).toEqual([]);
    expect(ran.sort()).toEqual(jobs.flatMap((j) => ("tenant" in j ? [j.kind] : [])).sort());
    expect((await twice(t)).more).toEqual([[], [], [], [], []]);
  });
});
