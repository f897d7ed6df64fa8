import { loadavg } from "node:os";
import { sampleWaybill, waybill } from "@shotkeeper/label-print/testing";
import { findChromium, openLabelTab } from "@shotkeeper/label-print/testing/chromium";
import { startAgent } from "../../apps/print-agent/src/testing/agent.ts";
import { startTcpPrinter } from "../../apps/print-agent/src/testing/tcp-printer.ts";
import { folderForFiles, paired } from "./label-agent.ts";
import { floorInPage, type PageRun, type Round, runInPage } from "./label-page.ts";
import { record } from "./record.ts";

/** Number of labels per print job, as usual at a shipping desk. */
const perJob = 20;
/** Maximum growth of the heap between the first quarter and the end of the run, MB. A memory leak would exceed it. */
const growthGoal = 1;
/** Maximum time until the first label is finished, ms. */
const firstGoalMs = 1000;

/** One of the measured ways from a label to its output, for example through the print service into PDF files. */
interface Way {
  readonly name: string;
  readonly run: Omit<PageRun, "count" | "perJob" | "content" | "first">;
  readonly count: number;
  /** Goal of this way of output: minimum number of labels per second, or maximum time for all labels in seconds. */
  readonly leastPerSecond?: number;
  readonly mostSeconds?: number;
  /** Baseline: the same output by the browser's own drawing, or the same files without the print service. */
  readonly floor: "dom" | "canvas" | "pdf" | "png" | "zpl";
}

/**
 * Sends labels through the print queue in a real browser. Each label is requested, decoded, laid out, drawn and printed
 * in six ways. Prints the figures of each way beside those of its baseline (`floor`), the least work that the way
 * needs.
 */
export async function benchLabels(args: readonly string[]): Promise<void> {
  const chromium = findChromium();
  if (!chromium) throw new Error("No Chromium found: install it, or set CHROMIUM to its program file.");
  const option = (name: string, otherwise: number) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const printer = await startTcpPrinter({ answers: "zpl" });
  const folder = folderForFiles();
  const agent = await startAgent([folder.spooler]);
  const at = { host: "127.0.0.1", port: printer.port, width: 104 } as const;
  agent.network.add({ name: "zebra", language: "zpl", dpi: 203, ...at });
  const { tab, browser, origin, close } = await openLabelTab(chromium);
  const figures: Record<string, object> = { load: loadavg() };
  const service = { address: agent.address, token: paired(agent, origin) };
  const files = option("files", 200);
  const folderRun = { kind: "service", printer: "folder", ...service } as const;
  const ways: readonly Way[] = [
    {
      name: "browser",
      run: { kind: "svg" },
      count: option("rows", 5000),
      leastPerSecond: 50,
      floor: "dom",
    },
    { name: "PDF", run: { kind: "pdf" }, count: files, floor: "canvas" },
    { name: "PNG", run: { kind: "png" }, count: files, floor: "canvas" },
    {
      name: "folder, PDF",
      run: { ...folderRun, format: "pdf" },
      count: files,
      mostSeconds: 8,
      floor: "pdf",
    },
    {
      name: "folder, PNG",
      run: { ...folderRun, format: "png" },
      count: files,
      mostSeconds: 12,
      floor: "png",
    },
    {
      name: "network, ZPL",
      run: { kind: "service", printer: "zebra", ...service },
      count: option("network", 40),
      floor: "zpl",
    },
  ];
  const content = sampleWaybill("NUMBER", 100, 150);
  const cdp = await browser.contexts()[0]?.newCDPSession(tab);
  await tab.exposeFunction("heapNow", async () => {
    await cdp?.send("HeapProfiler.collectGarbage");
    return ((await cdp?.send("Runtime.getHeapUsage"))?.usedSize ?? 0) / 1e6;
  });
  console.log(`load of this computer: ${loadavg().map((l) => l.toFixed(1))}`);
  try {
    for (const { name, run, count, floor, ...goals } of ways) {
      const page: PageRun = { ...run, count, perJob, content, first: waybill(0) };
      const round = await tab.evaluate(runInPage, page);
      const floorCount = Math.min(count, 200);
      const floorSeconds = await tab.evaluate(floorInPage, {
        kind: floor,
        count: floorCount,
        content,
        first: waybill(0),
      });
      const [ours, least] = [round.labels / round.seconds, floorCount / floorSeconds];
      const failed = shortfalls(round, ours, goals);
      console.log(line(name, round, ours, least), failed.length > 0 ? `– MISSED: ${failed.join(", ")}` : "");
      if (failed.length > 0) process.exitCode = 1;
      figures[name] = { ...round, perSecond: tenth(ours), floorPerSecond: tenth(least) };
    }
    const expected = files * 2;
    if (folder.labels() < expected) throw new Error(`${folder.labels()} of ${expected} labels in the folder`);
  } finally {
    await close();
    await agent.stop();
    await printer.stop();
    folder.remove();
  }
  if (args.includes("--record")) record("labels", "chromium", figures);
}

const tenth = (n: number) => Math.round(n * 10) / 10;

function shortfalls(
  { seconds, firstMs, heap }: Round,
  perSecond: number,
  { leastPerSecond = 0, mostSeconds = Number.POSITIVE_INFINITY }: Pick<Way, "leastPerSecond" | "mostSeconds">,
): string[] {
  const growth = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
  const goals: readonly (readonly [boolean, string])[] = [
    [perSecond >= leastPerSecond, `${leastPerSecond} labels/s`],
    [seconds <= mostSeconds, `${mostSeconds} s`],
    [firstMs <= firstGoalMs, `first label in ${firstGoalMs} ms`],
    [growth <= growthGoal, `heap +${growthGoal} MB`],
  ];
  return goals.filter(([isMet]) => !isMet).map(([, goal]) => goal);
}

function line(name: string, { labels, seconds, firstMs, heap, frozen }: Round, ours: number, floor: number) {
  const growth = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
  return [
    `${name}: ${labels} labels in ${seconds.toFixed(2)} s, ${ours.toFixed(1)} labels/s`,
    `floor ${floor.toFixed(1)} labels/s (${(floor / ours).toFixed(2)} × the time)`,
    `first label ${Math.round(firstMs)} ms`,
    `heap ${heap.map((h) => h.toFixed(1)).join(" → ")} MB (${growth >= 0 ? "+" : ""}${growth.toFixed(1)})`,
    `longest wait for the page ${Math.round(frozen)} ms`,
  ].join("; ");
}
