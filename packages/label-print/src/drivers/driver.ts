import type { Page } from "../model/page.ts";

export interface Printer {
  readonly name: string;
  /** Description of the state, if the printing system has one. */
  readonly state?: string;
  readonly isDefault?: boolean;
}

export interface Push {
  /** Name of the printer. Default: the system's default printer. */
  readonly printer?: string | undefined;
  readonly jobName: string;
  readonly copies?: number;
  readonly signal: AbortSignal;
}

/** Sends pages to a printer or to the screen. The promises resolve once the pages have been accepted. */
export interface Driver {
  readonly name: string;
  /** Labels per batch. Default: the batches of LabelPrinter. */
  readonly batch?: number;
  ready(signal: AbortSignal): Promise<void>;
  printers(): Promise<readonly Printer[]>;
  print(pages: readonly Page[], push: Push): Promise<void>;
  preview(pages: readonly Page[], push: Push): Promise<void>;
}

/** Waits; rejects with the signal's reason when aborted. */
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
