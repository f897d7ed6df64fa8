import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { waybill } from "@shotkeeper/label-print/testing";
import { labelsIn } from "./pdf.ts";

// npm run torture -- labels: kills the print service and the printing page at random moments of 60-label jobs on the
// folder printer. Every label must be on paper exactly once, or reported as unsure.
const { values } = parseArgs({
  options: {
    agent: { type: "string", default: "" },
    client: { type: "string", default: "" },
    kills: { type: "string", default: "200" },
    labels: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
  },
});
const labelsPerJob = Number(values.labels);
const origin = "https://shop.example";

/** Pseudo-random numbers from 0 to 1 (mulberry32), so that a seed repeats the choice of moments. */
let seed = Number(values.seed);
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

async function freePort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  await new Promise((resolve) => other.close(resolve));
  return port;
}

const root = mkdtempSync(join(tmpdir(), "torture-labels-"));
const [dir, out] = [join(root, "agent"), join(root, "paper")];
mkdirSync(dir);
mkdirSync(out);
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  PRINT_AGENT_PORT: String(port),
  PRINT_AGENT_DIR: dir,
  PRINT_FOLDER: out,
  // No print system of this computer is asked.
  CUPS_SERVER: join(root, "no-cups"),
};

const startAgent = (): ChildProcess =>
  spawn(process.execPath, [values.agent], { env, stdio: ["ignore", "ignore", "inherit"] });
let agent = startAgent();

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await ended;
  }
}
async function untilUp(): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (
      await fetch(address).then(
        (a) => a.ok,
        () => false,
      )
    )
      return;
    await pause(50);
  }
  throw new Error("the print service does not start");
}

/** Pairs the page as the user does: the page asks, and the service's own page approves. */
async function paired(): Promise<string> {
  const headers = { origin };
  const asked = (await (await fetch(`${address}/pair`, { method: "POST", headers })).json()) as {
    request: string;
  };
  const own = { "x-page-key": readFileSync(join(dir, "page-key"), "utf8") };
  const state = (await (await fetch(`${address}/own/state`, { headers: own })).json()) as {
    requests: { id: string }[];
  };
  await fetch(`${address}/own/requests/${state.requests[0]?.id}/approve`, { method: "POST", headers: own });
  const answer = await fetch(`${address}/pair/${asked.request}`, { headers });
  return ((await answer.json()) as { token: string }).token;
}

interface Client {
  readonly child: ChildProcess;
  readonly lines: { code?: number; unsure?: string[]; retry?: string; msg?: string; detail?: string }[];
  readonly ended: Promise<void>;
}
function startClient(token: string, jobId: string, first: number): Client {
  const args = [values.client, address, origin, token, jobId, String(labelsPerJob), String(first)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines: Client["lines"] = [];
  if (child.stdout)
    createInterface({ input: child.stdout }).on("line", (l) => void lines.push(JSON.parse(l)));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return { child, lines, ended };
}

const read = (f: string) => readFileSync(join(out, f), "latin1");
const papers = () => readdirSync(out).filter((f) => !f.startsWith("."));

/** Decodes the bar codes of a file, to compare them with the names in its pages. */
function barcodesIn(file: string): string[] {
  const pictures = mkdtempSync(join(root, "codes-"));
  execFileSync("pdftoppm", ["-r", "150", "-png", join(out, file), join(pictures, "p")]);
  const pages = readdirSync(pictures).sort();
  const codes = pages.map((p) =>
    execFileSync("zbarimg", ["--raw", "-q", join(pictures, p)], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim(),
  );
  rmSync(pictures, { recursive: true });
  return codes;
}
const canDecode = ["pdftoppm", "zbarimg"].every((p) => existsSync(join("/usr/bin", p)));

const total = {
  jobs: 0,
  agentKills: 0,
  clientKills: 0,
  labels: 0,
  doubled: 0,
  missing: 0,
  unsure: 0,
  decoded: 0,
};

/** Runs one job under kills. Returns false if a label is doubled or missing. */
async function runJob(token: string, no: number): Promise<boolean> {
  const first = no * labelsPerJob;
  const jobId = `torture-${values.seed}-${no}`;
  const unsure = new Set<string>();
  let client = startClient(token, jobId, first);
  const collect = () => {
    for (const l of client.lines) for (const name of l.unsure ?? []) unsure.add(name);
  };
  const kills = 4 + Math.floor(random() * 5);
  for (let i = 0; i < kills && client.child.exitCode === null; i++) {
    await pause(20 + random() * 700);
    const isClient = random() < 0.3;
    if (isClient) {
      await killed(client.child);
      collect();
      total.clientKills++;
      client = startClient(token, jobId, first);
      continue;
    }
    await killed(agent);
    total.agentKills++;
    agent = startAgent();
    // Half of the restarts are awaited. The other half is killed while it starts.
    if (random() < 0.5) await untilUp();
  }
  const patience = new AbortController();
  await Promise.race([client.ended, pause(90_000, undefined, { signal: patience.signal }).catch(() => {})]);
  patience.abort();
  collect();
  const result = client.lines.find((l) => l.code !== undefined);
  if (!result) await killed(client.child);
  // The service may still print jobs that it accepted.
  const headers = { origin, authorization: `Bearer ${token}` };
  for (let i = 0; i < 200; i++) {
    const answer = await fetch(`${address}/jobs`, { headers }).catch(() => undefined);
    const { jobs = [] } = ((await answer?.json()) ?? {}) as { jobs?: { state: string }[] };
    if (answer?.ok && jobs.every((j) => ["done", "failed", "cancelled", "unsure"].includes(j.state))) break;
    await pause(100);
  }
  const files = papers();
  const counts = new Map<string, number>();
  for (const f of files) for (const name of labelsIn(read(f))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = Array.from({ length: labelsPerJob }, (_, i) => waybill(first + i));
  const doubled = names.filter((n) => (counts.get(n) ?? 0) > 1);
  const missing = names.filter((n) => !counts.has(n) && !unsure.has(n));
  // Every tenth job is also decoded as a scanner would.
  if (canDecode && no % 10 === 0)
    for (const f of files) {
      const codes = barcodesIn(f);
      if (codes.join() !== labelsIn(read(f)).join()) throw new Error(`${f}: the bar codes are ${codes}`);
      total.decoded += codes.length;
    }
  for (const f of papers()) rmSync(join(out, f));
  total.jobs++;
  total.labels += labelsPerJob;
  total.doubled += doubled.length;
  total.missing += missing.length;
  total.unsure += unsure.size;
  const isGood = doubled.length === 0 && missing.length === 0 && result?.code === 1;
  if (!isGood)
    console.log(`job ${no}:`, { doubled, missing, unsure: [...unsure], result, lines: client.lines });
  return isGood;
}

await untilUp();
const token = await paired();
let faults = 0;
const begun = Date.now();
try {
  for (let no = 0; total.agentKills + total.clientKills < Number(values.kills) && faults < 3; no++) {
    if (!(await runJob(token, no))) faults++;
    if (no % 10 === 9) console.log(`${Math.round((Date.now() - begun) / 1000)} s`, JSON.stringify(total));
  }
} finally {
  await killed(agent);
  rmSync(root, { recursive: true, force: true });
}
console.log(`${Math.round((Date.now() - begun) / 1000)} s`, JSON.stringify({ ...total, faults }));
process.exitCode = faults > 0 ? 1 : 0;
