/** Default duration after which a job starts no further statement, ms. */
const defaultMs = 1500;

/** Result of a job whose time was used up before its work was done. The job runner then runs it again at once. */
export const unfinished = "unfinished";
export type JobResult = typeof unfinished | undefined;

/**
 * Returns a function that returns true when the time is used up. The job then stops and returns `unfinished`. The next
 * run of the job continues with the oldest rows.
 */
export function timeBudget(ms = defaultMs): () => boolean {
  const startedAt = performance.now();
  return () => performance.now() - startedAt > ms;
}
