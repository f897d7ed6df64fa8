import { beforeAll, describe, expect, it, vi } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { bigTenant } from "../testing/big-tenant.ts";
import { systemCtxOf } from "../testing/job.ts";
import { noon, type TestServer, withServer } from "../testing/server.ts";
import type { TestTenant } from "../testing/tenant.ts";
import { countingDb, type Work } from "../testing/work-counter.ts";
import { jobs } from "./index.ts";

describe("a run of a job on a tenant with 5,000 molds", () => {
  let s: TestServer;
  let t: TestTenant;

  /** Runs a job. Returns the numbers of statements and rows that the database handled. */
  async function run(kind: string): Promise<Work> {
    const job = jobs.find((j) => j.kind === kind);
    if (!job || !("tenant" in job)) throw new Error(`no job ${kind}`);
    const { db, work } = countingDb(s.app.db);
    await job.tenant({ ...systemCtxOf(t), db });
    return work;
  }
  /**
   * Runs a job again, at most 140 times, until a run stays within both limits: then no row is due any more. Returns the
   * numbers of statements and rows of the last run.
   */
  async function settle(kind: string, maxStatements: number, maxRows: number): Promise<Work> {
    let work = await run(kind);
    for (let n = 0; n < 140 && (work.rows > maxRows || work.statements > maxStatements); n++)
      work = await run(kind);
    return work;
  }

  beforeAll(async () => {
    s = await withServer();
    t = await bigTenant(s, { molds: 5_000, counters: 1_000, hours: 4 });
  }, 300_000);

  it.each(["warning-clock", "maintenance-tasks", "order-progress"])(
    "%s is not finished if its time is used up",
    async (kind) => {
      const job = jobs.find((j) => j.kind === kind);
      if (!job || !("tenant" in job)) throw new Error(`no job ${kind}`);
      let passed = 0;
      // Each call of the clock returns 2 s more, so the job finds at once that the time of its run is used up.
      const clock = vi.spyOn(performance, "now").mockImplementation(() => (passed += 2_000));
      const result = await job.tenant(systemCtxOf(t)).finally(() => clock.mockRestore());
      expect(result).toBe("unfinished");
    },
    300_000,
  );

  // Kind of the job, and the maximum numbers of statements and rows of a run. The limits leave room: the five jobs read
  // 634, 2, 201, 0 and 0 rows. warning-clock reads the 317 open warnings of molds and their molds, order-progress the
  // 200 running orders.
  it.each([
    ["warning-clock", 2, 2_500],
    ["maintenance-tasks", 9, 1_000],
    ["order-progress", 2, 1_000],
    ["warning-notices", 1, 1_000],
    ["inventory-ticks", 1, 1_000],
  ])(
    "%s does not read all molds if no row's time has come",
    async (kind, maxStatements, maxRows) => {
      s.clock.now = noon;
      const work = await settle(kind, maxStatements, maxRows);
      expect(work.rows).toBeLessThanOrEqual(maxRows);
      expect(work.statements).toBeLessThanOrEqual(maxStatements);
    },
    300_000,
  );

  it("warning-clock judges a counter at once after its data were changed", async () => {
    s.clock.now = noon;
    await settle("warning-clock", 2, 2_500);
    const warnings = () =>
      t.rows(sql`select kind from warning
        where tenant_id = ${t.id} and kind = 'validity' and cleared_at is null and counter_id = (
          select counter_id from counter where tenant_id = ${t.id} and writer_id = 'C7')`);
    expect(await warnings()).toEqual([]);
    const edit = (VALIDITY: string) =>
      t.admin.mitt({
        Type: "update",
        MENU_ID: "CT101",
        TableName: "BS_WRITER",
        Data: [{ WRITER_ID: "C7", EX_DATE: VALIDITY }],
      });
    expect(await edit("2026-05-25")).toMatchObject({ Code: 0 });
    await run("warning-clock");
    expect(await warnings()).toHaveLength(1);
    expect(await edit("2027-05-25")).toMatchObject({ Code: 0 });
    await run("warning-clock");
    expect(await warnings()).toEqual([]);
  });
});
