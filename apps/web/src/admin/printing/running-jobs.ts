/**
 * Ids of the print jobs that run in this tab. Without HTTPS, a page has no locks, so it knows only these jobs and not
 * the jobs of other tabs.
 */
const here = new Set<string>();
const prefix = "shotkeeper.print.";

/** Marks a print job as running for all tabs, by a lock. The browser releases the lock when the page is closed. */
export async function whileRunning<T>(jobId: string, work: () => Promise<T>): Promise<T> {
  here.add(jobId);
  try {
    if (!("locks" in navigator)) return await work();
    return await navigator.locks.request(`${prefix}${jobId}`, work);
  } finally {
    here.delete(jobId);
  }
}

/** Returns the ids of the print jobs that run in this browser. Another job must not print labels of these jobs. */
export async function runningJobs(): Promise<ReadonlySet<string>> {
  const { held = [] } = "locks" in navigator ? await navigator.locks.query() : {};
  const names = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return new Set([...here, ...names]);
}
