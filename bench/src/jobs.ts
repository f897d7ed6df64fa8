import { parseArgs } from "node:util";
import { jobs } from "../../apps/server/src/jobs/index.ts";
import { systemCtx } from "../../apps/server/src/jobs/runner.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { type Sql, sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { makeBoards } from "./boards-data.ts";
import { median } from "./measure.ts";
import { record } from "./record.ts";

/** Goal: maximum duration of one run of a job that repeats within a minute, ms. */
const goalMs = 2_000;
const often = 60_000;
/** Number of stored readings of each mold. */
const readingsOfMold = 40;
/** Maximum number of runs in which a job must finish the work that was due at the start. */
const maxRuns = 500;

/** Creates a tenant with `rows` molds and counters. Each counter has an open warning, some molds have another one. */
async function makeTenant(db: Db, rows: number): Promise<number> {
  const id = await makeBoards(db, rows * readingsOfMold, rows);
  const open = (kind: string, which: Sql) => sql`
    insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at)
    select ${id}, ${kind}, 1, mold_id, counter_id, now() - interval '1 day', now() - interval '1 day'
    from binding
    where tenant_id = ${id} ${which}
  `;
  await db.run(id, [open("battery", sql.empty), open("cycleSlow", sql`and mold_id % 25 = 1`)]);
  await db.platform(sql`select app_analyze()`);
  return id;
}

/**
 * Measures the runs of the jobs that repeat within a minute, for a tenant with many counters and open warnings. In the
 * first runs, a job does the work that is due in the new tenant. Ends with exit code 1 if a run takes longer than the
 * goal.
 */
export async function benchJobs(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string", default: "50000" },
      rounds: { type: "string", default: "5" },
      again: { type: "string" },
      record: { type: "boolean", default: false },
    },
  });
  const [rows, rounds] = [Number(values.rows), Number(values.rounds)];
  const db = await openDb({ url: process.env.DATABASE_URL });
  const app = makeApp(readConfig({ LOG_LEVEL: "silent", MQTT_PORT: "off" }), db, Date.now);
  const id = Number(values.again ?? (await makeTenant(db, rows)));
  const [[open]] = await db.run(id, [
    sql<{ n: number }>`select count(*)::int as n from warning where tenant_id = ${id} and cleared_at is null`,
  ]);
  console.log(`tenant ${id}: ${rows} counters, ${open?.n} open warnings`);
  const figures: Record<string, { readonly first: number; readonly runs: number; readonly later: number }> =
    {};
  let missed = 0;
  for (const job of jobs) {
    if (!("tenant" in job) || job.everyMs > often) continue;
    const run = async () => {
      const began = performance.now();
      const result = await job.tenant(
        systemCtx(app, { tenant_id: id, code: "bench", zone: "Asia/Shanghai" }, Date.now()),
      );
      return { ms: performance.now() - began, isDone: result !== "unfinished" };
    };
    const first: number[] = [];
    for (let isDone = false; !isDone && first.length < maxRuns; ) {
      const one = await run();
      first.push(one.ms);
      ({ isDone } = one);
    }
    const later: number[] = [];
    for (let i = 0; i < rounds; i++) later.push((await run()).ms);
    const longest = Math.max(...first, ...later);
    const isMissed = longest > goalMs;
    missed += Number(isMissed);
    figures[job.kind] = { first: Math.max(...first), runs: first.length, later: median(later) };
    console.log(
      `${job.kind.padEnd(20)} first ${first.length} runs, longest ${Math.max(...first).toFixed(0)} ms; ` +
        `later ${median(later).toFixed(0)} ms${isMissed ? "  missed" : ""}`,
    );
  }
  await db.close();
  console.log(`${missed} of ${Object.keys(figures).length} jobs took longer than ${goalMs} ms`);
  if (values.record) record("jobs", "postgresql", { rows, figures });
  process.exitCode = missed > 0 ? 1 : 0;
}
