import type { LabelEvent, LabelState, PageType, ServiceJob, ServiceJobState } from "@shotkeeper/label-print";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { isByService, type PrintWay } from "./print-choice.ts";
import type { Parcel, WaybillSize } from "./waybills.ts";

/** Print job of this browser, with the state of each parcel's label. */
export interface PrintJob {
  /**
   * Id of the job in this browser. The print service may print it as several jobs of its own. Their keys begin with
   * this id.
   */
  readonly id: string;
  /** Server time at which the job began, epoch ms. */
  readonly at: number;
  readonly way: PrintWay;
  readonly printer: string | undefined;
  readonly size: WaybillSize;
  readonly paper: PageType;
  readonly parcels: readonly (Parcel & { readonly state: LabelState })[];
  /** True if only the print service knows the job. The job then has no receivers and no orders. */
  readonly isLost?: true;
}

/**
 * Limits of the list of print jobs: the number of jobs, and their age. Jobs are deleted soon, because they contain
 * addresses of receivers.
 */
const most = 30;
const lifeMs = 24 * 3_600_000;

interface Journal {
  readonly jobs: readonly PrintJob[];
}

const name = "shotkeeper.printJobs";

/** True if the browser could not store the last change. */
let isUnsaved = false;

/** Storage of the browser. If storing fails (full or forbidden), printing continues and the jobs stay in memory. */
const storage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => {
    try {
      localStorage.setItem(key, value);
      isUnsaved = false;
    } catch {
      isUnsaved = true;
    }
  },
  removeItem: (key: string) => localStorage.removeItem(key),
};

/** Journal of the print jobs of this browser. It survives a closed page, so that unfinished jobs can be continued. */
export const usePrintJournal = create<Journal>()(
  persist((): Journal => ({ jobs: [] }), {
    name,
    storage: createJSONStorage(() => storage),
  }),
);

/**
 * Reloads the jobs that other tabs have stored. Does nothing if this tab has jobs that it could not store, because the
 * reload would delete them.
 */
function rehydrate(): void {
  if (!isUnsaved) void usePrintJournal.persist.rehydrate();
}

globalThis.addEventListener?.("storage", ({ key }) => {
  if (key === name) rehydrate();
});

/** Changes the jobs. Reads the stored jobs first, because otherwise the jobs of another tab would be overwritten. */
function change(to: (jobs: readonly PrintJob[]) => readonly PrintJob[]): void {
  rehydrate();
  usePrintJournal.setState(({ jobs }) => ({ jobs: to(jobs) }));
}

/** Adds a job, newest first. Deletes old jobs. */
export const beginJob = (job: PrintJob): void =>
  change((jobs) => [job, ...jobs.filter((j) => job.at - j.at < lifeMs)].slice(0, most));

/** Deletes jobs that are older than a day. `now` is the server time. */
export const forgetOldJobs = (now: number): void =>
  change((jobs) => (jobs.some((j) => now - j.at >= lifeMs) ? jobs.filter((j) => now - j.at < lifeMs) : jobs));

/** States of a label, the most urgent first. A parcel with several labels gets the most urgent state of its labels. */
const urgency: readonly LabelState[] = ["unsure", "failed", "waiting", "sent", "printed"];
const mostUrgent = (all: readonly LabelState[]): LabelState | undefined =>
  urgency.find((s) => all.includes(s));

/** Returns a listener that records the states of a job's labels. */
export function recorder(jobId: string): (event: LabelEvent) => void {
  const states = new Map<number, Map<number, LabelState>>();
  return ({ document, index, state }) => {
    const labels = states.get(document) ?? new Map<number, LabelState>();
    states.set(document, labels.set(index, state));
    const all = [...labels.values()];
    setStates(jobId, (_, at) => (at === document ? mostUrgent(all) : undefined));
  };
}

/** Changes states of a job's parcels. `to` returns the new state, or undefined to keep the state. */
export const setStates = (jobId: string, to: (parcel: Parcel, at: number) => LabelState | undefined): void =>
  change((jobs) =>
    jobs.map((j) =>
      j.id === jobId
        ? { ...j, parcels: j.parcels.map((p, at) => ({ ...p, state: to(p, at) ?? p.state })) }
        : j,
    ),
  );

/** Deletes parcels from a job, because another job prints them now. */
export const moveParcels = (jobId: string, waybills: ReadonlySet<string>): void =>
  change((jobs) =>
    jobs
      .map((j) => (j.id === jobId ? { ...j, parcels: j.parcels.filter((p) => !waybills.has(p.waybill)) } : j))
      .filter((j) => j.parcels.length > 0),
  );

const stateOf: Readonly<Record<ServiceJobState, LabelState>> = {
  waiting: "sent",
  sending: "sent",
  held: "sent",
  printing: "sent",
  done: "printed",
  failed: "failed",
  cancelled: "failed",
  unsure: "unsure",
};

/**
 * Returns a job with the states that the print service reports. The service knows the states even if the page was
 * closed during printing. A label that the service does not know was never sent.
 */
export function withService(job: PrintJob, atService: readonly ServiceJob[] | undefined): PrintJob {
  if (!isByService(job.way) || !atService) return job;
  const labels = new Map<string, LabelState>();
  for (const found of [...atService].reverse().filter((j) => j.key.startsWith(`${job.id}/`)))
    for (const name of found.labels) labels.set(name, stateOf[found.state]);
  const states = new Map<string, LabelState>();
  for (const [name, state] of labels) {
    const waybill = name.split("/")[0] ?? name;
    states.set(waybill, mostUrgent([state, states.get(waybill) ?? state]) ?? state);
  }
  const open = (state: LabelState) => state === "sent" || state === "unsure";
  const parcels = job.parcels.map((p) => {
    const reported = states.get(p.waybill);
    if (reported !== undefined) return { ...p, state: reported };
    return open(p.state) ? { ...p, state: "waiting" as const } : p;
  });
  return { ...job, parcels };
}

/**
 * Returns the jobs that the print service knows and this browser does not, newest first. Such a job is lost if the
 * browser is killed after printing, because a browser writes its storage to disk some seconds late. Leaves out labels
 * that another job of this browser contains: they were moved to that job. `now` is the server time.
 */
export function lostJobs(
  jobs: readonly PrintJob[],
  atService: readonly ServiceJob[] | undefined,
  now: number,
): PrintJob[] {
  // Returns no jobs if the journal is full. A full journal has deleted old jobs itself, and these would look like
  // lost jobs.
  if (!atService || jobs.length >= most) return [];
  const known = new Set(jobs.map((j) => j.id));
  const elsewhere = new Set(jobs.flatMap((j) => j.parcels.map((p) => p.waybill)));
  const lost = new Map<string, PrintJob>();
  for (const { key, at, printer, labels } of [...atService].reverse()) {
    const [, id] = /^([^/]+)\/\d+\+\d+\/\d+$/.exec(key) ?? [];
    if (id === undefined || known.has(id) || now - Date.parse(at) >= lifeMs) continue;
    const job = lost.get(id);
    const before = job?.parcels ?? [];
    const names = new Set(labels.map((name) => name.split("/")[0] ?? name));
    const added = [...names].filter((n) => !elsewhere.has(n) && !before.some((p) => p.waybill === n));
    const parcels = added.map((waybill) => {
      const parcel = { waybill, receiver: "", phone: "", place: "", orderNos: [] };
      return { ...parcel, state: "sent" as const };
    });
    const found = { id, at: Date.parse(at), way: "service", printer, size: "150", paper: "" } as const;
    lost.set(id, { ...(job ?? found), isLost: true, parcels: [...before, ...parcels] });
  }
  const shown = [...lost.values()].filter((j) => j.parcels.length > 0);
  return shown.map((j) => withService(j, atService)).reverse();
}
