import { appendFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SimMachine } from "./machine.ts";

interface Report {
  readonly job: string;
  readonly file: string;
  readonly parameters: readonly string[];
}

const pad = (n: number) => String(n).padStart(2, "0");

/**
 * Simulates a machine with a EUROMAP 63 interface, which is a folder of files. Executes the job that the file
 * SESS0001.REQ requests, answers with SESS0001.RSP, and at each shot appends a row to the file of the running report.
 */
export function startEm63(machine: SimMachine, folder: string, { pollMs = 50 } = {}) {
  const stopping = new AbortController();
  let report: Report | undefined;
  const path = (file: string) => join(folder, file);

  const values = (): Readonly<Record<string, string>> => {
    const now = new Date();
    return {
      DATE: `${now.getFullYear()}${pad(now.getMonth() + 1)}${pad(now.getDate())}`,
      TIME: `${pad(now.getHours())}:${pad(now.getMinutes())}:${pad(now.getSeconds())}`,
      ActCntCyc: String(machine.count),
      SetDescMld: `"${machine.mold}"`,
    };
  };

  /** Executes the commands of a job file. Returns false if a command is refused. */
  async function execute(text: string): Promise<boolean> {
    const abort = /ABORT\s+JOB\s+(\w+)/.exec(text);
    if (abort) {
      const isKnown = report?.job === abort[1];
      report = undefined;
      return isKnown;
    }
    const job = /JOB\s+(\w+)/.exec(text)?.[1];
    const [, file, list] = /REPORT\s+\w+\s+REWRITE\s+"([^"]+)"[\s\S]*?PARAMETERS\s+([^;]+);/.exec(text) ?? [];
    if (job === undefined || file === undefined || list === undefined) return false;
    const parameters = list.split(",").map((name) => name.trim());
    if (parameters.some((name) => !(name in values()))) return false;
    report = { job, file, parameters };
    await writeFile(path(file), `${parameters.join(",")}\r\n`);
    return true;
  }

  async function answer(): Promise<void> {
    const request = await readFile(path("SESS0001.REQ"), "latin1").catch(() => undefined);
    if (request === undefined) return;
    await rm(path("SESS0001.REQ"));
    const [, serial = "00000001", job = ""] = /(\d{8})\s+EXECUTE\s+"([^"]+)"/.exec(request) ?? [];
    const text = await readFile(path(job), "latin1").catch(() => "");
    const isDone = await execute(text);
    const word = isDone ? "PROCESSED" : "ERROR 00000003 00000001";
    await writeFile(path("SESS0001.NEW"), `${serial} ${word} "EXECUTE ${job}";\r\n`);
    await rename(path("SESS0001.NEW"), path("SESS0001.RSP"));
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await answer();
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    /** Makes a shot, and appends a row with its values to the file of the running report, if there is one. */
    shoot: async () => {
      machine.shoot();
      if (!report) return;
      const now = values();
      await appendFile(path(report.file), `${report.parameters.map((name) => now[name]).join(",")}\r\n`);
    },
    /** Ends the running report, like a machine that is switched off and on. */
    restart: () => {
      report = undefined;
    },
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
