import type { Page } from "../model/page.ts";

export interface Printer {
  readonly name: string;
  /** Where the back end tells. */
  readonly state?: string;
  readonly isDefault?: boolean;
}

export interface Push {
  /** A printer's name; the system's own when left out. */
  readonly printer?: string | undefined;
  readonly jobName: string;
  readonly copies?: number;
  readonly signal: AbortSignal;
}

/** What puts pages on paper or on the screen. Each promise is kept when the back end has taken the pages. */
export interface Driver {
  readonly name: string;
  /** So many labels at once; the usual batches when left out. */
  readonly batch?: number;
  ready(signal: AbortSignal): Promise<void>;
  printers(): Promise<readonly Printer[]>;
  print(pages: readonly Page[], push: Push): Promise<void>;
  preview(pages: readonly Page[], push: Push): Promise<void>;
}

/** Waits, unless it is called off. */
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
