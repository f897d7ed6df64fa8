import { afterEach, expect, it, vi } from "vitest";
import { runningJobs, whileRunning } from "./running-jobs.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Mock of the browser's locks (navigator.locks). Another tab holds the lock `other`. */
function locks(other: string) {
  const held = new Set([other]);
  return {
    request: async (name: string, work: () => Promise<unknown>) => {
      held.add(name);
      return work().finally(() => held.delete(name));
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
}

it.each([true, false])("knows which jobs run, and forgets failed ones (locks: %s)", async (hasLocks) => {
  vi.stubGlobal("navigator", hasLocks ? { locks: locks("shotkeeper.print.b") } : {});
  let during: ReadonlySet<string> = new Set();
  const failing = whileRunning("a", async () => {
    during = await runningJobs();
    throw new Error("jam");
  });
  await expect(failing).rejects.toThrow("jam");
  expect([...during].sort()).toEqual(hasLocks ? ["a", "b"] : ["a"]);
  expect([...(await runningJobs())]).toEqual(hasLocks ? ["b"] : []);
});
