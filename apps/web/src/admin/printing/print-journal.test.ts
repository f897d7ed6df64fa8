import type { ServiceJob, ServiceJobState } from "@shotkeeper/label-print";
import { beforeEach, expect, it, vi } from "vitest";
import {
  beginJob,
  forgetOldJobs,
  lostJobs,
  moveParcels,
  type PrintJob,
  recorder,
  setStates,
  usePrintJournal,
  withService,
} from "./print-journal.ts";

const tell = vi.hoisted(() => ({ changed: (_: { key: string }) => {} }));
const stored = vi.hoisted(() => {
  const values = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (k: string) => values.get(k) ?? null,
    setItem: (k: string, v: string) => {
      if (values.has("full")) throw new Error("QuotaExceededError");
      values.set(k, v);
    },
    removeItem: (k: string) => void values.delete(k),
  } as Storage;
  globalThis.addEventListener = ((type: string, listener: (event: { key: string }) => void) => {
    if (type === "storage") tell.changed = listener;
  }) as typeof addEventListener;
  return values;
});

const at = 1_700_000_000_000;
const job = (id: string, more: Partial<PrintJob> = {}): PrintJob => ({
  id,
  at,
  way: "service",
  printer: "P",
  size: "150",
  paper: "",
  parcels: ["SF1", "SF2", "SF3"].map((waybill) => ({
    waybill,
    receiver: "",
    phone: "",
    place: "",
    orderNos: [],
    state: "waiting",
  })),
  ...more,
});
const states = (j: PrintJob | undefined) => j?.parcels.map((p) => p.state).join(" ");
const jobs = () => usePrintJournal.getState().jobs;

beforeEach(() => usePrintJournal.setState({ jobs: [] }));

it("records the states of labels, and a closed page keeps them", () => {
  beginJob(job("a"));
  const record = recorder("a");
  const event = { jobId: "a", requestId: "R", name: "", notes: [] };
  record({ ...event, index: 0, document: 0, state: "printed" });
  // The second parcel has two labels, one printed and one unsure. So the parcel is unsure.
  record({ ...event, index: 1, document: 1, state: "printed" });
  record({ ...event, index: 2, document: 1, state: "unsure" });
  expect(states(jobs()[0])).toBe("printed unsure waiting");
  expect(stored.get("shotkeeper.printJobs")).toContain("unsure");
  setStates("a", (_, n) => (n === 1 ? "printed" : undefined));
  expect(states(jobs()[0])).toBe("printed printed waiting");
  moveParcels("a", new Set(["SF3"]));
  expect(states(jobs()[0])).toBe("printed printed");
  moveParcels("a", new Set(["SF1", "SF2"]));
  expect(jobs()).toEqual([]);
});

it("keeps the jobs that another tab stored", () => {
  const name = "shotkeeper.printJobs";
  const inOtherTab = (...ids: string[]) =>
    stored.set(name, JSON.stringify({ state: { jobs: ids.map((id) => job(id)) }, version: 0 }));
  beginJob(job("a"));
  inOtherTab("b", "a");
  beginJob(job("c"));
  expect(jobs().map((j) => j.id)).toEqual(["c", "b", "a"]);
  expect(JSON.parse(stored.get(name) ?? "").state.jobs).toHaveLength(3);
  inOtherTab("d");
  tell.changed({ key: name });
  expect(jobs().map((j) => j.id)).toEqual(["d"]);
});

it("keeps jobs in the memory while the browser's storage is full", () => {
  stored.set("full", "");
  try {
    beginJob(job("a"));
    setStates("a", () => "printed");
    expect(states(jobs()[0])).toBe("printed printed printed");
  } finally {
    stored.delete("full");
  }
});

it("keeps jobs for a day, and thirty of them", () => {
  for (let i = 0; i < 40; i++) beginJob(job(`j${i}`, { at: at + i }));
  expect(jobs()).toHaveLength(30);
  forgetOldJobs(at + 20 + 24 * 3_600_000);
  expect(jobs().map((j) => j.id)).toEqual(Array.from({ length: 19 }, (_, i) => `j${39 - i}`));
});

const found = (labels: readonly string[], state: ServiceJobState, key = "a/0+1/1"): ServiceJob => ({
  id: key,
  at: new Date(at).toISOString(),
  printer: "P",
  jobName: "",
  key,
  labels,
  state,
});

it("finds jobs that a killed browser did not store at the print service", () => {
  const atService = [
    found(["SF6"], "unsure", "lost/2+1/1"),
    found(["SF4", "SF5/2"], "done", "lost/0+2/1"),
    found(["SF1"], "done", "a/0+1/1"),
    // This label was moved to job a and printed there, so it does not count as lost.
    found(["SF2"], "failed", "moved/0+1/1"),
    found([], "done", "sticker"),
  ];
  const [lost, ...others] = lostJobs([job("a")], atService, at + 1000);
  expect(others).toEqual([]);
  expect(lost).toMatchObject({ id: "lost", at, printer: "P", isLost: true });
  expect(lost?.parcels.map((p) => [p.waybill, p.state])).toEqual([
    ["SF4", "printed"],
    ["SF5", "printed"],
    ["SF6", "unsure"],
  ]);
  expect(lostJobs([job("a")], undefined, at)).toEqual([]);
  expect(lostJobs([job("a")], atService, at + 24 * 3_600_000)).toEqual([]);
  const full = Array.from({ length: 30 }, (_, i) => job(`j${i}`));
  expect(lostJobs(full, atService, at)).toEqual([]);
});

it("takes states from the print service, and returns labels that it does not have to waiting", () => {
  const sent = job("a", { parcels: job("a").parcels.map((p) => ({ ...p, state: "sent" })) });
  expect(states(withService(sent, undefined))).toBe("sent sent sent");
  expect(states(withService(sent, [found(["SF2"], "unsure"), found(["SF1"], "done")]))).toBe(
    "printed unsure waiting",
  );
  expect(states(withService(sent, [found(["SF1", "SF2", "SF3"], "done", "other/0+1/1")]))).toBe(
    "waiting waiting waiting",
  );
  expect(states(withService({ ...sent, way: "plugIn" }, []))).toBe("sent sent sent");
});

it("takes the most urgent state of the labels of a parcel, and the latest state of each label", () => {
  // The service lists its newest jobs first.
  const labels = [
    found(["SF1/2"], "done", "a/1+1/1"),
    found(["SF1"], "failed", "a/0+1/1"),
    found(["SF2"], "done", "a/2+1/1"),
    found(["SF2"], "failed", "a/2+1/0"),
  ];
  expect(states(withService(job("a"), labels))).toBe("failed printed waiting");
});
