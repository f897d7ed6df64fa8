import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { beforeEach, expect, it } from "vitest";
import { beforeRelease, migrate } from "./migrate.ts";
import { packageFile } from "./package-root.ts";

const dir = packageFile("migrations");
const files = readdirSync(dir)
  .filter((f) => f.endsWith(".sql"))
  .sort();
const hashOf = (file: string) =>
  createHash("sha256")
    .update(readFileSync(join(dir, file)))
    .digest("hex");

/** Fake database that records its statements. `applied` lists the migrations that the database already has. */
function fakeDatabase(
  applied: readonly { name: string; hash: string }[] = [],
  failAt?: RegExp,
  position?: number,
) {
  const said: string[] = [];
  const recorded: unknown[] = [];
  const query = async (text: string, values?: unknown[]) => {
    said.push(text);
    if (failAt?.test(text))
      throw Object.assign(new Error("a syntax error"), position && { position: String(position) });
    if (values) recorded.push(values);
    return { rows: text.startsWith("select name") ? applied : [] };
  };
  return { said, recorded, client: { query } as unknown as Pick<pg.ClientBase, "query"> };
}
type Fake = ReturnType<typeof fakeDatabase>;

let fresh: Fake;
beforeEach(() => {
  fresh = fakeDatabase();
});
const all = files.map((name) => ({ name, hash: hashOf(name) }));

it("applies every file in order, each in its own transaction, under a lock", async () => {
  expect(await migrate(fresh.client)).toBe(files.length);
  expect(fresh.recorded.map((r) => (r as unknown[]).slice(0, 2))).toEqual(all.map((m) => [m.name, m.hash]));
  expect((fresh.recorded[0] as unknown[])[2]).toBeInstanceOf(Date);
  expect(fresh.said[0]).toBe("select pg_advisory_lock(738114201)");
  expect(fresh.said.at(-1)).toBe("select pg_advisory_unlock(738114201)");
  for (const word of ["begin", "commit"])
    expect(fresh.said.filter((s) => s === word)).toHaveLength(files.length);
});

it("sends each file as one text", async () => {
  await migrate(fresh.client);
  const texts = files.map((name) => readFileSync(join(dir, name), "utf8"));
  expect(fresh.said.filter((s) => texts.includes(s))).toEqual(texts);
});

it("stops after the named file, and does nothing if all are applied", async () => {
  expect(await migrate(fresh.client, files[1])).toBe(2);
  const done = fakeDatabase(all);
  expect(await migrate(done.client)).toBe(0);
  expect(done.said).not.toContain("begin");
  const one = fakeDatabase(all.slice(0, -1));
  expect(await migrate(one.client)).toBe(1);
  expect(one.recorded).toEqual([[files.at(-1), hashOf(files.at(-1) ?? ""), expect.any(Date)]]);
});

it("refuses a newer database and files that changed after they were applied", async () => {
  const newer = fakeDatabase([{ name: "9999_new.sql", hash: "" }]);
  await expect(migrate(newer.client)).rejects.toThrow(
    "the database is newer than this program: it has 9999_new.sql",
  );
  const changed = fakeDatabase([{ name: files[0] ?? "", hash: "other" }]);
  await expect(migrate(changed.client)).rejects.toThrow(
    `migration ${files[0]} was changed after it was applied`,
  );
  for (const { said } of [newer, changed]) {
    expect(said).not.toContain("begin");
    expect(said.at(-1)).toContain("unlock");
  }
});

it("refuses a database of a version before the first release and explains how to upgrade", async () => {
  const old = fakeDatabase([
    { name: "0001_kernel.sql", hash: "other" },
    { name: beforeRelease.first, hash: "" },
    { name: beforeRelease.last, hash: "" },
  ]);
  await expect(migrate(old.client)).rejects.toThrow(
    /before the first release\. Back it up with that version .* restore the backup with this one/,
  );
  expect(old.said).not.toContain("begin");
  expect(files).toContain(beforeRelease.joined);
});

it("reports the line of a failure if the database reports the position", async () => {
  const [name = ""] = files;
  const text = readFileSync(join(dir, name), "utf8");
  const position = text.indexOf("create function app_expect") + 1;
  const broken = fakeDatabase([], /create function app_expect/, position);
  const line = text.slice(0, position).split("\n").length;
  await expect(migrate(broken.client)).rejects.toThrow(
    `migration ${name}, line ${line} failed: a syntax error`,
  );
});

it("rolls back a failed migration, names it, and releases the lock", async () => {
  const broken = fakeDatabase([], /create function app_expect/);
  await expect(migrate(broken.client)).rejects.toThrow(`migration ${files[0]} failed: a syntax error`);
  expect(broken.said.slice(-2)).toEqual(["rollback", "select pg_advisory_unlock(738114201)"]);
  expect(broken.recorded).toEqual([]);
});
