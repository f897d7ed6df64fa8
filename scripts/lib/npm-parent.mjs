// Under npm: when npm was killed, nobody passes on the user's Ctrl+C any more.
import { readFileSync } from "node:fs";

/** Parent of another process; 0 where the system does not tell. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

/** Calls `stop` when the npm that runs `script` is gone. npm sits above a shell. */
export function stopWithNpm(script, stop) {
  if (process.env.npm_lifecycle_event !== script) return;
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = parents();
  setInterval(() => {
    if (parents() !== before) stop();
  }, 1000).unref();
}
