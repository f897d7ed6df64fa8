import { type Driver, type Page, type Push, UnsureFailure } from "@shotkeeper/label-print";
import { expect, it, vi } from "vitest";
import { printPages, type UnsureAnswer } from "./print-pages.ts";

const page: Page = { width: 50, height: 30, items: [] };
const push = { jobName: "j", key: "click-12", signal: new AbortController().signal };

/** Returns a driver whose print method calls the function `print` with the number of the call. */
function driverOf(print: (push: Push, n: number) => void) {
  const pushes: Push[] = [];
  const driver: Driver = {
    name: "test",
    ready: async () => {},
    printers: async () => [],
    print: async (_, p) => print(p, pushes.push(p)),
    preview: async () => {},
  };
  return { driver, called: () => pushes.map((p) => [p.key, p.isAgain]) };
}

const answering = (answer: UnsureAnswer) => vi.fn(async () => answer);

it("counts the pages that the printer confirmed, and the others as unsure", async () => {
  const { driver } = driverOf(({ onState }) => {
    onState?.(0, 3, "sent");
    onState?.(0, 2, "printed");
  });
  expect(await printPages(driver, [page, page, page], push, answering("stop"))).toEqual({
    printed: 2,
    unsure: 1,
  });
  const silent = driverOf(() => {}).driver;
  expect(await printPages(silent, [page, page], push, answering("stop"))).toEqual({ printed: 2, unsure: 0 });
});

it.each([
  ["again", [true], { printed: 3, unsure: 0 }, 2],
  ["printed", [false], { printed: 3, unsure: 0 }, 2],
  ["stop", [], { printed: 1, unsure: 1 }, 1],
] as const)(
  "passes the answer “%s” to the print service, and keeps the key",
  async (answer, settled, counts, calls) => {
    const decisions: boolean[] = [];
    const { driver, called } = driverOf(({ onState }, n) => {
      onState?.(0, n === 1 ? 1 : 3, "printed");
      if (n === 1) throw new UnsureFailure("silent", 1, 1, async (again) => void decisions.push(again));
    });
    const ask = answering(answer);
    expect(await printPages(driver, [page, page, page], push, ask)).toEqual(counts);
    expect(ask.mock.calls).toEqual([[2, 2, 3]]);
    expect(decisions).toEqual(settled);
    expect(called()).toEqual(Array(calls).fill(["click-12", false]));
  },
);

it.each([
  ["again", 2, { printed: 1, unsure: 0 }],
  ["printed", 1, { printed: 1, unsure: 0 }],
] as const)("without a print service, the answer “%s” means %i prints", async (answer, calls, counts) => {
  const { driver, called } = driverOf((_, n) => {
    if (n === 1) throw new UnsureFailure("silent", 0, 1);
  });
  expect(await printPages(driver, [page], push, answering(answer))).toEqual(counts);
  expect(called()).toHaveLength(calls);
});

it("rejects with the printer's failure, and passes a retry on", async () => {
  const { driver, called } = driverOf((_, n) => {
    if (n === 1) throw new Error("jam");
  });
  await expect(printPages(driver, [page], push, answering("stop"))).rejects.toThrow("jam");
  await printPages(driver, [page], { ...push, isAgain: true }, answering("stop"));
  expect(called()).toEqual([
    ["click-12", false],
    ["click-12", true],
  ]);
});
