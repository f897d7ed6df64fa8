import { demoPassword, ensureDemo, startDemo } from "./demo/index.ts";
import type { Config } from "./kernel/config.ts";
import { type RunningServer, type StartOptions, startServer } from "./start.ts";

export interface ServeOptions extends StartOptions {
  /**
   * Called when the server answers requests and the demo tenant, if one is wanted, exists. `demo` is false if there is
   * no demo tenant.
   */
  readonly onServing: (server: RunningServer, demo: boolean) => void;
}

/** Runs the server until it receives a signal to stop. Ends the process with exit code 1 if the server cannot start. */
export async function serve(settings: () => Config, o: ServeOptions): Promise<void> {
  try {
    const config = settings();
    const server = await startServer(config, o);
    if (config.captchaBypass)
      console.warn(
        "WARNING: CAPTCHA_BYPASS_CODE is set; anybody who knows it passes the captcha. For automated tests only.",
      );
    if (config.databaseUrl && !config.databaseOwnerUrl)
      console.warn(
        "WARNING: the user of DATABASE_URL owns the database, so an SQL injection could read all tenants. Set " +
          "DATABASE_OWNER_URL to the owner and DATABASE_URL to a user that only serves (docs/operations.md).",
      );
    const { unavailable } = server.app.db.scripts;
    if (unavailable) console.warn(`WARNING: scripts are off: ${unavailable}`);
    // If DEMO is not set, only the embedded database gets a demo, and only if it is empty. A demo that exists already
    // continues.
    const wanted = config.demo ?? !config.databaseUrl;
    const demoTenant = wanted ? await ensureDemo(server.app) : undefined;
    o.onServing(server, demoTenant !== undefined);
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
    // The IPC channel has closed, so the launcher process has ended. The server stops too, because nothing else would
    // stop it.
    process.on("disconnect", stop);
  } catch (cause) {
    console.error(`Shotkeeper did not start: ${cause instanceof Error ? cause.message : cause}`);
    process.exit(1);
  }
}

/** Prints the address of the server, and the user names and password of the demo. */
export function printAddress({ address }: RunningServer, demo: boolean): void {
  console.log(`Shotkeeper is serving at ${address}`);
  if (demo)
    console.log(
      "Demo: tenant demo; users admin, oem, plant, maker, cust, dev;",
      `password ${demoPassword} each. DEMO=off does without.`,
    );
}
