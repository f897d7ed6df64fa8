import { standardWorker, type WorkerName } from "./standard-worker.ts";

const own: Partial<Record<WorkerName, () => Worker>> = {};

/**
 * Replaces the workers that read and write spreadsheets. Only pages whose Content-Security-Policy forbids `blob:`
 * workers need this function. The scripts of the workers are in the package: `workers/import.js` and
 * `workers/write.js`.
 */
export function setWorkers(workers: Readonly<Partial<Record<WorkerName, () => Worker>>>): void {
  Object.assign(own, workers);
}

export const startWorker = async (name: WorkerName): Promise<Worker> =>
  own[name]?.() ?? (await standardWorker(name));
