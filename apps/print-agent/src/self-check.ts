import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { told } from "./messages.ts";
import type { ServiceParts } from "./parts.ts";

/** Result of one check. `name` selects the text of the page. */
export interface Check {
  readonly name: "disk" | "space" | "printers" | "spooler" | "damaged" | "unsure" | "node";
  readonly isGood: boolean;
  readonly detail: string;
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
/** Free space below which the check fails, megabytes. */
const leastFreeMb = 200;

/** Checks whether this computer can print: disk, spoolers, printers, damaged files, and jobs in the state `unsure`. */
export async function selfCheck(
  { spoolers, jobs, pairing, network }: ServiceParts,
  language?: string,
): Promise<Check[]> {
  const { dir } = jobs.journal;
  const probe = join(dir, "probe.tmp");
  const disk = await writeFile(probe, "probe", { flush: true })
    .then(() => rm(probe))
    .then(() => ({ isGood: true, detail: dir }))
    .catch((e: unknown) => ({ isGood: false, detail: messageOf(e) }));
  const { bavail, bsize } = await statfs(dir);
  const freeMb = Math.floor((bavail * bsize) / 1024 / 1024);
  const lists = await Promise.allSettled(spoolers.map((s) => s.printers()));
  const printers = lists.flatMap((l) => (l.status === "fulfilled" ? l.value : []));
  const broken = lists.flatMap((l) => (l.status === "rejected" ? [messageOf(l.reason)] : []));
  const stopped = printers
    .filter((p) => p.state === "stopped")
    .map((p) => `${p.name}: ${told(language, p.message ?? "stopped")}`);
  const damaged = [
    ...jobs.journal.damaged,
    ...(pairing.isDamaged ? ["paired.json"] : []),
    ...(network.isDamaged ? ["printers.json"] : []),
  ];
  const unsure = jobs.list().filter((j) => j.state === "unsure");
  return [
    { name: "disk", ...disk },
    { name: "space", isGood: freeMb >= leastFreeMb, detail: `${freeMb} MB` },
    { name: "spooler", isGood: broken.length === 0, detail: broken.join("; ") },
    {
      name: "printers",
      isGood: printers.length > 0 && stopped.length === 0,
      detail: `${printers.length}${stopped.length > 0 ? ` (${stopped.join(", ")})` : ""}`,
    },
    { name: "damaged", isGood: damaged.length === 0, detail: damaged.join(", ") },
    { name: "unsure", isGood: unsure.length === 0, detail: unsure.map((j) => j.jobName).join(", ") },
    { name: "node", isGood: true, detail: process.version },
  ];
}
