import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { Jobs } from "./jobs.ts";
import { pageSize, readPrinters } from "./printers/cups.ts";
import { folderPrinter } from "./printers/folder.ts";
import {
  findPrinter,
  type PrinterInfo,
  type Sheet,
  type Spooler,
  UnknownOutcome,
} from "./printers/printer.ts";
import { pictureScript, readPrinters as readWindowsPrinters } from "./printers/windows.ts";
import { startAgent, type TestAgent } from "./testing/agent.ts";

const origin = "https://shop.example";
const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");

let agent: TestAgent | undefined;
const folders: string[] = [];
afterEach(async () => {
  await agent?.stop();
  agent = undefined;
  for (const f of folders.splice(0)) rmSync(f, { recursive: true, force: true });
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "labels-"));
  folders.push(dir);
  return dir;
}

/** Returns a mock spooler with one printer. `info` overrides the printer's state, `more` the spooler's methods. */
function acting(info: Partial<PrinterInfo> = {}, more: Partial<Spooler> = {}): Spooler {
  return {
    formats: ["pdf", "png"],
    isRepeatable: true,
    printers: async () => [{ name: "P", state: "ready", isDefault: false, ...info }],
    submit: async () => "P-1",
    progress: async () => ({ state: "done" }),
    ...more,
  };
}

async function start(...spoolers: Spooler[]): Promise<TestAgent> {
  agent = await startAgent(spoolers);
  return agent;
}

const call = (a: TestAgent, path: string, init: RequestInit = {}) => fetch(`${a.address}${path}`, init);

async function pair(a: TestAgent, from = origin): Promise<string> {
  const headers = { origin: from };
  const asked = (await (await call(a, "/pair", { method: "POST", headers })).json()) as { request: string };
  const [request] = a.pairing.pending().filter((r) => r.origin === from);
  a.pairing.decide(request?.id ?? "", true);
  const answer = await call(a, `/pair/${asked.request}`, { headers });
  return ((await answer.json()) as { token: string }).token;
}

function form(
  values: Record<string, string> = {},
  file: Uint8Array<ArrayBuffer> | null = new Uint8Array(pdf),
): FormData {
  const body = new FormData();
  for (const [name, v] of Object.entries({ pageWidth: "100", pageHeight: "150", jobName: "job", ...values }))
    body.set(name, v);
  if (file) body.set("file", new Blob([file]), "label.pdf");
  return body;
}

async function send(a: TestAgent, token: string, body: FormData, headers: Record<string, string> = {}) {
  const answer = await call(a, "/print", {
    method: "POST",
    headers: { origin, authorization: `Bearer ${token}`, ...headers },
    body,
  });
  return {
    status: answer.status,
    ...((await answer.json()) as { code?: string; message?: string; jobId?: string }),
  };
}

async function until(a: Jobs, id: string, state: string): Promise<void> {
  for (let i = 0; i < 100 && a.get(id)?.state !== state; i++) await pause(20);
  expect(a.get(id)?.state).toBe(state);
}

describe("printing", () => {
  it("writes one file per copy under a safe name", async () => {
    const dir = folder();
    const a = await start(folderPrinter("folder", dir));
    const token = await pair(a);
    const { jobId = "" } = await send(a, token, form({ copies: "2", jobName: "../../运单 1" }));
    await until(a.jobs, jobId, "done");
    const files = readdirSync(dir);
    expect(files).toHaveLength(2);
    expect(files.every((f) => /^\.\._\.\._运单_1-[\dTZ-]+-[\da-f-]{13}-0-[12]\.pdf$/.test(f))).toBe(true);
    expect(readFileSync(join(dir, files[0] as string))).toEqual(pdf);
    const answer = await call(a, `/jobs/${jobId}`, { headers: { origin, authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ state: "done", printer: "folder" });
  });

  it("accepts forms at the root path, as the administration posts them", async () => {
    const a = await start(acting());
    const token = await pair(a);
    const headers = { origin, authorization: `Bearer ${token}` };
    const answer = await call(a, "/", { method: "POST", headers, body: form({ printer: "P" }) });
    expect([answer.status, await answer.json()]).toEqual([
      202,
      { jobId: a.jobs.list()[0]?.id, state: "waiting" },
    ]);
    const unknown = await call(a, "/", { method: "POST", headers: { origin }, body: form({ printer: "P" }) });
    expect(unknown.status).toBe(401);
  });

  it("refuses each kind of invalid request with a specific message", async () => {
    const a = await start(acting(), acting({ name: "Q" }, { formats: ["png"] }));
    const token = await pair(a);
    const refused = async (values: Record<string, string>, file?: Uint8Array<ArrayBuffer> | null) => {
      const { status, code } = await send(a, token, form(values, file));
      return [status, code];
    };
    expect(await refused({}, null)).toEqual([400, "noFile"]);
    expect(await refused({}, new Uint8Array(Buffer.from("<html>")))).toEqual([415, "wrongType"]);
    expect(await refused({ copies: "0" })).toEqual([400, "outOfRange"]);
    const english = { "accept-language": "en" };
    expect(await send(a, token, form({ printer: "P", copies: "1000000" }), english)).toMatchObject({
      status: 400,
      code: "outOfRange",
      message: "“copies” must be from 1 to 99.",
    });
    expect(await refused({ copies: "1.5" })).toEqual([400, "wrongField"]);
    expect(await refused({ pageWidth: "" })).toEqual([400, "wrongField"]);
    expect(await refused({ pageHeight: "9999" })).toEqual([400, "outOfRange"]);
    expect(await refused({ printer: "X" })).toEqual([404, "noPrinter"]);
    expect(await refused({ printer: "Q" })).toEqual([415, "formatRefused"]);
    expect(await refused({})).toEqual([409, "noDefault"]);
    expect((await send(a, token, form({ printer: "P" }))).status).toBe(202);
  });

  it("reports a stopped printer in the user's language and accepts nothing", async () => {
    const a = await start(acting({ state: "stopped", message: "out of paper" }));
    const token = await pair(a);
    const answer = await send(a, token, form({ printer: "P" }), { "accept-language": "zh-CN,zh" });
    expect(answer).toMatchObject({
      status: 409,
      code: "offline",
      message: "打印机“P”未就绪：out of paper，任务未发送",
    });
    const spoken = {
      "zh-TW": "印表機「P」未就緒：out of paper，任務未送出",
      "zh-Hans": answer.message,
      de: expect.stringMatching(/^Printer “P” is not ready: out of paper/),
    };
    for (const [language, message] of Object.entries(spoken))
      expect((await send(a, token, form({ printer: "P" }), { "accept-language": language })).message).toEqual(
        message,
      );
    expect(a.jobs.list()).toEqual([]);
  });

  it("holds at most four files in the memory, until their jobs are stored", async () => {
    let finish: () => void = () => {};
    const blocked = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let asked = 0;
    const printers = async (): Promise<PrinterInfo[]> => {
      asked++;
      await blocked;
      return [{ name: "P", state: "ready", isDefault: true }];
    };
    const a = await start(acting({}, { printers }));
    const token = await pair(a);
    const [b, c] = [await pair(a, "https://b.example"), await pair(a, "https://c.example")];
    const four = [1, 2, 3].map(() => send(a, token, form()));
    for (let i = 0; i < 200 && asked < 3; i++) await pause(10);
    // The service runs up to four uploads, but only three of one site. So it refuses the fourth upload of this site.
    expect(await send(a, token, form())).toMatchObject({ status: 503, code: "tooMany" });
    four.push(send(a, b, form(), { origin: "https://b.example" }));
    for (let i = 0; i < 200 && asked < 4; i++) await pause(10);
    const fifth = await send(a, c, form(), { origin: "https://c.example" });
    expect(fifth).toMatchObject({ status: 503, code: "tooMany" });
    finish();
    expect((await Promise.all(four)).map((s) => s.status)).toEqual([202, 202, 202, 202]);
  });

  it("lists the newest jobs on its own page, and all whose outcome is unknown", async () => {
    const submit = () => Promise.reject(new UnknownOutcome("timeout"));
    const a = await start(acting({ name: "U" }, { isRepeatable: false, submit }));
    const sheet = { copies: 1, pageWidth: 100, pageHeight: 150, jobName: "j", type: "pdf" } as const;
    const { id } = await a.jobs.add({ ...sheet, printer: "U" }, pdf);
    await until(a.jobs, id, "unsure");
    for (let i = 0; i < 101; i++) await a.jobs.add({ ...sheet, printer: "missing" }, pdf);
    const answer = await call(a, "/own/state", { headers: { "x-page-key": a.pairing.pageKey } });
    const { jobs } = (await answer.json()) as { jobs: { id: string; state: string }[] };
    expect(jobs).toHaveLength(101);
    expect(jobs.at(-1)).toMatchObject({ id, state: "unsure" });
  });

  it("reports why a job failed", async () => {
    const a = await start(acting({}, { submit: () => Promise.reject(new Error("jam")) }));
    const token = await pair(a);
    const { jobId = "" } = await send(a, token, form({ printer: "P" }));
    await until(a.jobs, jobId, "failed");
    const answer = await call(a, `/jobs/${jobId}`, { headers: { origin, authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ message: "The job could not be printed: jam" });
  });
});

describe("an answer that waits for the end of a job", () => {
  it("comes when the job ends, or when its time is over", async () => {
    let state: "printing" | "done" = "printing";
    const a = await start(acting({}, { progress: async () => ({ state }) }));
    const token = await pair(a);
    const { jobId = "" } = await send(a, token, form({ printer: "P" }));
    const headers = { origin, authorization: `Bearer ${token}` };
    const after = async (wait: string) => {
      const from = performance.now();
      const answer = await call(a, `/jobs/${jobId}?wait=${wait}`, { headers });
      const job = (await answer.json()) as { state?: string; message?: string };
      return { ...job, status: answer.status, ms: performance.now() - from };
    };
    await until(a.jobs, jobId, "printing");
    const early = await after("60");
    expect(early).toMatchObject({ state: "printing" });
    expect(early.ms).toBeGreaterThan(50);
    const waiting = after("1000");
    state = "done";
    const end = await waiting;
    expect(end).toMatchObject({ state: "done" });
    expect(end.ms).toBeLessThan(900);
    expect((await after("1000")).ms).toBeLessThan(900);
    for (const wrong of ["x", "-1", "1001", "1.5"])
      expect(await after(wrong), wrong).toMatchObject({
        status: 400,
        message: expect.stringContaining("querystring/wait"),
      });
    // A page of another origin gets no answer about this job, and does not wait for it.
    const other = "https://other.example";
    const stranger = { origin: other, authorization: `Bearer ${await pair(a, other)}` };
    expect((await call(a, `/jobs/${jobId}?wait=1000`, { headers: stranger })).status).toBe(404);
  });
});

describe("durability", () => {
  const sheet: Sheet = {
    printer: "P",
    copies: 1,
    pageWidth: 100,
    pageHeight: 150,
    jobName: "kept",
    type: "pdf",
  };

  it("prints accepted jobs in order after a restart", async () => {
    const dir = folder();
    const before = new Jobs(dir, (name) => findPrinter([acting()], name), 10);
    const accepted = [];
    for (const jobName of ["a", "b", "c"]) accepted.push(await before.add({ ...sheet, jobName }, pdf));
    const printed: string[] = [];
    const spooler = acting({}, { submit: async (s) => String(printed.push(s.jobName)) });
    const after = new Jobs(dir, (name) => findPrinter([spooler], name), 10);
    after.start();
    for (const job of accepted) await until(after, job.id, "done");
    await after.stop();
    expect(printed).toEqual(["a", "b", "c"]);
    // The service keeps the files of printed jobs for a reprint.
    expect(readdirSync(join(dir, "jobs")).filter((f) => f.endsWith(".pdf"))).toHaveLength(3);
  });

  it("waits while a printer is stopped or missing", async () => {
    let state: PrinterInfo["state"] = "stopped";
    let there = false;
    const spooler = acting(
      {},
      { printers: async () => [{ name: "P", state, message: "off", isDefault: false }] },
    );
    const jobs = new Jobs(folder(), async (name) => (there ? findPrinter([spooler], name) : undefined), 10);
    jobs.start();
    const job = await jobs.add(sheet, pdf);
    await pause(50);
    expect(jobs.get(job.id)).toMatchObject({ state: "waiting", message: "printer P is not there" });
    there = true;
    await pause(50);
    expect(jobs.get(job.id)).toMatchObject({ state: "waiting", message: "off" });
    state = "ready";
    await until(jobs, job.id, "done");
    await jobs.stop();
  });

  it("prints jobs in the order of acceptance, and queries the printers once per round", async () => {
    let state: PrinterInfo["state"] = "stopped";
    let looks = 0;
    const printed: string[] = [];
    const spooler = acting(
      {},
      {
        // The printer becomes ready at the fourth query. All jobs of a round (one pass over the waiting jobs) must see
        // the same state.
        printers: async () => {
          if (++looks === 4) state = "ready";
          return [{ name: "P", state, isDefault: false }];
        },
        submit: async (s) => String(printed.push(s.jobName)),
      },
    );
    const jobs = new Jobs(folder(), (name) => findPrinter([spooler], name), 5);
    const names = Array.from({ length: 20 }, (_, i) => `job ${i}`);
    const added = [];
    for (const jobName of names) added.push(await jobs.add({ ...sheet, jobName }, pdf));
    jobs.start();
    for (const job of added) await until(jobs, job.id, "done");
    await jobs.stop();
    expect(printed).toEqual(names);
    expect(looks).toBe(4);
  });

  const small = folderOfFewBytes();
  const reason = small ? "" : " (left out: no small disk to be had)";
  it.skipIf(!small)(`accepts nothing while the disk is full, reports it, and recovers${reason}`, async () => {
    const dir = small as string;
    try {
      const full = await startAgent([acting()], dir);
      agent = {
        ...full,
        stop: async () => {
          await full.http.close();
          await full.jobs.stop();
        },
      };
      const token = await pair(agent);
      writeFileSync(join(dir, "filler"), Buffer.alloc(100_000));
      const large = new Uint8Array(120_000);
      large.set(pdf);
      expect(await send(agent, token, form({ printer: "P" }, large))).toMatchObject({
        status: 507,
        code: "diskFull",
      });
      expect(agent.jobs.list()).toEqual([]);
      expect(readdirSync(join(dir, "jobs"))).toEqual([]);
      rmSync(join(dir, "filler"));
      const { jobId = "" } = await send(agent, token, form({ printer: "P" }, large));
      await until(agent.jobs, jobId, "done");
    } finally {
      await agent?.stop();
      agent = undefined;
      execFileSync("umount", [dir]);
      rmSync(dir, { recursive: true });
    }
  });
});

/**
 * Mounts a file system of 200 KB and returns its folder, for tests of a full disk. Returns undefined if mounting is not
 * permitted.
 */
function folderOfFewBytes(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const dir = join(tmpdir(), `small-${process.pid}`);
  try {
    mkdirSync(dir);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=200k", "tmpfs", dir], { stdio: "ignore" });
    return dir;
  } catch {
    rmSync(dir, { recursive: true, force: true });
    return undefined;
  }
}

describe("spooler output", () => {
  it("parses the printers of CUPS", () => {
    const text = `printer Labels is idle.  enabled since Sat Nov 21 08:59:53 2026
printer Office disabled since Sat Nov 21 09:00:00 2026 -
\tout of labels
printer Hall now printing Hall-12.  enabled since Sat Nov 21 09:00:00 2026
printer Far is idle.  enabled since Sat Nov 21 09:00:00 2026
\tThe printer is not responding.
`;
    expect(readPrinters(text, "system default destination: Office\n")).toEqual([
      { name: "Labels", state: "ready", isDefault: false },
      { name: "Office", state: "stopped", message: "out of labels", isDefault: true },
      { name: "Hall", state: "printing", isDefault: false },
      { name: "Far", state: "stopped", message: "The printer is not responding.", isDefault: false },
    ]);
    expect(readPrinters("", "no system default destination\n")).toEqual([]);
  });

  it("requests the paper size with an accuracy of 0.001 points, and A4 by name", () => {
    expect(pageSize(100, 150)).toBe("PageSize=Custom.283.465x425.197");
    expect(pageSize(297, 210)).toBe("PageSize=A4");
  });

  it("parses the printers of Windows, and quotes arguments in PowerShell scripts", () => {
    const one = '{"Name":"Zebra","PrinterStatus":3,"WorkOffline":false,"Default":true}';
    expect(readWindowsPrinters(one)).toEqual([{ name: "Zebra", state: "ready", isDefault: true }]);
    expect(
      readWindowsPrinters(`[${one},{"Name":"B","PrinterStatus":3,"WorkOffline":true}]`)[1],
    ).toMatchObject({
      state: "stopped",
      message: "offline",
    });
    const sheet: Sheet = {
      printer: "O'Neil",
      copies: 2,
      pageWidth: 100,
      pageHeight: 150,
      jobName: "x'; rm",
      type: "png",
    };
    const script = pictureScript(sheet, "C:\\it's.png");
    expect(script).toContain("'O''Neil'");
    expect(script).toContain("'x''; rm'");
    expect(script).toContain("PaperSize('Label', 394, 591)");
  });
});
