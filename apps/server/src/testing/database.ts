import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "../kernel/db/db.ts";
import { openDb } from "../kernel/db/open.ts";

let opened: Promise<Db> | undefined;

/** Returns the database of this test worker: DATABASE_URL, or an embedded one in memory. The database stays open. */
export function testDb(): Promise<Db> {
  opened ??= openDb({
    url: process.env.DATABASE_URL || undefined,
    filesDir: mkdtempSync(join(tmpdir(), "shotkeeper-files-")),
  });
  return opened;
}

/** Returns the database of this test worker with at most one connection, so that all statements share one session. */
export function oneConnection(): Promise<Db> {
  const url = process.env.DATABASE_URL;
  return url ? openDb({ url, connections: 1 }) : testDb();
}
