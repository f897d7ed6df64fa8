import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../kernel/db/sql.ts";
import { checkArchive } from "../../../modules/counter/index.ts";
import {
  archive,
  fileWith,
  folderOf,
  ingest,
  keepMonths,
  readingRows,
  readingsInFile,
} from "../../../testing/archive.ts";
import { systemCtxOf } from "../../../testing/job.ts";
import { readingAt } from "../../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../../testing/server.ts";
import { TestTenant } from "../../../testing/tenant.ts";
import type { ArchiveStep } from "./archive-months.ts";
import type { ArchivedReading } from "./reading-file.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Beginning of October and of November 2025 in Shanghai. The tenant keeps the months from November on. */
const [october, november] = [Date.parse("2025-09-30T16:00:00Z"), Date.parse("2025-10-31T16:00:00Z")];

/** Two counters have readings in September and October, which go to the archive, and in November, which stay. */
describe("the archive of readings, when something goes wrong", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeAll(async () => {
    s = await withServer();
  });
  beforeEach(async () => {
    t = await TestTenant.create(s);
    for (const [i, no] of ["W1", "W2"].entries()) {
      const id = await t.counter(no, await t.mold(`M${i}`), october - 20 * day);
      const times = [
        ...Array.from({ length: 110 + i }, (_, n) => october - (111 + i - n) * 4 * hour),
        // Readings at the limits of the months: the last moment of September, the first moment of October, and the same
        // for November.
        ...[october - 1, october, october + 5 * day, november - 1, november],
        ...[november + day, november + 2 * day, november + 3 * day],
      ];
      const cycles = [30_000, 31_000];
      await s.app.ledger.ingest(
        t.id,
        times.map((at, n) =>
          readingAt(id, at, 100 * i + 2 * n, { cycles: n % 2 ? cycles : null, lng: 113.5, lat: 23.25 }),
        ),
      );
    }
    await keepMonths(t, 6);
  });

  const folder = () => folderOf(t);
  const readings = () => readingRows(t);
  const recorded = async () =>
    (await t.rows(sql`select 1 from reading_archive where tenant_id = ${t.id}`)).length;

  it("deletes nothing if the disk returns another file than was written", async () => {
    const before = await readings();
    const damages: [string, (rows: ArchivedReading[]) => ArchivedReading[]][] = [
      ["another count", (rows) => rows.map((r, i) => (i === 3 ? { ...r, count: r.count + 1 } : r))],
      [
        "two counts, whose sum is the same",
        (rows) => rows.map((r, i) => ({ ...r, count: r.count + (i === 3 ? 1 : i === 4 ? -1 : 0) })),
      ],
      ["another cycle", (rows) => rows.map((r, i) => (i === 3 ? { ...r, cycles: "1" } : r))],
      ["another place", (rows) => rows.map((r, i) => (i === 3 ? { ...r, lng: 113.5000001 } : r))],
      ["a reading less", (rows) => rows.slice(1)],
      ["nothing that can be read", () => []],
    ];
    for (const [name, change] of damages) {
      const damage = async (step: ArchiveStep) => {
        if (step !== "written") return;
        const [file = ""] = readdirSync(folder());
        const changed = change(await readingsInFile(t, file));
        const bytes = changed.length > 0 ? await fileWith(changed) : Buffer.from("not a file of readings");
        writeFileSync(join(folder(), file), bytes);
      };
      await expect(archive(t, damage), name).rejects.toThrow();
      expect(await readings(), name).toEqual(before);
      expect(await recorded(), name).toBe(0);
      expect(readdirSync(folder()).join(), name).not.toContain(".part");
    }
    // The next run, which is not disturbed, writes complete files.
    expect((await archive(t)).map((p) => p.month)).toEqual(["2025-09", "2025-10"]);
  });

  it("gives a file its final name before it is recorded and its readings are deleted", async () => {
    const steps: [ArchiveStep, number, number][] = [];
    const all = (await readings()).length;
    await archive(t, async (step) => {
      const whole = readdirSync(folder()).filter((name) => name.endsWith(".parquet")).length;
      steps.push([step, whole, await recorded()]);
      if (step === "compared" && whole === 1) expect((await readings()).length).toBe(all);
    });
    expect(steps).toEqual([
      ["written", 0, 0],
      ["compared", 1, 0],
      ["recorded", 1, 1],
      ["written", 1, 1],
      ["compared", 2, 1],
      ["recorded", 2, 2],
    ]);
  });

  it("keeps the months of a stock-take that is still counted", async () => {
    await t.rows(sql`
      insert into inventory_count (tenant_id, count_id, count_name, window_from, started_at)
      values (${t.id}, 'C1', 'C1', ${new Date(october + 10 * day)}, ${new Date(noon)})
    `);
    expect((await archive(t)).map((p) => p.month)).toEqual(["2025-09"]);
  });

  it("archives a month once if two servers do it at the same time", async () => {
    // Uses a tenant with few readings. A second run of the archive (`archive(few)` below) begins while the first one
    // has compared its file, but not yet deleted the readings.
    const few = await TestTenant.create(s);
    const id = await few.counter("W1", await few.mold("M1"), october - day);
    await ingest(few, ...[1, 2, 3].map((n) => readingAt(id, october + n * hour, n)));
    await keepMonths(few, 6);
    let isFirst = true;
    const run = archive(few, async (step) => {
      if (step !== "compared" || !isFirst) return;
      isFirst = false;
      expect((await archive(few)).map((p) => p.rows)).toEqual([3]);
    });
    await expect(run).rejects.toThrow("archived by another process");
    expect(await few.rows(sql`select reading_rows from reading_archive where tenant_id = ${few.id}`)).toEqual(
      [{ reading_rows: 3 }],
    );
  });

  it("archives a further reading of an archived month that follows the last one of its counter", async () => {
    const id = await t.counter("W3", await t.mold("M3"), october - 20 * day);
    const at = (n: number) => october - 19 * day + n * 4 * hour;
    await ingest(t, ...Array.from({ length: 130 }, (_, n) => readingAt(id, at(n), n)));
    await archive(t);
    // In the cache of the ledger, the counter is still as it was before the archive run. The ledger must load it again.
    // Otherwise the new reading of the archived month would not be recorded for the next archive run.
    expect(await ingest(t, readingAt(id, at(131), 131))).toEqual(["accepted"]);
    expect((await archive(t)).map((p) => [p.month, p.rows])).toEqual([["2025-10", 1]]);
  });

  it("divides months by the calendar of the tenant, and keeps the first moment of the first kept month", async () => {
    const all = (await readings()).length;
    const parts = await archive(t);
    expect(parts.map((p) => [p.month, p.rows])).toEqual([
      ["2025-09", 223],
      ["2025-10", 6],
    ]);
    const times = async (i: number) =>
      (await readingsInFile(t, parts[i]?.file ?? "")).map((r) => r.at / 1000);
    expect(Math.max(...(await times(0)))).toBe(october - 1);
    expect([Math.min(...(await times(1))), Math.max(...(await times(1)))]).toEqual([october, november - 1]);
    expect((await readings()).length).toBe(all - parts.reduce((n, p) => n + p.deleted, 0));
    expect((await checkArchive(systemCtxOf(t), s.app.db.filesDir)).damaged).toEqual([]);
  });

  it("removes files of ended runs after a day, and never a recorded one", async () => {
    const [part] = await archive(t);
    const [old, fresh] = ["2025-09-old.parquet", "2025-09-fresh.parquet.part"];
    for (const name of [old, fresh]) writeFileSync(join(folder(), name), "x");
    const at = (ms: number) => new Date(noon + ms);
    for (const name of [old, part?.file ?? ""])
      utimesSync(join(folder(), name), at(-25 * hour), at(-25 * hour));
    utimesSync(join(folder(), fresh), at(-23 * hour), at(-23 * hour));
    await archive(t);
    const left = readdirSync(folder());
    expect(left).not.toContain(old);
    expect(left).toEqual(expect.arrayContaining([fresh, part?.file]));
    expect(readFileSync(join(folder(), part?.file ?? "")).length).toBe(part?.bytes);
  });
});
