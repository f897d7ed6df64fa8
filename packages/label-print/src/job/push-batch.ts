import type { Dialogs } from "../dialogs.ts";
import { type Driver, type PageState, TimedOut, UnsureFailure, within } from "../drivers/driver.ts";
import { guarded } from "../guarded.ts";
import type { Page } from "../model/page.ts";
import { arrange } from "../model/sheet.ts";
import { PrintFailure, pushFailed, unsureQuestion } from "./failure.ts";
import { type Job, progressOf, requestIdOf } from "./job.ts";
import { labelsPerPage } from "./label-states.ts";

interface Printing {
  readonly driver: Driver;
  readonly dialogs: Dialogs;
  readonly printer: string | undefined;
  /** Milliseconds within which a driver has to print a batch, in addition to the driver's own time for each page. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Labels of a job that are sent together. */
interface Batch {
  readonly first: number;
  readonly count: number;
  readonly perPage: number;
}

/** Returns the pages on which the labels of a batch are printed, and the settings with which the driver prints them. */
function pushOf(job: Job, batch: Batch, labels: readonly Page[], { printer, signal }: Printing) {
  const { request, options, states } = job;
  const pages = arrange(labels, options.pageType, request.templateCode);
  const push = {
    printer,
    jobName: requestIdOf(request),
    key: `${options.jobId}/${batch.first}+${batch.count}`,
    names: pages.map((_, i) => {
      const [from, count] = labelsOf(batch, i, 1);
      return Array.from({ length: count }, (__, j) => states.name(from + j));
    }),
    onState: (from: number, count: number, state: PageState) =>
      states.set(...labelsOf(batch, from, count), state),
    signal,
  };
  return { pages, push };
}

const batchOf = ({ options }: Job, first: number, labels: readonly Page[]): Batch => ({
  first,
  count: labels.length,
  perPage: labelsPerPage(options.pageType),
});

/**
 * Lets the driver draw the next batch of labels while the current batch is being printed. `first`: number of the job's
 * labels before the next batch.
 */
export function prepareBatch(job: Job, first: number, labels: readonly Page[], printing: Printing): void {
  if (job.options.lodopFn === "PREVIEW") return;
  const { pages, push } = pushOf(job, batchOf(job, first, labels), labels, printing);
  guarded(() => printing.driver.prepare?.(pages, push));
}

/** Sends labels to the printer or the preview. After a failure, asks the user and sends them again. */
export async function pushBatch(job: Job, labels: readonly Page[], printing: Printing): Promise<void> {
  const { driver, signal } = printing;
  const { lodopFn } = job.options;
  const { states, labels: first } = job;
  const batch = batchOf(job, first, labels);
  const { pages, push } = pushOf(job, batch, labels, printing);
  const limit = driver.isInteractive ? undefined : printing.timeoutMs + pages.length * (driver.pageMs ?? 0);
  let isAgain = false;
  while (true) {
    signal.throwIfAborted();
    const attempt = new AbortController();
    const each = { ...push, signal: AbortSignal.any([signal, attempt.signal]) };
    try {
      await within(driver.ready(signal), signal);
      if (lodopFn === "PREVIEW") await within(driver.preview(pages, each), signal);
      else {
        await within(driver.print(pages, { ...each, isAgain }), signal, limit, "打印机没有应答");
        // Treats all labels of the batch as printed, because a driver need not report states. Labels that the driver
        // has reported as sent stay in this state, because they are not confirmed yet.
        for (const before of ["waiting", "failed", "unsure"] as const)
          states.replace(first, batch.count, before, "printed");
      }
      break;
    } catch (cause) {
      // Stops a driver that timed out, so that it does not print the labels later.
      attempt.abort(cause);
      // Sets sent labels to `unsure` if the job was cancelled, because the printer may still print these labels.
      if (signal.aborted) states.replace(first, batch.count, "sent", "unsure");
      signal.throwIfAborted();
      const failure = cause instanceof TimedOut ? new UnsureFailure(cause.message, 0, pages.length) : cause;
      isAgain = await afterFailure(job, failure, batch, printing);
      if (!isAgain && failure instanceof UnsureFailure && !failure.settle) break;
    }
  }
  job.labels += batch.count;
  if (lodopFn === "PREVIEW") job.notify({ code: 15, msg: "", requestId: push.jobName, ...progressOf(job) });
}

/**
 * Returns the position of the first label, and the number of labels, on `pages` pages of a batch. `page` is the index
 * of the first of these pages.
 */
function labelsOf({ first, count, perPage }: Batch, page: number, pages: number): [number, number] {
  return [first + page * perPage, Math.max(0, Math.min(pages * perPage, count - page * perPage))];
}

/**
 * Asks the user what to do after a failed batch. Returns true if the user wants to print it again. Throws if the user
 * ends the job.
 */
async function afterFailure(
  { states, request }: Job,
  failure: unknown,
  batch: Batch,
  { dialogs, signal }: Printing,
): Promise<boolean> {
  const reason = failure instanceof Error ? failure.message : "";
  const ended = new PrintFailure(14, pushFailed, { detail: reason });
  if (!(failure instanceof UnsureFailure)) {
    for (const before of ["sent", "waiting"] as const)
      states.replace(batch.first, batch.count, before, "failed");
    const message = reason === "" ? pushFailed : `${pushFailed}：${reason}`;
    if (await answerOf(() => dialogs.retry(message, reason), false, signal)) return true;
    throw ended;
  }
  const [from, count] = labelsOf(batch, failure.from, failure.count);
  states.set(from, count, "unsure");
  const report = states.report(request.documents);
  const names = report.slice(from, from + count).map((l) => l.name);
  const labels = { from: from + 1, to: from + count, total: report.length, names };
  const question = unsureQuestion(labels);
  const ask = async () => {
    if (dialogs.unsure) return dialogs.unsure(question, labels);
    return (await dialogs.retry(question, reason)) ? "again" : "stop";
  };
  const answer = await answerOf(ask, "stop" as const, signal);
  if (answer === "stop") throw ended;
  if (failure.settle) {
    await within(failure.settle(answer === "again"), signal);
    return false;
  }
  if (answer === "printed") states.set(from, count, "printed");
  return answer === "again";
}

/** Returns the user's answer to a dialog. A dialog that fails counts as `otherwise`. */
async function answerOf<T>(ask: () => Promise<T>, otherwise: T, signal: AbortSignal): Promise<T> {
  try {
    return await within(Promise.resolve(ask()), signal);
  } catch (cause) {
    signal.throwIfAborted();
    guarded(() => Promise.reject(cause));
    return otherwise;
  }
}
