import { type Dialogs, dialogs as domDialogs } from "../dialogs.ts";
import { type Driver, type Printer, within } from "../drivers/driver.ts";
import { guarded } from "../guarded.ts";
import { roughMeasure } from "../model/text-layout.ts";
import { randomId } from "../random-id.ts";
import { batchesOf, type Check } from "./batches.ts";
import { PrintFailure, tipOf } from "./failure.ts";
import type { ServiceOptions } from "./fetch-pages.ts";
import {
  type Job,
  type OnResult,
  type PrintOptions,
  type PrintResult,
  progressOf,
  requestIdOf,
} from "./job.ts";
import { type LabelEvent, LabelStates } from "./label-states.ts";
import { prepareBatch, pushBatch } from "./push-batch.ts";
import { missingIn, type PrintRequest } from "./request.ts";
import { checkPage, type Fallbacks } from "./strict.ts";

/** Milliseconds after which `getPrinters` stops waiting for the driver. */
const readyMs = 10_000;

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
  /** Called with every state change of every label. */
  readonly onLabel?: (event: LabelEvent) => void;
  /**
   * Reactions to faults of labels, such as a picture that cannot be loaded. If the label is printed in another way
   * (fallback), the job goes on. Otherwise the fault ends the job.
   */
  readonly fallbacks?: Fallbacks;
  /**
   * Timeouts, ms. Defaults: carrier 30,000; picture 10,000; push 120,000. `push` limits the printing of a batch, except
   * by drivers that wait for the user. The driver's own time for each page (`pageMs`) is added to `push`.
   */
  readonly timeouts?: { readonly carrier?: number; readonly picture?: number; readonly push?: number };
  /** Loads a picture to check it. Rejects if it cannot be shown. Default: through the browser. */
  readonly loadPicture?: (href: string, signal: AbortSignal) => Promise<void>;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** Prints jobs one after another. A failed job also cancels all jobs behind it in the queue. */
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
      fallbacks: settings.fallbacks ?? {},
      timeout: settings.timeouts?.carrier ?? 30_000,
    };
  }

  /** Number of jobs in the queue, including the job that is being printed. */
  get waiting(): number {
    return this.#queue.length;
  }

  async getPrinters(): Promise<readonly Printer[]> {
    const { driver } = this.#settings;
    const stop = new AbortController();
    // Limits the waiting time, because a driver may never become ready, for example if the plug-in is not installed.
    await within(driver.ready(stop.signal), stop.signal, readyMs, "打印机没有应答").finally(() =>
      stop.abort(),
    );
    return driver.printers();
  }

  setPrinter(name: string | undefined): void {
    this.#printer = name;
  }

  /**
   * Prints a request. Resolves with the last result of the job, also if the job failed. The callback gets this result
   * too, and during a preview a result with code 15 after each batch of labels.
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
      if (result.code !== 15) resolve(result);
      guarded(() => callback?.(result));
      guarded(() => this.#settings.callback?.(result));
    };
    const missing = missingIn({ ...whole }, mode, this.#service.env);
    if (missing !== undefined) {
      // Refuses an incomplete request before it is queued, so that the jobs in the queue continue.
      if (!this.#settings.notips) guarded(() => this.#dialogs.tip(missing));
      const nothing = { labels: 0, documents: 0, report: [] };
      notify({ code: 10, msg: missing, requestId: requestIdOf(whole), ...nothing });
      return promise;
    }
    const { pageType = "", allPreview = false, jobId = randomId() } = options;
    const asked = { lodopFn: mode, pageType, allPreview, jobId };
    const requestId = requestIdOf(whole);
    const states = new LabelStates((label) => this.#settings.onLabel?.({ ...label, requestId, jobId }));
    this.#queue.push({ request: whole, options: asked, notify, states, labels: 0, ends: [] });
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
    if (!this.#settings.notips && !called) guarded(() => this.#dialogs.tip(tipOf(failure)));
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

  /** Prints a job. While a batch is printed, requests the labels of the next one and lets the driver draw them. */
  async #process(job: Job, signal: AbortSignal): Promise<void> {
    const { options } = job;
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    const printing = {
      driver: this.#settings.driver,
      dialogs: this.#dialogs,
      printer: this.#printer,
      timeoutMs: this.#settings.timeouts?.push ?? 120_000,
      signal,
    };
    const sizes = { first: this.#firstBatch(options), next: this.#nextBatch(options) };
    const batches = batchesOf(job, this.#service, sizes, this.#checking(both), both);
    const prepared = async (first: number) => {
      const batch = await batches.next();
      if (!batch.done) prepareBatch(job, first, batch.value, { ...printing, signal: both });
      return batch;
    };
    try {
      for (let batch = await batches.next(); !batch.done; ) {
        const next = prepared(job.labels + batch.value.length);
        // If the next batch cannot be prepared, `await next` below throws the failure after this batch is printed.
        // Until then, this handler prevents the browser from reporting it as unhandled.
        next.catch(() => {});
        await pushBatch(job, batch.value, printing);
        batch = await next;
      }
      signal.throwIfAborted();
    } finally {
      stop.abort();
    }
  }

  #checking(signal: AbortSignal): Check {
    const { driver, fallbacks = {}, timeouts, loadPicture } = this.#settings;
    return async (pages) => {
      const measure = driver.measure?.() ?? roughMeasure;
      const how = { measure, fallbacks, signal, pictureTimeout: timeouts?.picture ?? 10_000, loadPicture };
      try {
        return await Promise.all(pages.map((page) => checkPage(page, how)));
      } catch (cause) {
        signal.throwIfAborted();
        throw new PrintFailure(13, cause instanceof Error ? cause.message : String(cause));
      }
    };
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
}
