import { join } from "node:path";
import { systemCtx } from "../../jobs/runner.ts";
import { readConfig } from "../../kernel/config.ts";
import { openDb } from "../../kernel/db/open.ts";
import { sql } from "../../kernel/db/sql.ts";
import { makeApp } from "../../make-app.ts";
import { archiveReadings } from "../../modules/counter/index.ts";

/**
 * Archives the readings of a tenant as the job does, and prints the state of the database before and after. Kills
 * itself when the step `step` has run `nth` times. Arguments: data directory, tenant id, time (epoch ms), step, and
 * number of times.
 */
const [dataDir = "", tenantId = "", time = "", step = "", nth = ""] = process.argv.slice(2);
const filesDir = join(dataDir, "files");
const db = await openDb({ dataDir, filesDir });
const now = Number(time);
const app = makeApp(readConfig({ LOG_LEVEL: "silent", DEMO: "off" }), db, () => now);
const ctx = systemCtx(app, { tenant_id: Number(tenantId), code: "arc", zone: "Asia/Shanghai" }, now);
/** Prints the numbers of readings and shots as a line of JSON. */
async function printState(): Promise<void> {
  const [[state]] = await db.run(ctx.who.tenantId, [
    sql<{ rows: number; hour_shots: number; bound: number; parts: number; distinct_readings: number }>`
    select
      (select count(*) from reading where tenant_id = ${ctx.who.tenantId}) as rows,
      (select coalesce(sum(shots), 0)::bigint from shot_hour where tenant_id = ${ctx.who.tenantId}) as hour_shots,
      (
        select coalesce(sum(bound_shots + unbound_shots), 0)::bigint
        from counter_state
        where tenant_id = ${ctx.who.tenantId}
      ) as bound,
      (select count(*) from reading_archive where tenant_id = ${ctx.who.tenantId}) as parts,
      (
        (select count(*) from reading where tenant_id = ${ctx.who.tenantId} and at >= coalesce(
          (select max(until_at) from reading_archive where tenant_id = ${ctx.who.tenantId}), '-infinity'))
        + (select coalesce(sum(reading_rows), 0)::bigint from reading_archive where tenant_id = ${ctx.who.tenantId})
      ) as distinct_readings
  `,
  ]);
  process.stdout.write(`${JSON.stringify(state)}\n`);
}

await printState();
let seen = 0;
for await (const _ of archiveReadings(ctx, filesDir, (done) => {
  if (done === step && ++seen === Number(nth)) process.kill(process.pid, "SIGKILL");
}));
await printState();
await db.close();
process.exit(0);
