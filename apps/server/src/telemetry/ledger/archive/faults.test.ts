import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../kernel/db/sql.ts";
import { archiveReadings, checkArchive } from "../../../modules/counter/index.ts";
import { systemCtxOf } from "../../../testing/job.ts";
import { readingAt } from "../../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../../testing/server.ts";
import { TestTenant } from "../../../testing/tenant.ts";
import type { ArchivedPart, ArchiveStep, OnArchiveStep } from "./archive-months.ts";
import { archiveFolder } from "./archived-readings.ts";
import { type ArchivedReading, encodeReadings, readReadings } from "./reading-file.ts";

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
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'READING_MONTHS', '6')`,
    );
  });

  const folder = () => archiveFolder(s.app.db.filesDir, t.id);
  async function archive(onStep?: OnArchiveStep): Promise<ArchivedPart[]> {
    const parts: ArchivedPart[] = [];
    for await (const part of archiveReadings(systemCtxOf(t), s.app.db.filesDir, onStep)) parts.push(part);
    return parts;
  }
  const readings = () =>
    t.rows(sql`select r.* from reading r where r.tenant_id = ${t.id} order by counter_id, at, count`);
  const recorded = async () =>
    (await t.rows(sql`select 1 from reading_archive where tenant_id = ${t.id}`)).length;
  /** Returns the bytes of a file with readings. */
  async function fileOf(rows: readonly ArchivedReading[]): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of encodeReadings(
      (async function* () {
        yield rows;
      })(),
    ))
      parts.push(part);
    return Buffer.concat(parts);
  }
  async function rowsOf(file: string): Promise<ArchivedReading[]> {
    const rows: ArchivedReading[] = [];
    for await (const chunk of readReadings(join(folder(), file))) rows.push(...chunk);
    return rows;
  }

  it.each<[string, (rows: ArchivedReading[]) => ArchivedReading[]]>([
    ["another count", (rows) => rows.map((r, i) => (i === 3 ? { ...r, count: r.count + 1 } : r))],
    [
      "two counts, whose sum is the same",
      (rows) => rows.map((r, i) => ({ ...r, count: r.count + (i === 3 ? 1 : i === 4 ? -1 : 0) })),
    ],
    ["another cycle", (rows) => rows.map((r, i) => (i === 3 ? { ...r, cycles: "1" } : r))],
    ["another place", (rows) => rows.map((r, i) => (i === 3 ? { ...r, lng: 113.5000001 } : r))],
    ["a reading less", (rows) => rows.slice(1)],
    ["nothing that can be read", () => []],
  ])("deletes nothing if the disk returns a file with %s", async (_name, change) => {
    const before = await readings();
    const damage = async (step: ArchiveStep) => {
      if (step !== "written") return;
      const [name = ""] = readdirSync(folder());
      const changed = change(await rowsOf(name));
      const bytes = changed.length > 0 ? await fileOf(changed) : Buffer.from("not a file of readings");
      writeFileSync(join(folder(), name), bytes);
    };
    await expect(archive(damage)).rejects.toThrow();
    expect(await readings()).toEqual(before);
    expect(await recorded()).toBe(0);
    // The next run writes a whole file.
    expect((await archive()).map((p) => p.month)).toEqual(["2025-09", "2025-10"]);
  });

  it("divides months by the calendar of the tenant, and keeps the first moment of the first kept month", async () => {
    const all = (await readings()).length;
    const parts = await archive();
    expect(parts.map((p) => [p.month, p.rows])).toEqual([
      ["2025-09", 223],
      ["2025-10", 6],
    ]);
    const times = async (i: number) => (await rowsOf(parts[i]?.file ?? "")).map((r) => r.at / 1000);
    expect(Math.max(...(await times(0)))).toBe(october - 1);
    expect([Math.min(...(await times(1))), Math.max(...(await times(1)))]).toEqual([october, november - 1]);
    expect((await readings()).length).toBe(all - parts.reduce((n, p) => n + p.deleted, 0));
    expect((await checkArchive(systemCtxOf(t), s.app.db.filesDir)).damaged).toEqual([]);
  });

  it("removes files of ended runs after a day, and never a recorded one", async () => {
    const [part] = await archive();
    const [old, fresh] = ["2025-09-old.parquet", "2025-09-fresh.parquet.part"];
    for (const name of [old, fresh]) writeFileSync(join(folder(), name), "x");
    const at = (ms: number) => new Date(noon + ms);
    for (const name of [old, part?.file ?? ""])
      utimesSync(join(folder(), name), at(-25 * hour), at(-25 * hour));
    utimesSync(join(folder(), fresh), at(-23 * hour), at(-23 * hour));
    await archive();
    const left = readdirSync(folder());
    expect(left).not.toContain(old);
    expect(left).toEqual(expect.arrayContaining([fresh, part?.file]));
    expect(readFileSync(join(folder(), part?.file ?? "")).length).toBe(part?.bytes);
  });
});
