import type { PageType } from "../model/sheet.ts";
import type { Code } from "./failure.ts";
import type { LabelReport, LabelStates } from "./label-states.ts";
import type { PrintRequest } from "./request.ts";

export interface PrintOptions {
  readonly lodopFn?: "PRINT" | "PREVIEW";
  readonly pageType?: PageType;
  readonly allPreview?: boolean;
  /**
   * Identity of the job at the print service. A job that is started again with the same identity and request, for
   * example after the page was closed, prints only labels that the print service has not accepted yet. Default: random.
   */
  readonly jobId?: string;
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
  /** State of every label. */
  readonly report: readonly LabelReport[];
}

export type OnResult = (result: PrintResult) => void;

/** Job in the queue of a LabelPrinter. */
export interface Job {
  readonly request: PrintRequest;
  readonly options: Required<PrintOptions>;
  readonly notify: OnResult;
  readonly states: LabelStates;
  labels: number;
  /**
   * For each received document, the number of the job's labels up to the end of this document. The result's `documents`
   * is computed from these numbers.
   */
  readonly ends: number[];
}

export const progressOf = (job: Job) => ({
  labels: job.labels,
  documents: job.ends.filter((end) => end <= job.labels).length,
  report: job.states.report(job.request.documents),
});

export const requestIdOf = (r: PrintRequest) => ("requestID" in r ? r.requestID : r.requestId) ?? "";
