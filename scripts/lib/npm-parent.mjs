// Stops a script when npm was killed, because Ctrl+C then no longer reaches the script.
import { readFileSync } from "node:fs";

/** Returns the parent's process id. Returns 0 if the system does not publish it. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

/** Calls `stop` when the npm process that runs `script` has ended. A shell may be between npm and this process. */
export function stopWithNpm(script, stop) {
  if (process.env.npm_lifecycle_event !== script) return;
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = parents();
  setInterval(() => {
    if (parents() !== before) stop();
  }, 1000).unref();
}
