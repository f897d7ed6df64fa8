import { expect, it } from "vitest";
import { heartbeatMs } from "./limits.ts";
import { Recorder } from "./recorder.ts";
import type { Reading } from "./types.ts";

const start = 1_700_000_000_000;

function recorder() {
  const stored: (readonly [number, number])[] = [];
  let isFull = false;
  const r = new Recorder(async (readings: readonly Reading[]) => {
    if (isFull) throw new Error("full");
    stored.push(...readings.map(({ count, at }) => [count, at - start] as const));
  });
  const see = (count: number, ms: number) => r.observe([{ device: "d", count, at: start + ms }]);
  return { stored, see, fill: (full: boolean) => (isFull = full) };
}

it("stores changes, and an unchanged count from time to time", async () => {
  const { stored, see } = recorder();
  await see(5, 0);
  await see(5, 1000);
  await see(6, 2000);
  await see(6, 2000 + heartbeatMs - 1);
  await see(6, 2000 + heartbeatMs);
  await see(0, 3000 + heartbeatMs);
  expect(stored).toEqual([
    [5, 0],
    [6, 2000],
    [6, 2000 + heartbeatMs],
    [0, 3000 + heartbeatMs],
  ]);
});

it("keeps the order of counts while the clock steps back a little", async () => {
  const { stored, see } = recorder();
  await see(5, 10_000);
  await see(6, 8000);
  await see(7, -3_600_000);
  expect(stored).toEqual([
    [5, 10_000],
    [6, 10_001],
    [7, -3_600_000],
  ]);
});

it("stores a count again that could not be stored", async () => {
  const { stored, see, fill } = recorder();
  fill(true);
  await expect(see(5, 0)).rejects.toThrow();
  fill(false);
  await see(5, 1000);
  expect(stored).toEqual([[5, 1000]]);
});
