import type { Page } from "../model/page.ts";

export interface Printer {
  readonly name: string;
  /** State of the printer as text, if the print service or plug-in reports one. */
  readonly state?: string;
  readonly isDefault?: boolean;
}

export interface Push {
  /** Name of the printer. Default: the default printer of the operating system. */
  readonly printer?: string | undefined;
  readonly jobName: string;
  readonly copies?: number;
  readonly signal: AbortSignal;
}

/**
 * Sends pages to a printer or to the screen. Each promise resolves when the printer or screen has accepted the pages.
 */
export interface Driver {
  readonly name: string;
  /** Number of labels per batch. Default: the batch sizes of LabelPrinter (label-printer.ts). */
  readonly batch?: number;
  ready(signal: AbortSignal): Promise<void>;
  printers(): Promise<readonly Printer[]>;
  print(pages: readonly Page[], push: Push): Promise<void>;
  preview(pages: readonly Page[], push: Push): Promise<void>;
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
