import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Jobs } from "./jobs.ts";
import type { JobState } from "./journal.ts";
import type { Limits } from "./limits.ts";
import { Pairing } from "./pairing.ts";
import { folderPrinter } from "./printers/folder.ts";
import { NetworkList } from "./printers/network-list.ts";
import { findPrinter, type Sheet, type Spooler, UnknownOutcome } from "./printers/printer.ts";
import { selfCheck } from "./self-check.ts";

const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");
const sheet: Sheet = {
  printer: "P",
  copies: 1,
  pageWidth: 100,
  pageHeight: 150,
  jobName: "job",
  type: "pdf",
};
const origin = "https://shop.example";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Mock of a spooler that records the calls of its methods. It holds jobs until their release, as CUPS does. */
function holding(more: Partial<Spooler> = {}) {
  const calls: string[] = [];
  const spooler: Spooler = {
    formats: ["pdf"],
    isRepeatable: true,
    printers: async () => [{ name: "P", state: "ready", isDefault: true }],
    submit: async () => `P-${calls.push("submit")}`,
    release: async (job) => void calls.push(`release ${job}`),
    cancel: async (job) => void calls.push(`cancel ${job}`),
    progress: async () => ({ state: "done" }),
    ...more,
  };
  return { spooler, calls };
}

const open = (spooler: Spooler, limits: Partial<Limits> = {}) =>
  new Jobs(dir, (name) => findPrinter([spooler], name), 5, limits);

async function until(jobs: Jobs, id: string, state: JobState): Promise<void> {
  for (let i = 0; i < 200 && jobs.get(id)?.state !== state; i++) await pause(5);
  expect(jobs.get(id)?.state).toBe(state);
}

/** Writes the record of a job with a state to the disk, as a crash in this state leaves it. */
async function leave(jobs: Jobs, id: string, state: JobState, spoolerJob?: string): Promise<void> {
  const job = jobs.get(id);
  if (!job) throw new Error("no job");
  await jobs.journal.save({ ...job, state, ...(spoolerJob !== undefined && { spoolerJob }) });
}

describe("after a crash", () => {
  it.each([
    ["sending", undefined, "done", ["submit", "release P-1"]],
    ["held", "P-7", "printing", ["release P-7"]],
    ["held", "P-7", "done", []],
    ["held", "P-7", "unknown", []],
    ["printing", "P-7", "done", []],
  ] as const)(
    "a job in the state %s (%s, %s in the spooler) is printed once",
    async (state, name, progress, wanted) => {
      const before = open(holding().spooler);
      const { id } = await before.add(sheet, pdf);
      await leave(before, id, state, name);
      let isReleased = false;
      const { spooler, calls } = holding({
        progress: async () => ({ state: isReleased ? "done" : progress }),
      });
      const release = spooler.release?.bind(spooler);
      const after = open({
        ...spooler,
        release: async (job) => {
          await release?.(job);
          isReleased = true;
        },
      });
      after.start();
      await until(after, id, progress === "unknown" ? "unsure" : "done");
      await after.stop();
      expect(calls).toEqual(wanted);
    },
  );

  it("a job becomes unsure if the spooler may have it, and the user decides", async () => {
    const { spooler, calls } = holding({ isRepeatable: false });
    const before = open(spooler);
    const [first, second] = [await before.add(sheet, pdf), await before.add(sheet, pdf)];
    for (const { id } of [first, second]) await leave(before, id, "sending");
    const after = open(spooler);
    after.start();
    await until(after, first.id, "unsure");
    await until(after, second.id, "unsure");
    expect(calls).toEqual([]);
    await after.settle(first.id);
    await after.reprint(second.id);
    await until(after, second.id, "done");
    // The same request arrives again, because its answer was lost.
    await expect(after.reprint(second.id, 0)).rejects.toMatchObject({ key: "printedAgain" });
    expect(after.get(first.id)?.state).toBe("done");
    expect(calls).toEqual(["submit", "release P-1"]);
    await expect(after.settle(first.id)).rejects.toMatchObject({ key: "notUnsure" });
    await after.stop();
  });

  it("a job becomes unsure if its printer was removed meanwhile", async () => {
    const before = open(holding().spooler);
    const { id } = await before.add(sheet, pdf);
    await leave(before, id, "sending");
    const { spooler, calls } = holding({ printers: async () => [] });
    const after = open(spooler);
    after.start();
    await until(after, id, "unsure");
    await after.stop();
    expect(calls).toEqual([]);
  });

  it("a folder printer completes the copies that are missing", async () => {
    const folder = join(dir, "paper");
    const spooler = folderPrinter("P", folder);
    const before = open(spooler);
    const { id } = await before.add({ ...sheet, copies: 3 }, pdf);
    await spooler.printers();
    await spooler.submit(
      { ...sheet, copies: 2 },
      before.journal.file({ id, type: "pdf" }),
      `${id.slice(0, 13)}-0`,
    );
    await leave(before, id, "sending");
    const after = open(spooler);
    after.start();
    await until(after, id, "done");
    expect(readdirSync(folder)).toHaveLength(3);
    // A reprint puts the labels on paper once more.
    await after.reprint(id);
    await until(after, id, "done");
    expect(readdirSync(folder)).toHaveLength(6);
    await after.stop();
  });

  it("damaged and unfinished files are set aside, and the self-check reports them", async () => {
    const spooler = holding().spooler;
    const before = open(spooler);
    const { id } = await before.add(sheet, pdf);
    for (const [name, text] of [
      ["a.json", "{"],
      ["b.json", "null"],
      ["c.json", '{"id":"c","state":"waiting"}'],
    ] as const)
      writeFileSync(join(dir, "jobs", name), text);
    writeFileSync(join(dir, "jobs", `${id}.json.new`), "{");
    writeFileSync(join(dir, "paired.json"), '{"https://x.example":5}');
    writeFileSync(join(dir, "printers.json"), '[{"name":"P","host":"h"}]');
    const after = open(spooler);
    const pairing = new Pairing(dir);
    const network = new NetworkList(dir);
    expect(after.list().map((j) => j.id)).toEqual([id]);
    expect(readdirSync(join(dir, "jobs")).sort()).toEqual([`${id}.json`, `${id}.pdf`].sort());
    expect(after.journal.damaged).toHaveLength(5);
    expect([pairing.sites(), network.list()]).toEqual([[], []]);
    const checks = await selfCheck({
      spoolers: [spooler],
      jobs: after,
      pairing,
      network,
    });
    const bad = checks.filter((c) => !c.isGood).map((c) => c.name);
    expect(bad).toEqual(["damaged"]);
  });
});

describe("a job's identity", () => {
  it("makes a job that arrives again the same job", async () => {
    const { spooler, calls } = holding();
    const jobs = open(spooler);
    const identity = { origin, key: "job/0+1/1", labels: ["SF1"] };
    // The second request arrives while the job of the first request is still being written to the disk.
    const [first, again] = await Promise.all([
      jobs.add(sheet, pdf, identity),
      jobs.add(sheet, pdf, identity),
    ]);
    jobs.start();
    await until(jobs, first.id, "done");
    expect((await jobs.add(sheet, pdf, identity)).id).toBe(first.id);
    expect([again.id, calls]).toEqual([first.id, ["submit", "release P-1"]]);
    expect((await jobs.add(sheet, pdf, { ...identity, origin: "https://other.example" })).id).not.toBe(
      first.id,
    );
    const other = jobs.add(sheet, pdf, { ...identity, labels: ["SF2"] });
    await expect(other).rejects.toMatchObject({ key: "otherJob" });
    for (const more of [
      { printer: "Q" },
      { copies: 2 },
      { pageWidth: 99 },
      { pageHeight: 99 },
      { type: "png" },
    ] as const)
      await expect(jobs.add({ ...sheet, ...more }, pdf, identity)).rejects.toMatchObject({ key: "otherJob" });
    await jobs.stop();
    expect((await open(spooler).add(sheet, pdf, identity)).id).toBe(first.id);
  });

  it("prints a failed job again only if the user asked for it", async () => {
    let isJammed = true;
    const { spooler, calls } = holding({
      submit: async () => {
        if (isJammed) throw new Error("jam");
        return `P-${calls.push("submit")}`;
      },
    });
    const jobs = open(spooler);
    jobs.start();
    const identity = { origin, key: "job/0+1/1" };
    const { id } = await jobs.add(sheet, pdf, identity);
    await until(jobs, id, "failed");
    isJammed = false;
    expect((await jobs.add(sheet, pdf, identity)).state).toBe("failed");
    const twice = [1, 2].map(() => jobs.add(sheet, pdf, { ...identity, again: true }));
    expect((await Promise.all(twice)).map((j) => [j.id, j.state, j.reprints])).toEqual([
      [id, "waiting", 1],
      [id, "waiting", 1],
    ]);
    await until(jobs, id, "done");
    expect(calls).toEqual(["submit", "release P-1"]);
    await jobs.stop();
  });
});

describe("a job in the queue", () => {
  it("can be cancelled while it waits and while it prints", async () => {
    const { spooler, calls } = holding({ progress: async () => ({ state: "printing" }) });
    const jobs = open(spooler);
    const [first, second] = [await jobs.add(sheet, pdf), await jobs.add(sheet, pdf)];
    await jobs.cancel(first.id);
    jobs.start();
    await until(jobs, second.id, "printing");
    // A job that is cancelled while it prints becomes unsure, because a part of it may be on paper.
    await jobs.cancel(second.id);
    await until(jobs, second.id, "unsure");
    expect(calls).toEqual(["submit", "release P-1", "cancel P-1"]);
    await expect(jobs.cancel(second.id)).rejects.toMatchObject({ key: "tooLate" });
    await jobs.stop();
  });

  it.each([
    ["held", "cancelled", ["cancel P-7"]],
    ["printing", "unsure", ["cancel P-7"]],
    ["held", "cancelled", []],
    ["printing", "unsure", []],
  ] as const)(
    "in the state %s becomes %s if it is cancelled, also without its printer",
    async (state, end, wanted) => {
      const before = open(holding().spooler);
      const { id } = await before.add(sheet, pdf);
      await leave(before, id, state, "P-7");
      const isDeleted = wanted.length === 0;
      const { spooler, calls } = holding(isDeleted ? { printers: async () => [] } : {});
      const jobs = open(spooler);
      expect((await jobs.cancel(id)).state).toBe(end);
      expect(calls).toEqual(wanted);
    },
  );

  it("waits for its record, and cannot be cancelled, if the spooler has it and the disk is full", async () => {
    const prints: string[] = [];
    const jobs = open(holding({ submit: async (_, __, print) => `P-${prints.push(print)}` }).spooler);
    const save = jobs.journal.save.bind(jobs.journal);
    let isFull = false;
    vi.spyOn(jobs.journal, "save").mockImplementation(async (job, needed) => {
      if (isFull) throw new Error("disk full");
      await save(job, needed);
      isFull = job.steps.length === 1;
    });
    jobs.start();
    const { id } = await jobs.add(sheet, pdf);
    await until(jobs, id, "sending");
    await expect(jobs.cancel(id)).rejects.toThrow("tooLate");
    // Waits for several rounds of the queue. None of them may submit the job again while the disk is full.
    await pause(50);
    expect(prints).toHaveLength(1);
    isFull = false;
    await until(jobs, id, "done");
    expect(new Set(prints).size).toBe(1);
    await jobs.stop();
  });

  it("becomes unsure after a timeout of a spooler that may have printed it", async () => {
    const submit = () => Promise.reject(new UnknownOutcome("timeout"));
    const jobs = open(holding({ isRepeatable: false, submit }).spooler);
    jobs.start();
    const { id } = await jobs.add(sheet, pdf);
    await until(jobs, id, "unsure");
    await jobs.stop();
  });

  it("loses its file if a new job needs the room, but only after it has ended", async () => {
    const jobs = open(holding().spooler, { bytes: 40 });
    const [first, second] = [await jobs.add(sheet, pdf), await jobs.add(sheet, pdf)];
    await expect(jobs.add(sheet, pdf)).rejects.toMatchObject({ key: "diskFull" });
    jobs.start();
    await until(jobs, second.id, "done");
    await jobs.add(sheet, pdf);
    expect([first, second].map((j) => jobs.journal.hasFile(j))).toEqual([false, true]);
    await jobs.stop();
  });

  it("that is unsure leaves its room to a new job", async () => {
    const submit = () => Promise.reject(new UnknownOutcome("timeout"));
    const jobs = open(holding({ isRepeatable: false, submit }).spooler, { bytes: 20, ended: 1 });
    jobs.start();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const { id } = await jobs.add(sheet, pdf);
      ids.push(id);
      await until(jobs, id, "unsure");
    }
    await pause(20);
    await jobs.stop();
    expect(jobs.list().map((j) => j.id)).toEqual(ids.slice(2));
  });

  it("loses its file first and then its record", async () => {
    const jobs = open(holding().spooler, { ended: 3, files: 1 });
    jobs.start();
    const first = await jobs.add(sheet, pdf);
    await until(jobs, first.id, "done");
    for (let i = 0; i < 5; i++) {
      const { id } = await jobs.add(sheet, pdf);
      await until(jobs, id, "done");
    }
    await pause(50);
    await jobs.stop();
    expect(jobs.list()).toHaveLength(3);
    expect(readdirSync(join(dir, "jobs")).filter((f) => f.endsWith(".pdf"))).toHaveLength(1);
    const [, old] = jobs.list();
    await expect(jobs.reprint(old?.id ?? "")).rejects.toMatchObject({ key: "fileGone" });
  });
});
