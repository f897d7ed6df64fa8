import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { waybill } from "@shotkeeper/label-print/testing";
import { missingForCups, startCups } from "../cups.ts";
import { startTcpPrinter } from "../tcp-printer.ts";
import { cupsFolders, missingForPaper, networkPaper, type Paper, pdfPaper } from "./paper.ts";
import { AgentProcess, origin, PageProcess } from "./processes.ts";

// npm run torture -- labels: kills the print service and the printing page at random moments of 60-label jobs. Reads
// the bar codes of the printed labels. Each label must be on paper once when the user has settled the unsure ones.
const { values } = parseArgs({
  options: {
    agent: { type: "string", default: "" },
    client: { type: "string", default: "" },
    kills: { type: "string", default: "1000" },
    labels: { type: "string", default: "60" },
    printers: { type: "string", default: "folder,cups,network" },
    seed: { type: "string", default: "1" },
  },
});
const labelsPerJob = Number(values.labels);

/** Pseudo-random numbers from 0 to 1 (mulberry32), so that a seed repeats the choice of moments. */
let seed = Number(values.seed);
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

interface Way {
  /** Name of the printer at the print service. */
  readonly printer: string;
  readonly paper: Paper;
  /** Longest time between two kills, ms. Suits the duration of a job, so that kills meet all its phases. */
  readonly longestLife: number;
}

const empty = () => ({
  jobs: 0,
  labels: 0,
  read: 0,
  agentKills: 0,
  pageKills: 0,
  unsure: 0,
  onPaper: 0,
  again: 0,
  doubled: 0,
  missing: 0,
});
type Counts = ReturnType<typeof empty>;
const totals = new Map<string, Counts>();
const killsOf = (counts: Counts) => counts.agentKills + counts.pageKills;

/** True after a signal: the job that runs ends without kills, and no further job begins. */
let isEnding = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    isEnding = true;
  });

/** Runs one job under kills. Returns false if a label is doubled or missing. */
async function runJob(way: Way, no: number, agent: AgentProcess, token: string): Promise<boolean> {
  const counts = totals.get(way.printer) ?? empty();
  totals.set(way.printer, counts);
  const first = no * labelsPerJob;
  const jobId = `torture-${process.pid}-${no}`;
  const names = Array.from({ length: labelsPerJob }, (_, i) => waybill(first + i));
  const isOnPaper = async (wanted: readonly string[]) => {
    const codes = new Set(await way.paper.codes(jobId));
    return wanted.every((name) => codes.has(name));
  };
  /** Looks at the paper for the user. Waits for a label that the printer still prints. */
  const look = async (unsure: readonly string[]) => {
    counts.unsure += unsure.length;
    let isPrinted = false;
    for (let i = 0; i < 10 && !isPrinted; i++) {
      await pause(300);
      isPrinted = await isOnPaper(unsure);
    }
    counts[isPrinted ? "onPaper" : "again"] += unsure.length;
    return isPrinted ? "printed" : "again";
  };
  const args = [agent.address, origin, token, jobId, way.printer, String(labelsPerJob), String(first)];
  const looks: Promise<unknown>[] = [];
  const answer = (unsure: readonly string[]) => {
    const looking = look(unsure);
    looks.push(looking);
    return looking;
  };
  const open = () => new PageProcess(values.client, args, answer);
  let page = open();
  const kills = 12 + Math.floor(random() * 17);
  for (let i = 0; i < kills && page.isRunning && !isEnding; i++) {
    await pause(20 + random() * way.longestLife);
    if (!page.isRunning || isEnding) break;
    if (random() < 0.3) {
      await page.kill();
      counts.pageKills++;
      page = open();
      continue;
    }
    await agent.killAndStart();
    counts.agentKills++;
    // Waits for half of the starts. The other half may be killed while it starts.
    if (random() < 0.5) await agent.untilUp();
  }
  const patience = new AbortController();
  const { signal } = patience;
  await Promise.race([page.ended, pause(300_000, undefined, { signal }).catch(() => {})]);
  patience.abort();
  await page.kill();
  await agent.untilIdle(token);
  // Waits for labels that a printer still prints.
  for (let i = 0; i < 20 && !(await isOnPaper(names)); i++) await pause(500);
  const codes = await way.paper.codes(jobId);
  // The user of a killed page may still be looking.
  await Promise.all(looks);
  way.paper.clear(jobId);
  const times = new Map<string, number>();
  for (const code of codes) times.set(code, (times.get(code) ?? 0) + 1);
  const doubled = names.filter((n) => (times.get(n) ?? 0) > 1);
  const missing = names.filter((n) => !times.has(n));
  const foreign = [...times.keys()].filter((n) => !names.includes(n));
  counts.jobs++;
  counts.labels += labelsPerJob;
  counts.read += codes.length;
  counts.doubled += doubled.length;
  counts.missing += missing.length;
  const result = page.lines.find((l) => l.code !== undefined);
  const isGood = doubled.length + missing.length + foreign.length === 0 && result?.code === 1;
  if (!isGood)
    console.log(`job ${no} (${way.printer}):`, { doubled, missing, foreign, result, lines: page.lines });
  return isGood;
}

const wanted = values.printers.split(",");
const missing = [
  ...missingForPaper,
  ...(wanted.includes("cups") ? missingForCups : []),
  ...wanted.filter((w) => !["folder", "cups", "network"].includes(w)).map((w) => `no printer ${w}`),
];
if (missing.length > 0) {
  console.error(`missing: ${missing.join(", ")}`);
  process.exit(1);
}

const root = mkdtempSync(join(tmpdir(), "torture-labels-"));
const [dir, folder] = [join(root, "agent"), join(root, "paper")];
for (const d of [dir, folder]) mkdirSync(d);
const zebra = await startTcpPrinter({ answers: "zpl" });
const added = { name: "zebra", host: "127.0.0.1", port: zebra.port, language: "zpl", dpi: 203, width: 104 };
writeFileSync(join(dir, "printers.json"), JSON.stringify([added]));
const system = wanted.includes("cups") ? await startCups() : undefined;
const ways: Readonly<Record<string, Way>> = {
  folder: { printer: "folder", paper: pdfPaper([folder]), longestLife: 600 },
  cups: { printer: "LabelPDF", paper: pdfPaper(cupsFolders), longestLife: 2000 },
  network: { printer: "zebra", paper: networkPaper(zebra), longestLife: 2000 },
};
// Names a print system that does not exist if there is none for the test, so that no printer of this computer is used.
const env = { PRINT_FOLDER: folder, ...(!system && { CUPS_SERVER: join(root, "no-cups") }) };
const agent = await AgentProcess.start(values.agent, dir, env);
const begun = Date.now();
const report = (printer: string) => {
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(`${seconds} s ${printer}:`, JSON.stringify(totals.get(printer)));
};
let faults = 0;
try {
  const token = await agent.pair();
  const share = Number(values.kills) / wanted.length;
  let no = 0;
  for (const name of wanted) {
    const way = ways[name];
    if (!way) continue;
    const isDone = () => killsOf(totals.get(way.printer) ?? empty()) >= share || faults >= 3;
    for (; !isDone() && !isEnding; no++) {
      if (!(await runJob(way, no, agent, token))) faults++;
      report(way.printer);
    }
  }
} finally {
  await agent.kill();
  await zebra.stop();
  await system?.stop();
  rmSync(root, { recursive: true, force: true });
}
const kills = [...totals.values()].reduce((sum, counts) => sum + killsOf(counts), 0);
console.log(`${kills} kills, ${faults === 0 ? "no faults" : `${faults} jobs with faults`}`);
process.exitCode = faults > 0 ? 1 : 0;
