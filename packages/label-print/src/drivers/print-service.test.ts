import { afterEach, expect, it, vi } from "vitest";
import { roughMeasure } from "../model/text-layout.ts";
import { fakePlugIn } from "../testing/index.ts";
import { browserDriver } from "./browser.ts";
import { UnsureFailure } from "./driver.ts";
import { plugInDriver } from "./plug-in.ts";
import { printServiceDriver } from "./print-service.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Returns a driver. Its print service accepts jobs if `accepts` is true, but refuses to tell their state. */
function setUp(accepts: boolean) {
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith("/print") && accepts
      ? Response.json({ jobId: "j" }, { status: 202 })
      : Response.json({ message: "refused" }, { status: 401 }),
  );
  return printServiceDriver({
    token: "t",
    poll: 1,
    measure: roughMeasure,
    render: async () => new Blob(["x"]),
  });
}

const page = { width: 76, height: 130, items: [] };
const push = { jobName: "j", key: "job/0+1", signal: new AbortController().signal };

it("reports an accepted job as unsure if the service no longer tells its state", async () => {
  const cause = await setUp(true)
    .print([page], push)
    .catch((e: unknown) => e);
  expect(cause).toBeInstanceOf(UnsureFailure);
  expect(cause).toMatchObject({ message: "refused", from: 0, count: 1 });
});

it.each([
  [true, "/jobs/j/reprint?reprints=2"],
  [false, "/jobs/j/settle"],
])("repeats the user's answer (again: %s) until the service has it", async (again, path) => {
  const answers: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit = {}) => {
    if (url.endsWith("/print")) return Response.json({ jobId: "j" }, { status: 202 });
    if (url.endsWith("/jobs/j?wait=1"))
      return Response.json({ state: "unsure", message: "look", reprints: 2 });
    if (method === "POST") answers.push(new URL(url).pathname + new URL(url).search);
    // The first calls fail, as if the service had been killed. Later calls succeed, as if it was started again.
    if (answers.length < 2) throw new TypeError("no connection");
    return Response.json({ state: "waiting" });
  });
  const render = async () => new Blob(["x"]);
  const driver = printServiceDriver({ token: "t", poll: 1, measure: roughMeasure, render });
  const cause = (await driver.print([page], push).catch((e: unknown) => e)) as UnsureFailure;
  await cause.settle?.(again);
  expect(answers).toEqual([path, path]);
});

it("gives each job of a batch its own time, and says which ones have not ended", async () => {
  const asked: string[] = [];
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body?: FormData }) => {
    if (url.endsWith("/printers"))
      return Response.json({ printers: [{ name: "T", formats: ["zpl"], dpi: 203 }] });
    if (url.endsWith("/print"))
      return Response.json({ jobId: `j${sent.push(String(body?.get("key")))}` }, { status: 202 });
    const id = new URL(url).pathname.slice("/jobs/".length);
    const count = asked.filter((a) => a === id).length;
    asked.push(id);
    // The second job never ends. Each other job ends at the last query that the driver makes (`tries`).
    return Response.json({ state: id !== "j2" && count === 3 ? "done" : "printing" });
  });
  const render = async () => new Blob(["x"]);
  const options = { token: "t", poll: 1, tries: 4, measure: roughMeasure, render };
  const driver = printServiceDriver({ ...options, kind: "thermal" });
  const states: string[] = [];
  const onState = (from: number, _: number, state: string) => void states.splice(from, 1, state);
  await driver.print([page, page, page], { ...push, onState });
  expect(states).toEqual(["printed", "sent", "printed"]);
  expect(sent).toEqual(["job/0+1/1", "job/0+1/2", "job/0+1/3"]);
  expect(driver.pageMs).toBe(4);
});

/**
 * Mocks a print service that prints at once. Counts the files that the driver draws. `broken` has the numbers of the
 * files that cannot be drawn.
 */
function counting(broken: readonly number[] = []) {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body?: FormData }) => {
    if (url.endsWith("/printers")) return Response.json({ printers: [{ name: "A" }, { name: "B" }] });
    if (!url.endsWith("/print")) return Response.json({ state: "done" });
    sent.push(
      `${body?.get("key")} ${body?.get("printer")} ${await (body?.get("file") as Blob | undefined)?.text()}`,
    );
    return Response.json({ jobId: "j" }, { status: 202 });
  });
  let draws = 0;
  const render = async () => {
    const no = ++draws;
    if (broken.includes(no)) throw new Error("no picture");
    return new Blob([`draw ${no}`]);
  };
  const options = { token: "t", poll: 1, measure: roughMeasure, format: "png", render } as const;
  return { driver: printServiceDriver(options), sent, draws: () => draws };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

it("draws a prepared batch once, before it is printed", async () => {
  const { driver, sent, draws } = counting();
  const next = { ...push, key: "job/1+2", printer: "A" };
  driver.prepare?.([page, page], next);
  await settled();
  expect([draws(), sent]).toEqual([2, []]);
  // Before the prepared batch, prints a batch that was not prepared. It does not use the prepared files.
  await driver.print([page], { ...push, printer: "A" });
  await driver.print([page, page], next);
  expect(sent).toEqual(["job/0+1/1 A draw 3", "job/1+2/1 A draw 1", "job/1+2/2 A draw 2"]);
  // A batch that is printed again after a failure is drawn again.
  await driver.print([page, page], { ...next, isAgain: true });
  expect(draws()).toBe(5);
});

it("draws each batch once if the one after the next is prepared early", async () => {
  const { driver, sent, draws } = counting();
  const keys = ["job/1+1", "job/2+1"].map((key) => ({ ...push, key, printer: "A" }));
  for (const next of keys) driver.prepare?.([page], next);
  await settled();
  for (const next of keys) await driver.print([page], next);
  expect([sent, draws()]).toEqual([["job/1+1/1 A draw 1", "job/2+1/1 A draw 2"], 2]);
});

it("asks whether the service is ready unless it has just answered", async () => {
  const { driver } = counting();
  const asked: string[] = [];
  const { fetch: answer } = globalThis;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    asked.push(new URL(url).pathname);
    return answer(url, init);
  });
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const { signal } = new AbortController();
  for (const ms of [0, 999, 1000]) {
    clock.mockReturnValue(ms);
    await driver.ready(signal);
  }
  clock.mockRestore();
  expect(asked).toEqual(["/status", "/status"]);
});

it("draws a prepared batch again for another printer, and after the job was cancelled", async () => {
  const { driver, sent, draws } = counting();
  const next = { ...push, key: "job/1+1", printer: "A" };
  driver.prepare?.([page], next);
  await settled();
  await driver.print([page], { ...next, printer: "B" });
  const stop = new AbortController();
  driver.prepare?.([page], { ...next, signal: stop.signal });
  await settled();
  stop.abort();
  await driver.print([page], next);
  expect([sent, draws()]).toEqual([["job/1+1/1 B draw 2", "job/1+1/1 A draw 4"], 4]);
});

it("reports a failed drawing of a prepared batch when it is printed, and draws again", async () => {
  const { driver, sent } = counting([1]);
  driver.prepare?.([page], push);
  await settled();
  await expect(driver.print([page], push)).rejects.toThrow("no picture");
  expect(sent).toEqual([]);
  await driver.print([page], { ...push, isAgain: true });
  expect(sent).toEqual(["job/0+1/1 null draw 2"]);
});

it.each([0, 1.5, 1_000_000])("refuses %s copies and names the field", async (copies) => {
  const refused = "份数（copies）必须是 1 到 99 的整数";
  await expect(setUp(true).print([page], { ...push, copies })).rejects.toThrow(refused);
  await expect(browserDriver().print([page], { ...push, copies })).rejects.toThrow(refused);
  const plugIn = fakePlugIn({});
  const driver = plugInDriver({ find: () => plugIn, poll: 1, measure: roughMeasure });
  await driver.ready(push.signal);
  await expect(driver.print([page], { ...push, copies })).rejects.toThrow(refused);
  expect(plugIn.batches).toEqual([]);
});

it("reports a refused job as not printed", async () => {
  const cause = await setUp(false)
    .print([page], push)
    .catch((e: unknown) => e);
  expect(cause).not.toBeInstanceOf(UnsureFailure);
  expect(cause).toMatchObject({ message: "refused" });
});
