import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bitmapOf, escPosOf, printServiceDriver, roughMeasure, zplOf } from "@shotkeeper/label-print";
import { labelsOfEscPos, labelsOfZpl } from "@shotkeeper/label-print/testing";
import { PNG } from "pngjs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Jobs } from "./jobs.ts";
import { Connection, type Timeouts } from "./printers/connection.ts";
import { readHostStatus, readPaperStatus } from "./printers/dialogue.ts";
import { networkPrinters } from "./printers/network.ts";
import { NetworkList } from "./printers/network-list.ts";
import { findPrinter, type Spooler } from "./printers/printer.ts";
import { startAgent, type TestAgent } from "./testing/agent.ts";
import { type Behaviour, startTcpPrinter, type TcpPrinter } from "./testing/tcp-printer.ts";

const origin = "https://shop.example";
/** Short timeouts. `fresh` is 0, so that the printer is queried before each label. */
const timeouts: Timeouts = { connect: 2000, answer: 600, send: 1000, print: 3000, close: 600, fresh: 0 };

let agent: TestAgent;
const printers: TcpPrinter[] = [];
afterEach(async () => {
  vi.unstubAllGlobals();
  await agent.stop();
  for (const p of printers.splice(0)) await p.stop();
});

/** Reviewed picture of a waybill. The tests of the label package compare the preview in a browser with this picture. */
const preview = PNG.sync.read(
  readFileSync(fileURLToPath(new URL("../../../packages/label-print/golden/76x130.png", import.meta.url))),
);
const bitmap = bitmapOf(preview);
const files = { zpl: Buffer.from(zplOf(bitmap)), escpos: Buffer.from(escPosOf(bitmap)) };

const label = {
  printer: "T",
  copies: 1,
  pageWidth: 76,
  pageHeight: 130,
  jobName: "job",
  type: "zpl",
} as const;

type Language = keyof typeof files;

const own = (path: string, body?: object) =>
  fetch(`${agent.address}/own/${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "x-page-key": agent.pairing.pageKey,
      "accept-language": "en",
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

async function refusalOf(body: object): Promise<unknown[]> {
  const answer = await own("printers", body);
  const { code, message } = (await answer.json()) as { code?: string; message?: string };
  return [answer.status, code, message];
}

async function pair(): Promise<string> {
  const asked = agent.pairing.ask(origin) as { secret: string };
  agent.pairing.decide(agent.pairing.pending()[0]?.id ?? "", true);
  return (agent.pairing.answerTo(origin, asked.secret) as { token: string }).token;
}

let token = "";

/** Starts the service with one network printer. */
async function setUp(
  language: Language,
  behaviour: Behaviour = {},
  fresh = 0,
  system: readonly Spooler[] = [],
): Promise<TcpPrinter> {
  const printer = await startTcpPrinter(behaviour);
  printers.push(printer);
  agent = await startAgent(system, undefined, 0, {}, { ...timeouts, fresh });
  token = await pair();
  const added = { name: "T", host: "127.0.0.1", port: printer.port, language, dpi: 203, width: 104 };
  expect((await own("printers", added)).status).toBe(200);
  return printer;
}

async function send(file: Buffer, values: Record<string, string> = {}) {
  const body = new FormData();
  const fields = { printer: "T", pageWidth: "76", pageHeight: "130", jobName: "job", labels: '["SF1"]' };
  for (const [name, value] of Object.entries({ ...fields, ...values })) body.set(name, value);
  body.set("file", new Blob([new Uint8Array(file)]), "label");
  const headers = { origin, authorization: `Bearer ${token}`, "accept-language": "en" };
  const answer = await fetch(`${agent.address}/print`, { method: "POST", headers, body });
  const json = (await answer.json()) as { code?: string; message?: string; jobId?: string };
  return { status: answer.status, ...json };
}

/** Waits until a job has ended. Returns its state and its message as the page sees it. */
async function outcomeOf(id = ""): Promise<unknown[]> {
  const headers = { origin, authorization: `Bearer ${token}`, "accept-language": "en" };
  for (let i = 0; i < 400; i++) {
    const answer = await fetch(`${agent.address}/jobs/${id}`, { headers });
    const { state = "", message } = (await answer.json()) as { state?: string; message?: string };
    if (["done", "failed", "cancelled", "unsure"].includes(state)) return [state, message];
    await pause(20);
  }
  throw new Error("the job does not end");
}

const unsure = (reason: string) => [
  "unsure",
  `${reason} · The job may be on paper. Look, then print it again or mark it as printed.`,
];

/**
 * Printers that confirm a label by an answer or by closing the connection. For each: name of the test, command language
 * of the printer, and behaviour of the printer.
 */
const confirming: readonly (readonly [string, Language, Behaviour])[] = [
  ["a ZPL printer that answers", "zpl", { answers: "zpl" }],
  ["a ZPL printer that answers late while it prints", "zpl", { answers: "zpl", printMs: 700 }],
  ["a ZPL printer that closes the connection", "zpl", {}],
  ["an ESC/POS printer that answers", "escpos", { answers: "escpos" }],
  ["an ESC/POS printer that closes the connection", "escpos", {}],
];

describe("a network printer", { timeout: 30_000 }, () => {
  it.each(confirming)("%s gets the label as it is previewed, once", async (_, language, behaviour) => {
    const printer = await setUp(language, behaviour);
    const { jobId } = await send(files[language]);
    expect(await outcomeOf(jobId)).toEqual(["done", undefined]);
    const bytes = printer.received();
    const printed =
      language === "zpl" ? labelsOfZpl(bytes.toString("latin1")) : labelsOfEscPos(bytes, preview.width);
    expect(printed).toHaveLength(1);
    expect(printed.map((label) => Buffer.from(bitmapOf(label).bytes).equals(bitmap.bytes))).toEqual([true]);
  });

  it("gets each copy", async () => {
    const printer = await setUp("zpl", { answers: "zpl" });
    const { jobId } = await send(files.zpl, { copies: "3" });
    expect(await outcomeOf(jobId)).toEqual(["done", undefined]);
    expect(labelsOfZpl(printer.received().toString("latin1"))).toHaveLength(3);
  });

  it("that is off or out of labels refuses the label before anything is sent", async () => {
    const printer = await setUp("zpl", { answers: "zpl", isOutOfPaper: true });
    expect(await send(files.zpl)).toMatchObject({
      status: 409,
      code: "offline",
      message: "Printer “T” is not ready: out of labels. Nothing was sent to it.",
    });
    await printer.stop();
    const off = {
      name: "Off",
      host: "127.0.0.1",
      port: printer.port,
      language: "escpos",
      dpi: 203,
      width: 72,
    };
    await own("printers", off);
    expect(await send(files.escpos, { printer: "Off", pageWidth: "70" })).toMatchObject({
      message: "Printer “Off” is not ready: no connection to the printer. Nothing was sent to it.",
    });
    expect(printer.labels).toBe(0);
  });

  it("that refuses the connection fails the label, which is certainly not on paper", async () => {
    const printer = await setUp("zpl", { answers: "zpl" }, 60_000);
    // Reads the printer's state "ready", which the print service then caches for 60 s. So the service tries to print,
    // although the printer is gone.
    await fetch(`${agent.address}/printers`, { headers: { origin, authorization: `Bearer ${token}` } });
    await printer.stop();
    const { jobId } = await send(files.zpl);
    expect(await outcomeOf(jobId)).toEqual([
      "failed",
      "The job could not be printed: no connection to the printer",
    ]);
  });

  it.each([
    [
      "breaks while it takes the label",
      "zpl",
      { answers: "zpl", breaksAfter: 500 },
      "the connection to the printer was lost",
    ],
    [
      "runs out of labels",
      "escpos",
      { answers: "escpos", runsOut: true },
      "the printer did not confirm the label",
    ],
    ["runs out of labels and says so", "zpl", { answers: "zpl", runsOut: true }, "out of labels"],
    [
      "confirms nothing and keeps the connection",
      "zpl",
      { keepsOpen: true },
      "the printer did not confirm the label",
    ],
  ] as const)(
    "that %s makes the label unsure, and the user settles it",
    async (_, language, behaviour, reason) => {
      const printer = await setUp(language, behaviour);
      const listed = await fetch(`${agent.address}/printers`, {
        headers: { origin, authorization: `Bearer ${token}` },
      });
      expect(await listed.json()).toMatchObject({
        printers: [{ name: "T", state: "ready", formats: [language], dpi: 203, width: 104 }],
      });
      const { jobId = "" } = await send(files[language]);
      expect(await outcomeOf(jobId)).toEqual(unsure(reason));
      printer.behave({ answers: language });
      const before = printer.labels;
      await agent.jobs.reprint(jobId);
      expect(await outcomeOf(jobId)).toEqual(["done", undefined]);
      expect(printer.labels).toBe(before + 1);
    },
  );

  it("that runs out of labels gets no second label until it has labels again", async () => {
    const printer = await setUp("zpl", { answers: "zpl", runsOut: true });
    // Adds both labels to a queue that starts afterwards, so that one round of the queue (one pass over the waiting
    // jobs) processes both.
    await agent.jobs.stop();
    const spoolers = [networkPrinters(agent.network, timeouts)];
    const jobs = new Jobs(agent.dir, (name) => findPrinter(spoolers, name), 50);
    const ids = [(await jobs.add(label, files.zpl)).id, (await jobs.add(label, files.zpl)).id];
    const states = () => ids.map((id) => jobs.get(id)?.state);
    jobs.start();
    try {
      await vi.waitFor(() => expect(jobs.get(ids[1] ?? "")?.message).toBe("paperOut"), 5000);
      expect(states()).toEqual(["unsure", "waiting"]);
      expect(printer.labels).toBe(1);
      printer.behave({ answers: "zpl" });
      await vi.waitFor(() => expect(states()).toEqual(["unsure", "done"]), 5000);
      expect(printer.labels).toBe(2);
    } finally {
      await jobs.stop();
    }
  });

  it("that ran out of labels afterwards does not make a repeated request a refused one", async () => {
    const printer = await setUp("zpl", { answers: "zpl" });
    const { jobId } = await send(files.zpl, { key: "job/0+1/1" });
    await outcomeOf(jobId);
    printer.behave({ answers: "zpl", isOutOfPaper: true });
    for (const again of ["", "1"])
      expect(await send(files.zpl, { key: "job/0+1/1", again })).toEqual({
        status: 202,
        jobId,
        state: "done",
      });
    expect(await send(files.zpl, { key: "job/0+1/2" })).toMatchObject({ status: 409, code: "offline" });
    expect(printer.labels).toBe(1);
  });

  it("that was replaced gets no label in the language of the old one", async () => {
    const printer = await setUp("zpl", { answers: "escpos" });
    const { id } = await agent.jobs.add({ ...label, printer: "New" }, files.zpl, { origin });
    const added = {
      name: "New",
      host: "127.0.0.1",
      port: printer.port,
      language: "escpos",
      dpi: 203,
      width: 104,
    };
    await own("printers", added);
    expect(await outcomeOf(id)).toEqual([
      "failed",
      "The job could not be printed: the printer was replaced by one with another command language",
    ]);
    expect(printer.labels).toBe(0);
  });

  it("that told its state before gets no label while it is silent", async () => {
    const printer = await setUp("zpl", { answers: "zpl" });
    await fetch(`${agent.address}/printers`, { headers: { origin, authorization: `Bearer ${token}` } });
    // From now on the printer answers no query, but still closes connections. For a printer that has answered before,
    // closing the connection does not confirm a label.
    printer.behave({});
    const { id } = await agent.jobs.add(label, files.zpl, { origin });
    await vi.waitFor(() => expect(agent.jobs.get(id)?.message).toBe("silent"), 5000);
    expect(await send(files.zpl)).toMatchObject({
      message: "Printer “T” is not ready: the printer does not tell its state. Nothing was sent to it.",
    });
    expect(printer.labels).toBe(0);
    printer.behave({ answers: "zpl" });
    expect(await outcomeOf(id)).toEqual(["done", undefined]);
    expect(printer.labels).toBe(1);
  });

  it("that told its state before has to tell it after a restart too", async () => {
    const printer = await setUp("zpl", { answers: "zpl" });
    await fetch(`${agent.address}/printers`, { headers: { origin, authorization: `Bearer ${token}` } });
    printer.behave({});
    const restarted = networkPrinters(new NetworkList(agent.dir), timeouts);
    expect(await restarted.printers()).toMatchObject([{ name: "T", state: "stopped", message: "silent" }]);
  });

  it("confirms nothing by closing the connection before the service has ended it", async () => {
    const { port } = await setUp("zpl", { closesFirst: true });
    const connection = await Connection.open("127.0.0.1", port, 1000);
    await vi.waitFor(() => expect(connection.isOver).toBe(true));
    expect(await connection.end(500)).toBe(false);
    connection.destroy();
  });

  it("takes only labels: no settings, no other language, nothing too wide", async () => {
    const printer = await setUp("zpl", { answers: "zpl" });
    const codeOf = async (file: Buffer | string, values = {}) => (await send(Buffer.from(file), values)).code;
    expect(await codeOf("^XA^JUS^XZ")).toBe("wrongType");
    const zpl = files.zpl.toString();
    expect(await codeOf(zpl.slice(0, zpl.lastIndexOf("^XZ")))).toBe("wrongType");
    expect(await codeOf(zpl + zpl)).toBe("wrongType");
    expect(await codeOf("^XA^FO0,0^GFA,1,1,1,FF~JR^FS^XZ")).toBe("wrongType");
    expect(await codeOf(Buffer.concat([files.escpos, Buffer.of(0x1b, 0x70, 0)]))).toBe("wrongType");
    expect(await codeOf(files.escpos.subarray(0, -40))).toBe("wrongType");
    expect(await send(files.escpos)).toMatchObject({ status: 415, message: "Printer “T” takes ZPL only." });
    expect(await send(files.zpl, { pageWidth: "297" })).toMatchObject({
      status: 400,
      message: "The label is 297 mm wide, but printer “T” prints only 104 mm.",
    });
    expect(printer.received()).toHaveLength(0);
  });

  it("is the only printer for labels in its language, and none for other files", async () => {
    const office: Spooler = {
      formats: ["pdf"],
      isRepeatable: true,
      printers: async () => [{ name: "Office", state: "ready", isDefault: false }],
      submit: async () => "1",
      progress: async () => ({ state: "done" }),
    };
    await setUp("zpl", { answers: "zpl" }, 0, [office]);
    const label = await send(files.zpl, { printer: "" });
    const pdf = await send(Buffer.from("%PDF-1.4\n%%EOF\n"), { printer: "" });
    const printersOf = [label, pdf].map(({ jobId = "" }) => agent.jobs.get(jobId)?.printer);
    expect(printersOf).toEqual(["T", "Office"]);
  });

  it("is used by the driver of web pages in its language and resolution", async () => {
    const printer = await setUp("zpl", { answers: "zpl" });
    const plain = globalThis.fetch;
    vi.stubGlobal("fetch", (input: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("origin", origin);
      return plain(input, { ...init, headers });
    });
    const asked: string[] = [];
    const { address } = agent;
    const options = { address, token, poll: 20, measure: roughMeasure };
    const render = async (_: unknown, format: string) => {
      asked.push(format);
      return new Blob([new Uint8Array(files.zpl)]);
    };
    const driver = printServiceDriver({ ...options, kind: "thermal", render });
    const { signal } = new AbortController();
    const states: string[] = [];
    const onState = (from: number, count: number, state: string) => states.push(`${from}+${count} ${state}`);
    await driver.ready(signal);
    const page = { width: 76, height: 130, items: [] };
    await driver.print([page, page], { jobName: "two", key: "two/0+2", signal, onState });
    // Each label is a job of its own, so that a lost connection leaves one unsure label and not a batch of them.
    expect(states).toEqual(["0+1 sent", "1+1 sent", "0+1 printed", "1+1 printed"]);
    expect(asked).toEqual(["zpl", "zpl"]);
    expect(printer.labels).toBe(2);
    const system = printServiceDriver({ ...options, kind: "system" });
    expect(await system.printers()).toEqual([]);
    agent.network.remove("T");
    const none = printServiceDriver({ ...options, kind: "thermal" });
    await expect(none.print([page], { jobName: "none", signal })).rejects.toThrow(
      "请先在打印设置中选择标签打印机",
    );
  });
});

describe("the list of network printers", { timeout: 30_000 }, () => {
  it("names the wrong field, keeps names apart, and survives a restart", async () => {
    const { port } = await setUp("zpl");
    const good = {
      name: "Q",
      host: "printer-7.example",
      port: 9100,
      language: "escpos",
      dpi: 180,
      width: 72,
    };
    for (const [field, value] of [
      ["name", " "],
      ["host", "a b"],
      ["host", "http://x"],
      ["port", "0"],
      ["port", ""],
      ["language", "epl"],
      ["dpi", 10],
      ["width", 1.5],
    ] as const)
      expect(await refusalOf({ ...good, [field]: value })).toEqual([
        400,
        "wrongField",
        `Not a value for “${field}”.`,
      ]);
    expect(await refusalOf({ ...good, name: "T" })).toEqual([
      409,
      "nameTaken",
      "There is a printer “T” already.",
    ]);
    expect((await own("printers", { ...good, port: "9100" })).status).toBe(200);
    const file = join(agent.dir, "printers.json");
    expect(existsSync(file)).toBe(true);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject([{ name: "T", port }, good]);
    const { network } = (await (await own("state")).json()) as { network: unknown[] };
    expect(network).toHaveLength(2);
  });

  it("is closed to web pages, also to paired ones", async () => {
    await setUp("zpl");
    for (const headers of [{ origin }, { origin, authorization: `Bearer ${token}` }, {}]) {
      const answer = await fetch(`${agent.address}/own/printers`, { method: "POST", headers });
      expect(answer.status).toBe(403);
    }
    expect(agent.network.list()).toHaveLength(1);
  });
});

describe("the ESC/POS answer to GS r", () => {
  it.each([
    ["is read", [0x0c], 0x0c],
    ["is read behind XON and an automatic status", [0x11, 0x14, 0x00, 0x0f, 0x0f, 0x03], 0x03],
    ["is not an automatic status", [0x14, 0x00, 0x00, 0x0f], undefined],
    ["is not a part of an automatic status", [0x18, 0x00], undefined],
    ["is not another answer", [0x12, 0x96], undefined],
  ])("%s", (_, bytes, answer) => expect(readPaperStatus(Buffer.from(bytes))).toBe(answer));
});

describe("Zebra's host status", () => {
  const status = (first: string, second: string) =>
    readHostStatus(Buffer.from(`\u0002${first}\u0003\r\n\u0002${second}\u0003\r\n\u00021234,0\u0003\r\n`));
  it.each([
    [
      "030,0,0,1199,000,0,0,0,000,0,0,0",
      "000,0,0,0,0,2,4,0,00000000,1,000",
      { trouble: undefined, isIdle: true },
    ],
    [
      "030,0,0,1199,002,0,0,0,000,0,0,0",
      "000,0,0,0,0,2,4,0,00000000,1,000",
      { trouble: undefined, isIdle: false },
    ],
    [
      "030,0,0,1199,000,0,0,0,000,0,0,0",
      "000,0,0,0,0,2,4,0,00000003,1,000",
      { trouble: undefined, isIdle: false },
    ],
    [
      "030,1,0,1199,000,0,0,0,000,0,0,0",
      "000,0,0,0,0,2,4,0,00000000,1,000",
      { trouble: "paperOut", isIdle: true },
    ],
    [
      "030,0,1,1199,000,0,0,0,000,0,0,0",
      "000,0,0,0,0,2,4,0,00000000,1,000",
      { trouble: "paused", isIdle: true },
    ],
    [
      "030,0,0,1199,000,0,0,0,000,0,0,0",
      "000,0,1,0,0,2,4,0,00000000,1,000",
      { trouble: "headOpen", isIdle: true },
    ],
    [
      "030,0,0,1199,000,0,0,0,000,0,0,0",
      "000,0,0,1,1,2,4,0,00000000,1,000",
      { trouble: "ribbonOut", isIdle: true },
    ],
    [
      "030,0,0,1199,000,0,0,0,000,0,0,0",
      "000,0,0,1,0,2,4,0,00000000,1,000",
      { trouble: undefined, isIdle: true },
    ],
  ])("%s %s", (first, second, expected) => expect(status(first, second)).toEqual(expected));

  it("is incomplete without all three lines", () => {
    expect(readHostStatus(Buffer.from("\u0002030,0,0\u0003"))).toBeUndefined();
  });
});
