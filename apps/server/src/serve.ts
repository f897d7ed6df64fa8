import cluster from "node:cluster";
import { demoPassword, ensureDemo, startDemo } from "./demo/index.ts";
import type { Config } from "./kernel/config.ts";
import { errField, log } from "./kernel/server-log.ts";
import { type RunningServer, type StartOptions, startServer } from "./start.ts";
import { WorkerLink } from "./workers/link.ts";
import { Supervisor } from "./workers/supervisor.ts";

export interface ServeOptions extends StartOptions {
  /**
   * Called as soon as the server answers requests. `demo` is true if the server runs a demo tenant, which then exists
   * already.
   */
  readonly onServing: (server: RunningServer, demo: boolean) => void;
}

/** Runs the server until it receives a signal to stop. Ends the process with exit code 1 if the server cannot start. */
export async function serve(settings: () => Config, o: ServeOptions): Promise<void> {
  try {
    const config = settings();
    log.level = config.logLevel;
    log.info(
      { event: "start", node: process.version, engine: config.databaseUrl ? "postgresql" : "embedded" },
      "Shotkeeper starts",
    );
    if (cluster.isPrimary && config.workers > 1) {
      if (config.databaseUrl) return await supervise(config.workers);
      log.warn(`WORKERS=${config.workers} needs DATABASE_URL: one process serves the embedded database`);
    }
    await serveHere(config, o, cluster.isWorker ? new WorkerLink() : undefined);
  } catch (cause) {
    // Logs no stack, because the message of a wrong setting or a failed migration says what to do.
    const reason = cause instanceof Error ? cause.message : String(cause);
    log.fatal({ event: "start-failed" }, `Shotkeeper did not start: ${reason}`);
    process.exit(1);
  }
}

/** Starts the supervisor, which runs several worker processes that answer requests (decision 23). */
async function supervise(workers: number): Promise<void> {
  const supervisor = new Supervisor({
    workers,
    onServing: (address) =>
      log.info({ event: "serving", address }, `Shotkeeper is serving at ${address} with ${workers} workers`),
    onEnd: (code) => {
      log.info({ event: "stopped" }, "Shotkeeper has stopped");
      process.exit(code);
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"])
    process.on(signal, () => {
      logStop(signal);
      supervisor.stop();
    });
  process.on("SIGHUP", () => void supervisor.restart());
  await supervisor.start();
}

/** Logs why the server stops: a signal, or the end of the process that started it. */
function logStop(signal: string): void {
  log.info(
    { event: "stop", signal },
    `Shotkeeper stops (${signal}): it finishes requests and stores readings`,
  );
}

function warn(config: Config, { app }: RunningServer): void {
  if (config.captchaBypass)
    log.warn(
      "CAPTCHA_BYPASS_CODE is set; anybody who knows it passes the captcha. For automated tests only.",
    );
  if (config.databaseUrl && !config.databaseOwnerUrl)
    log.warn(
      "the user of DATABASE_URL owns the database, so an SQL injection could read all tenants. Set " +
        "DATABASE_OWNER_URL to the owner and DATABASE_URL to a user that only serves (docs/operations.md).",
    );
  const { unavailable } = app.db.scripts;
  if (unavailable) log.warn(`scripts are off: ${unavailable}`);
}

/**
 * Returns the id of the demo tenant, and creates it if the database has no tenant. Returns undefined if the database
 * has only other tenants, or if the demo is off. Without the setting DEMO it is on only for the embedded database.
 */
function demoTenantOf(config: Config, { app }: RunningServer): Promise<number | undefined> {
  return (config.demo ?? !config.databaseUrl) ? ensureDemo(app) : Promise.resolve(undefined);
}

/** Answers requests in this process, as the only process or as one of several workers. */
async function serveHere(config: Config, o: ServeOptions, link: WorkerLink | undefined): Promise<void> {
  const server = await startServer(config, { ...o, link });
  let demo: ReturnType<typeof startDemo> | undefined;
  const endDemo = async () => {
    const running = demo;
    demo = undefined;
    await running?.stop();
  };
  let stopping = false;
  const stop = (signal = "supervisor") => {
    if (stopping) return;
    stopping = true;
    if (!link) logStop(signal);
    endDemo()
      .then(() => server.stop())
      .then(
        () => {
          if (!link) log.info({ event: "stopped" }, "Shotkeeper has stopped");
          process.exit(0);
        },
        (cause) => {
          log.error(errField(cause), "Shotkeeper has stopped after a failure");
          process.exit(1);
        },
      );
  };
  if (!link) {
    warn(config, server);
    const tenant = await demoTenantOf(config, server);
    o.onServing(server, tenant !== undefined);
    if (tenant !== undefined) demo = startDemo(server.app, tenant);
  }
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("SIGTERM", () => stop("SIGTERM"));
  // The IPC channel has closed, so the launcher process has ended. The server stops too, because nothing else would
  // stop it.
  process.on("disconnect", () => stop("disconnect"));
  // Without a handler, SIGHUP would end the process. On SIGHUP the supervisor restarts the workers, and a server with
  // TLS reads its certificates again.
  process.on("SIGHUP", () => {});
  if (!link) return;
  link.serve(server.address, {
    async lead() {
      warn(config, server);
      await server.lead();
      const tenant = await demoTenantOf(config, server);
      if (tenant !== undefined) demo = startDemo(server.app, tenant);
    },
    async release() {
      await endDemo();
      await server.release();
    },
    stop,
  });
}

/** Prints the address of the server, and the user names and password of the demo. */
export function printAddress({ address }: RunningServer, demo: boolean): void {
  log.info({ event: "serving", address }, `Shotkeeper is serving at ${address}`);
  if (demo)
    log.info(
      `Demo: tenant demo; users admin, oem, plant, maker, cust, dev; password ${demoPassword} each. ` +
        "DEMO=off does without.",
    );
}
