export interface PrinterInfo {
  readonly name: string;
  /** ready, printing, or stopped: it takes nothing until somebody looks after it. */
  readonly state: "ready" | "printing" | "stopped";
  readonly message?: string;
  readonly isDefault: boolean;
}

export interface Sheet {
  readonly printer: string;
  readonly copies: number;
  /** mm */
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly jobName: string;
  readonly type: "pdf" | "png";
}

export interface Progress {
  readonly state: "printing" | "done" | "failed";
  readonly message?: string;
}

/** A way to the printers of a computer. */
export interface Spooler {
  readonly formats: readonly Sheet["type"][];
  printers(): Promise<readonly PrinterInfo[]>;
  /** Hands a file over; what comes back is the spooler's own name of the job. */
  submit(sheet: Sheet, file: string): Promise<string>;
  progress(spoolerJob: string): Promise<Progress>;
}
