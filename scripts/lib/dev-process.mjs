// Starts and stops one process of the development server.
import { spawn } from "node:child_process";
import { root } from "./root.mjs";

/**
 * Maximum time for a graceful stop, ms. After this time the process is killed, which the embedded database survives.
 */
const stopMs = 10_000;

/**
 * Starts the server in a child process. `loaded` resolves with true when the modules are loaded; the process then waits
 * until `release` is called. `serving` resolves with true when the server answers requests. Both resolve with false if
 * the process ends before.
 *
 * @param {string} file bundle to run
 * @param {NodeJS.ProcessEnv} env
 */
export function startDevProcess(file, env) {
  const child = spawn(process.execPath, ["--enable-source-maps", file], {
    cwd: root,
    env,
    // By this IPC channel the server notices that the launcher has ended, and stops.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = new Promise((resolve) => child.once("exit", () => resolve(false)));
  const reached = (word) =>
    Promise.race([exited, new Promise((resolve) => child.on("message", (m) => m === word && resolve(true)))]);
  return {
    loaded: reached("loaded"),
    serving: reached("serving"),
    exited,
    release() {
      if (child.connected) child.send("open");
    },
    async stop() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), stopMs);
      await exited;
      clearTimeout(late);
    },
  };
}
