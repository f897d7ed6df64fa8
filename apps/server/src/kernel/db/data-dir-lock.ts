import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/** Content of the lock file: the process that holds the lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /**
   * Start time of the process, in clock ticks since boot. The system may give the pid of an ended process to a new
   * process, which then has another start time.
   */
  readonly started: string;
}

/** Returns the start time of a process. Returns an empty string if the system does not publish it (no /proc). */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function isAlive(h: Holder): boolean {
  // A lock of another host counts as held for ever, because the processes of that host are not visible here.
  if (h.host !== hostname()) return true;
  try {
    process.kill(h.pid, 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const started = startOf(h.pid);
  return started === "" || h.started === "" || started === h.started;
}

/**
 * Locks the directory of an embedded database against a second process. Returns the function that releases the lock.
 * Takes over the lock of a process that has ended. Throws while another process holds the lock.
 */
export function lockDataDir(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "lock");
  const me: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  for (let attempt = 0; ; attempt++) {
    try {
      const fd = openSync(file, "wx");
      writeSync(fd, JSON.stringify(me));
      closeSync(fd);
      return () => {
        try {
          if ((JSON.parse(readFileSync(file, "utf8")) as Holder).pid === me.pid) unlinkSync(file);
        } catch {
          // The lock file is already gone, so there is nothing to release.
        }
      };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    }
    let holder: Holder | undefined;
    try {
      holder = JSON.parse(readFileSync(file, "utf8")) as Holder;
    } catch {
      holder = undefined; // The file is being written, or a crash truncated the file.
    }
    if (holder && isAlive(holder)) {
      throw new Error(
        `the data directory ${dir} is in use by process ${holder.pid} on ${holder.host}; ` +
          "stop it, or choose another DATA_DIR",
      );
    }
    if (attempt > 2) throw new Error(`cannot take over the lock ${file}; remove it if no server runs`);
    try {
      unlinkSync(file);
    } catch {
      // Another process has removed the lock file first. The next attempt sees whether that process holds the lock.
    }
  }
}
