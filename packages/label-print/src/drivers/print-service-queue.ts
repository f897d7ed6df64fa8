import type { FileFormat } from "../file/format.ts";
import type { Page } from "../model/page.ts";
import { copiesOf, type Push, pause, UnsureFailure, within } from "./driver.ts";
import { NoAnswer, type ServiceApi, ServiceRefusal } from "./print-service-api.ts";

/** Printer of a batch, with the format and the resolution of its files. */
export interface Target {
  readonly printer: string | undefined;
  readonly format: FileFormat;
  readonly dpi: number;
}

/** Pages that are printed as one job of the print service. */
export interface Group {
  readonly from: number;
  readonly pages: readonly Page[];
  readonly key: string;
}

interface Times {
  readonly poll: number;
  readonly tries: number;
  readonly resends: number;
}

/** Data that the groups of pages of a batch share while they are printed. */
interface Batch {
  readonly push: Push;
  readonly target: Target;
  /** Index of the first page of the first group that failed. Later groups that still wait are cancelled. */
  failedFrom: number;
  /**
   * Error that is set when the service gives no answer. The other jobs of the batch are then not queried any longer.
   */
  silence?: NoAnswer;
}

/**
 * Maximum number of unfinished jobs of a batch at the service. It is more than 1, so that the next jobs are drawn and
 * sent while the first one is printed.
 */
const mostAtOnce = 4;

/** The service delays its answer to a query until the job ends, but at most by this time, ms. */
const longestWait = 1000;

/** States of a job that still has to be printed. */
const isOpen = (state: string | undefined) =>
  state === "waiting" || state === "sending" || state === "held" || state === "printing";

/** Sends the groups of pages of a batch to the print service, in their order, and waits until they are printed. */
export class ServiceQueue {
  readonly #service: ServiceApi;
  readonly #times: Times;
  /** Keys of groups of pages that the user has confirmed as printed. They are not sent again. */
  readonly #settled = new Set<string>();
  /**
   * Keys of groups of pages that were cancelled because an earlier group failed. The service already knows these keys
   * and would not print such a group again, so a repeated request for it asks explicitly for another print (`again`).
   */
  readonly #withdrawn = new Set<string>();

  constructor(service: ServiceApi, times: Times) {
    this.#service = service;
    this.#times = times;
  }

  /**
   * Repeats a call that got no answer. Idempotent: the service prints a job once, even if its key arrives several
   * times.
   */
  async repeated<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { resends } = this.#times;
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

  /**
   * Prints groups of pages, each as one job of the print service. Sends a group as soon as the service has accepted the
   * previous one, so the order is kept. Does not wait until the previous group is printed. After a failure, sends no
   * more groups and cancels those that still wait. Throws the failure of the first group that failed.
   */
  async print(groups: readonly Group[], files: readonly Promise<Blob>[], push: Push, target: Target) {
    const batch: Batch = { push, target, failedFrom: Number.POSITIVE_INFINITY };
    const ends: Promise<boolean>[] = [];
    for (const [i, group] of groups.entries()) {
      await ends[i - mostAtOnce]?.catch(() => {});
      if (batch.failedFrom < Number.POSITIVE_INFINITY) break;
      await new Promise<void>((accepted) => {
        const end = this.#printGroup(group, files[i], batch, ends[i - 1], accepted);
        // Prevents the browser from reporting the failure as unhandled. The failure is thrown below.
        end.catch(() => {}).finally(accepted);
        ends.push(end);
      });
    }
    const outcomes = await Promise.allSettled(ends);
    const failure = outcomes.find((o) => o.status === "rejected");
    if (!failure) return;
    for (const [i, outcome] of outcomes.entries()) {
      const { from = 0, pages = [] } = groups[i] ?? {};
      const set = (state: "failed" | "unsure") => push.onState?.(from, pages.length, state);
      if (outcome === failure) continue;
      // Reports `unsure` for a job that has not ended in time, because the service may still print it.
      if (outcome.status === "fulfilled" && !outcome.value) set("unsure");
      if (outcome.status === "rejected") set(outcome.reason instanceof UnsureFailure ? "unsure" : "failed");
    }
    throw failure.reason;
  }

  /**
   * Prints a group of pages. Resolves with false if the waiting time is over before the service has printed or
   * cancelled the group.
   */
  async #printGroup(
    group: Group,
    file: Promise<Blob> | undefined,
    batch: Batch,
    before: Promise<boolean> | undefined,
    accepted: () => void,
  ): Promise<boolean> {
    const { from, pages, key } = group;
    const { push } = batch;
    if (this.#settled.has(key)) {
      push.onState?.(from, pages.length, "printed");
      return true;
    }
    let jobId: string | undefined;
    try {
      push.onState?.(from, pages.length, "sent");
      jobId = await this.#send(group, file, batch);
      accepted();
      // Queries this job only after the previous one has ended, because jobs are printed in their order.
      await within(before?.catch(() => {}) ?? Promise.resolve(), push.signal);
      if (batch.silence) throw batch.silence;
      return await this.#untilEnded(jobId, group, batch);
    } catch (cause) {
      batch.failedFrom = Math.min(batch.failedFrom, from);
      if (cause instanceof NoAnswer) batch.silence = cause;
      if (push.signal.aborted && jobId !== undefined)
        void this.#service.call(`/jobs/${jobId}/cancel`, { method: "POST" }).catch(() => {});
      // Reports an accepted job as unsure, because it may be printed although the service refuses to tell its state.
      const isAccepted = cause instanceof ServiceRefusal && jobId !== undefined;
      if (cause instanceof NoAnswer || isAccepted)
        throw new UnsureFailure(cause.message, from, pages.length, async (again) => {
          if (!again) this.#settled.add(key);
        });
      throw cause;
    }
  }

  async #send(group: Group, file: Promise<Blob> | undefined, { push, target }: Batch): Promise<string> {
    const { pages, from, key } = group;
    const [page] = pages;
    if (!page || !file) throw new Error("no pages");
    const { printer, format } = target;
    const body = new FormData();
    if (printer !== undefined) body.set("printer", printer);
    body.set("copies", String(copiesOf(push)));
    body.set("pageWidth", String(page.width));
    body.set("pageHeight", String(page.height));
    body.set("jobName", push.jobName);
    body.set("key", key);
    body.set("labels", JSON.stringify(push.names?.slice(from, from + pages.length).flat() ?? []));
    if (push.isAgain || this.#withdrawn.has(key)) body.set("again", "1");
    body.set("file", await file, `label.${format}`);
    const { signal } = push;
    const call = () => this.#service.call("/print", { method: "POST", body, signal });
    const { jobId } = await this.repeated(call, signal);
    if (!jobId) throw new Error("The print service gave no job");
    this.#withdrawn.delete(key);
    return jobId;
  }

  /**
   * Queries the state of a job until the job is printed or cancelled. Resolves with false if this has not happened
   * after `tries` queries. Throws if the job has failed or is unsure.
   */
  async #untilEnded(jobId: string, { from, pages, key }: Group, batch: Batch): Promise<boolean> {
    const { signal, onState } = batch.push;
    const { poll, tries } = this.#times;
    const query = (path = "", init: RequestInit = {}) =>
      this.repeated(() => this.#service.call(`/jobs/${jobId}${path}`, { ...init, signal }), signal);
    let isTakenBack = false;
    for (let i = 0; i < tries; i++) {
      const asked = performance.now();
      const {
        state,
        message = "",
        reprints,
      } = await query(from > batch.failedFrom ? "" : `?wait=${Math.min(poll, longestWait)}`);
      if (state === "done") {
        onState?.(from, pages.length, "printed");
        return true;
      }
      if (state === "unsure") throw this.#unsure(message, from, pages.length, jobId, reprints);
      if (state === "cancelled" && isTakenBack) {
        // Records the group of pages as cancelled only here, where the cancellation is certain. A job may have been
        // printed in spite of the cancellation, and such a job must not be printed again.
        this.#withdrawn.add(key);
        onState?.(from, pages.length, "failed");
        return true;
      }
      if (!isOpen(state)) {
        onState?.(from, pages.length, "failed");
        throw new Error(message);
      }
      if (state === "waiting" && from > batch.failedFrom) {
        isTakenBack = true;
        // Ignores a refusal, which means that the job does not wait any longer. The next query returns the state of the
        // job.
        await query("/cancel", { method: "POST" }).catch((cause: unknown) => {
          if (!(cause instanceof ServiceRefusal)) throw cause;
        });
      } else await pause(Math.max(0, asked + poll - performance.now()), signal);
    }
    return false;
  }

  #unsure(message: string, from: number, count: number, jobId: string, reprints = 0): UnsureFailure {
    return new UnsureFailure(message, from, count, async (again) => {
      // The number of reprints lets the service recognise a repeated request, so the job is printed once.
      const action = again ? `reprint?reprints=${reprints}` : "settle";
      const call = () => this.#service.call(`/jobs/${jobId}/${action}`, { method: "POST" });
      await this.repeated(call, new AbortController().signal).catch((cause: unknown) => {
        // Ignores status 409: the job is not unsure any longer, because it waits again or has ended.
        if (!(cause instanceof ServiceRefusal && cause.status === 409)) throw cause;
      });
    });
  }
}
