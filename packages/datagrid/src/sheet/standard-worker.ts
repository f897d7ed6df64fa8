/** "import" reads files, "write" writes them. */
export type WorkerName = "import" | "write";

/**
 * Starts a worker by its own module. In the npm package, build.mjs replaces this file: not every bundler finds workers
 * of packages, so the package starts them from a text.
 */
export async function standardWorker(name: WorkerName): Promise<Worker> {
  return name === "import"
    ? new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" })
    : new Worker(new URL("./write-worker.ts", import.meta.url), { type: "module" });
}
