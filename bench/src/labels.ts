import { sampleWaybill, waybill } from "@shotkeeper/label-print/testing";
import { findChromium, openLabelTab } from "@shotkeeper/label-print/testing/chromium";
import { record } from "./record.ts";

/** Number of labels per print job, as usual at a shipping desk. */
const perJob = 20;
const goal = 50;
/** Maximum growth of the heap between the first quarter and the end of the run, MB. A memory leak would exceed it. */
const growthGoal = 1;

interface Round {
  readonly labels: number;
  readonly seconds: number;
  /** Size of the heap after each quarter of the run and a garbage collection, MB. */
  readonly heap: readonly number[];
  /** Longest time in which the page did not react to input, ms. */
  readonly frozen: number;
}

/**
 * Sends a thousand labels through the print queue in a real browser. Each label is requested, decoded, laid out and
 * drawn. "svg" shows the labels of a batch until the next batch. "pdf" builds the file for the print service at 203
 * dpi.
 */
export async function benchLabels(args: readonly string[]): Promise<void> {
  const chromium = findChromium();
  if (!chromium) throw new Error("No Chromium found: install it, or set CHROMIUM to its program file.");
  const option = (name: string, otherwise: number) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const labels = option("rows", 1000);
  const { tab, browser, close } = await openLabelTab(chromium);
  const figures: Record<string, object> = {};
  try {
    const content = sampleWaybill("NUMBER", 100, 150);
    for (const kind of ["svg", "pdf"] as const) {
      const count = kind === "svg" ? labels : Math.min(labels, 200);
      const collector = await browser.contexts()[0]?.newCDPSession(tab);
      await tab.exposeFunction(`heap_${kind}`, async () => {
        await collector?.send("HeapProfiler.collectGarbage");
        const answer = await collector?.send("Runtime.getHeapUsage");
        return (answer?.usedSize ?? 0) / 1e6;
      });
      const round = await tab.evaluate(runInPage, { kind, count, perJob, content, first: waybill(0) });
      const perSecond = round.labels / round.seconds;
      const growth = (round.heap.at(-1) ?? 0) - (round.heap[0] ?? 0);
      const rate =
        kind === "svg"
          ? `${Math.round(perSecond)} labels/s (goal ${goal})`
          : `${perSecond.toFixed(1)} labels/s`;
      const heap = round.heap.map((h) => h.toFixed(1)).join(" → ");
      const grown = `${growth >= 0 ? "+" : ""}${growth.toFixed(1)}`;
      console.log(
        `${kind}: ${round.labels} labels in ${round.seconds.toFixed(2)} s, ${rate};`,
        `heap ${heap} MB (${grown}, at most +${growthGoal});`,
        `longest wait for the page ${Math.round(round.frozen)} ms`,
      );
      figures[kind] = { ...round, perSecond: Math.round(perSecond * 10) / 10 };
      if ((kind === "svg" && perSecond < goal) || growth > growthGoal) process.exitCode = 1;
    }
  } finally {
    await close();
  }
  if (args.includes("--record")) record("labels", "chromium", figures);
}

/**
 * Sends labels through the print queue inside the page. Code in a page can use only its arguments and no variables of
 * this file.
 */
async function runInPage({
  kind,
  count,
  perJob: size,
  content,
  first,
}: {
  kind: "svg" | "pdf";
  count: number;
  perJob: number;
  content: object;
  first: string;
}): Promise<Round> {
  const heapNow = () =>
    (globalThis as unknown as Record<string, () => Promise<number>>)[`heap_${kind}`]?.() ?? 0;
  const text = JSON.stringify(content);
  const measure = LabelPrint.browserMeasure();
  const holder = document.createElement("div");
  document.body.replaceChildren(holder);
  const heap: number[] = [];
  let seen = 0;
  let looking = 0;
  const show: ConstructorParameters<typeof LabelPrint.LabelPrinter>[0]["driver"] = {
    name: "bench",
    ready: async () => {},
    printers: async () => [],
    async print(pages) {
      if (kind === "svg") {
        holder.replaceChildren();
        await LabelPrint.showPages(holder, pages, { measure });
        // Reading the size forces the browser to lay out the labels now, so that the time of the layout is measured.
        holder.getBoundingClientRect();
      } else await LabelPrint.pagesPdf(pages, { measure, dpi: 203 });
      seen += pages.length;
      // The time that this memory measurement takes is subtracted from the result.
      if (heap.length < 3 && seen >= ((heap.length + 1) * count) / 4) {
        const before = performance.now();
        heap.push(await heapNow());
        looking += performance.now() - before;
      }
    },
    preview: async () => {},
  };
  let calls = 0;
  const printer = new LabelPrint.LabelPrinter({
    driver: show,
    partnerID: "P",
    notips: true,
    fetch: async () => {
      const no = `${first.slice(0, -6)}${String(calls++).padStart(6, "0")}`;
      const contents = [JSON.parse(text.replaceAll("NUMBER", no))];
      const apiResultData = JSON.stringify({ success: true, obj: { files: [{ waybillNo: no, contents }] } });
      return new Response(JSON.stringify({ apiResultCode: "A1000", apiResultData }));
    },
  });
  let frozen = 0;
  let last = performance.now();
  const clock = setInterval(() => {
    const now = performance.now();
    frozen = Math.max(frozen, now - last - 10);
    last = now;
  }, 10);
  const from = performance.now();
  const jobs = Array.from({ length: count / size }, (_, j) =>
    printer.print({
      requestID: `job ${j}`,
      accessToken: "T",
      templateCode: "fm_150_standard_P",
      documents: Array.from({ length: size }, () => ({ masterWaybillNo: first })),
    }),
  );
  const results = await Promise.all(jobs);
  const seconds = (performance.now() - from - looking) / 1000;
  clearInterval(clock);
  const wrong = results.find((r) => r.code !== 1);
  if (wrong || seen !== count) throw new Error(`${seen} of ${count} labels: ${wrong?.msg}`);
  heap.push(await heapNow());
  return { labels: seen, seconds, heap, frozen };
}
