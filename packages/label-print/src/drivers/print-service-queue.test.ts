import { afterEach, expect, it, vi } from "vitest";
import { roughMeasure } from "../model/text-layout.ts";
import { UnsureFailure } from "./driver.ts";
import { printServiceDriver } from "./print-service.ts";

afterEach(() => void vi.unstubAllGlobals());

const page = { width: 76, height: 130, items: [] };
const push = { jobName: "j", key: "job/0+8", signal: new AbortController().signal };

/**
 * Mocks a print service. The test sets the states of the jobs. A job that the driver cancels while it waits becomes
 * "cancelled".
 */
function setUp(first = "waiting") {
  const states: string[] = [];
  const calls: string[] = [];
  const keys: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { body, method }: { body?: FormData; method?: string } = {}) => {
    const { pathname } = new URL(url);
    if (pathname === "/print") {
      const key = String(body?.get("key"));
      calls.push(`${key.split("/").at(-1)}${body?.get("again") ? " again" : ""}`);
      const known = keys.indexOf(key);
      const no = known < 0 ? keys.push(key) - 1 : known;
      if (known < 0 || (body?.get("again") && states[no] === "cancelled")) states[no] = first;
      return Response.json({ jobId: `j${no}` }, { status: 202 });
    }
    const [, , id, action] = pathname.split("/");
    const no = Number(id?.slice(1));
    if (method === "POST") calls.push(`${action} ${no + 1}`);
    if (action === "cancel") {
      if (states[no] !== "waiting") return Response.json({ message: "too late" }, { status: 409 });
      states[no] = "cancelled";
    }
    if (action === "settle") states[no] = "done";
    return Response.json({ state: states[no], message: `job ${no + 1}` });
  });
  const render = async () => new Blob(["x"]);
  const options = { token: "t", poll: 5, measure: roughMeasure, format: "png", render } as const;
  const labels: string[] = [];
  const onState = (from: number, _: number, state: string) => void labels.splice(from, 1, state);
  return { driver: printServiceDriver(options), states, calls, labels, onState };
}
const rest = (ms = 60) => new Promise((resolve) => setTimeout(resolve, ms));

it("sends at most four jobs ahead, in their order, while the first one is printed", async () => {
  const { driver, states, calls, labels, onState } = setUp();
  const printing = driver.print(Array(6).fill(page), { ...push, onState });
  await rest();
  expect(calls).toEqual(["1", "2", "3", "4"]);
  states[0] = "done";
  await rest();
  expect(calls).toEqual(["1", "2", "3", "4", "5"]);
  expect(labels).toEqual(["printed", "sent", "sent", "sent", "sent"]);
  const clock = setInterval(() => states.fill("done"), 5);
  await printing.finally(() => clearInterval(clock));
  expect(labels).toEqual(Array(6).fill("printed"));
});

it("takes back the jobs that wait behind a failed one, and prints them behind it again", async () => {
  const { driver, states, calls, labels, onState } = setUp();
  const pages = Array(6).fill(page);
  const printing = driver.print(pages, { ...push, onState }).catch((e: Error) => e);
  await rest();
  states.splice(0, 3, "done", "failed", "printing");
  await rest();
  // The driver does not cancel the third job, because this job is already being printed.
  states[2] = "done";
  expect(await printing).toMatchObject({ message: "job 2" });
  // Five jobs were sent, because the end of the first job made room for the fifth one.
  expect(calls).toEqual(["1", "2", "3", "4", "5", "cancel 4", "cancel 5"]);
  expect(labels).toEqual(["printed", "failed", "printed", "failed", "failed"]);
  states[1] = "cancelled";
  const again = driver.print(pages, { ...push, onState, isAgain: true });
  const clock = setInterval(() => states.fill("done"), 40);
  await again.finally(() => clearInterval(clock));
  expect(calls.slice(7)).toEqual([1, 2, 3, 4, 5, 6].map((no) => `${no} again`));
});

it("asks about each unsure job, and then prints those that it took back", async () => {
  const { driver, states, calls, labels, onState } = setUp();
  const pages = Array(4).fill(page);
  const print = () => driver.print(pages, { ...push, onState }).catch((e: unknown) => e);
  const printing = print();
  await rest();
  states.splice(0, 3, "unsure", "waiting", "unsure");
  const first = (await printing) as UnsureFailure;
  expect(first).toBeInstanceOf(UnsureFailure);
  expect([first.from, labels]).toEqual([0, ["sent", "failed", "unsure", "failed"]]);
  await first.settle?.(false);
  const next = print();
  await rest();
  // Prints the cancelled jobs 2 and 4 again, although the user was asked only about job 1.
  expect(calls.slice(4)).toEqual(["cancel 2", "cancel 4", "settle 1", "1", "2 again", "3", "4 again"]);
  states[1] = "done";
  expect(await next).toMatchObject({ from: 2 });
});

it("does not print a job again that was printed although it was to be taken back", async () => {
  const { driver, states, calls } = setUp();
  const pages = Array(3).fill(page);
  const print = () => driver.print(pages, push).catch((e: unknown) => e);
  const printing = print();
  await rest();
  // The service refuses to cancel the third job, because this job is already being printed.
  const alive = globalThis.fetch;
  vi.stubGlobal("fetch", (async (...call) => {
    if (String(call[0]).endsWith("/cancel")) states[2] = "done";
    return alive(...call);
  }) satisfies typeof fetch);
  states.splice(0, 2, "done", "unsure");
  const cause = (await printing) as UnsureFailure;
  await cause.settle?.(false);
  await print();
  expect(calls).toEqual(["1", "2", "3", "cancel 3", "settle 2", "1", "2", "3"]);
});

it("reports a job as unsure whose time is over when another one fails", async () => {
  const { states } = setUp();
  const render = async () => new Blob(["x"]);
  const options = { token: "t", poll: 1, tries: 3, measure: roughMeasure, format: "png", render } as const;
  const labels: string[] = [];
  const onState = (from: number, _: number, state: string) => void labels.splice(from, 1, state);
  const driver = printServiceDriver(options);
  const clock = setInterval(() => states[1] && states.splice(0, 2, "printing", "failed"), 1);
  await expect(driver.print([page, page], { ...push, onState })).rejects.toThrow("job 2");
  clearInterval(clock);
  expect(labels).toEqual(["unsure", "failed"]);
});

it("takes the sent jobs back when the user cancels", async () => {
  const { driver, calls } = setUp();
  const stop = new AbortController();
  const printing = driver.print(Array(6).fill(page), { ...push, signal: stop.signal });
  await rest();
  stop.abort(new Error("stopped"));
  await expect(printing).rejects.toThrow("stopped");
  await rest();
  expect(calls.slice(4).sort()).toEqual(["cancel 1", "cancel 2", "cancel 3", "cancel 4"]);
});

it("reports all sent jobs as unsure after one wait if the service gives no answer any longer", async () => {
  const { labels, onState } = setUp();
  const alive = globalThis.fetch;
  let calls = 0;
  const fetchOrFail: typeof fetch = async (...call) => {
    if (String(call[0]).endsWith("/print")) return alive(...call);
    calls++;
    await rest(40);
    throw new TypeError("no connection");
  };
  vi.stubGlobal("fetch", fetchOrFail);
  const render = async () => new Blob(["x"]);
  const options = { token: "t", poll: 1, resends: 0, measure: roughMeasure, format: "png", render } as const;
  const cause = await printServiceDriver(options)
    .print([page, page, page], { ...push, onState })
    .catch((e: unknown) => e);
  expect(cause).toMatchObject({ name: "UnsureFailure", from: 0 });
  // The driver made two calls. The second call finds out why the service did not answer the first call.
  expect([calls, labels]).toEqual([2, ["sent", "unsure", "unsure"]]);
});
