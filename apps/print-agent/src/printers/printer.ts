export interface PrinterInfo {
  readonly name: string;
  /** stopped: the printer accepts no jobs until someone fixes it. */
  readonly state: "ready" | "printing" | "stopped";
  readonly message?: string;
  readonly isDefault: boolean;
}

export interface Sheet {
  readonly printer: string;
  readonly copies: number;
  /** Page width, mm. */
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly jobName: string;
  readonly type: "pdf" | "png";
}

export interface Progress {
  readonly state: "printing" | "done" | "failed";
  readonly message?: string;
}

/** Access to the printers of a computer. */
export interface Spooler {
  readonly formats: readonly Sheet["type"][];
  printers(): Promise<readonly PrinterInfo[]>;
  /** Submits a file. Returns the spooler's name of the job. */
  submit(sheet: Sheet, file: string): Promise<string>;
  progress(spoolerJob: string): Promise<Progress>;
}
