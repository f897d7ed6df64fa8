import type { PrinterInfo, Progress, Sheet, Spooler } from "./printer.ts";
import { run } from "./run.ts";

/**
 * Parses the output of `lpstat -p`. An entry is `printer NAME is idle. …`, or `printer NAME disabled since … -` with
 * the reason on the next line. `defaults` is the output of `lpstat -d`, which names the default printer.
 */
export function readPrinters(text: string, defaults: string): PrinterInfo[] {
  const chosen = /system default destination: (\S+)/.exec(defaults)?.[1];
  const found: PrinterInfo[] = [];
  for (const part of text.split(/^(?=printer )/m)) {
    const [, name, rest] = /^printer (\S+) ([\s\S]*)$/.exec(part) ?? [];
    if (name === undefined || rest === undefined) continue;
    const [head = "", ...more] = rest.split("\n");
    const isDefault = name === chosen;
    const message = more.map((l) => l.trim()).find((l) => l !== "") ?? "";
    const reason = message === "" ? {} : { message };
    if (/disabled since/.test(head))
      found.push({ name, state: "stopped", message: message || "disabled", isDefault });
    else if (/offline|unreachable|unable to locate|not responding/i.test(message))
      found.push({ name, state: "stopped", message, isDefault });
    else found.push({ name, state: /now printing/.test(head) ? "printing" : "ready", ...reason, isDefault });
  }
  return found;
}

/**
 * Returns the entry of a job in the output of `lpstat -l -W …`. An entry is a line that begins with the job's name,
 * together with the indented lines below.
 */
function entryOf(text: string, job: string): string | undefined {
  return text.split(/^(?=\S)/m).find((part) => part.split(/\s/)[0] === job);
}

/**
 * Returns the PageSize option for a page size in mm. The size is in points with decimals, because CUPS would truncate
 * millimetres to whole points. A4 is requested by its name, so that the printer can rotate the page.
 */
export function pageSize(width: number, height: number): string {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (Math.abs(short - 210) < 1 && Math.abs(long - 297) < 1) return "PageSize=A4";
  const pt = (mm: number) => Math.round((mm / 25.4) * 72_000) / 1000;
  return `PageSize=Custom.${pt(width)}x${pt(height)}`;
}

/** Spooler of Linux and macOS: CUPS through its command-line programs. */
export const cups: Spooler = {
  formats: ["pdf", "png"],
  // CUPS holds a submitted job until its release, so a repeated `submit` prints nothing twice. A job whose name was
  // lost in a crash stays held and is never printed.
  isRepeatable: true,
  async printers() {
    const [printers, defaults] = await Promise.all([
      // Treats the error "No destinations", with which lpstat ends on a computer without printers, as an empty list.
      run("lpstat", ["-p"]).catch((e: Error) => {
        if (/No destinations/.test(e.message)) return "";
        throw e;
      }),
      run("lpstat", ["-d"]).catch(() => ""),
    ]);
    return readPrinters(printers, defaults);
  },
  async submit({ printer, copies, pageWidth, pageHeight, jobName }: Sheet, file) {
    const options = [pageSize(pageWidth, pageHeight), "print-scaling=none", "sides=one-sided"];
    const about = ["-d", printer, "-n", String(copies), "-t", jobName, "-H", "hold"];
    const args = [...about, ...options.flatMap((o) => ["-o", o])];
    const answer = await run("lp", [...args, "--", file]);
    const [, job] = /request id is (\S+)/.exec(answer) ?? [];
    if (!job) throw new Error(answer.trim() || "lp named no job");
    return job;
  },
  async release(job) {
    await run("lp", ["-i", job, "-H", "resume"]);
  },
  async cancel(job) {
    await run("cancel", [job]);
  },
  async progress(job): Promise<Progress> {
    const printer = job.slice(0, job.lastIndexOf("-"));
    const lists = ["not-completed", "completed"].map((which) =>
      run("lpstat", ["-l", "-W", which, "-o", printer]),
    );
    const [waiting, ended] = (await Promise.all(lists)).map((text) => entryOf(text, job));
    const entry = waiting ?? ended ?? "";
    const [, status = ""] = /Status: (.*)/.exec(entry) ?? [];
    const [, alert = ""] = /Alerts: (.*)/.exec(entry) ?? [];
    // Checks the job's alerts first, because CUPS lists a job with an unreadable file as not completed for ever.
    if (/aborted|canceled|with-errors|job-stopped/.test(alert))
      return { state: "failed", message: status.trim() || alert };
    if (waiting !== undefined)
      return { state: "printing", ...(status.trim() !== "" && { message: status.trim() }) };
    return { state: ended === undefined ? "unknown" : "done" };
  },
};
