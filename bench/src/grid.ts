import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Bench } from "./grid-page/main.ts";
import { median } from "./measure.ts";
import { record } from "./record.ts";

declare global {
  // The page's own, in functions that run there.
  var bench: Bench;
  var stopFrames: () => number[];
}

type Side = "ours" | "ag";
const sides: readonly Side[] = ["ours", "ag"];

const root = process.env.SHOTKEEPER_ROOT ?? process.cwd();
const percentile = (list: readonly number[], share: number): number =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;
const round = (n: number): number => Math.round(n * 10) / 10;

async function serve(): Promise<{ url: string; stop: () => void }> {
  const { build } = await import("vite");
  const { default: react } = await import("@vitejs/plugin-react");
  const outDir = mkdtempSync(join(tmpdir(), "grid-bench-"));
  await build({
    root: join(root, "bench", "src", "grid-page"),
    configFile: false,
    plugins: [react()],
    logLevel: "error",
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 },
  });
  const server = createServer((request, response) => {
    const path = normalize(request.url === "/" ? "/index.html" : (request.url ?? ""));
    const type = path.endsWith(".js") ? "text/javascript" : path.endsWith(".css") ? "text/css" : "text/html";
    const file = join(outDir, path);
    if (!existsSync(file)) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
    rmSync(outDir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
}

/** A page in a browser of its own: no side inherits the other's memory. */
async function withPage<T>(url: string, work: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(url);
    await page.waitForFunction(() => "bench" in globalThis);
    return await work(page, browser);
  } finally {
    await browser.close();
  }
}

/** Time of the page's thread itself: others on the machine do not count. */
async function threadTime(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find((m) => m.name === "TaskDuration")?.value ?? 0) * 1000;
  };
}

async function scrolling(url: string, side: Side, rows: number) {
  return withPage(url, async (page) => {
    await page.evaluate(([s, n]) => globalThis.bench.prepare(s, n), [side, rows] as const);
    const first = await page.evaluate(() => globalThis.bench.firstRows());
    await page.mouse.move(640, 360);
    await page.waitForTimeout(500);
    const busy = await threadTime(page);
    const before = await busy();
    await page.evaluate(() => globalThis.bench.frames());
    const end = Date.now() + 5000;
    while (Date.now() < end) {
      await page.mouse.wheel(0, 240);
      await new Promise((resolve) => setTimeout(resolve, 33));
    }
    const frames = await page.evaluate(() => globalThis.stopFrames());
    const used = (await busy()) - before;
    return {
      first: round(first),
      p50: round(percentile(frames, 0.5)),
      p95: round(percentile(frames, 0.95)),
      /** Of the page's thread, a frame. */
      cpu: round(used / Math.max(1, frames.length)),
      fps: Math.round(frames.length / 5),
    };
  });
}

async function million(url: string, side: Side) {
  return withPage(url, async (page) => {
    await page.evaluate(([s]) => globalThis.bench.prepare(s, undefined), [side] as const);
    await page.evaluate(() => globalThis.bench.firstRows());
    const blanks = await page.evaluate(() => globalThis.bench.jumps(60));
    return {
      longest: Math.round(Math.max(...blanks)),
      p95: Math.round(percentile(blanks, 0.95)),
      median: Math.round(median(blanks)),
      end: await page.evaluate(() => globalThis.bench.lastText()),
    };
  });
}

/** Most memory of the page's process since it was last asked, bytes; on Linux. */
function peakMemory(pid: number): { reset: () => void; read: () => { now: number; peak: number } } {
  const status = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) *
    1024;
  return {
    reset: () => writeFileSync(`/proc/${pid}/clear_refs`, "5"),
    read: () => ({ now: status("VmRSS"), peak: status("VmHWM") }),
  };
}

async function writing(url: string, name: "ours" | "sheetjs", rows: number) {
  return withPage(url, async (page, browser) => {
    await page.evaluate((n) => globalThis.bench.prepare("none", n), rows);
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const pids = processInfo.filter((p) => p.type === "renderer").map((p) => p.id);
    const sizes = pids.map((id) => ({ id, ...peakMemory(id).read() }));
    const pid = sizes.sort((a, b) => b.now - a.now)[0]?.id ?? 0;
    const memory = peakMemory(pid);
    memory.reset();
    const before = memory.read().now;
    const result = await page.evaluate((n) => globalThis.bench.write(n), name);
    const used = memory.read().peak - before;
    return {
      seconds: round(result.ms / 1000),
      megabytes: Math.round(used / 2 ** 20),
      fileMegabytes: round(result.bytes / 2 ** 20),
      longestTask: Math.round(result.longest),
    };
  });
}

/** Medians of each figure. */
function medians<T extends Record<string, number | string>>(list: readonly T[]): T {
  const [one] = list;
  return Object.fromEntries(
    Object.entries(one ?? {}).map(([key, value]) => [
      key,
      typeof value === "number" ? median(list.map((l) => Number(l[key]))) : value,
    ]),
  ) as T;
}

/** npm run bench -- grid: scrolling and a million rows beside AG Grid Community, export beside SheetJS. */
export async function benchGrid(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string" },
      rounds: { type: "string" },
      only: { type: "string" },
      record: { type: "boolean" },
    },
  });
  const rows = Number(values.rows ?? 100_000);
  const rounds = Number(values.rounds ?? 3);
  const wanted = (part: string): boolean => values.only === undefined || values.only === part;
  const { url, stop } = await serve();
  const figures: Record<string, object> = {};
  const tell = (title: string, key: string, ours: object, other: object, otherName: string): void => {
    figures[key] = { ours, [otherName]: other };
    console.log(`\n${title}`);
    console.log(`  ours     ${JSON.stringify(ours)}`);
    console.log(`  ${otherName.padEnd(8)} ${JSON.stringify(other)}`);
    const ratios = Object.entries(ours).flatMap(([name, value]) => {
      const theirs = (other as Record<string, unknown>)[name];
      return typeof value === "number" && typeof theirs === "number" && theirs > 0
        ? [`${name} ${(value / theirs).toFixed(2)}`]
        : [];
    });
    console.log(`  ratio    ${ratios.join(", ")}`);
  };
  try {
    const scrolls: Record<Side, Awaited<ReturnType<typeof scrolling>>[]> = { ours: [], ag: [] };
    const lazies: Record<Side, Awaited<ReturnType<typeof million>>[]> = { ours: [], ag: [] };
    const writes = { ours: [], sheetjs: [] } as Record<
      "ours" | "sheetjs",
      Awaited<ReturnType<typeof writing>>[]
    >;
    for (let i = 0; i < rounds; i++) {
      const order = i % 2 === 0 ? sides : [...sides].reverse();
      if (wanted("scroll")) for (const side of order) scrolls[side].push(await scrolling(url, side, rows));
      if (wanted("million")) for (const side of order) lazies[side].push(await million(url, side));
      for (const side of wanted("export") ? order : []) {
        const name = side === "ours" ? "ours" : "sheetjs";
        writes[name].push(await writing(url, name, rows));
      }
    }
    if (wanted("scroll"))
      tell(
        `${rows} × 30, ms: first rows after data; frames and the page thread's own time a frame in 5 s of wheel`,
        "scroll",
        medians(scrolls.ours),
        medians(scrolls.ag),
        "ag",
      );
    if (wanted("million"))
      tell(
        "1,000,000 lazy rows (60 ms away) to the end in 60 jumps: ms without rows",
        "million",
        medians(lazies.ours),
        medians(lazies.ag),
        "ag",
      );
    if (wanted("export"))
      tell(
        `export of ${rows} × 30 to .xlsx`,
        "export",
        medians(writes.ours),
        medians(writes.sheetjs),
        "sheetjs",
      );
    if (values.record) record("grid", "chromium", { rows, rounds, ...figures });
  } finally {
    stop();
  }
}
