import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backup } from "../../../backup/backup.ts";
import { restore } from "../../../backup/restore.ts";
import { readConfig } from "../../../kernel/config.ts";
import { asOwner, openDb } from "../../../kernel/db/open.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { makeApp } from "../../../make-app.ts";
import { createTenant } from "../../../tenants/create-tenant.ts";
import { hashOfTest } from "../../../testing/password-hash.ts";
import { readingAt } from "../../../testing/reading.ts";
import { readTimeline } from "../timeline-store.ts";
import type { ArchiveStep } from "./archive-months.ts";

/**
 * Ends the process of an archive run with kill -9 after each of its steps. Afterwards each reading must be a row of the
 * table or in a recorded file, and must count exactly once.
 */
const day = 86_400_000;
const begin = Date.parse("2025-01-01T00:00:00Z");
const now = Date.parse("2026-05-20T04:00:00Z");
const root = fileURLToPath(new URL("../../../../../../", import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), "shotkeeper-archive-"));
const program = join(root, "apps/server/dist/archive-run.mjs");
const filesDir = join(dataDir, "files");
const sent = 420;
let tenantId = 0;

const open = () => openDb({ dataDir, filesDir });

/**
 * Archives the readings of the tenant in a separate process, which kills itself after the step `at` of the part number
 * `part`. Returns how the process ended, and what the database contained when the process began. If the process was not
 * killed, also returns what the database contained when it ended.
 */
const runArchive = (at: ArchiveStep | "never", part: number) =>
  new Promise<{ end: string; found: Record<string, number>[] }>((resolve) => {
    const child = spawn(
      process.execPath,
      [program, dataDir, String(tenantId), String(now), at, String(part)],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.on("close", (code, signal) =>
      resolve({
        end: signal ?? String(code),
        found: text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      }),
    );
  });

beforeAll(async () => {
  const { bundle } = await import(new URL("scripts/bundle.mjs", `file://${root}`).href);
  await bundle("apps/server/src/testing/kill/archive-run.ts", program);
  const db = await open();
  tenantId = await createTenant(
    db,
    { code: "arc", fullName: "arc", adminHash: await hashOfTest("secret-of-a-test") },
    begin,
  );
  await db.run(tenantId, [
    sql`insert into parameter (tenant_id, prm_id, prm_value) values (${tenantId}, 'READING_MONTHS', '6')`,
    sql`
      insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, report_interval_hours)
      values (${tenantId}, 'W1', 'ARC1', 'NB', 1, true, false, 12)
    `,
  ]);
  const app = makeApp(readConfig({ LOG_LEVEL: "silent", DEMO: "off" }), db, () => now);
  const readings = Array.from({ length: sent }, (_, i) =>
    readingAt(1, begin + i * day + 3_600_000, 10 + 7 * i),
  );
  const [[counter]] = await db.run(tenantId, [
    sql<{ id: number }>`select counter_id as id from counter where tenant_id = ${tenantId}`,
  ]);
  await app.ledger.ingest(
    tenantId,
    readings.map((r) => ({ ...r, counterId: counter?.id ?? 0 })),
  );
  await db.close();
}, 180_000);
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(program, { force: true });
  rmSync(`${program}.map`, { force: true });
});

it("leaves each reading as a row or in a recorded file, wherever it is killed", {
  timeout: 240_000,
}, async () => {
  // Expected state at the beginning of a run: what the killed run before it has left.
  const left = (rows: unknown, parts: number) => ({
    rows,
    parts,
    hour_shots: 7 * (sent - 1),
    bound: 7 * (sent - 1),
    distinct_readings: sent,
  });
  const fewer = expect.any(Number);
  expect(await runArchive("written", 1)).toEqual({ end: "SIGKILL", found: [left(sent, 0)] });
  expect(await runArchive("recorded", 1)).toEqual({ end: "SIGKILL", found: [left(sent, 0)] });
  expect(await runArchive("compared", 2)).toEqual({ end: "SIGKILL", found: [left(fewer, 1)] });
  const { end, found } = await runArchive("never", 0);
  expect([end, found]).toEqual(["0", [left(fewer, 2), left(fewer, 10)]]);
  expect(found[1]?.rows).toBeLessThan(220);
  // The backup contains the files of the archive. So a restored database explains a count from the same readings.
  const explained = async (place: { dataDir: string; filesDir: string }) => {
    const db = await openDb(place);
    const [[counter]] = await db.run(tenantId, [
      sql<{ id: number }>`select counter_id as id from counter where tenant_id = ${tenantId}`,
    ]);
    const request = { counterId: counter?.id ?? 0, firstAt: begin, lastAt: now };
    const timeline = await db.tx(tenantId, (tx) => readTimeline(tx, request));
    await db.close();
    return timeline?.readings;
  };
  const before = await explained({ dataDir, filesDir });
  expect(before).toHaveLength(sent);
  const saved = join(dataDir, "saved");
  await asOwner({ dataDir }, (owner) => backup(owner, filesDir, saved));
  const again = { dataDir: join(dataDir, "again"), filesDir: join(dataDir, "again", "files") };
  await asOwner(again, (owner) => restore(owner, saved, again.filesDir));
  expect(await explained(again)).toEqual(before);
  // The killed runs have left files that are not recorded. Such files stay in the folder for a day.
  const names = readdirSync(join(filesDir, String(tenantId), "archive"));
  expect(names.length).toBeGreaterThan(10);
});
