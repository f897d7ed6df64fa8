import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { findChromium } from "@shotkeeper/label-print/testing/chromium";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Bench } from "./grid-page/main.ts";

declare global {
  // Global variables of the page, for functions that run inside the page.
  var bench: Bench;
  var stopFrames: () => { lengths: number[]; ready: number[] };
}

/** Grid libraries: ours, AG Grid Community, react-data-grid, Glide Data Grid. */
export type Side = "ours" | "ag" | "rdg" | "glide";

const root = process.env.SHOTKEEPER_ROOT ?? process.cwd();

/**
 * Response headers for cross-origin isolation. With these headers, the page's clock has a resolution of 5 µs,
 * otherwise about 0.1 ms.
 */
const isolated = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
export async function serve(): Promise<{ url: string; stop: () => void }> {
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
    else response.writeHead(200, { "content-type": type, ...isolated }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
    rmSync(outDir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
}

/**
 * Opens a page in a new browser. So the memory that one library uses does not affect the measurement of another
 * library.
 */
export async function withPage<T>(
  url: string,
  work: (page: Page, browser: Browser) => Promise<T>,
): Promise<T> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium found: install it, or set CHROMIUM to its program file.");
  const browser = await chromium.launch({
    executablePath,
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

/**
 * Returns a function that returns the CPU time of the page's main thread so far. Other load on the machine does not
 * affect CPU time.
 */
export async function threadTime(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find((m) => m.name === "TaskDuration")?.value ?? 0) * 1000;
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time that the task took, µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Returns the duration of the longest task of the page's main thread during `work`, ms of CPU time. */
export async function longestOwnTask(
  page: Page,
  browser: Browser,
  work: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const threads = traceEvents.filter((e) => e.name === "thread_name" && e.args?.name === "CrRendererMain");
  const pages = new Set(threads.map((e) => `${e.pid} ${e.tid}`));
  const tasks = traceEvents.filter((e) => e.name.endsWith("RunTask") && pages.has(`${e.pid} ${e.tid}`));
  return tasks.reduce((most, e) => Math.max(most, e.tdur ?? 0), 0) / 1000;
}
