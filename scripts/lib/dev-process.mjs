// One run of the development server.
import { spawn } from "node:child_process";
import { root } from "./root.mjs";

/** Time for a graceful stop, ms; then the process is killed. The embedded database survives that. */
const stopMs = 10_000;

/**
 * @param {string} file bundle to run @param {NodeJS.ProcessEnv} env
 * `loaded`: its modules are evaluated and it waits for `release`. `serving`: it answers requests. Both are false where
 * the process ended before.
 */
export function startDevProcess(file, env) {
  const child = spawn(process.execPath, ["--enable-source-maps", file], {
    cwd: root,
    env,
    // Over this channel the server notices when this process is gone, and stops.
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
