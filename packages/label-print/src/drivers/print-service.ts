import { pagesPdf } from "../file/pdf.ts";
import { pagePng } from "../file/raster.ts";
import type { Page } from "../model/page.ts";
import type { Measure } from "../model/text-layout.ts";
import { randomId } from "../random-id.ts";
import { browserDriver } from "./browser.ts";
import { type Driver, type Push, pause, UnsureFailure } from "./driver.ts";
import { browserMeasure } from "./measure.ts";
import { NoAnswer, type ServiceAddress, ServiceApi, ServiceRefusal } from "./print-service-api.ts";

export interface PrintServiceOptions extends ServiceAddress {
  /** Token that the service issued when the page was paired with it. */
  readonly token: string;
  /** Format of a job: one PDF per batch, or one PNG per page. Default: the format that the printers support. */
  readonly format?: "pdf" | "png";
  readonly dpi?: number;
  /** Milliseconds between two queries of a job's state. */
  readonly poll?: number;
  /**
   * Number of queries after which the labels of a batch that still wait stay in the state sent, because a printer's
   * queue may hold a job for a long time.
   */
  readonly tries?: number;
  /** Number of times a call is repeated without an answer, one second apart. The service may be restarting. */
  readonly resends?: number;
  readonly measure?: Measure;
  /** Makes the file of a job. Default: the browser draws it. */
  readonly render?: (pages: readonly Page[], format: "pdf" | "png") => Promise<Blob>;
}

/** Pages that are one job of the print service. */
interface Group {
  readonly from: number;
  readonly pages: readonly Page[];
  readonly key: string;
}

/** States of a job that still has to be printed. */
const isOpen = (state: string | undefined) =>
  state === "waiting" || state === "sending" || state === "held" || state === "printing";

/** Groups successive pages of the same size, because a print job has a single paper size. A PNG has one page. */
function groupsOf(pages: readonly Page[], format: "pdf" | "png", key: string): Group[] {
  const groups: { from: number; pages: Page[] }[] = [];
  for (const [at, p] of pages.entries()) {
    const last = groups.at(-1);
    const [first] = last?.pages ?? [];
    if (format === "pdf" && first && first.width === p.width && first.height === p.height)
      last?.pages.push(p);
    else groups.push({ from: at, pages: [p] });
  }
  return groups.map((g, i) => ({ ...g, key: `${key}/${i + 1}` }));
}

/**
 * Creates a driver that prints through the print service on the user's computer. The print service can use all printers
 * of the computer and shows no dialog.
 */
export function printServiceDriver(options: PrintServiceOptions): Driver {
  const { dpi = 300, poll = 300, tries = 100, resends = 20 } = options;
  const service = new ServiceApi(options, options.token);
  let measure = options.measure;
  let format = options.format ?? "pdf";
  const measured = () => {
    measure ??= browserMeasure();
    return measure;
  };
  /** Keys of groups that the user found on paper. They are not sent again. */
  const settled = new Set<string>();

  /** Repeats a call that got no answer. The job's key makes the service print it once, however often it arrives. */
  async function repeated<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let i = 0; ; i++) {
      try {
        return await call();
      } catch (cause) {
        if (!(cause instanceof NoAnswer) || i >= (cause.isHidden ? Math.min(2, resends) : resends))
          throw cause;
        await pause(1000, signal);
      }
    }
  }

  async function send({ pages, from, key }: Group, push: Push): Promise<string> {
    const [page] = pages;
    if (!page) throw new Error("no pages");
    const how = { measure: measured(), dpi, signal: push.signal };
    const body = new FormData();
    if (push.printer !== undefined) body.set("printer", push.printer);
    body.set("copies", String(push.copies ?? 1));
    body.set("pageWidth", String(page.width));
    body.set("pageHeight", String(page.height));
    body.set("jobName", push.jobName);
    body.set("key", key);
    body.set("labels", JSON.stringify(push.names?.slice(from, from + pages.length).flat() ?? []));
    if (push.isAgain) body.set("again", "1");
    const drawn = () => (format === "pdf" ? pagesPdf(pages, how) : pagePng(page, how));
    body.set("file", await (options.render?.(pages, format) ?? drawn()), `label.${format}`);
    const { signal } = push;
    const { jobId } = await repeated(() => service.call("/print", { method: "POST", body, signal }), signal);
    if (!jobId) throw new Error("The print service gave no job");
    return jobId;
  }

  /** Waits until the job has ended, at most for `left` queries. Returns the queries that are left. */
  async function untilEnded(
    jobId: string,
    { from, pages }: Group,
    push: Push,
    left: number,
  ): Promise<number> {
    const { signal, onState } = push;
    for (let i = left; i > 0; i--) {
      const { state, message = "" } = await repeated(
        () => service.call(`/jobs/${jobId}`, { signal }),
        signal,
      );
      if (state === "done") {
        onState?.(from, pages.length, "printed");
        return i;
      }
      if (state === "unsure") throw unsure(message, from, pages.length, jobId);
      if (!isOpen(state)) {
        onState?.(from, pages.length, "failed");
        throw new Error(message);
      }
      await pause(poll, signal);
    }
    return 0;
  }

  function unsure(message: string, from: number, count: number, jobId: string): UnsureFailure {
    return new UnsureFailure(message, from, count, async (again) => {
      const action = again ? "reprint" : "settle";
      await service.call(`/jobs/${jobId}/${action}`, { method: "POST" }).catch((cause: unknown) => {
        // The outcome is known meanwhile: the job waits again or has ended.
        if (!(cause instanceof ServiceRefusal && cause.status === 409)) throw cause;
      });
    });
  }

  async function printGroup(group: Group, push: Push, left: number): Promise<number> {
    const { from, pages, key } = group;
    if (settled.has(key)) {
      push.onState?.(from, pages.length, "printed");
      return left;
    }
    let jobId: string | undefined;
    try {
      push.onState?.(from, pages.length, "sent");
      jobId = await send(group, push);
      return await untilEnded(jobId, group, push, left);
    } catch (cause) {
      if (push.signal.aborted && jobId !== undefined)
        void service.call(`/jobs/${jobId}/cancel`, { method: "POST" }).catch(() => {});
      // An accepted job may be printed, although the service refuses to tell its state.
      const isAccepted = cause instanceof ServiceRefusal && jobId !== undefined;
      if (cause instanceof NoAnswer || isAccepted)
        throw new UnsureFailure(cause.message, from, pages.length, async (again) => {
          if (!again) settled.add(key);
        });
      throw cause;
    }
  }

  return {
    name: "print-service",
    measure: measured,
    async ready(signal) {
      const { formats } = await service.call("/status", { signal });
      if (options.format === undefined) format = formats?.includes("pdf") === false ? "png" : "pdf";
    },
    async printers() {
      return (await service.call("/printers")).printers ?? [];
    },
    async print(pages, push) {
      let left = tries;
      for (const group of groupsOf(pages, format, push.key ?? randomId()))
        left = await printGroup(group, push, left);
    },
    /** The print service has no user interface, so the browser shows the preview. */
    preview: (pages, push) =>
      browserDriver(options.measure ? { measure: options.measure } : {}).preview(pages, push),
  };
}
