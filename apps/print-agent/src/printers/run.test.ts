import { expect, it } from "vitest";
import { UnknownOutcome } from "./printer.ts";
import { run } from "./run.ts";

const node = (script: string) => run(process.execPath, ["-e", script]);

it("knows no outcome of a program that a signal ended", async () => {
  await expect(node("process.kill(process.pid, 'SIGKILL')")).rejects.toBeInstanceOf(UnknownOutcome);
});

it("knows that a program failed which ended itself", async () => {
  const failed = node("console.error('jam'); process.exitCode = 1");
  await expect(failed).rejects.not.toBeInstanceOf(UnknownOutcome);
  await expect(failed).rejects.toThrow("jam");
});
