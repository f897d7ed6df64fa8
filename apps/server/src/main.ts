import { demoPassword, ensureDemo, startDemo } from "./demo/index.ts";
import { readConfig } from "./kernel/config.ts";
import { startServer } from "./start.ts";

try {
  const config = readConfig(process.env);
  const server = await startServer(config);
  if (config.captchaBypass)
    console.warn(
      "WARNING: CAPTCHA_BYPASS_CODE is set; anybody who knows it passes the captcha. For automated tests only.",
    );
  // Without a word about it: on where the database is embedded and empty, or holds a demo already.
  const wanted = config.demo ?? !config.databaseUrl;
  const demoTenant = wanted ? await ensureDemo(server.app) : undefined;
  console.log(`Shotkeeper is serving at ${server.address}`);
  if (demoTenant !== undefined)
    console.log(
      `Demo: tenant demo; users admin, oem, plant, maker, cust, dev; password ${demoPassword} each. DEMO=off does without.`,
    );
  const demo = demoTenant === undefined ? undefined : startDemo(server.app, demoTenant);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    (demo?.stop() ?? Promise.resolve())
      .then(() => server.stop())
      .then(
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
