import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockDataDir } from "./data-dir-lock.ts";

let base: string;
let dir: string;
let file: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "lock-"));
  dir = join(base, "deep", "data");
  file = join(dir, "lock");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const holder = () => JSON.parse(readFileSync(file, "utf8"));
/** Writes a lock file as another process would. */
function leave(content: object | string): void {
  lockDataDir(dir)();
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}
/** Returns the id of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.on("exit", resolve));
  return child.pid ?? 0;
}

it("admits one process at a time", () => {
  const release = lockDataDir(dir);
  expect(holder()).toMatchObject({ pid: process.pid, host: hostname() });
  expect(() => lockDataDir(dir)).toThrow(
    `the data directory ${dir} is in use by process ${process.pid} on ${hostname()};` +
      " stop it, or choose another DATA_DIR",
  );
  release();
  expect(existsSync(file)).toBe(false);
  release();
  lockDataDir(dir)();
});

it("takes over a lock whose process has ended or crashed while writing it", async () => {
  for (const left of [{ pid: await endedPid(), host: hostname(), started: "1" }, "", "{"]) {
    leave(left);
    const release = lockDataDir(dir);
    expect(holder().pid).toBe(process.pid);
    release();
  }
});

it("never takes over the lock of another host", async () => {
  leave({ pid: await endedPid(), host: "elsewhere", started: "1" });
  expect(() => lockDataDir(dir)).toThrow("on elsewhere");
});

it.skipIf(process.platform !== "linux")(
  "distinguishes processes with the same pid by their start time",
  () => {
    leave({ pid: process.pid, host: hostname(), started: "1" });
    lockDataDir(dir)();
    // If the lock file has no start time, only the process ids are compared.
    leave({ pid: process.pid, host: hostname(), started: "" });
    expect(() => lockDataDir(dir)).toThrow("is in use");
  },
);

it("does not remove a lock that another process has taken since", () => {
  const release = lockDataDir(dir);
  writeFileSync(file, JSON.stringify({ pid: 1, host: hostname(), started: "" }));
  release();
  expect(holder().pid).toBe(1);
});

it("gives up if the lock is not a removable file", () => {
  lockDataDir(dir)();
  rmSync(file, { force: true });
  writeFileSync(join(base, "file"), "");
  expect(() => lockDataDir(join(base, "file"))).toThrow(/EEXIST|ENOTDIR/);
});
