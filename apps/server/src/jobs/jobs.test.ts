import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { systemCtxOf } from "../testing/job.ts";
import { freshCode, noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { endCaptchas } from "./clean-up.ts";
import { jobs } from "./index.ts";
import { type Job, registerJobs, runDueJobs, startRunner } from "./runner.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("the job runner", () => {
  let s: TestServer;
  let t: TestTenant;
  let runs: number[];
  let job: Job;
  const mine = (work: () => unknown): Job => ({
    kind: freshCode("job"),
    everyMs: 60_000,
    tenant: async (ctx) => {
      return ctx.who.tenantId === t.id ? await work() : undefined;
    },
  });
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    runs = [];
    job = mine(() => {
      runs.push(s.clock.now);
    });
  });

  it("runs a job once per period, whatever the number of servers", async () => {
    await Promise.all([registerJobs(s.app, [job]), registerJobs(s.app, [job])]);
    await Promise.all([1, 2, 3, 4].map(() => runDueJobs(s.app, { jobs: [job] })));
    expect(runs).toEqual([noon]);
    s.clock.now = noon + 59_999;
    await runDueJobs(s.app, { jobs: [job] });
    expect(runs).toHaveLength(1);
    s.clock.now = noon + 60_000;
    await Promise.all([1, 2].map(() => runDueJobs(s.app, { jobs: [job] })));
    expect(runs).toEqual([noon, noon + 60_000]);
  });

  it("never runs a job twice at once", async () => {
    let inside = 0;
    let most = 0;
    const slow = mine(async () => {
      most = Math.max(most, ++inside);
      await pause(30);
      inside--;
      runs.push(s.clock.now);
    });
    await registerJobs(s.app, [slow]);
    await Promise.all([1, 2, 3].map(() => runDueJobs(s.app, { jobs: [slow] })));
    expect([most, runs.length]).toEqual([1, 1]);
  });

  it("reports a failure, retries after half a minute, and runs other jobs", async () => {
    const errors: unknown[] = [];
    const bad = mine(() => {
      runs.push(s.clock.now);
      throw new Error("broken");
    });
    let others = 0;
    const good = mine(() => {
      others++;
    });
    const o = { jobs: [bad, good], onError: (_k: string, _t: number, cause: unknown) => errors.push(cause) };
    await registerJobs(s.app, o.jobs);
    await runDueJobs(s.app, o);
    await runDueJobs(s.app, o);
    expect([runs.length, errors.length, others]).toEqual([1, 1, 1]);
    s.clock.now += 30_000;
    await runDueJobs(s.app, o);
    expect([runs.length, others]).toEqual([2, 1]);
  });

  it("runs the job of a crashed server when the job's lease expires", async () => {
    await registerJobs(s.app, [job]);
    await s.app.db.platform(
      sql`update job set due_at = ${new Date(noon + 60_000)} where kind = ${job.kind} and tenant_id = ${t.id}`,
    );
    await runDueJobs(s.app, { jobs: [job] });
    expect(runs).toEqual([]);
    s.clock.now = noon + 60_000;
    await runDueJobs(s.app, { jobs: [job] });
    expect(runs).toHaveLength(1);
  });

  it("runs a job again at once if it was not finished, and a minute later if it was", async () => {
    const long = mine(() => {
      runs.push(s.clock.now);
      return runs.length < 3 ? "unfinished" : undefined;
    });
    await registerJobs(s.app, [long]);
    await runDueJobs(s.app, { jobs: [long] });
    expect(runs).toEqual([noon, noon, noon]);
    s.clock.now = noon + 60_000;
    await runDueJobs(s.app, { jobs: [long] });
    expect(runs).toHaveLength(4);
  });

  it("runs jobs soon after the clock was set back", async () => {
    await registerJobs(s.app, [job]);
    await runDueJobs(s.app, { jobs: [job] });
    s.clock.now = noon - 60_000;
    await registerJobs(s.app, [job]);
    await runDueJobs(s.app, { jobs: [job] });
    expect(runs).toEqual([noon]);
    s.clock.now = noon - 3_600_000;
    await registerJobs(s.app, [job]);
    await runDueJobs(s.app, { jobs: [job] });
    expect(runs).toEqual([noon, noon - 3_600_000]);
  });

  it("finds new tenants, and stops after the running job has ended", async () => {
    const running = startRunner(s.app, { jobs: [job] });
    for (let i = 0; i < 1000 && runs.length === 0; i++) await pause(20);
    await running.stop();
    expect(runs).toEqual([noon]);
    await running.stop();
  });

  it("runs every job of the server without an error", async () => {
    const errors: unknown[] = [];
    // Other tests in the same database have jobs with the same kinds, which would run first. So these jobs get kinds of
    // their own.
    const all = jobs.map((j) => ({ ...j, kind: freshCode(j.kind) }));
    const kinds = all.map((j) => j.kind);
    await registerJobs(s.app, all);
    // Removes the jobs of the other tests' tenants: they would take half a minute, and some of them fail on purpose.
    await s.app.db.platform(
      sql`delete from job where kind = any(${kinds}) and tenant_id <> all(${[t.id, 0]}::int[])`,
    );
    const onError = (kind: string, _tenantId: number, cause: unknown) => void errors.push([kind, cause]);
    await runDueJobs(s.app, { jobs: all, onError });
    expect(errors).toEqual([]);
    const [rows] = await s.app.db.platform(
      sql`select kind from job where tenant_id = ${t.id} and kind = any(${kinds})`,
    );
    expect(rows).toHaveLength(jobs.filter((j) => "tenant" in j).length);
  });

  it("deletes only expired sessions and captchas", async () => {
    const [old, fresh] = [freshCode("c"), freshCode("c")];
    await s.app.db.platform(
      sql`
        insert into captcha
        values (${old}, 'x', ${new Date(noon - 1)}), (${fresh}, 'x', ${new Date(noon + 1)})
      `,
    );
    await t.rows(
      sql`
        insert into session
        values (
          ${t.id}, 'gone', 'admin', 'PC', false, ${new Date(noon)}, ${new Date(noon)},
          ${new Date(noon - 7 * 86_400_000 - 1)}
        )
      `,
    );
    await endCaptchas(s.app.db, noon);
    const [left] = await s.app.db.platform(
      sql`select captcha_id from captcha where captcha_id = any(${[old, fresh]})`,
    );
    expect(left).toEqual([{ captcha_id: fresh }]);
    const ending = jobs.find((j) => j.kind === "session-end");
    if (!ending || !("tenant" in ending)) throw new Error("no such job");
    await ending.tenant(systemCtxOf(t));
    const sessions = await t.rows(sql`select token_hash from session where tenant_id = ${t.id}`);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.token_hash).not.toBe("gone");
  });
});
