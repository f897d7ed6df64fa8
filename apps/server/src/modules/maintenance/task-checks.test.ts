import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { raiseTasks } from "./index.ts";
import { checkAgain, dueChecks, storeChecks } from "./task-checks.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const iso = (ms: number) => new Date(ms).toISOString();

describe("the time at which a mold is checked again", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const runJob = () => raiseTasks(systemCtxOf(t));
  const tasks = async () => (await t.admin.list("MT101", "Q01")).map((r) => r.MOLD_NO).sort();
  /** Ingests readings of a counter that counted for `hours` hours until noon without a break. */
  const counted = async (writerId: string, hours: number) => {
    const counterId = await t.counter(writerId);
    await s.app.ledger.ingest(
      t.id,
      Array.from({ length: hours + 1 }, (_, i) =>
        readingAt(counterId, noon - (hours - i) * hour, 100 * i, { receivedAt: noon }),
      ),
    );
  };
  /** Returns the numbers of the molds that the job checks in its next run. */
  const due = async () =>
    (
      await t.rows<{ mold_no: string }>(sql`
        select distinct m.mold_no
        from maintenance_check c
        join mold m on m.tenant_id = ${t.id} and m.mold_id = c.mold_id
        where c.tenant_id = ${t.id} and c.check_at <= ${new Date(s.clock.now)}::timestamptz
        order by 1
      `)
    ).map((r) => r.mold_no);
  /** Returns for each check of a mold the hours until the check is due. */
  const waits = async (moldNo: string) =>
    (
      await t.rows<{ h: number }>(sql`
        select extract(epoch from c.check_at - ${new Date(s.clock.now)}::timestamptz) / 3600 as h
        from maintenance_check c
        join mold m on m.tenant_id = ${t.id} and m.mold_id = c.mold_id
        where c.tenant_id = ${t.id} and m.mold_no = ${moldNo}
        order by c.kind
      `)
    ).map((r) => Number(r.h));

  it("is now after a counter was bound at an earlier time", async () => {
    await t.mold("M1");
    await t.rows(sql`update mold set updated_date = ${new Date(noon - 2 * day)} where tenant_id = ${t.id}`);
    await counted("C1", 200);
    await runJob();
    expect(await tasks()).toEqual([]);
    expect(Math.min(...(await waits("M1")))).toBeGreaterThan(5);
    await t.admin.run("rf_BindCounter", { MOLD_NO: "M1", WRITER_ID: "C1", BIND_TIME: iso(noon - 21 * day) });
    s.clock.now = noon + minute;
    await runJob();
    expect(await tasks()).toEqual(["M1"]);
  });

  it("is now for both molds after a binding was moved, and after it ended", async () => {
    for (const no of ["M1", "M2", "M3"]) await t.mold(no);
    await counted("C1", 50);
    const { BIND_ID } = await t.admin.run<{ BIND_ID: number }>("rf_BindCounter", {
      MOLD_NO: "M1",
      WRITER_ID: "C1",
      BIND_TIME: iso(noon - 21 * day),
    });
    await runJob();
    expect(await due()).toEqual([]);
    await t.admin.run("rf_ChangeBinding", { BIND_ID, MOLD_NO: "M2", REASON: "x" });
    expect(await due()).toEqual(["M1", "M2"]);
    await runJob();
    expect(await due()).toEqual([]);
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "C1", UNBIND_TIME: iso(noon - hour), REASON: "x" });
    expect(await due()).toEqual(["M2"]);
  });

  it("is within 1 h and 4 h for a mold that once had a counter, because late readings may come", async () => {
    await t.mold("M1");
    await t.counter("C1");
    await t.admin.run("rf_BindCounter", { MOLD_NO: "M1", WRITER_ID: "C1", BIND_TIME: iso(noon - day) });
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "C1", UNBIND_TIME: iso(noon - hour), REASON: "x" });
    await runJob();
    const [daily = 99, major = 99] = await waits("M1");
    expect(daily).toBeLessThanOrEqual(1);
    expect(major).toBeLessThanOrEqual(4);
  });

  it("stays now if it was requested while a check was under way", async () => {
    const { moldId } = await t.mold("M1");
    await runJob();
    s.clock.now = noon + 13 * hour;
    const ctx = systemCtxOf(t);
    const checks = await dueChecks(ctx);
    expect(checks).toHaveLength(2);
    const stored = checks.map((check) => ({ check, nextAt: ctx.now + hour }));
    await t.rows(checkAgain(ctx, [moldId]));
    await t.rows(storeChecks(ctx, stored));
    expect(await due()).toEqual(["M1"]);
  });

  it("is now after a change that was committed minutes after its time stamp", async () => {
    const { moldId } = await t.mold("M1");
    await t.hours(
      Array.from({ length: 10 }, (_, i) => ({
        mold_id: moldId,
        hour: noon - (i + 1) * hour,
        shots: 120,
        run_ms: hour,
      })),
    );
    await t.rows(sql`update mold set updated_date = ${new Date(noon - 2 * day)} where tenant_id = ${t.id}`);
    for (let m = 0; m < 10; m++) {
      s.clock.now = noon + m * minute;
      await runJob();
    }
    expect(await tasks()).toEqual([]);
    // Simulates a slow transaction: it stores 30 s after noon as the time of its change, but it commits almost ten
    // minutes later. The next run of the job must still find the change.
    await t.rows(sql`update mold set daily_maintenance_hours = 10, updated_date = ${new Date(noon + minute / 2)}
      where tenant_id = ${t.id}`);
    s.clock.now = noon + 10 * minute;
    await runJob();
    expect(await tasks()).toEqual(["M1"]);
  });

  it("is now after the clock was set back", async () => {
    await t.mold("M1");
    s.clock.now = noon + 3 * day;
    await runJob();
    s.clock.now = noon;
    await runJob();
    expect(Math.max(...(await waits("M1")))).toBeLessThanOrEqual(12);
  });

  it("comes again for tasks that got no number, and the others are raised and notified", async () => {
    await t.user("P1");
    for (let i = 0; i < 12; i++) {
      const { moldId } = await t.mold(`M${i}`, { BIG_MAINTAIN_TIME: 10, DAY_MAINTAIN_TIME: 1000 });
      await t.hours(
        Array.from({ length: 10 }, (_, h) => ({
          mold_id: moldId,
          hour: noon - (h + 1) * hour,
          shots: 120,
          run_ms: hour,
        })),
      );
    }
    const digits = (n: number) =>
      t.rows(sql`update document_rule set serial_digits = ${n} where tenant_id = ${t.id} and doc_id = 'MT'`);
    const majorTasks = () =>
      t.rows(sql`select 1 from maintenance_task where tenant_id = ${t.id} and kind = 2`);
    const notices = () =>
      t.rows(
        sql`select 1 from notice where tenant_id = ${t.id} and cause->>'change' = 'due' and user_id <> 'admin'`,
      );
    await digits(1);
    await expect(runJob()).rejects.toThrow();
    expect(await majorTasks()).toHaveLength(9);
    expect(await notices()).toHaveLength(9);
    await digits(4);
    s.clock.now = noon + minute;
    await runJob();
    expect(await majorTasks()).toHaveLength(12);
    expect(await notices()).toHaveLength(12);
  });
});
