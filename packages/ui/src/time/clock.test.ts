import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const start = Date.parse("2026-05-20T04:00:00Z");

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Loads the module again and returns its clock, as on a page that was just loaded. */
const newClock = () => import("./clock.ts");

it("tells a measured difference of 0 apart from an unknown one", async () => {
  const { clockAhead, compareClocks } = await newClock();
  expect(clockAhead()).toBeUndefined();
  compareClocks(start, start - 10, start);
  expect(clockAhead()).toBe(0);
});

it("shows the server's time if the clock of the device is wrong, to a second", async () => {
  const { compareClocks, serverNow } = await newClock();
  const server = start + 180_400;
  compareClocks(Math.floor(server / 1000) * 1000, start - 40, start);
  expect(Math.abs(serverNow() - server)).toBeLessThan(1000);
  vi.setSystemTime(start + 60_000);
  expect(Math.abs(serverNow() - server - 60_000)).toBeLessThan(1000);
});

it("leaves a correct clock as it is, also if answers are slow", async () => {
  const { compareClocks, serverNow } = await newClock();
  for (const [sent, received] of [
    [start - 20, start + 20],
    [start - 9000, start + 200],
    [start - 200, start + 9000],
  ] as const)
    compareClocks(Math.floor(start / 1000) * 1000, sent, received);
  expect(serverNow()).toBe(start);
});

it("follows the device when its clock is set right", async () => {
  const { compareClocks, serverNow } = await newClock();
  compareClocks(start + 600_000, start - 10, start);
  vi.setSystemTime(start + 600_000);
  compareClocks(start + 600_000, start + 599_990, start + 600_000);
  // The result may be wrong by 1010 ms, because the Date header has only full seconds and the request took 10 ms.
  expect(Math.abs(serverNow() - start - 600_000)).toBeLessThanOrEqual(1010);
});

it("is read anew by a page that opens after minutes without a relative time", async () => {
  const { useNow } = await newClock();
  const shown = () => renderToString(createElement(() => String(useNow())));
  expect(shown()).toBe(String(start));
  vi.setSystemTime(start + 240_000);
  expect(shown()).toBe(String(start + 240_000));
});
