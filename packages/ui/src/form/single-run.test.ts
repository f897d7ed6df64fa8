import { expect, it, vi } from "vitest";
import { singleRun } from "./single-run.ts";

it("runs the work once at a time, and not again after the form is over", async () => {
  const run = singleRun();
  let end = (_isOver: boolean) => {};
  const work = vi.fn(() => new Promise<boolean>((resolve) => (end = resolve)));
  const first = run(work);
  await run(work);
  expect(work).toHaveBeenCalledTimes(1);
  end(false);
  await first;
  const second = run(work);
  end(true);
  await second;
  await run(work);
  expect(work).toHaveBeenCalledTimes(2);
});

it("runs the work again after it has failed", async () => {
  const run = singleRun();
  await expect(run(() => Promise.reject(new Error("no connection")))).rejects.toThrow();
  const work = vi.fn(async () => true);
  await run(work);
  expect(work).toHaveBeenCalledTimes(1);
});
