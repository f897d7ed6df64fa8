export interface PrinterInfo {
  readonly name: string;
  /** State of the printer. stopped: it prints nothing until somebody fixes or resumes it. */
  readonly state: "ready" | "printing" | "stopped";
  readonly message?: string;
  readonly isDefault: boolean;
}

export interface Sheet {
  readonly printer: string;
  readonly copies: number;
  /** Page width, mm. */
  readonly pageWidth: number;
  /** Page height, mm. */
  readonly pageHeight: number;
  readonly jobName: string;
  readonly type: "pdf" | "png";
}

export interface Progress {
  readonly state: "printing" | "done" | "failed";
  readonly message?: string;
}

/** Connection to one print system of the computer, for example CUPS. */
export interface Spooler {
  readonly formats: readonly Sheet["type"][];
  printers(): Promise<readonly PrinterInfo[]>;
  /** Submits a file. Returns the name that the spooler gave the job. `progress` takes this name. */
  submit(sheet: Sheet, file: string): Promise<string>;
  progress(spoolerJob: string): Promise<Progress>;
}
