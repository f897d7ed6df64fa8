/** Print jobs that run in this tab. Pages without https have no locks, so other tabs are unknown to them. */
const here = new Set<string>();
const prefix = "shotkeeper.print.";

/** Marks a print job as running, in all tabs of this browser. The browser ends the mark when the page is closed. */
export async function whileRunning<T>(jobId: string, work: () => Promise<T>): Promise<T> {
  here.add(jobId);
  try {
    if (!("locks" in navigator)) return await work();
    return await navigator.locks.request(`${prefix}${jobId}`, work);
  } finally {
    here.delete(jobId);
  }
}

/** Returns the print jobs that run in this browser. Their labels must not be printed by another job. */
export async function runningJobs(): Promise<ReadonlySet<string>> {
  const { held = [] } = "locks" in navigator ? await navigator.locks.query() : {};
  const names = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return new Set([...here, ...names]);
}
