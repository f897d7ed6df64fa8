import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { asOwner, openDb } from "./open.ts";
import { packageFile } from "./package-root.ts";
import { sql } from "./sql.ts";

const dir = mkdtempSync(join(tmpdir(), "open-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it("opens an embedded database, locks out a second process, and persists rows", {
  timeout: 60_000,
}, async () => {
  const prepared: string[] = [];
  const db = await openDb({
    dataDir: dir,
    prepare: async (owner) => {
      const { rows } = await owner.query("select current_user as who, current_setting('timezone') as zone");
      prepared.push(rows[0].who, rows[0].zone);
    },
  });
  expect(prepared).toEqual(["postgres", "UTC"]);
  expect(db.engine).toBe("embedded");
  expect(db.connections.total).toBeLessThanOrEqual(1);
  expect(await db.platform(sql`select current_user as who`)).toEqual([[{ who: "shotkeeper_app" }]]);
  await db.platform(sql`select app_create_tenant('here', 'Here', 'S', 'UTC', false, now())`);
  await expect(openDb({ dataDir: dir })).rejects.toThrow("is in use by process");
  // Concurrent queries share the only session of the embedded database. Each query gets its own result.
  const many = await Promise.all(
    Array.from({ length: 5 }, (_, i) => db.platform(sql`select ${i}::int as i`)),
  );
  expect(many.map((m) => m[0]?.[0]?.i)).toEqual([0, 1, 2, 3, 4]);
  await db.close();
  expect(existsSync(join(dir, "lock"))).toBe(false);

  const codes = await asOwner({ dataDir: dir }, async (owner) => {
    const { rows } = await owner.query("select code from tenant");
    return rows.map((r) => r.code);
  });
  expect(codes).toEqual(["here"]);
  expect(existsSync(join(dir, "lock"))).toBe(false);
  const failed = openDb({ dataDir: dir, prepare: () => Promise.reject(new Error("not prepared")) });
  await expect(failed).rejects.toThrow("not prepared");
  expect(existsSync(join(dir, "lock"))).toBe(false);
});

it("releases the directory if the database cannot be opened", { timeout: 60_000 }, async () => {
  const bad = mkdtempSync(join(tmpdir(), "open-"));
  writeFileSync(join(bad, "pglite"), "no directory");
  await expect(openDb({ dataDir: bad })).rejects.toThrow();
  expect(existsSync(join(bad, "lock"))).toBe(false);
  rmSync(bad, { recursive: true });
});

it("finds files that ship with the server, and reports missing ones", () => {
  for (const name of ["migrations", "pglite-worker.mjs"]) expect(existsSync(packageFile(name))).toBe(true);
  expect(packageFile("migrations")).toMatch(/apps[\\/]server[\\/]migrations$/);
  expect(() => packageFile("no-such-file")).toThrow("no-such-file is missing beside the server");
});
