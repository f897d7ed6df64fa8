// Detects that npm was killed: then Ctrl+C no longer reaches this process.
import { readFileSync } from "node:fs";

/** Returns the parent of a process; 0 if the system does not tell it. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

/** Calls `stop` when the npm process that runs `script` is gone. A shell may be between the two. */
export function stopWithNpm(script, stop) {
  if (process.env.npm_lifecycle_event !== script) return;
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = parents();
  setInterval(() => {
    if (parents() !== before) stop();
  }, 1000).unref();
}
