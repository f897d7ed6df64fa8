import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { replaceFile } from "../files.ts";
import type { Reading, SourceConfig } from "../types.ts";
import { abortJob, type ReportRow, readReport, refusalOf, reportJob, requestFile } from "./em63-files.ts";
import type { Reader } from "./source.ts";

/** Names of the jobs and their files. Old controllers accept file names of at most 8 characters. */
const name = "SHOTKEEP";
const abortName = "SHOTABRT";
const session = "SESS0001";
/**
 * Age at which the gateway ends the machine's report and begins a new one, ms, so that the report's file stays small.
 */
const reportLifeMs = 24 * 3_600_000;
/**
 * If the file of the machine's report has not changed for this time, the gateway begins a new report, ms. A machine
 * that was restarted no longer writes the report.
 */
const silentMs = 10 * 60_000;
const responseMs = 6000;

interface Times {
  readonly responseMs?: number;
  readonly silentMs?: number;
  readonly reportLifeMs?: number;
}

/**
 * Progress that is stored on disk. `seen`: number of rows of the report that were read. `offsetMs`: lead of this
 * computer's clock over the machine's clock, ms; null until the first row with a time. `arrival`: time at which rows
 * without a time were found, and number of rows of the report at that time. Null: no such row is being read.
 */
interface Progress {
  readonly seen: number;
  readonly offsetMs: number | null;
  readonly arrival: { readonly rows: number; readonly at: number } | null;
}

const nothing: Progress = { seen: 0, offsetMs: null, arrival: null };
/**
 * Smallest difference between this computer's time and the time of the newest row (plus `offsetMs`) that shows that
 * somebody has set one of the two clocks, ms. The gateway then measures `offsetMs` again.
 */
const clockChangeMs = 15 * 60_000;

/**
 * Returns the readings of a report, from the row with index `seen` on. While counts rise, only the last row gives a
 * reading. If the machine has reset its count, the last row before the reset also gives a reading, so no shot is lost.
 * Rows without a time get the time at which they were found (`arrival`). The times depend only on the rows and on the
 * stored progress. So rows that are read again after a crash give the same readings, which the server recognizes.
 */
export function readingsOf(
  device: string,
  rows: readonly ReportRow[],
  { seen, offsetMs, arrival }: Progress,
): Reading[] {
  return rows.flatMap((row, i) => {
    const next = rows[i + 1];
    const { count, mold, machineTime } = row;
    if (i < seen) return [];
    if (next && next.count >= count) return [];
    // Adds 1 ms for each row, so that the rows keep their order.
    if (machineTime === undefined || offsetMs === null)
      return [{ device, count, at: (arrival?.at ?? 0) + i - seen, mold }];
    // Adds 1 ms for each earlier row of the same second, so that these rows keep their order.
    let at = machineTime + offsetMs;
    for (let k = i - 1; k >= 0 && rows[k]?.machineTime === machineTime; k--) at++;
    return [{ device, count, at, mold }];
  });
}

/** Reads counts from the files of a EUROMAP 63 session. The machine answers in the same folder. */
export function em63Reader(
  { sourceId, address: folder }: SourceConfig,
  dir: string,
  times: Times = {},
): Reader {
  const limit = { responseMs, silentMs, reportLifeMs, ...times };
  const path = (file: string) => join(folder, file);
  const data = path(`${name}.DAT`);
  const progressPath = join(dir, `em63-${sourceId}.json`);
  let progress: Progress | undefined;
  let begunAt: number | undefined;
  let lastCount: number | undefined;
  /** Progress after the last read. It is stored when the readings are in the journal. */
  let read: Progress | undefined;
  /** False if the report has rows that the last read left for the next one. */
  let isWhole = true;
  /** True if the report was aborted and must begin again. */
  let mustBegin = false;

  /**
   * Lets the machine execute a job. Returns the machine's reason if the machine refuses the job. Throws if the machine
   * does not answer.
   */
  async function execute(job: string, content: string, signal?: AbortSignal): Promise<string | undefined> {
    const response = path(`${session}.RSP`);
    await rm(response, { force: true });
    await writeFile(path(job), content);
    // Renames the complete file (atomic), because the machine may read the request at any time.
    await writeFile(path(`${session}.TMP`), requestFile(job));
    await rename(path(`${session}.TMP`), path(`${session}.REQ`));
    const end = Date.now() + limit.responseMs;
    for (;;) {
      const text = await readFile(response, "latin1").catch(ignoreBusy);
      if (text?.trimEnd().endsWith(";")) return refusalOf(text);
      if (Date.now() > end) throw new Error("The machine does not answer the request file");
      await sleep(100, undefined, { signal });
    }
  }

  async function store(next: Progress): Promise<void> {
    await replaceFile(progressPath, JSON.stringify({ folder, ...next }));
    progress = next;
  }

  async function isStale(): Promise<boolean> {
    if (begunAt === undefined || Date.now() - begunAt > limit.reportLifeMs) return true;
    const changedAt = await stat(data).then(
      (s) => s.mtimeMs,
      () => 0,
    );
    return Date.now() - Math.max(changedAt, begunAt) > limit.silentMs;
  }

  return {
    read: async (signal) => {
      progress ??= await loadProgress(progressPath, folder);
      // Fails early if the folder is missing, with the reason of the operating system.
      await stat(folder);
      if (await isStale()) {
        // Ignores a refusal: a machine without this report refuses to abort the report.
        await execute(`${abortName}.JOB`, abortJob(abortName, name), signal);
        mustBegin = true;
      }
      const text = await readFile(data, "latin1").catch(ignoreBusy);
      const all = text === undefined ? [] : readReport(text);
      // A file with fewer rows than before is a new one, so it is read from its first row.
      const seen = all.length >= progress.seen ? progress.seen : 0;
      const now = Date.now();
      // Rows that came after a stored arrival are read next time, with their own arrival.
      const kept = seen === progress.seen ? progress.arrival : null;
      const rows = kept ? all.slice(0, kept.rows) : all;
      isWhole = rows.length === all.length;
      const last = rows.length > seen ? rows.at(-1) : undefined;
      let { offsetMs } = progress;
      if (last?.machineTime !== undefined) {
        const isSet = offsetMs !== null && Math.abs(last.machineTime + offsetMs - now) < clockChangeMs;
        if (!isSet) offsetMs = now - last.machineTime;
      }
      const isUntimed = rows.slice(seen).some((r) => r.machineTime === undefined || offsetMs === null);
      const used: Progress = {
        seen,
        offsetMs,
        arrival: isUntimed ? (kept ?? { rows: rows.length, at: now }) : null,
      };
      // Stores the lead of this computer's clock over the machine's clock (`offsetMs`) and the arrival before they are
      // used. After a crash, the same rows are then read with the same values. So their readings get the same times,
      // and the server recognizes them as repeated.
      if (offsetMs !== progress.offsetMs || used.arrival !== kept) await store(used);
      const readings = readingsOf(sourceId, rows, used);
      read = { seen: rows.length, offsetMs, arrival: null };
      if (last) lastCount = last.count;
      if (readings.length > 0 || lastCount === undefined) return readings;
      return [{ device: sourceId, count: lastCount, at: now }];
    },
    // The gateway calls this function when the rows of the machine's report are in the journal. Only now may the file
    // of an aborted report be deleted and the next report begin, because no row can be lost any more.
    stored: async () => {
      if (!mustBegin || !isWhole) return read && store(read);
      await rm(data, { force: true });
      await store(nothing);
      const refusal = await execute(`${name}.JOB`, reportJob(name));
      if (refusal !== undefined) throw new Error(refusal);
      mustBegin = false;
      begunAt = Date.now();
    },
    close: async () => {},
  };
}

/**
 * Reads the stored progress. Progress in another folder belongs to another machine, so it does not count. Earlier
 * versions stored no folder.
 */
async function loadProgress(path: string, folder: string): Promise<Progress> {
  const text = await readFile(path, "utf8").catch(() => "null");
  const stored: Partial<Progress & { readonly folder: string }> = JSON.parse(text) ?? {};
  if (stored.folder !== undefined && stored.folder !== folder) return nothing;
  const { seen, offsetMs, arrival } = stored;
  const isArrival = Number.isSafeInteger(arrival?.rows) && Number.isSafeInteger(arrival?.at);
  return {
    seen: Number.isSafeInteger(seen) ? Number(seen) : 0,
    offsetMs: typeof offsetMs === "number" ? offsetMs : null,
    arrival: arrival && isArrival ? arrival : null,
  };
}

/** Ignores the error of a file that is missing, or locked while the machine writes it. The next poll reads the file. */
function ignoreBusy(cause: NodeJS.ErrnoException): undefined {
  if (["ENOENT", "EBUSY", "EPERM", "EACCES"].includes(cause.code ?? "")) return undefined;
  throw cause;
}
