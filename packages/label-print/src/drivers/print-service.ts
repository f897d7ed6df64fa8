import { type FileFormat, fileOf, isThermal } from "../file/format.ts";
import type { Page } from "../model/page.ts";
import type { Measure } from "../model/text-layout.ts";
import { randomId } from "../random-id.ts";
import { browserDriver } from "./browser.ts";
import { copiesOf, type Driver, type Printer, type Push, pause, UnsureFailure } from "./driver.ts";
import { browserMeasure } from "./measure.ts";
import { NoAnswer, type ServiceAddress, ServiceApi, ServiceRefusal } from "./print-service-api.ts";

export interface PrintServiceOptions extends ServiceAddress {
  /** Token that the service issued when the page was paired with it. */
  readonly token: string;
  /**
   * Format of a job: one PDF per batch, or one file per page. Default: the format that the printer supports, which is
   * ZPL or ESC/POS for a thermal printer.
   */
  readonly format?: FileFormat;
  /** Resolution, dots per inch. Default: the printer's resolution if the service knows it, else 300. */
  readonly dpi?: number;
  /** Printers that the driver uses: thermal printers (ZPL, ESC/POS), the other printers, or all printers (default). */
  readonly kind?: "thermal" | "system";
  /** Milliseconds between two queries of a job's state. The first queries follow faster. */
  readonly poll?: number;
  /**
   * Maximum number of queries per job. Labels that still wait then stay in the state `sent`, because a printer's queue
   * may hold a job for a long time. The default is 75 s, because the service itself waits up to 67 s for a label.
   */
  readonly tries?: number;
  /** Number of times a call is repeated without an answer, one second apart. The service may be restarting. */
  readonly resends?: number;
  readonly measure?: Measure;
  /** Makes the file of a job. Default: the browser draws it. */
  readonly render?: (pages: readonly Page[], format: FileFormat) => Promise<Blob>;
}

/** Printer of a batch, with the format and the resolution of its files. */
interface Target {
  readonly printer: string | undefined;
  readonly format: FileFormat;
  readonly dpi: number;
}

/** Files that are drawn before they are printed. */
interface Prepared {
  readonly target: Target;
  readonly files: Promise<Blob>[];
}

/** Pages that are one job of the print service. */
interface Group {
  readonly from: number;
  readonly pages: readonly Page[];
  readonly key: string;
}

/** Milliseconds before the second query of a job's state. The time doubles until it is `poll`. */
const firstPoll = 20;

/** States of a job that still has to be printed. */
const isOpen = (state: string | undefined) =>
  state === "waiting" || state === "sending" || state === "held" || state === "printing";

/**
 * Groups successive pages of the same size, because a print job has a single paper size. Only a PDF has several pages.
 */
function groupsOf(pages: readonly Page[], format: FileFormat, key: string): Group[] {
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
  const { kind, poll = 300, tries = 250, resends = 20 } = options;
  const service = new ServiceApi(options, options.token);
  let measure = options.measure;
  /** Format of the printers of the computer. */
  let systemFormat: FileFormat = "pdf";
  const measured = () => {
    measure ??= browserMeasure();
    return measure;
  };
  /** Keys of groups that the user has found printed. They are not sent again. */
  const settled = new Set<string>();

  /**
   * Repeats a call that got no answer. Idempotent: the service prints a job once, even if its key arrives several
   * times.
   */
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

  let known: readonly Printer[] = [];

  /** Lists the printers of the driver's kind. */
  async function listed(signal?: AbortSignal): Promise<readonly Printer[]> {
    const { printers = [] } = await service.call("/printers", signal ? { signal } : {});
    const ofKind = (p: Printer) => (p.formats?.some(isThermal) ?? false) === (kind === "thermal");
    known = printers.filter((p) => kind === undefined || ofKind(p));
    return known;
  }

  /** Returns the printer of a batch. Without a choice, the service takes the default printer of the computer. */
  async function targetOf({ printer: wanted, signal }: Push): Promise<Target> {
    const find = (list: readonly Printer[]) =>
      wanted === undefined && kind === "thermal" && list.length === 1
        ? list[0]
        : list.find((p) => p.name === wanted);
    const isAsked = wanted !== undefined || kind === "thermal";
    const found = isAsked ? (find(known) ?? find(await repeated(() => listed(signal), signal))) : undefined;
    if (!found && kind === "thermal") throw new Error(service.texts.noThermal);
    const thermal = found?.formats?.find(isThermal) as FileFormat | undefined;
    return {
      printer: found?.name ?? wanted,
      format: options.format ?? thermal ?? systemFormat,
      dpi: options.dpi ?? found?.dpi ?? 300,
    };
  }

  /** Makes the file of a job. */
  function drawn({ pages }: Group, { signal }: Push, { format, dpi }: Target): Promise<Blob> {
    return options.render?.(pages, format) ?? fileOf(pages, format, { measure: measured(), dpi, signal });
  }

  /** Draws the files of groups one after the other, so that the first one is ready early. */
  function filesOf(groups: readonly Group[], push: Push, target: Target): Promise<Blob>[] {
    let before: Promise<unknown> = Promise.resolve();
    return groups.map((group) => {
      const file = before.then(() => drawn(group, push, target));
      // The failure is thrown when the file is sent. Until then, it must not count as unhandled.
      file.catch(() => {});
      before = file;
      return file;
    });
  }

  const groupsFor = (pages: readonly Page[], { key = randomId() }: Push, { format }: Target) =>
    groupsOf(pages, format, key);

  /** Files of the pages that are printed next. */
  let prepared: { readonly key: string; readonly made: Promise<Prepared> } | undefined;

  function prepare(pages: readonly Page[], push: Push): void {
    const { key, signal } = push;
    if (key === undefined) return;
    const made = targetOf(push).then((target) => ({
      target,
      files: filesOf(groupsFor(pages, push, target), push, target),
    }));
    // `print` asks for the target again and then reports the failure.
    made.catch(() => {});
    const mine = { key, made };
    prepared = mine;
    const forget = () => {
      if (prepared === mine) prepared = undefined;
    };
    signal.addEventListener("abort", forget, { once: true });
  }

  /** Takes the files that were drawn ahead for a batch. Undefined if there are none for its printer. */
  async function preparedFor({ key }: Push, target: Target): Promise<Promise<Blob>[] | undefined> {
    if (key === undefined || prepared?.key !== key) return undefined;
    const { made } = prepared;
    prepared = undefined;
    const found = await made.catch(() => undefined);
    const names = ["printer", "format", "dpi"] as const;
    return found && names.every((name) => found.target[name] === target[name]) ? found.files : undefined;
  }

  async function send(group: Group, file: Promise<Blob>, push: Push, target: Target): Promise<string> {
    const { pages, from, key } = group;
    const [page] = pages;
    if (!page) throw new Error("no pages");
    const { printer, format } = target;
    const body = new FormData();
    if (printer !== undefined) body.set("printer", printer);
    body.set("copies", String(copiesOf(push)));
    body.set("pageWidth", String(page.width));
    body.set("pageHeight", String(page.height));
    body.set("jobName", push.jobName);
    body.set("key", key);
    body.set("labels", JSON.stringify(push.names?.slice(from, from + pages.length).flat() ?? []));
    if (push.isAgain) body.set("again", "1");
    body.set("file", await file, `label.${format}`);
    const { signal } = push;
    const { jobId } = await repeated(() => service.call("/print", { method: "POST", body, signal }), signal);
    if (!jobId) throw new Error("The print service gave no job");
    return jobId;
  }

  /** Waits until the job has ended, at most for `tries` queries. */
  async function untilEnded(jobId: string, { from, pages }: Group, push: Push): Promise<void> {
    const { signal, onState } = push;
    for (let i = 0; i < tries; i++) {
      const {
        state,
        message = "",
        reprints,
      } = await repeated(() => service.call(`/jobs/${jobId}`, { signal }), signal);
      if (state === "done") {
        onState?.(from, pages.length, "printed");
        return;
      }
      if (state === "unsure") throw unsure(message, from, pages.length, jobId, reprints);
      if (!isOpen(state)) {
        onState?.(from, pages.length, "failed");
        throw new Error(message);
      }
      await pause(Math.min(poll, firstPoll * 2 ** i), signal);
    }
  }

  function unsure(message: string, from: number, count: number, jobId: string, reprints = 0): UnsureFailure {
    return new UnsureFailure(message, from, count, async (again) => {
      // The number makes a repeated request print the job once.
      const action = again ? `reprint?reprints=${reprints}` : "settle";
      const call = () => service.call(`/jobs/${jobId}/${action}`, { method: "POST" });
      await repeated(call, new AbortController().signal).catch((cause: unknown) => {
        // Ignores status 409: the outcome of the job is known meanwhile, because it waits again or has ended.
        if (!(cause instanceof ServiceRefusal && cause.status === 409)) throw cause;
      });
    });
  }

  async function printGroup(group: Group, file: Promise<Blob>, push: Push, target: Target): Promise<void> {
    const { from, pages, key } = group;
    if (settled.has(key)) {
      push.onState?.(from, pages.length, "printed");
      return;
    }
    let jobId: string | undefined;
    try {
      push.onState?.(from, pages.length, "sent");
      jobId = await send(group, file, push, target);
      await untilEnded(jobId, group, push);
    } catch (cause) {
      if (push.signal.aborted && jobId !== undefined)
        void service.call(`/jobs/${jobId}/cancel`, { method: "POST" }).catch(() => {});
      // Reports an accepted job as unsure, because it may be printed although the service refuses to tell its state.
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
    pageMs: poll * tries,
    measure: measured,
    async ready(signal) {
      const { formats } = await service.call("/status", { signal });
      systemFormat = formats?.includes("pdf") === false ? "png" : "pdf";
    },
    printers: () => listed(),
    prepare,
    async print(pages, push) {
      const target = await targetOf(push);
      const groups = groupsFor(pages, push, target);
      const files = (await preparedFor(push, target)) ?? filesOf(groups, push, target);
      for (const [i, group] of groups.entries())
        await printGroup(group, files[i] ?? drawn(group, push, target), push, target);
    },
    /** The print service has no user interface, so the browser shows the preview. */
    preview: (pages, push) =>
      browserDriver(options.measure ? { measure: options.measure } : {}).preview(pages, push),
  };
}
