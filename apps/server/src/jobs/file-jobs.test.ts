import { existsSync, mkdtempSync, utimesSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { FileStore } from "../kernel/files/file-store.ts";
import { systemCtxOf } from "../testing/job.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { removeStray, removeUnowned } from "./file-jobs.ts";

const hour = 3_600_000;

let s: TestServer;
let t: TestTenant;
let dir: string;
let store: FileStore;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  dir = mkdtempSync(join(tmpdir(), "shotkeeper-files-"));
  store = new FileStore(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function file(
  hoursAgo: number,
  table: string | null = null,
  owner: string | null = null,
  isDraft = false,
): Promise<string> {
  const { id } = await store.write(t.id, "a.txt", Readable.from([Buffer.from("text")]));
  await t.rows(sql`
    insert into file_info (
      tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id, is_draft,
      file_code, created_date
    )
    values (
      ${t.id}, ${id}, 'a.txt', ${`/files/${id}`}, 4, 'text/plain', ${table}, ${owner}, ${isDraft}, 'x',
      ${new Date(s.clock.now - hoursAgo * hour)}
    )
  `);
  return id;
}
const exists = (id: string) => existsSync(join(dir, String(t.id), id));
const rowsOf = async () =>
  (await t.rows<{ file_id: string }>(sql`select file_id from file_info where tenant_id = ${t.id}`)).map(
    (r) => r.file_id,
  );

it("removes uploads that got no owner within a day, and keeps all others", async () => {
  await t.mold("M1");
  await t.mold("M2");
  const removed = [await file(25), await file(25, "BS_MOLD", "never-stored", true)];
  const kept = [
    await file(23),
    await file(23, "BS_MOLD", "never-stored", true),
    await file(25, "BS_MOLD", "M1"),
    await file(25, "BS_MOLD", "M2"),
    await file(25, "NEW_MOLD_MILESTONE", "M1/T0"),
    await file(25, "SOMETHING", "x"),
  ];
  // Deletes the mold M2. Its files must be kept, because they belong to the history of the mold.
  await t.admin.mitt({ Type: "delete", MENU_ID: "BS101", TableName: "BS_MOLD", Data: [{ MOLD_NO: "M2" }] });
  expect(await removeUnowned(store, systemCtxOf(t))).toBe(2);
  expect(await removeUnowned(store, systemCtxOf(t))).toBe(0);
  expect((await rowsOf()).sort()).toEqual([...kept].sort());
  expect(removed.some(exists)).toBe(false);
  expect(kept.every(exists)).toBe(true);
});

it("removes files on the disk that no row names, after a day", async () => {
  const named = await file(48);
  const { id: stray } = await store.write(t.id, "a.txt", Readable.from([Buffer.from("text")]));
  const { id: fresh } = await store.write(t.id, "a.txt", Readable.from([Buffer.from("text")]));
  const part = `${stray}.part`;
  await writeFile(join(dir, String(t.id), part), "half a file");
  const old = (s.clock.now - 25 * hour) / 1000;
  for (const name of [named, stray, part]) utimesSync(join(dir, String(t.id), name), old, old);
  utimesSync(join(dir, String(t.id), fresh), s.clock.now / 1000, s.clock.now / 1000);
  expect(await removeStray(store, systemCtxOf(t))).toBe(1);
  expect([named, stray, part, fresh].map(exists)).toEqual([true, false, false, true]);
});
