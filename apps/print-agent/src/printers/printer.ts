export interface PrinterInfo {
  readonly name: string;
  /** State of the printer. stopped: it prints nothing until somebody fixes or resumes it. */
  readonly state: "ready" | "printing" | "stopped";
  readonly message?: string;
  readonly isDefault: boolean;
  /** File types that this printer can print, such as pdf or zpl. Default: the file types of its spooler. */
  readonly formats?: readonly Sheet["type"][];
  /** Resolution of a thermal printer, dots per inch. */
  readonly dpi?: number;
  /** Width that a thermal printer can print, mm. */
  readonly width?: number;
}

export interface Sheet {
  readonly printer: string;
  readonly copies: number;
  /** Page width, mm. */
  readonly pageWidth: number;
  /** Page height, mm. */
  readonly pageHeight: number;
  readonly jobName: string;
  readonly type: "pdf" | "png" | "zpl" | "escpos";
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
  /** Returns one printer without querying the others. A spooler without this method is searched by `printers`. */
  printer?(name: string): Promise<PrinterInfo | undefined>;
  /** Asks the printer right before `submit` whether it can print. Rejects with NotReady if it cannot. */
  ready?(sheet: Sheet): Promise<void>;
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

/** Error: the printer cannot print now, so nothing was sent to it and the job waits. The message is the reason. */
export class NotReady extends Error {}

/** Error of a `submit` that leaves open whether the spooler accepted the file. */
export class UnknownOutcome extends Error {}

/** Printer together with the spooler that controls it. */
export type Reachable = PrinterInfo & { readonly spooler: Spooler };

/** Returns the printers of all spoolers. A spooler that fails is left out; the other printers are still returned. */
export async function allPrinters(spoolers: readonly Spooler[]): Promise<Reachable[]> {
  const lists = await Promise.allSettled(spoolers.map((s) => s.printers()));
  return lists.flatMap((l, i) => {
    const spooler = spoolers[i];
    return l.status === "fulfilled" && spooler ? l.value.map((p) => ({ ...p, spooler })) : [];
  });
}

/**
 * Returns a printer by its name. Asks no other network printer, because a printer that does not answer would delay the
 * jobs of the wanted printer.
 */
export async function findPrinter(
  spoolers: readonly Spooler[],
  name: string,
): Promise<Reachable | undefined> {
  const [quick, others] = [spoolers.filter((s) => s.printer), spoolers.filter((s) => !s.printer)];
  for (const spooler of [...quick, ...others]) {
    const list = spooler.printer
      ? [await spooler.printer(name)]
      : await spooler.printers().catch((): PrinterInfo[] => []);
    const info = list.find((p) => p?.name === name);
    if (info) return { ...info, spooler };
  }
  return undefined;
}
