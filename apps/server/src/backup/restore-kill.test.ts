import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asOwner, openDb } from "../kernel/db/open.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { hashOfTest } from "../testing/password-hash.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const program = join(root, "apps/server/dist/restore-run.mjs");
const dir = mkdtempSync(join(tmpdir(), "sk-restore-kill-"));
const made = join(dir, "backup");

beforeAll(async () => {
  const { bundle } = await import(new URL("scripts/bundle.mjs", `file://${root}`).href);
  await bundle("apps/server/src/testing/kill/restore-run.ts", program);
  const source = { dataDir: join(dir, "source") };
  const db = await openDb(source);
  await createTenant(
    db,
    { code: "one", fullName: "One", adminHash: await hashOfTest("one secret") },
    Date.now(),
  );
  await db.close();
  const files = join(source.dataDir, "files");
  mkdirSync(join(files, "1"), { recursive: true });
  writeFileSync(join(files, "1", "abcdefghijkl"), "a picture");
  await asOwner(source, (owner) => backup(owner, files, made));
}, 300_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Restores in a separate process, which kills itself before or after its commit. Returns how the process ended. */
const killed = (dataDir: string, moment: "before" | "after") =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [program, dataDir, made, moment], { stdio: "inherit" });
    child.on("close", (code, signal) => resolve(signal ?? code));
  });

it("can be repeated after it was killed between the renaming of its folder and its commit", async () => {
  const dataDir = join(dir, "before");
  const files = join(dataDir, "files");
  expect(await killed(dataDir, "before")).toBe("SIGKILL");
  expect(existsSync(files)).toBe(true);
  writeFileSync(join(files, "of-the-killed-one"), "");
  await asOwner({ dataDir }, (owner) => restore(owner, made, files));
  expect(readdirSync(files, { recursive: true }).sort()).toEqual(["1", join("1", "abcdefghijkl")]);
  expect(readFileSync(join(files, "1", "abcdefghijkl"), "utf8")).toBe("a picture");
});

it("is whole if it was killed after its commit, and no later restore deletes its files", async () => {
  const dataDir = join(dir, "after");
  const files = join(dataDir, "files");
  expect(await killed(dataDir, "after")).toBe("SIGKILL");
  await asOwner({ dataDir }, (owner) =>
    expect(restore(owner, made, files)).rejects.toThrow("the database is not empty"),
  );
  await (await openDb({ dataDir, filesDir: files })).close();
  const other = join(dir, "other");
  await asOwner({ dataDir: other }, (owner) =>
    expect(restore(owner, made, files)).rejects.toThrow("already exists"),
  );
  expect(readdirSync(files, { recursive: true }).sort()).toEqual(["1", join("1", "abcdefghijkl")]);
});
