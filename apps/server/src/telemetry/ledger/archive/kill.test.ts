import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backup } from "../../../backup/backup.ts";
import { restore } from "../../../backup/restore.ts";
import { readConfig } from "../../../kernel/config.ts";
import type { Db } from "../../../kernel/db/db.ts";
import { asOwner, openDb } from "../../../kernel/db/open.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { makeApp } from "../../../make-app.ts";
import { createTenant } from "../../../tenants/create-tenant.ts";
import { hashOfTest } from "../../../testing/password-hash.ts";
import { readingAt } from "../../../testing/reading.ts";
import { readTimeline } from "../timeline-store.ts";
import type { ArchiveStep } from "./archive-months.ts";

/**
 * Ends the process of an archive run with kill -9 after each of its steps. Each reading must then be a row, or in a
 * file that is recorded; never neither, and never counted twice.
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

/** Runs the archive of the tenant in a process of its own. It kills itself after the step `at` of part `part`. */
const runArchive = (at: ArchiveStep | "never", part: number) =>
  new Promise<string>((resolve) => {
    const child = spawn(
      process.execPath,
      [program, dataDir, String(tenantId), String(now), at, String(part)],
      {
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    child.on("exit", (code, signal) => resolve(signal ?? String(code)));
  });

async function stateOf(db: Db) {
  const [[row]] = await db.run(tenantId, [
    sql<{ rows: number; hour_shots: number; bound: number; parts: number; distinct_readings: number }>`
      select
        (select count(*) from reading where tenant_id = ${tenantId}) as rows,
        (select coalesce(sum(shots), 0)::bigint from shot_hour where tenant_id = ${tenantId}) as hour_shots,
        (select coalesce(sum(bound_shots + unbound_shots), 0)::bigint from counter_state where tenant_id = ${tenantId})
          as bound,
        (select count(*) from reading_archive where tenant_id = ${tenantId}) as parts,
        (
          (select count(*) from reading where tenant_id = ${tenantId} and at >= coalesce(
            (select max(until_at) from reading_archive where tenant_id = ${tenantId}), '-infinity'))
          + (select coalesce(sum(reading_rows), 0)::bigint from reading_archive where tenant_id = ${tenantId})
        ) as distinct_readings
    `,
  ]);
  return row;
}

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
  const check = async () => {
    const db = await open();
    const state = await stateOf(db);
    await db.close();
    expect(state).toMatchObject({
      hour_shots: 7 * (sent - 1),
      bound: 7 * (sent - 1),
      distinct_readings: sent,
    });
    return state;
  };
  expect(await check()).toMatchObject({ rows: sent, parts: 0 });
  for (const [step, part, parts] of [
    ["written", 1, 0],
    ["compared", 1, 0],
    ["recorded", 1, 1],
    ["written", 2, 2],
    ["compared", 1, 2],
    ["recorded", 3, 5],
  ] as const) {
    expect(await runArchive(step, part)).toBe("SIGKILL");
    expect(await check()).toMatchObject({ parts });
  }
  expect(await runArchive("never", 0)).toBe("0");
  const end = await check();
  expect(end?.parts).toBe(10);
  expect(end?.rows).toBeLessThan(220);
  // A backup has the files, and a restored database explains the same readings from them.
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
  // Files of killed runs stay until the next day, and are in no list.
  const names = readdirSync(join(filesDir, String(tenantId), "archive"));
  expect(names.length).toBeGreaterThan(10);
});
