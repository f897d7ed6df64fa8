import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../kernel/db/sql.ts";
import { checkArchive } from "../../../modules/counter/index.ts";
import {
  archive,
  fileWith,
  folderOf,
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
        // The last moment of September, the first of October, and the same around November.
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
    }
    // The next run writes a whole file.
    expect((await archive(t)).map((p) => p.month)).toEqual(["2025-09", "2025-10"]);
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
