// Starts a private PostgreSQL server on a free port, for long tests. Returns undefined if PostgreSQL is not installed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const home = "/usr/lib/postgresql";

/** Returns the folder with the programs of the newest installed PostgreSQL server. */
function programs() {
  if (!existsSync(home)) return undefined;
  const versions = readdirSync(home).filter((v) => existsSync(join(home, v, "bin", "initdb")));
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest && join(home, newest, "bin");
}

/**
 * Runs a program of PostgreSQL. If this process runs as root, the program runs as the user `postgres`, because
 * PostgreSQL refuses to run as root.
 */
function asPostgres(program, args) {
  const isRoot = process.getuid?.() === 0;
  const drop = ["--reuid=postgres", "--regid=postgres", "--init-groups"];
  // Ignores the output, because a server that pg_ctl starts would keep an output pipe of this process open.
  execFileSync(isRoot ? "setpriv" : program, isRoot ? [...drop, program, ...args] : args, {
    stdio: "ignore",
    cwd: "/",
  });
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/**
 * Starts a PostgreSQL server for tests. Returns undefined if PostgreSQL is not installed.
 * @returns {Promise<{ url: string, crash(): void, start(): void, stop(): void } | undefined>}
 */
export async function startCluster() {
  const bin = programs();
  if (!bin) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "shotkeeper-pg-"));
  if (process.getuid?.() === 0) execFileSync("chown", ["postgres:", folder]);
  const data = join(folder, "data");
  asPostgres(join(bin, "initdb"), [
    ...["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
  ]);
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    max_connections: 100,
    // Does not wait for the disk, because the data need not survive a crash of the computer.
    fsync: "off",
    full_page_writes: "off",
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const control = (...args) => asPostgres(join(bin, "pg_ctl"), ["-D", data, "-w", ...args]);
  const start = () => control("-l", join(folder, "log"), "-o", `-p ${port} ${options.join(" ")}`, "start");
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Stops the server as a crash does: it cuts off connections and running transactions. */
    crash: () => control("-m", "immediate", "stop"),
    /** Starts the server again after `crash`. */
    start,
    /** Ends the server and deletes its data. */
    stop() {
      try {
        control("-m", "immediate", "stop");
      } catch {
        // Ignores the error: `crash` has stopped the server already.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
