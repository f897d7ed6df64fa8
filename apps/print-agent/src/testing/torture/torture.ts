import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sampleContent, waybill } from "@shotkeeper/label-print/testing";
import { findChromium } from "@shotkeeper/label-print/testing/chromium";
import { missingForCups, startCups } from "../cups.ts";
import { startTcpPrinter } from "../tcp-printer.ts";
import { BrowserPage, PrintingBrowser } from "./browser.ts";
import { missingForPaper, networkPaper, type Paper, pdfPaper } from "./paper.ts";
import { AgentProcess, type Answer, PageProcess, type Paired, type PrintingPage } from "./processes.ts";
import { randomOf } from "./random.ts";
import { wholeLabel } from "./zpl.ts";

// npm run torture -- labels: kills the print service and the printing page at random moments of 60-label jobs. Reads
// the bar codes of the printed labels. After the simulated user has decided about unsure labels, each label must be on
// paper exactly once.
const { values } = parseArgs({
  options: {
    agent: { type: "string", default: "" },
    client: { type: "string", default: "" },
    kills: { type: "string", default: "1000" },
    labels: { type: "string", default: "60" },
    printers: { type: "string", default: "folder,cups,network" },
    pages: { type: "string", default: "node,browser" },
    seed: { type: "string", default: "1" },
  },
});
const labelsPerJob = Number(values.labels);
const random = randomOf(Number(values.seed));

/** Printer, and the kind of page that prints on it. */
interface Way {
  readonly name: string;
  /** Name of the printer at the print service. */
  readonly printer: string;
  readonly paper: Paper;
  /** Longest time between two kills, ms. It suits the duration of a job, so that kills hit all phases of the job. */
  readonly longestLife: number;
  /** Share of the kills that hit the page, 0 to 1. The other kills hit the print service. */
  readonly pageKills: number;
  readonly site: Paired;
  open(jobId: string, first: number, answer: Answer): PrintingPage;
}

const empty = () => ({
  jobs: 0,
  labels: 0,
  read: 0,
  agentKills: 0,
  processKills: 0,
  tabKills: 0,
  browserKills: 0,
  unsure: 0,
  onPaper: 0,
  again: 0,
  doubled: 0,
  missing: 0,
});
type Counts = ReturnType<typeof empty>;
const totals = new Map<string, Counts>();
const killsOf = (c: Counts) => c.agentKills + c.processKills + c.tabKills + c.browserKills;

/** True after a signal: the job that runs ends without kills, and no further job begins. */
let isEnding = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    isEnding = true;
  });

/**
 * Runs one job, and kills the print service and the page at random moments meanwhile. Returns false if a label is
 * doubled or missing.
 */
async function runJob(way: Way, no: number, agent: AgentProcess): Promise<boolean> {
  const counts = totals.get(way.name) ?? empty();
  totals.set(way.name, counts);
  const first = no * labelsPerJob;
  const jobId = `torture-${process.pid}-${no}`;
  const names = Array.from({ length: labelsPerJob }, (_, i) => waybill(first + i));
  const isOnPaper = async (wanted: readonly string[]) => {
    const codes = new Set(await way.paper.codes(jobId));
    return wanted.every((name) => codes.has(name));
  };
  /** Simulates the user who looks at the paper. Waits for a label that the printer is still printing. */
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
  const looks: Promise<unknown>[] = [];
  const answer = (unsure: readonly string[]) => {
    const looking = look(unsure);
    looks.push(looking);
    return looking;
  };
  const open = () => way.open(jobId, first, answer);
  // Throws away labels that a page of another kind (Node process or browser) has left on the same printer.
  way.paper.clear(jobId);
  let page = open();
  const kills = 12 + Math.floor(random() * 17);
  for (let i = 0; i < kills && page.isRunning && !isEnding; i++) {
    await pause(20 + random() * way.longestLife);
    if (!page.isRunning || isEnding) break;
    if (random() < way.pageKills) {
      counts[`${await page.kill()}Kills`]++;
      page = open();
      continue;
    }
    await agent.killAndStart();
    counts.agentKills++;
    // Waits until the service is up after half of the starts. In the other half, the next kill may hit the start.
    if (random() < 0.5) await agent.untilUp();
  }
  const patience = new AbortController();
  const { signal } = patience;
  await Promise.race([page.ended, pause(300_000, undefined, { signal }).catch(() => {})]);
  patience.abort();
  await page.kill();
  await agent.untilIdle(way.site);
  // Waits for labels that a printer still prints.
  for (let i = 0; i < 20 && !(await isOnPaper(names)); i++) await pause(500);
  const codes = await way.paper.codes(jobId);
  // Waits for the simulated user, who may still look at the paper for a killed page.
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
    console.log(`job ${no} (${way.name}):`, { doubled, missing, foreign, result, lines: page.lines });
  return isGood;
}

const printers = values.printers.split(",");
const pages = values.pages.split(",");
const hasBrowser = pages.includes("browser");
const executablePath = findChromium();
const missing = [
  ...missingForPaper,
  ...(printers.includes("cups") ? missingForCups : []),
  ...(hasBrowser && executablePath === undefined ? ["no Chromium"] : []),
  ...printers.filter((p) => !["folder", "cups", "network"].includes(p)).map((p) => `no printer ${p}`),
  ...pages.filter((p) => !["node", "browser"].includes(p)).map((p) => `no page ${p}`),
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
const system = printers.includes("cups") ? await startCups() : undefined;
// If there is no print system for the test, names one that does not exist. Otherwise the printers of this computer
// would be used.
const env = { PRINT_FOLDER: folder, ...(!system && { CUPS_SERVER: join(root, "no-cups") }) };
const agent = await AgentProcess.start(values.agent, dir, env);
const { address } = agent;
const browser = hasBrowser ? await PrintingBrowser.start(executablePath ?? "") : undefined;

/**
 * Returns each `Way` (printer and kind of page) whose page is a Node process with the page's code. A process starts
 * quickly, so a run has many kills.
 */
async function nodeWays(): Promise<Way[]> {
  const origin = "https://shop.example";
  const site = { origin, token: await agent.pair(origin) };
  const ways = [
    { name: "folder", printer: "folder", paper: pdfPaper(folder), longestLife: 600 },
    { name: "cups", printer: "LabelPDF", paper: pdfPaper(system?.paper ?? ""), longestLife: 2000 },
    { name: "network", printer: "zebra", paper: networkPaper(zebra, wholeLabel), longestLife: 2000 },
  ];
  return ways.map((way) => ({
    ...way,
    site,
    pageKills: 0.3,
    open(jobId, first, answer) {
      const { origin, token } = site;
      const args = [address, origin, token, jobId, way.printer, String(labelsPerJob), String(first)];
      return new PageProcess(values.client, args, answer);
    },
  }));
}

/** Returns each `Way` (printer and kind of page) whose page runs in Chromium and draws the labels itself. */
async function browserWays(chromium: PrintingBrowser): Promise<Way[]> {
  const { origin } = chromium;
  const site = { origin, token: await agent.pair(origin) };
  const content = sampleContent("NUMBER");
  const [code] = content.items ?? [];
  const place = { left: 0, top: 0, width: 0, height: 0, ...code };
  const ways = [
    { name: "folder", printer: "folder", paper: pdfPaper(folder), longestLife: 2500 },
    { name: "cups", printer: "LabelPDF", paper: pdfPaper(system?.paper ?? ""), longestLife: 3000 },
    { name: "network", printer: "zebra", paper: networkPaper(zebra, place), longestLife: 3000 },
  ];
  return ways.map((way) => ({
    ...way,
    name: `${way.name}, browser`,
    site,
    pageKills: 0.6,
    open(jobId, first, answer) {
      const names = Array.from({ length: labelsPerJob }, (_, i) => waybill(first + i));
      const kind = way.printer === "zebra" ? "thermal" : "system";
      const { token } = site;
      const job = { address, token, jobId, printer: way.printer, kind, names } as const;
      return new BrowserPage(chromium, { ...job, content: JSON.stringify(content) }, answer, random);
    },
  }));
}

const begun = Date.now();
const report = (name: string) => {
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(`${seconds} s ${name}:`, JSON.stringify(totals.get(name)));
};
let faults = 0;
try {
  const all = [
    ...(pages.includes("node") ? await nodeWays() : []),
    ...(browser ? await browserWays(browser) : []),
  ];
  const ways = all.filter(({ name }) => printers.includes(name.split(",")[0] ?? ""));
  const share = Number(values.kills) / ways.length;
  let no = 0;
  for (const way of ways) {
    const isDone = () => killsOf(totals.get(way.name) ?? empty()) >= share || faults >= 3;
    for (; !isDone() && !isEnding; no++) {
      if (!(await runJob(way, no, agent))) faults++;
      report(way.name);
    }
  }
} finally {
  await browser?.stop();
  await agent.kill();
  await zebra.stop();
  await system?.stop();
  rmSync(root, { recursive: true, force: true });
}
const sum = empty();
for (const counts of totals.values())
  for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key];
console.log("total:", JSON.stringify(sum));
console.log(`${killsOf(sum)} kills, ${faults === 0 ? "no faults" : `${faults} jobs with faults`}`);
process.exitCode = faults > 0 ? 1 : 0;
