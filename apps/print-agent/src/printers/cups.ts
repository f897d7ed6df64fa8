import type { PrinterInfo, Progress, Sheet, Spooler } from "./printer.ts";
import { run } from "./run.ts";

/** `printer NAME is idle. …`, `printer NAME disabled since … -` and the reason on the next line. */
export function readPrinters(text: string, defaults: string): PrinterInfo[] {
  const chosen = /system default destination: (\S+)/.exec(defaults)?.[1];
  const found: PrinterInfo[] = [];
  for (const part of text.split(/^(?=printer )/m)) {
    const [, name, rest] = /^printer (\S+) ([\s\S]*)$/.exec(part) ?? [];
    if (name === undefined || rest === undefined) continue;
    const [head = "", ...more] = rest.split("\n");
    const isDefault = name === chosen;
    const message = more.map((l) => l.trim()).find((l) => l !== "") ?? "";
    const said = message === "" ? {} : { message };
    if (/disabled since/.test(head))
      found.push({ name, state: "stopped", message: message || "disabled", isDefault });
    else if (/offline|unreachable|unable to locate|not responding/i.test(message))
      found.push({ name, state: "stopped", message, isDefault });
    else found.push({ name, state: /now printing/.test(head) ? "printing" : "ready", ...said, isDefault });
  }
  return found;
}

/** The entry of a job in `lpstat -l -W …`: a line with its name, then indented ones about it. */
function entryOf(text: string, job: string): string | undefined {
  return text.split(/^(?=\S)/m).find((part) => part.split(/\s/)[0] === job);
}

/**
 * In points with their decimals: a size in millimetres would be cut to whole points on the way. Printers that know only
 * sheets are asked for theirs, and turn the page themselves.
 */
export function pageSize(width: number, height: number): string {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (Math.abs(short - 210) < 1 && Math.abs(long - 297) < 1) return "PageSize=A4";
  const pt = (mm: number) => Math.round((mm / 25.4) * 72_000) / 1000;
  return `PageSize=Custom.${pt(width)}x${pt(height)}`;
}

/** Linux and macOS. */
export const cups: Spooler = {
  formats: ["pdf", "png"],
  async printers() {
    const [printers, defaults] = await Promise.all([
      // With no printer at all it answers with a failure.
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
    const args = ["-d", printer, "-n", String(copies), "-t", jobName, ...options.flatMap((o) => ["-o", o])];
    const answer = await run("lp", [...args, "--", file]);
    const [, job] = /request id is (\S+)/.exec(answer) ?? [];
    if (!job) throw new Error(answer.trim() || "lp named no job");
    return job;
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
    // A job whose file it cannot read stands among those not completed for ever.
    if (/aborted|canceled|with-errors|job-stopped/.test(alert))
      return { state: "failed", message: status.trim() || alert };
    if (waiting !== undefined)
      return { state: "printing", ...(status.trim() !== "" && { message: status.trim() }) };
    return { state: "done" };
  },
};
