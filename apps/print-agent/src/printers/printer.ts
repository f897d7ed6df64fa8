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
  /** State of a job in the spooler. unknown: the spooler does not list the job. */
  readonly state: "printing" | "done" | "failed" | "unknown";
  readonly message?: string;
}

/** Connection to one print system of the computer, for example CUPS. */
export interface Spooler {
  readonly formats: readonly Sheet["type"][];
  /**
   * True if a repeated `submit` of the same print prints nothing twice. After a crash during `submit`, the queue then
   * submits again. Otherwise the queue asks the user.
   */
  readonly isRepeatable: boolean;
  printers(): Promise<readonly PrinterInfo[]>;
  /**
   * Submits a file. Returns the name that the spooler gave the job; the other methods take this name. `print`
   * identifies this print of the file. A spooler with `release` prints nothing before `release` is called.
   */
  submit(sheet: Sheet, file: string, print: string): Promise<string>;
  /** Lets a submitted job print. May be called repeatedly. */
  release?(spoolerJob: string): Promise<void>;
  cancel?(spoolerJob: string): Promise<void>;
  progress(spoolerJob: string): Promise<Progress>;
}

/** Failure of a submit of which nobody knows whether the spooler accepted the file. */
export class UnknownOutcome extends Error {}
