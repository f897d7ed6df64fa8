import type { Page } from "../model/page.ts";
import type { Measure } from "../model/text-layout.ts";

export interface Printer {
  readonly name: string;
  /** State of the printer as text, if the print service or plug-in reports one. */
  readonly state?: string;
  readonly isDefault?: boolean;
  /** Formats that the printer takes, if the print service reports them. zpl and escpos mark a thermal printer. */
  readonly formats?: readonly string[];
  /** Resolution of a thermal printer, dots per inch. */
  readonly dpi?: number;
}

/** State of a page. The driver reports this state while it prints. */
export type PageState = "sent" | "printed" | "failed" | "unsure";

export interface Push {
  /** Name of the printer. Default: the default printer of the operating system. */
  readonly printer?: string | undefined;
  readonly jobName: string;
  /** Number of copies, 1 to `maxCopies`. Default: 1. */
  readonly copies?: number;
  readonly signal: AbortSignal;
  /**
   * Identity of these pages. If an answer was lost and the pages are sent again with the same key, they are printed
   * only once. Default: every call prints.
   */
  readonly key?: string;
  /** Names of the labels on each page. */
  readonly names?: readonly (readonly string[])[];
  /** True if the user asked to print again after a failure. */
  readonly isAgain?: boolean;
  /** Called when the state of `count` pages changes. The first of these pages has the index `from`. */
  readonly onState?: (from: number, count: number, state: PageState) => void;
}

/**
 * Sends pages to a printer or to the screen. Each promise resolves when the printer or screen has accepted the pages.
 */
export interface Driver {
  readonly name: string;
  /** Number of labels per batch. Default: the batch sizes of LabelPrinter (label-printer.ts). */
  readonly batch?: number;
  /** True if `print` waits for the user, for example in the browser's print dialog. Such a call has no timeout. */
  readonly isInteractive?: boolean;
  /** Time that `print` itself waits for each page, ms. It is added to the timeout of a batch. Default: 0. */
  readonly pageMs?: number;
  /** Returns the function that measures characters. The driver uses this function to lay out texts. */
  readonly measure?: () => Measure;
  ready(signal: AbortSignal): Promise<void>;
  /**
   * Draws the pages of the next batch in advance, while an earlier batch is printed. The call of `print` for the next
   * batch has the same key (`push.key`), so `print` finds the drawn pages.
   */
  prepare?(pages: readonly Page[], push: Push): void;
  printers(): Promise<readonly Printer[]>;
  print(pages: readonly Page[], push: Push): Promise<void>;
  preview(pages: readonly Page[], push: Push): Promise<void>;
}

/** Largest number of copies of a job. The print service has the same limit. */
const maxCopies = 99;

/** Returns the number of copies. Throws if it is no whole number from 1 to `maxCopies`. */
export function copiesOf({ copies = 1 }: { readonly copies?: number | undefined }): number {
  if (!Number.isInteger(copies) || copies < 1 || copies > maxCopies)
    throw new Error(`份数（copies）必须是 1 到 ${maxCopies} 的整数`);
  return copies;
}

/** Failure that leaves open whether pages were printed. The user has to look and decide. */
export class UnsureFailure extends Error {
  /** Index of the first page that may have been printed, counted from 0. `count`: number of such pages. */
  readonly from: number;
  readonly count: number;
  /**
   * Tells the driver whether the user wants these pages printed again. The caller then always repeats `print`, without
   * `isAgain`. The driver prints the pages again, or goes on without them, as the user decided. If `settle` is
   * undefined, the caller decides itself: it repeats `print` with `isAgain` only if the user wants the pages again.
   */
  readonly settle: ((again: boolean) => Promise<void>) | undefined;

  constructor(message: string, from: number, count: number, settle?: (again: boolean) => Promise<void>) {
    super(message);
    this.name = "UnsureFailure";
    this.from = from;
    this.count = count;
    this.settle = settle;
  }
}

/** Waits for `ms` milliseconds. Rejects with the signal's reason if the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Error: a call took too long. The call may go on, but nobody waits for it any longer. */
export class TimedOut extends Error {}

/**
 * Returns a promise with the outcome of `work`. The promise rejects earlier if the signal is aborted, and with TimedOut
 * after `ms` milliseconds. Needed for foreign code, such as a plug-in, whose promise may never resolve or reject.
 */
export function within<T>(work: Promise<T>, signal: AbortSignal, ms?: number, message = "超时"): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      work.catch(() => {});
      return reject(signal.reason);
    }
    const stop = () => finish(() => reject(signal.reason));
    const isLimited = ms !== undefined && Number.isFinite(ms);
    const timer = isLimited ? setTimeout(() => finish(() => reject(new TimedOut(message))), ms) : undefined;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      settle();
    };
    signal.addEventListener("abort", stop, { once: true });
    work.then(
      (value) => finish(() => resolve(value)),
      (cause: unknown) => finish(() => reject(cause)),
    );
  });
}
