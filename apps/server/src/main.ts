import { readConfig } from "./kernel/config.ts";
import { sql } from "./kernel/db/sql.ts";
import { startServer } from "./start.ts";
import { createTenant } from "./tenants/create-tenant.ts";

try {
  const config = readConfig(process.env);
  const server = await startServer(config);
  if (config.captchaBypass)
    console.warn(
      "WARNING: CAPTCHA_BYPASS_CODE is set; anybody who knows it passes the captcha. For automated tests only.",
    );
  const [rows] = await server.app.db.platform(sql`select 1 from tenant limit 1`);
  if (rows?.length === 0 && (config.demo ?? !config.databaseUrl)) {
    await createTenant(
      server.app.db,
      { code: "demo", fullName: "Demo", adminPassword: "demo1234", demo: true },
      Date.now(),
    );
  }
  console.log(`Shotkeeper is serving at ${server.address}`);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // The launcher that holds the channel is gone: nobody would stop this server any more.
  process.on("disconnect", stop);
} catch (cause) {
  console.error(`Shotkeeper did not start: ${cause instanceof Error ? cause.message : cause}`);
  process.exit(1);
}
