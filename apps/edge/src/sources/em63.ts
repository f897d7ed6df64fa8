import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { replaceFile } from "../files.ts";
import type { Reading, SourceConfig } from "../types.ts";
import { abortJob, type ReportRow, readReport, refusalOf, reportJob, requestFile } from "./em63-files.ts";
import type { Reader } from "./source.ts";

/** Names of the jobs and their files. File names of old controllers have up to 8 characters. */
const name = "SHOTKEEP";
const abortName = "SHOTABRT";
const session = "SESS0001";
/** A report begins again after this time, ms, so that its file stays small. */
const reportLifeMs = 24 * 3_600_000;
/** A report whose file did not change for this time begins again, ms: a restarted machine has forgotten it. */
const silentMs = 10 * 60_000;
const responseMs = 6000;

interface Times {
  readonly responseMs?: number;
  readonly silentMs?: number;
  readonly reportLifeMs?: number;
}

/** What is stored between two starts: the rows that were read, and how the machine's clock differs from this one. */
interface Progress {
  readonly seen: number;
  readonly offsetMs: number | null;
}

const nothing: Progress = { seen: 0, offsetMs: null };
/** Difference from the expected time that means that somebody has set a clock, ms. */
const clockChangeMs = 15 * 60_000;

/**
 * Readings of the rows of a report from the row `seen` on: the last row of each run of rising counts. A count that fell
 * was set back, so the count before it must not be left out. The time of a reading depends on the rows and the stored
 * offset only, so that a row that is read again after a crash is the same reading.
 */
export function readingsOf(
  device: string,
  rows: readonly ReportRow[],
  { seen, offsetMs }: Progress,
  now: number,
): Reading[] {
  return rows.flatMap((row, i) => {
    const next = rows[i + 1];
    const { count, mold, machineTime } = row;
    if (i < seen) return [];
    if (machineTime === undefined || offsetMs === null) return next ? [] : [{ device, count, at: now, mold }];
    if (next && next.count >= count) return [];
    // Rows of the same second keep their order.
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
  /** True while the report was aborted and must begin again. */
  let mustBegin = false;

  /** Lets the machine execute a job. Returns the reason if it refuses. Throws if it does not answer. */
  async function execute(job: string, content: string, signal?: AbortSignal): Promise<string | undefined> {
    const response = path(`${session}.RSP`);
    await rm(response, { force: true });
    await writeFile(path(job), content);
    // The request appears at once as a whole, because the machine may read it at any time.
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
    await replaceFile(progressPath, JSON.stringify(next));
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
      progress ??= await loadProgress(progressPath);
      // Fails early if the folder is missing, with the reason of the operating system.
      await stat(folder);
      if (await isStale()) {
        // A machine without this report refuses to abort it.
        await execute(`${abortName}.JOB`, abortJob(abortName, name), signal);
        mustBegin = true;
      }
      const text = await readFile(data, "latin1").catch(ignoreBusy);
      const all = text === undefined ? [] : readReport(text);
      // A file with fewer rows was written anew.
      const seen = all.length >= progress.seen ? progress.seen : 0;
      const now = Date.now();
      const last = all.length > seen ? all.at(-1) : undefined;
      if (last?.machineTime !== undefined) {
        const { offsetMs } = progress;
        const isSet = offsetMs !== null && Math.abs(last.machineTime + offsetMs - now) < clockChangeMs;
        // The offset is stored before it is used, so that rows keep their times after a crash.
        if (!isSet) await store({ seen, offsetMs: now - last.machineTime });
      }
      const readings = readingsOf(sourceId, all, { ...progress, seen }, now);
      progress = { ...progress, seen: all.length };
      if (last) lastCount = last.count;
      if (readings.length > 0 || lastCount === undefined) return readings;
      return [{ device: sourceId, count: lastCount, at: now }];
    },
    // The rows are in the journal now.
    stored: async () => {
      if (!mustBegin) return progress && store(progress);
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

async function loadProgress(path: string): Promise<Progress> {
  const text = await readFile(path, "utf8").catch(() => "null");
  const { seen, offsetMs }: Partial<Progress> = JSON.parse(text) ?? {};
  return {
    seen: Number.isSafeInteger(seen) ? Number(seen) : 0,
    offsetMs: typeof offsetMs === "number" ? offsetMs : null,
  };
}

/** A file of a share may be missing, or locked while the machine writes it. It is read at the next time. */
function ignoreBusy(cause: NodeJS.ErrnoException): undefined {
  if (["ENOENT", "EBUSY", "EPERM", "EACCES"].includes(cause.code ?? "")) return undefined;
  throw cause;
}
