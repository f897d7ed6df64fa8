import { join } from "node:path";
import { systemCtx } from "../../jobs/runner.ts";
import { readConfig } from "../../kernel/config.ts";
import { openDb } from "../../kernel/db/open.ts";
import { makeApp } from "../../make-app.ts";
import { archiveReadings } from "../../modules/counter/index.ts";

/**
 * Archives the readings of a tenant, as the job does, and kills itself after a step.
 * Arguments: data directory, tenant id, time (epoch ms), step, and in which run of that step.
 */
const [dataDir = "", tenantId = "", time = "", step = "", nth = ""] = process.argv.slice(2);
const filesDir = join(dataDir, "files");
const db = await openDb({ dataDir, filesDir });
const now = Number(time);
const app = makeApp(readConfig({ LOG_LEVEL: "silent", DEMO: "off" }), db, () => now);
const ctx = systemCtx(app, { tenant_id: Number(tenantId), code: "arc", zone: "Asia/Shanghai" }, now);
let seen = 0;
for await (const _ of archiveReadings(ctx, filesDir, (done) => {
  if (done === step && ++seen === Number(nth)) process.kill(process.pid, "SIGKILL");
}));
await db.close();
process.exit(0);
