import { type FileFormat, fileOf, isThermal } from "../file/format.ts";
import type { Page } from "../model/page.ts";
import type { Measure } from "../model/text-layout.ts";
import { randomId } from "../random-id.ts";
import { browserDriver } from "./browser.ts";
import type { Driver, Printer, Push } from "./driver.ts";
import { browserMeasure } from "./measure.ts";
import { type ServiceAddress, ServiceApi } from "./print-service-api.ts";
import { type Group, ServiceQueue, type Target } from "./print-service-queue.ts";

export interface PrintServiceOptions extends ServiceAddress {
  /** Token that the service issued when the page was paired with it. */
  readonly token: string;
  /**
   * Format of a job: one PDF per batch, or one file per page. Default: the format that the printer supports, which is
   * ZPL or ESC/POS for a thermal printer.
   */
  readonly format?: FileFormat;
  /** Resolution, dots per inch. Default: the printer's resolution if the service knows it, else 300. */
  readonly dpi?: number;
  /** Printers that the driver uses: thermal printers (ZPL, ESC/POS), the other printers, or all printers (default). */
  readonly kind?: "thermal" | "system";
  /**
   * Milliseconds between two queries of a job's state. The service answers a query when the job ends, or after this
   * time, or after one second.
   */
  readonly poll?: number;
  /**
   * Maximum number of queries per job. Labels that still wait after the last query stay in the state `sent`, because a
   * printer's queue may hold a job for a long time. The default is 250 queries, which is 75 s with the default
   * of `poll`. The service itself waits up to 67 s for a label.
   */
  readonly tries?: number;
  /**
   * Number of times that a call is sent again, once a second, if the service does not answer. The service may be
   * restarting.
   */
  readonly resends?: number;
  readonly measure?: Measure;
  /** Makes the file of a job. Default: the browser draws it. */
  readonly render?: (pages: readonly Page[], format: FileFormat) => Promise<Blob>;
}

/** For this time after an answer, ms, the service counts as running, so the driver does not query it again. */
const freshMs = 1000;

/** Files of a batch that are drawn in advance, and the printer, format and resolution for which they are drawn. */
interface Prepared {
  readonly target: Target;
  readonly files: Promise<Blob>[];
}

/**
 * Groups successive pages of the same size, because a print job has a single paper size. In other formats than PDF,
 * each page is a group, because only a PDF has several pages.
 */
function groupsOf(pages: readonly Page[], format: FileFormat, key: string): Group[] {
  const groups: { from: number; pages: Page[] }[] = [];
  for (const [at, p] of pages.entries()) {
    const last = groups.at(-1);
    const [first] = last?.pages ?? [];
    if (format === "pdf" && first && first.width === p.width && first.height === p.height)
      last?.pages.push(p);
    else groups.push({ from: at, pages: [p] });
  }
  return groups.map((g, i) => ({ ...g, key: `${key}/${i + 1}` }));
}

/**
 * Creates a driver that prints through the print service on the user's computer. The print service can use all printers
 * of the computer and shows no dialog.
 */
export function printServiceDriver(options: PrintServiceOptions): Driver {
  const { kind, poll = 300, tries = 250, resends = 20 } = options;
  const service = new ServiceApi(options, options.token);
  const queue = new ServiceQueue(service, { poll, tries, resends });
  let measure = options.measure;
  /**
   * Format of the files for the printers of the computer that are not thermal. Undefined until the service has
   * answered.
   */
  let systemFormat: FileFormat | undefined;
  const measured = () => {
    measure ??= browserMeasure();
    return measure;
  };
  let known: readonly Printer[] = [];

  /** Lists the printers of the driver's kind. */
  async function listed(signal?: AbortSignal): Promise<readonly Printer[]> {
    const { printers = [] } = await service.call("/printers", signal ? { signal } : {});
    const ofKind = (p: Printer) => (p.formats?.some(isThermal) ?? false) === (kind === "thermal");
    known = printers.filter((p) => kind === undefined || ofKind(p));
    return known;
  }

  /**
   * Returns the printer of a batch, and the format and resolution of the batch's files. If no printer was chosen, a
   * driver for thermal printers takes the only thermal printer, and throws unless there is exactly one. Any other
   * driver leaves the printer undefined, and the service takes the computer's default printer.
   */
  async function targetOf({ printer: wanted, signal }: Push): Promise<Target> {
    const find = (list: readonly Printer[]) =>
      wanted === undefined && kind === "thermal" && list.length === 1
        ? list[0]
        : list.find((p) => p.name === wanted);
    const isAsked = wanted !== undefined || kind === "thermal";
    const found = isAsked
      ? (find(known) ?? find(await queue.repeated(() => listed(signal), signal)))
      : undefined;
    if (!found && kind === "thermal") throw new Error(service.texts.noThermal);
    const thermal = found?.formats?.find(isThermal) as FileFormat | undefined;
    return {
      printer: found?.name ?? wanted,
      format: options.format ?? thermal ?? systemFormat ?? "pdf",
      dpi: options.dpi ?? found?.dpi ?? 300,
    };
  }

  /** Makes the file of a job. */
  function drawn({ pages }: Group, { signal }: Push, { format, dpi }: Target): Promise<Blob> {
    return options.render?.(pages, format) ?? fileOf(pages, format, { measure: measured(), dpi, signal });
  }

  /** Draws the files of the groups of pages one after the other, so that the first one is ready early. */
  function filesOf(groups: readonly Group[], push: Push, target: Target): Promise<Blob>[] {
    let before: Promise<unknown> = Promise.resolve();
    return groups.map((group) => {
      const file = before.then(() => drawn(group, push, target));
      // Prevents the browser from reporting the failure as unhandled. The failure is thrown when the file is sent.
      file.catch(() => {});
      before = file;
      return file;
    });
  }

  const groupsFor = (pages: readonly Page[], { key = randomId() }: Push, { format }: Target) =>
    groupsOf(pages, format, key);

  /**
   * Files that are drawn in advance, by the key of their batch. There may be two entries: the files of the next batch
   * may be drawn before `print` has taken out the files of the present batch.
   */
  const prepared = new Map<string, Promise<Prepared>>();

  function prepare(pages: readonly Page[], push: Push): void {
    const { key, signal } = push;
    if (key === undefined) return;
    const made = targetOf(push).then((target) => ({
      target,
      files: filesOf(groupsFor(pages, push, target), push, target),
    }));
    // Ignores a failure here: `print` asks for the printer and its format again, and then reports the failure.
    made.catch(() => {});
    prepared.set(key, made);
    signal.addEventListener("abort", () => prepared.delete(key), { once: true });
  }

  /**
   * Removes and returns the files that were drawn in advance for a batch. Returns undefined if there are none for the
   * batch's printer, format and resolution.
   */
  async function preparedFor({ key }: Push, target: Target): Promise<Promise<Blob>[] | undefined> {
    const made = key === undefined ? undefined : prepared.get(key);
    if (key === undefined || !made) return undefined;
    prepared.delete(key);
    const found = await made.catch(() => undefined);
    const names = ["printer", "format", "dpi"] as const;
    return found && names.every((name) => found.target[name] === target[name]) ? found.files : undefined;
  }

  return {
    name: "print-service",
    pageMs: poll * tries,
    measure: measured,
    async ready(signal) {
      // Skips the query if the service has just answered, so that the driver need not query the service for each batch.
      if (systemFormat && performance.now() - service.answeredAt < freshMs) return;
      const { formats } = await service.call("/status", { signal });
      systemFormat = formats?.includes("pdf") === false ? "png" : "pdf";
    },
    printers: () => listed(),
    prepare,
    async print(pages, push) {
      const target = await targetOf(push);
      const groups = groupsFor(pages, push, target);
      const files = (await preparedFor(push, target)) ?? filesOf(groups, push, target);
      await queue.print(groups, files, push, target);
    },
    /** The print service has no user interface, so the browser shows the preview. */
    preview: (pages, push) =>
      browserDriver(options.measure ? { measure: options.measure } : {}).preview(pages, push),
  };
}
