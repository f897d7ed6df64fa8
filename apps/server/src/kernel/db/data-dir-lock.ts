import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process in clock ticks since boot: a pid alone may be another process by now. */
  readonly started: string;
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function isAlive(h: Holder): boolean {
  // On another host its processes cannot be seen: it is taken to live, never expired by age.
  if (h.host !== hostname()) return true;
  try {
    process.kill(h.pid, 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const started = startOf(h.pid);
  return started === "" || h.started === "" || started === h.started;
}

/** Keeps a second process out of an embedded database's directory. Returns the release. */
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
          // gone already
        }
      };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    }
    let holder: Holder | undefined;
    try {
      holder = JSON.parse(readFileSync(file, "utf8")) as Holder;
    } catch {
      holder = undefined; // being written, or cut off by a crash
    }
    if (holder && isAlive(holder)) {
      throw new Error(
        `the data directory ${dir} is in use by process ${holder.pid} on ${holder.host}; stop it, or choose another DATA_DIR`,
      );
    }
    if (attempt > 2) throw new Error(`cannot take over the lock ${file}; remove it if no server runs`);
    try {
      unlinkSync(file);
    } catch {
      // another process was faster
    }
  }
}
