import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDb } from "./open.ts";
import { sql } from "./sql.ts";

const megabyte = 2 ** 20;

it("keeps the write-ahead log of the embedded database small", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "checkpoint-"));
  try {
    const db = await openDb({ dataDir });
    const logSize = () => {
      const dir = join(dataDir, "pglite", "pg_wal");
      const files = readdirSync(dir).filter((f) => /^[0-9A-F]{24}$/.test(f));
      return files.reduce((sum, f) => sum + statSync(join(dir, f)).size, 0) / megabyte;
    };
    const isWritten = async () => {
      const [rows] = await db.platform(sql`select app_checkpoint() as "isWritten"`);
      return rows?.[0]?.isWritten;
    };
    const fill = () =>
      db.platform(
        sql`
          insert into job (kind, tenant_id, due_at)
          select repeat('x', 400), n, now() from generate_series(1, 60000) n
          on conflict (kind, tenant_id) do update set due_at = now()
        `,
      );
    await fill();
    expect(logSize()).toBeGreaterThan(64);
    expect(await isWritten()).toBe(true);
    expect(await isWritten()).toBe(false);
    expect(logSize()).toBeLessThanOrEqual(64);
    await db.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);
