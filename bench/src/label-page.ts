import type { Driver } from "@shotkeeper/label-print";
import "@shotkeeper/label-print/testing/chromium";

// This file has the code that runs inside the page. The code can use only its arguments and no variables of this file.

/** Labels that are sent through the print queue of a page. */
export interface PageRun {
  /** svg: shown on the page. pdf, png: converted to files. service: printed through the print service. */
  readonly kind: "svg" | "pdf" | "png" | "service";
  readonly count: number;
  readonly perJob: number;
  /** Content of a label. The text NUMBER in this content stands for the number of the label. */
  readonly content: object;
  /** Number of the first label. */
  readonly first: string;
  /** Printer of the print service, and the format of its files. */
  readonly printer?: string;
  readonly format?: "pdf" | "png";
  readonly address?: string;
  readonly token?: string;
}

export interface Round {
  readonly labels: number;
  readonly seconds: number;
  /** Time until the first label was finished, ms. */
  readonly firstMs: number;
  /** Sizes of the heap, MB: one after each quarter of the run, measured after a garbage collection. */
  readonly heap: readonly number[];
  /** Longest time in which the page did not react to input, ms. */
  readonly frozen: number;
}

/** Sends labels through the print queue. The measured time does not include the time for measuring the heap. */
export async function runInPage(run: PageRun): Promise<Round> {
  const { kind, count, perJob, content, first } = run;
  const { heapNow } = globalThis as unknown as { heapNow: () => Promise<number> };
  const measure = LabelPrint.browserMeasure();
  const text = JSON.stringify(content);
  const holder = document.createElement("div");
  document.body.replaceChildren(holder);
  const drawing: Driver = {
    name: "bench",
    ready: async () => {},
    printers: async () => [],
    async print(pages) {
      if (kind === "svg") {
        holder.replaceChildren();
        await LabelPrint.showPages(holder, pages, { measure });
        // Forces the browser to lay out the labels now, by reading the size, so that the time of the layout is
        // measured.
        holder.getBoundingClientRect();
      } else if (kind === "pdf") await LabelPrint.pagesPdf(pages, { measure, dpi: 203 });
      else for (const page of pages) await LabelPrint.pagePng(page, { measure, dpi: 203 });
    },
    preview: async () => {},
  };
  const { address = "", token = "", format, printer: target } = run;
  const serviceKind = target === "zebra" ? "thermal" : "system";
  const driver =
    kind === "service"
      ? LabelPrint.printServiceDriver({
          address,
          token,
          kind: serviceKind,
          dpi: 203,
          measure,
          ...(format && { format }),
        })
      : drawing;
  const heap: number[] = [];
  let [seen, looking, calls, firstMs] = [0, 0, 0, 0];
  const from = performance.now();
  const printer = new LabelPrint.LabelPrinter({
    driver,
    partnerID: "P",
    notips: true,
    onLabel: ({ state }) => {
      if (state !== "printed") return;
      seen++;
      firstMs ||= performance.now() - from;
    },
    fetch: async () => {
      // Measures the memory, and subtracts the time of this measurement from the result.
      if (heap.length < 3 && seen >= ((heap.length + 1) * count) / 4) {
        const before = performance.now();
        heap.push(await heapNow());
        looking += performance.now() - before;
      }
      const no = `${first.slice(0, -6)}${String(calls++).padStart(6, "0")}`;
      const contents = [JSON.parse(text.replaceAll("NUMBER", no))];
      const apiResultData = JSON.stringify({ success: true, obj: { files: [{ waybillNo: no, contents }] } });
      return new Response(JSON.stringify({ apiResultCode: "A1000", apiResultData }));
    },
  });
  printer.setPrinter(target);
  let frozen = 0;
  let last = performance.now();
  const clock = setInterval(() => {
    const now = performance.now();
    frozen = Math.max(frozen, now - last - 10);
    last = now;
  }, 10);
  let wrong: string | undefined;
  for (let at = 0; at < count && wrong === undefined; at += perJob) {
    // Waits for each job, so that the results of thousands of labels are not kept until the end.
    const { code, msg, detail } = await printer.print({
      requestID: `job ${at}`,
      accessToken: "T",
      templateCode: "fm_150_standard_P",
      documents: Array.from({ length: Math.min(perJob, count - at) }, () => ({ masterWaybillNo: first })),
    });
    if (code !== 1) wrong = `${msg} ${detail ?? ""}`;
  }
  const seconds = (performance.now() - from - looking) / 1000;
  clearInterval(clock);
  if (wrong !== undefined || seen !== count) throw new Error(`${seen} of ${count} labels: ${wrong}`);
  heap.push(await heapNow());
  return { labels: seen, seconds, firstMs, heap, frozen };
}

interface FloorRun extends Pick<PageRun, "count" | "content" | "first"> {
  readonly kind: "dom" | "canvas" | "pdf" | "png" | "zpl";
}

/**
 * Measures the baseline of one way to output labels: the least work of this way. Returns the duration in seconds. dom:
 * the browser shows a finished SVG text on the page. canvas: the browser converts a finished SVG text to a PNG picture.
 * pdf, png and zpl: finished pages become files without a queue and a print service.
 */
export async function floorInPage({ kind, count, content, first }: FloorRun): Promise<number> {
  const measure = LabelPrint.browserMeasure();
  const contents = [JSON.parse(JSON.stringify(content).replaceAll("NUMBER", first))];
  const [page] = LabelPrint.pagesOf([{ waybillNo: first, contents }]);
  if (!page) throw new Error("no page");
  const svg = LabelPrint.pageSvg(page, { measure });
  const [width, height] = [page.width, page.height].map((mm) => Math.round((mm * 203) / 25.4)) as [
    number,
    number,
  ];
  const holder = document.createElement("div");
  document.body.replaceChildren(holder);
  const canvas = document.createElement("canvas");
  const o = { measure, dpi: 203 };
  const from = performance.now();
  for (let i = 0; i < count; i++) {
    if (kind === "dom") {
      holder.innerHTML = svg;
      holder.getBoundingClientRect();
    } else if (kind === "canvas") {
      const picture = new Image();
      picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      await picture.decode();
      URL.revokeObjectURL(picture.src);
      [canvas.width, canvas.height] = [width, height];
      canvas.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0, width, height);
      await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    } else if (kind === "pdf") await LabelPrint.pagesPdf([page], o);
    else if (kind === "png") await LabelPrint.pagePng(page, o);
    else await LabelPrint.pageZpl(page, o);
  }
  return (performance.now() - from) / 1000;
}
