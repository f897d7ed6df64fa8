import { type Dialogs, dialogs as domDialogs } from "../dialogs.ts";
import type { Driver, Printer } from "../drivers/driver.ts";
import type { Page } from "../model/page.ts";
import { arrange, type PageType } from "../model/sheet.ts";
import { type Code, PrintFailure, pushFailed, tipOf } from "./failure.ts";
import { fetchPages, type ServiceOptions } from "./fetch-pages.ts";
import { missingIn, type PrintRequest } from "./request.ts";

export interface LabelPrinterSettings {
  readonly driver: Driver;
  /**
   * Environment of the carrier's service: a known one ("pro", the default, "sbox", "innerSit", "innerProd" or
   * "innerFast"), a key of `hosts`, or a path such as "/carrier".
   */
  readonly env?: string;
  /** Addresses of additional environments, or addresses that replace those of known environments. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Customer number that is used for requests without one. */
  readonly partnerID?: string;
  /** AES key that decrypts the encrypted parts of labels: 16 bytes, as 16 characters or 32 hex digits. */
  readonly aesKey?: string;
  /**
   * True if failures are reported only to the callback and not in a dialog. The dialog that asks whether to try the
   * printer again is still shown.
   */
  readonly notips?: boolean;
  readonly dialogs?: Dialogs;
  /**
   * Largest numbers of labels per batch. `first`: in the first batch; `firstA4`: in the first batch on A4 paper;
   * `next`: in each later batch.
   */
  readonly batch?: { readonly first?: number; readonly firstA4?: number; readonly next?: number };
  /** Called with every result of every job, in addition to the job's own callback. */
  readonly callback?: (result: PrintResult) => void;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

export interface PrintOptions {
  readonly lodopFn?: "PRINT" | "PREVIEW";
  readonly pageType?: PageType;
  readonly allPreview?: boolean;
}

export interface PrintResult {
  readonly code: Code;
  readonly msg: string;
  readonly requestId: string;
  /** Number of labels that the printer or the preview has accepted so far. */
  readonly labels: number;
  /** Number of documents whose labels have all been accepted. The other documents have to be printed again. */
  readonly documents: number;
  readonly apiResultCode?: string;
  /** Message of the printer or the driver, for failures with code 14. */
  readonly detail?: string;
}

type OnResult = (result: PrintResult) => void;

interface Job {
  readonly request: PrintRequest;
  readonly options: Required<PrintOptions>;
  readonly notify: OnResult;
  labels: number;
  /**
   * For each received document, the number of the job's labels up to the end of this document. The result's `documents`
   * is computed from these numbers.
   */
  readonly ends: number[];
}

const progressOf = (job: Job) => ({
  labels: job.labels,
  documents: job.ends.filter((end) => end <= job.labels).length,
});

const requestIdOf = (r: PrintRequest) => ("requestID" in r ? r.requestID : r.requestId) ?? "";

/** Prints jobs one after another. A failed job also cancels all jobs that wait behind it. */
export class LabelPrinter {
  readonly #settings: LabelPrinterSettings;
  readonly #service: ServiceOptions;
  readonly #dialogs: Dialogs;
  #queue: Job[] = [];
  #running = false;
  #stop = new AbortController();
  #printer: string | undefined;

  constructor(settings: LabelPrinterSettings) {
    this.#settings = settings;
    this.#dialogs = settings.dialogs ?? domDialogs();
    this.#service = {
      env: settings.env ?? "pro",
      hosts: settings.hosts ?? {},
      aesKey: settings.aesKey,
      fetch: settings.fetch ?? ((input, init) => fetch(input, init)),
      now: settings.now ?? Date.now,
    };
  }

  /** Number of jobs in the queue, including the job that is being printed. */
  get waiting(): number {
    return this.#queue.length;
  }

  async getPrinters(): Promise<readonly Printer[]> {
    await this.#settings.driver.ready(new AbortController().signal);
    return this.#settings.driver.printers();
  }

  setPrinter(name: string | undefined): void {
    this.#printer = name;
  }

  /**
   * Prints a request. Resolves with the last result of the job, also if the job failed. The callback additionally
   * gets the steps of a preview.
   */
  print(request: PrintRequest, callback?: OnResult, options: PrintOptions = {}): Promise<PrintResult> {
    const { partnerID } = this.#settings;
    const whole = (partnerID === undefined ? request : { partnerID, ...request }) as PrintRequest;
    const mode = options.lodopFn ?? "PRINT";
    let resolve: OnResult = () => {};
    const promise = new Promise<PrintResult>((r) => {
      resolve = r;
    });
    const notify: OnResult = (result) => {
      callback?.(result);
      this.#settings.callback?.(result);
      if (result.code !== 15) resolve(result);
    };
    const missing = missingIn({ ...whole }, mode, this.#service.env);
    if (missing !== undefined) {
      // An incomplete request is refused before it is queued, so the jobs in the queue continue.
      if (!this.#settings.notips) void this.#dialogs.tip(missing);
      notify({ code: 10, msg: missing, requestId: requestIdOf(whole), labels: 0, documents: 0 });
      return promise;
    }
    const { pageType = "", allPreview = false } = options;
    const whatIsAsked = { lodopFn: mode, pageType, allPreview };
    this.#queue.push({ request: whole, options: whatIsAsked, notify, labels: 0, ends: [] });
    if (!this.#running) void this.#run();
    return promise;
  }

  /** Cancels all queued jobs at once, and the running job after its current step. */
  abort(): void {
    this.#stop.abort(new PrintFailure(11, "打印任务已取消"));
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let job = this.#queue[0]; job; job = this.#queue[0]) {
      try {
        await this.#process(job, this.#stop.signal);
        this.#queue.shift();
        job.notify({ code: 1, msg: "", requestId: requestIdOf(job.request), ...progressOf(job) });
      } catch (cause) {
        this.#fail(cause);
      }
    }
    this.#running = false;
  }

  #fail(cause: unknown): void {
    const failure =
      cause instanceof PrintFailure
        ? cause
        : new PrintFailure(14, cause instanceof Error ? cause.message : String(cause));
    const cleared = this.#queue;
    this.#queue = [];
    const called = this.#stop.signal.aborted;
    this.#stop = new AbortController();
    if (!this.#settings.notips && !called) void this.#dialogs.tip(tipOf(failure));
    const { code, message: msg, apiResultCode } = failure;
    for (const job of cleared)
      job.notify({
        code,
        msg,
        requestId: requestIdOf(job.request),
        ...progressOf(job),
        ...(apiResultCode !== undefined && { apiResultCode }),
        ...(failure.detail !== undefined && { detail: failure.detail }),
      });
  }

  async #process(job: Job, signal: AbortSignal): Promise<void> {
    const waiting: Page[] = [];
    let size = this.#firstBatch(job.options);
    const send = async () => {
      await this.#push(job, waiting.splice(0, size), signal);
      size = this.#nextBatch(job.options);
    };
    for (const document of job.request.documents) {
      signal.throwIfAborted();
      waiting.push(...(await fetchPages(job.request, document, this.#service, signal)));
      job.ends.push(job.labels + waiting.length);
      while (waiting.length >= size) await send();
    }
    while (waiting.length > 0) await send();
  }

  #firstBatch(options: Required<PrintOptions>): number {
    const { driver, batch } = this.#settings;
    if (options.lodopFn === "PREVIEW" || driver.batch) return this.#nextBatch(options);
    return options.pageType === "A4" ? (batch?.firstA4 ?? 2) : (batch?.first ?? 1);
  }

  #nextBatch({ lodopFn, allPreview }: Required<PrintOptions>): number {
    if (lodopFn === "PREVIEW" && allPreview) return Number.POSITIVE_INFINITY;
    const next = this.#settings.batch?.next ?? 6;
    return lodopFn === "PRINT" ? (this.#settings.driver.batch ?? next) : next;
  }

  async #push(job: Job, labels: readonly Page[], signal: AbortSignal): Promise<void> {
    const { driver } = this.#settings;
    const { lodopFn, pageType } = job.options;
    const pages = arrange(labels, pageType, job.request.templateCode);
    const requestId = requestIdOf(job.request);
    const push = { printer: this.#printer, jobName: requestId, signal };
    for (;;) {
      signal.throwIfAborted();
      try {
        await driver.ready(signal);
        await (lodopFn === "PRINT" ? driver.print(pages, push) : driver.preview(pages, push));
        break;
      } catch (cause) {
        signal.throwIfAborted();
        const reason = cause instanceof Error && cause.message !== "" ? cause.message : "";
        const message = reason === "" ? pushFailed : `${pushFailed}：${reason}`;
        if (await this.#dialogs.retry(message, reason)) continue;
        throw new PrintFailure(14, pushFailed, { detail: reason });
      }
    }
    job.labels += labels.length;
    if (lodopFn === "PREVIEW") job.notify({ code: 15, msg: "", requestId, ...progressOf(job) });
  }
}
