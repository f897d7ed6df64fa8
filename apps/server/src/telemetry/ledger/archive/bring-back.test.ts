import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codes } from "@shotkeeper/contract/kernel";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "../../../kernel/db/sql.ts";
import { log } from "../../../kernel/server-log.ts";
import {
  archive,
  fileWith,
  folderOf,
  ingest,
  keepMonths,
  readingRows,
  readingsInFile,
} from "../../../testing/archive.ts";
import { readingAt } from "../../../testing/reading.ts";
import { type TestServer, withServer } from "../../../testing/server.ts";
import { TestTenant } from "../../../testing/tenant.ts";
import type { ArchivedReading } from "./reading-file.ts";

const hour = 3_600_000;
/** Beginning of October 2025 in Shanghai, epoch ms. The test's tenants archive the months before November. */
const october = Date.parse("2025-09-30T16:00:00Z");
const begin = october - 20 * 24 * hour;
/**
 * A late reading between two readings of September. Its count lies between their counts, so it divides the shots of
 * their interval.
 */
const lateAt = begin + 9.5 * 12 * hour;
const late = (counterId: number) => readingAt(counterId, lateAt, 2 * 9 + 1);

interface Case {
  readonly t: TestTenant;
  readonly w1: number;
  readonly w2: number;
}

/** A tenant with two counters. Their readings from September to November are twelve hours apart, two shots each. */
async function tenantWithReadings(s: TestServer): Promise<Case> {
  const t = await TestTenant.create(s);
  const ids: number[] = [];
  for (const no of ["W1", "W2"]) {
    const id = await t.counter(no, await t.mold(`M${no}`), begin - hour);
    ids.push(id);
    await ingest(t, ...Array.from({ length: 130 }, (_, n) => readingAt(id, begin + n * 12 * hour, 2 * n)));
  }
  return { t, w1: ids[0] ?? 0, w2: ids[1] ?? 0 };
}

/**
 * Returns the figures of a tenant with counter and mold numbers instead of ids. All tenants of the test use the same
 * numbers, so their figures can be compared.
 */
async function figuresOf({ t }: Case) {
  return {
    hours: await t.rows(sql`
      select c.writer_id, m.mold_no, h.hour, h.shots, h.run_ms, h.estimated
      from shot_hour h
      join counter c on c.tenant_id = h.tenant_id and c.counter_id = h.counter_id
      left join mold m on m.tenant_id = h.tenant_id and m.mold_id = h.mold_id
      where h.tenant_id = ${t.id} order by 1, 2, 3
    `),
    states: await t.rows(sql`
      select c.writer_id, s.last_at, s.last_count, s.count, s.bound_shots, s.unbound_shots
      from counter_state s join counter c on c.tenant_id = s.tenant_id and c.counter_id = s.counter_id
      where s.tenant_id = ${t.id} order by 1
    `),
    explained: await t.admin.run("rf_ExplainCount", { MOLD_NO: "MW1", AT: "2025-10-20T00:00:00Z" }),
  };
}

/** Returns the stored rows, which a refused change must leave unchanged. */
const storedOf = async ({ t }: Case) => ({
  readings: await readingRows(t),
  hours: await t.rows(
    sql`select * from shot_hour h where h.tenant_id = ${t.id} order by counter_id, mold_id, hour`,
  ),
  states: await t.rows(sql`select s.* from counter_state s where s.tenant_id = ${t.id} order by counter_id`),
  late: await t.rows(sql`select * from reading_late l where l.tenant_id = ${t.id}`),
});

const archivedBefore = async ({ t, w1 }: Case) =>
  (
    await t.rows<{ at: string | null }>(sql`
      select s.archived_before as at from counter_state s
      where s.tenant_id = ${t.id} and s.counter_id = ${w1}
    `)
  )[0]?.at ?? null;

describe("a late reading of an archived month", () => {
  let s: TestServer;
  let a: Case;
  let september: string;
  /**
   * Figures after the late reading of a tenant that has no archive. The tenants with an archive must have the same
   * figures.
   */
  let expected: Awaited<ReturnType<typeof figuresOf>> | undefined;
  beforeAll(async () => {
    s = await withServer();
  });
  beforeEach(async () => {
    a = await tenantWithReadings(s);
    await keepMonths(a.t, 6);
    const parts = await archive(a.t);
    expect(parts.map((p) => p.month)).toEqual(["2025-09", "2025-10"]);
    september = parts[0]?.file ?? "";
    // Checks that the readings are in the archive only. If rows of them were left, the tests would read nothing from
    // the file.
    expect(await archivedBefore(a)).not.toBeNull();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const path = () => join(folderOf(a.t), september);

  it("brings the month back, and has the same effect as without an archive", async () => {
    const other = await tenantWithReadings(s);
    expect(await ingest(a.t, late(a.w1))).toEqual(["accepted"]);
    expect(await ingest(other.t, late(other.w1))).toEqual(["accepted"]);
    expect(await figuresOf(a)).toEqual(await figuresOf(other));
    expect(await archivedBefore(a)).toBeNull();
    const ofW1 = async () => (await readingRows(a.t)).filter((r) => r.counter_id === a.w1).length;
    expect(await ofW1()).toBe(131);
    // The next run of the archive adds the new reading to the archive, and deletes the rows of the month again.
    expect((await archive(a.t)).map((p) => [p.month, p.rows])).toEqual([["2025-09", 1]]);
    expect(await ofW1()).toBeLessThan(100);
    expect(await figuresOf(a)).toEqual(await figuresOf(other));
    expect(await ingest(a.t, late(a.w1))).toEqual(["duplicate"]);
    expect(await figuresOf(a)).toEqual(await figuresOf(other));
  });

  /**
   * Expects that the late reading is refused with the name of the damaged file, and that it changes nothing. After
   * `mend` has repaired the file, the reading must be accepted.
   */
  async function expectRefusal(mend: () => Promise<unknown>): Promise<void> {
    const before = await storedOf(a);
    const line = vi.spyOn(log, "error").mockReturnValue(undefined);
    await expect(ingest(a.t, late(a.w1))).rejects.toThrow(`${codes.readingArchiveDamaged}^${september}`);
    expect(await storedOf(a)).toEqual(before);
    expect(line).toHaveBeenCalledTimes(1);
    expect(line.mock.calls[0]?.[0]).toMatchObject({
      event: "archive-damaged",
      tenant: a.t.id,
      file: september,
    });
    const asked = { Type: "rf_ExplainCount", InParams: { MOLD_NO: "MW1", AT: "2025-09-20T00:00:00Z" } };
    expect(await a.t.admin.mitt(asked)).toMatchObject({ Msg: `${codes.readingArchiveDamaged}^${september}` });
    await mend();
    expect(await ingest(a.t, late(a.w1))).toEqual(["accepted"]);
    if (!expected) {
      const other = await tenantWithReadings(s);
      await ingest(other.t, late(other.w1));
      expected = await figuresOf(other);
    }
    expect(await figuresOf(a)).toEqual(expected);
  }

  it.each<[string, (rows: ArchivedReading[]) => ArchivedReading[]]>([
    [
      "the readings of another counter",
      (rows) => rows.map((r) => ({ ...r, counter_id: r.counter_id === a.w1 ? a.w2 : a.w1 })),
    ],
    ["a reading less of the counter", (rows) => rows.slice(1)],
    ["a reading less of the counter after it", (rows) => rows.slice(0, -1)],
    ["another count", (rows) => rows.map((r, i) => (i === 5 ? { ...r, count: r.count + 1 } : r))],
    ["a reading twice", (rows) => rows.map((r, i) => (i === 5 ? (rows[4] ?? r) : r))],
  ])("is refused if the file has %s", async (_name, change) => {
    const whole = readFileSync(path());
    const rows = await readingsInFile(a.t, september);
    expect(new Set(rows.map((r) => r.counter_id))).toEqual(new Set([a.w1, a.w2]));
    writeFileSync(path(), await fileWith(change(rows)));
    await expectRefusal(async () => writeFileSync(path(), whole));
  });

  const catalogue = (set: ReturnType<typeof sql>) =>
    a.t.rows(sql`
      update reading_archive_counter
      set ${set}
      where tenant_id = ${a.t.id} and counter_id = ${a.w1} and month = '2025-09'
      returning 1
    `);

  it("is refused if the catalogue has the place of another counter", async () => {
    const rows = (await readingsInFile(a.t, september)).filter((r) => r.counter_id === a.w1).length;
    await catalogue(sql`first_row = ${rows}`);
    await expectRefusal(() => catalogue(sql`first_row = 0`));
  });

  it("is refused if the catalogue counts a reading more than the file has", async () => {
    // Uses the last counter of the file. The database now records one reading more for this counter than the file has.
    // So this reading would lie behind the end of the file, and is not a reading of the next counter.
    [a] = [{ ...a, w1: a.w2, w2: a.w1 }];
    await catalogue(sql`reading_rows = reading_rows + 1`);
    const before = await storedOf(a);
    vi.spyOn(log, "error").mockReturnValue(undefined);
    await expect(ingest(a.t, late(a.w1))).rejects.toThrow(`${codes.readingArchiveDamaged}^${september}`);
    expect(await storedOf(a)).toEqual(before);
  });

  it("waits in the quarantine if MQTT has acknowledged it, and is released afterwards", async () => {
    vi.spyOn(log, "error").mockReturnValue(undefined);
    const { intake } = s.app.ingest;
    const whole = readFileSync(path());
    writeFileSync(path(), await fileWith((await readingsInFile(a.t, september)).slice(1)));
    // Sends more late readings than the quarantine accepts from one sender in an hour.
    const times = Array.from({ length: 205 }, (_, n) => lateAt + n * 60_000);
    const news = [a.w1, a.w2].map((id) => readingAt(id, begin + 130 * 12 * hour, 260));
    const lines = [...times.map((at) => ({ ...late(a.w1), sentAt: at, receivedAt: at, rssi: -71 })), ...news];
    await intake.takeJournal(lines.map((r) => [a.t.id, r]));
    const states = await a.t.rows(
      sql`select s.count from counter_state s where s.tenant_id = ${a.t.id} order by 1`,
    );
    expect(states).toEqual([{ count: 260 }, { count: 260 }]);
    const waiting = (await a.t.admin.list("CT103", "Q01", { Limit: 1000 })) as {
      QUARANTINE_ID: number;
      REASON: string;
      WRITER_ID: string;
    }[];
    expect(waiting).toHaveLength(205);
    expect(waiting[0]).toMatchObject({ REASON: "archive", WRITER_ID: "W1", COUNT_TIMES: 19 });
    const release = {
      Type: "rf_ReleaseReadings",
      InParams: { QUARANTINE_IDS: waiting.map((w) => w.QUARANTINE_ID), REASON: "file is back" },
    };
    expect(await a.t.admin.mitt(release)).toMatchObject({
      Msg: `${codes.readingArchiveDamaged}^${september}`,
    });
    writeFileSync(path(), whole);
    expect(await a.t.admin.mitt(release)).toMatchObject({ Code: 0, ReturnData: { RELEASED: 205 } });
    const other = await tenantWithReadings(s);
    await ingest(other.t, ...news.map((r, i) => ({ ...r, counterId: i === 0 ? other.w1 : other.w2 })));
    await ingest(other.t, ...times.map((at) => readingAt(other.w1, at, 19)));
    expect(await figuresOf(a)).toEqual(await figuresOf(other));
    const stored = await a.t.rows(sql`
      select count(*)::int as n from reading r
      where r.tenant_id = ${a.t.id} and r.rssi = -71 and r.battery = 80
    `);
    expect(stored).toEqual([{ n: 205 }]);
  });

  it("keeps the rows that came back, unless each file of them is whole", async () => {
    vi.spyOn(log, "error").mockReturnValue(undefined);
    const whole = readFileSync(path());
    expect(await ingest(a.t, late(a.w1))).toEqual(["accepted"]);
    writeFileSync(path(), await fileWith((await readingsInFile(a.t, september)).slice(0, -1)));
    const before = await storedOf(a);
    await expect(archive(a.t)).rejects.toThrow(`${codes.readingArchiveDamaged}^${september}`);
    expect(await storedOf(a)).toEqual(before);
    writeFileSync(path(), whole);
    expect((await archive(a.t)).map((p) => [p.month, p.rows])).toEqual([["2025-09", 1]]);
    expect((await readingRows(a.t)).length).toBeLessThan(before.readings.length);
  });
});
