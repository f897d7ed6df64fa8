import { setTimeout as pause } from "node:timers/promises";
import { bitmapOf, escPosOf } from "@shotkeeper/label-print";
import { labelsOfEscPos } from "@shotkeeper/label-print/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Job } from "./journal.ts";
import type { Limits } from "./limits.ts";
import type { Timeouts } from "./printers/connection.ts";
import type { Sheet } from "./printers/printer.ts";
import { startAgent, type TestAgent } from "./testing/agent.ts";
import { type Behaviour, startTcpPrinter, type TcpPrinter } from "./testing/tcp-printer.ts";
import { Workers } from "./workers.ts";

/**
 * Timeouts, ms. Sending and printing a label may take longer than the test, so the worker of a printer that is stuck
 * stays busy until the test ends.
 */
const timeouts: Timeouts = {
  connect: 2000,
  answer: 300,
  send: 60_000,
  print: 60_000,
  close: 60_000,
  fresh: 60_000,
};
const width = 64;

/** Returns a label whose first dots are the binary digits of its number. */
function labelOf(no: number): Buffer {
  const data = new Uint8Array(width * 8 * 4).fill(255);
  for (let bit = 0; bit < 8; bit++) if ((no >> bit) & 1) data.fill(0, bit * 4, bit * 4 + 3);
  // A dot in the last row keeps the label at its full height.
  data.fill(0, -4, -1);
  return Buffer.from(escPosOf(bitmapOf({ width, height: 8, data })));
}
const numberOf = ({ data }: { readonly data: ArrayLike<number> }) =>
  Array.from({ length: 8 }, (_, bit) => (data[bit * 4] === 0 ? 1 << bit : 0)).reduce((sum, n) => sum + n, 0);

let agent: TestAgent;
const printers: TcpPrinter[] = [];
afterEach(async () => {
  // Stops the printers first: a stop of the service waits for the label that it is sending, and a stuck printer would
  // never take this label.
  for (const p of printers.splice(0)) await p.stop();
  await agent.stop();
});

async function start(limits: Partial<Limits>, behaviours: Readonly<Record<string, Behaviour>>) {
  agent = await startAgent([], undefined, 0, limits, timeouts);
  for (const [name, behaviour] of Object.entries(behaviours)) {
    const printer = await startTcpPrinter(behaviour);
    printers.push(printer);
    const { port } = printer;
    agent.network.add({ name, host: "127.0.0.1", port, language: "escpos", dpi: 203, width: 104 });
  }
}

const sheet = (printer: string): Sheet => ({
  printer,
  copies: 1,
  pageWidth: 8,
  pageHeight: 5,
  jobName: "job",
  type: "escpos",
});
const add = async (printer: string, count: number) => {
  const ids: string[] = [];
  for (let no = 0; no < count; no++) ids.push((await agent.jobs.add(sheet(printer), labelOf(no))).id);
  return ids;
};
const statesOf = (ids: readonly string[]) =>
  ids.reduce<Partial<Record<Job["state"], number>>>((sum, id) => {
    const { state } = agent.jobs.get(id) as Job;
    return Object.assign(sum, { [state]: (sum[state] ?? 0) + 1 });
  }, {});
async function until(check: () => boolean): Promise<void> {
  for (let i = 0; i < 3000 && !check(); i++) await pause(20);
  expect(check()).toBe(true);
}

describe("a printer that accepts the connection and never reads", { timeout: 90_000 }, () => {
  it("holds up no other printer: its 60 labels come out in order meanwhile", async () => {
    await start({}, { Stuck: { neverReads: true }, Good: { answers: "escpos" } });
    const stuck = await add("Stuck", 60);
    await until(() => statesOf(stuck).sending === 1);
    const good = await add("Good", 60);
    await until(() => statesOf(good).done === 60);
    expect(statesOf(stuck)).toEqual({ sending: 1, waiting: 59 });
    const printed = labelsOfEscPos(printers[1]?.received() ?? Buffer.alloc(0), width).map(numberOf);
    expect(printed).toEqual(Array.from({ length: 60 }, (_, no) => no));
  });

  it("takes a limited number of jobs, and leaves room for the jobs of other printers", async () => {
    await start({ waitingOfPrinter: 3 }, { Stuck: { neverReads: true }, Good: { answers: "escpos" } });
    const origin = "https://shop.example";
    const asked = agent.pairing.ask(origin) as { secret: string };
    agent.pairing.decide(agent.pairing.pending()[0]?.id ?? "", true);
    const { token } = agent.pairing.answerTo(origin, asked.secret) as { token: string };
    const send = async (printer: string) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ printer, pageWidth: "8", pageHeight: "5" }))
        body.set(name, value);
      body.set("file", new Blob([new Uint8Array(labelOf(1))]), "label");
      const headers = { origin, authorization: `Bearer ${token}`, "accept-language": "en" };
      const answer = await fetch(`${agent.address}/print`, { method: "POST", headers, body });
      const { message } = (await answer.json()) as { message?: string };
      return [answer.status, message];
    };
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await send("Stuck"));
    const full = "Too many jobs wait for printer “Stuck”.";
    expect(answers).toEqual([...Array(3).fill([202, undefined]), [503, full]]);
    expect(await send("Good")).toEqual([202, undefined]);
    await until(() => agent.jobs.list()[0]?.state === "done");
  });
});

it("begins the next round without a pause if a job arrives during a round or a pause", async () => {
  let [open, rounds] = [1, 0];
  const workers = new Workers(
    { has: () => open > 0, round: async () => pause(5).then(() => void rounds++) },
    60_000,
  );
  const until = (count: number) => vi.waitFor(() => expect(rounds).toBe(count), 2000);
  workers.start(["P"]);
  workers.wake("P");
  await until(2);
  await pause(30);
  expect(rounds).toBe(2);
  workers.wake("P");
  await until(3);
  open = 0;
  await workers.stop();
});
