/** Name of a worker: "import" reads spreadsheet files, "write" writes them. */
export type WorkerName = "import" | "write";

/**
 * Starts a worker from its module. For the npm package, build.mjs replaces this file by one that starts the workers
 * from script texts. The reason: not every bundler finds the workers of a package.
 */
export async function standardWorker(name: WorkerName): Promise<Worker> {
  return name === "import"
    ? new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" })
    : new Worker(new URL("./write-worker.ts", import.meta.url), { type: "module" });
}
