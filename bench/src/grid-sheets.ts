import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { read } from "@e965/xlsx";
import type { Browser, Page } from "playwright-core";
import { longestOwnTask, withPage } from "./grid-browser.ts";
import { fields, rowOf } from "./grid-page/data.ts";

export type Writer = "ours" | "sheetjs";

const round = (n: number): number => Math.round(n * 10) / 10;

/**
 * Returns functions for the memory of a page's process: `read` returns the current and the peak memory, bytes; `reset`
 * sets the peak to the current memory. Works only on Linux.
 */
function peakMemory(pid: number): { reset: () => void; read: () => { now: number; peak: number } } {
  const status = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) *
    1024;
  return {
    reset: () => writeFileSync(`/proc/${pid}/clear_refs`, "5"),
    read: () => ({ now: status("VmRSS"), peak: status("VmHWM") }),
  };
}

/** Returns the process id of the page: the renderer process of the browser that uses the most memory. */
async function processOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pids = processInfo.filter((p) => p.type === "renderer").map((p) => p.id);
  const sizes = pids.map((id) => ({ id, ...peakMemory(id).read() }));
  return sizes.sort((a, b) => b.now - a.now)[0]?.id ?? 0;
}

/** Runs an export or import in the page. Returns its result, the memory that it used, and the longest task. */
async function watched(page: Page, browser: Browser, job: "write" | "read", name: Writer) {
  const memory = peakMemory(await processOf(browser));
  memory.reset();
  const before = memory.read().now;
  let result = { ms: 0, bytes: 0, cells: 0, longest: 0 };
  const own = await longestOwnTask(page, browser, async () => {
    result = await page.evaluate(([j, n]) => globalThis.bench[j](n), [job, name] as const);
  });
  const used = memory.read().peak - before;
  return {
    seconds: round(result.ms / 1000),
    megabytes: Math.round(used / 2 ** 20),
    fileMegabytes: round(result.bytes / 2 ** 20),
    cells: result.cells,
    longestTask: Math.round(result.longest),
    /** Duration of the longest task in CPU time, ms. Other load on the machine does not affect CPU time. */
    longestOwn: round(own),
  };
}

export const writing = (url: string, name: Writer, rows: number) =>
  withPage(url, async (page, browser) => {
    await page.evaluate((n) => globalThis.bench.prepare("none", n), rows);
    return watched(page, browser, "write", name);
  });

/** Measures how a library (`name`) reads all values of the exported file. */
export const reading = (url: string, name: Writer, rows: number) =>
  withPage(url, async (page, browser) => {
    await page.evaluate((n) => globalThis.bench.prepare("none", n), rows);
    await page.evaluate(() => globalThis.bench.write("ours"));
    await page.evaluate(() => globalThis.bench.forgetRows());
    return watched(page, browser, "read", name);
  });

export const hasOffice = (): boolean => spawnSync("soffice", ["--version"]).status === 0;

/**
 * Returns whether a cell of the file has the value of the field. Dates are Excel serial numbers and are compared to
 * the second.
 */
function holds(cell: unknown, field: string, value: unknown): boolean {
  if (field !== "made" && field !== "seen") return cell === value;
  const serial = Date.parse(`${String(value).replace(" ", "T")}Z`) / 86_400_000 + 25_569;
  return Math.round((Number(cell) - serial) * 86_400) === 0;
}

/**
 * Exports the rows, then lets LibreOffice open and save the file. Returns the seconds that LibreOffice took and the
 * number of cells. Also returns the number of cells that differ from the exported rows.
 */
export async function throughOffice(url: string, rows: number) {
  const dir = mkdtempSync(join(tmpdir(), "grid-office-"));
  try {
    await withPage(url, async (page) => {
      await page.evaluate((n) => globalThis.bench.prepare("none", n), rows);
      await page.evaluate(() => globalThis.bench.write("ours"));
      const download = page.waitForEvent("download");
      await page.evaluate(() => globalThis.bench.save());
      await (await download).saveAs(join(dir, "in.xlsx"));
    });
    const began = performance.now();
    const profile = `-env:UserInstallation=file://${join(dir, "profile")}`;
    const to = ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", join(dir, "out")];
    execFileSync("soffice", [profile, "--headless", ...to, "in.xlsx"], { cwd: dir, stdio: "pipe" });
    const seconds = round((performance.now() - began) / 1000);
    const book = read(readFileSync(join(dir, "out", "in.xlsx")), { dense: true, cellText: false });
    const lines = book.Sheets[book.SheetNames[0] ?? ""]?.["!data"] ?? [];
    let different = 0;
    for (let n = 0; n < rows; n++) {
      const row = rowOf(n);
      for (const [at, field] of fields.entries())
        if (!holds(lines[n + 1]?.[at]?.v, field, row[field])) different++;
    }
    return { seconds, cells: (lines.length - 1) * fields.length, different };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
