import { readdir, rename, truncate } from "node:fs/promises";
import { join } from "node:path";
import { codes } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../kernel/db/sql.ts";
import { checkArchive } from "../../../modules/counter/index.ts";
import { deriveVisits } from "../../../modules/indicator/index.ts";
import { archive, folderOf, keepMonths } from "../../../testing/archive.ts";
import { systemCtxOf } from "../../../testing/job.ts";
import { readingAt } from "../../../testing/reading.ts";
import { type TestServer, withServer } from "../../../testing/server.ts";
import { TestTenant } from "../../../testing/tenant.ts";
import type { IncomingReading } from "../incoming.ts";

const hour = 3_600_000;
const day = 24 * hour;
/**
 * Time of the first reading: 1 September 2025, 10:00 in Shanghai. The last reading is in November. On the server, the
 * time is `noon` on 20 May 2026. A tenant that keeps six months of readings thus archives September and October.
 */
const begin = Date.parse("2025-09-01T02:00:00Z");
const until = begin + 77 * day;

let s: TestServer;
beforeEach(async () => {
  s = await withServer();
});

const filesDirOf = (t: TestTenant) => t.server.app.db.filesDir;

/**
 * Returns the readings of a counter over eleven weeks, with gaps, positions, cycles, a restart, implausible readings,
 * and a period in which the clock of the counter was not set.
 */
function historyOf(counterId: number, seed: number): IncomingReading[] {
  const list: IncomingReading[] = [];
  let count = 100 * seed;
  let n = seed;
  for (let at = begin; at < until; n++) {
    const step = n % 7 === 0 ? 31 * hour : n % 3 === 0 ? 40 * 60_000 : 5 * hour;
    at += step;
    const shots = n % 5 === 0 ? 0 : (n * 37) % 120;
    count = n === seed + 110 ? 3 : count + shots;
    const hasPlace = n % 4 === 0;
    list.push(
      readingAt(counterId, at, count, {
        battery: 90 - Math.floor((at - begin) / day),
        lng: hasPlace ? 113.5 + (n % 3) * 0.00001 : null,
        lat: hasPlace ? 23.25 + (n % 40 === 0 ? 1 : 0) : null,
        readerId: n % 9 === 0 ? `reader|${n}~` : null,
        cycles:
          n % 6 === 0 && shots > 0 ? Array.from({ length: Math.min(shots, 5) }, (_, i) => 30_000 + i) : null,
      }),
    );
    // A count that no machine can reach is quarantined.
    if (n % 60 === 0) list.push(readingAt(counterId, at + 60_000, count + 900_000));
    // Adds a reading from the time before the counter's clock is set.
    if (n % 50 === 0) list.push(readingAt(counterId, n, count, { receivedAt: at + 120_000 }));
  }
  return list;
}

interface Twin {
  readonly t: TestTenant;
  readonly counters: number[];
}

async function twin(): Promise<Twin> {
  const t = await TestTenant.create(s);
  await t.rows(
    sql`update organization set longitude = 113.5, latitude = 24.25 where tenant_id = ${t.id} and org_id = 'P2'`,
  );
  const molds = [await t.mold("M1"), await t.mold("M2"), await t.mold("M3")];
  const counters = [
    await t.counter("W1", molds[0], begin - day),
    await t.counter("W2", molds[1], begin - day),
    await t.counter("W3", molds[2], begin + 3 * day),
  ];
  for (const [i, id] of counters.entries()) {
    const all = historyOf(id, i + 1);
    for (let k = 0; k < all.length; k += 97) await s.app.ledger.ingest(t.id, all.slice(k, k + 97));
  }
  return { t, counters };
}

/**
 * Returns all figures of a tenant. Molds and counters have the same numbers in both tenants of a test, so the figures
 * of these tenants can be compared.
 */
async function figuresOf({ t }: Twin) {
  await deriveVisits(systemCtxOf(t));
  const rows = (statement: ReturnType<typeof sql>) => t.rows(statement);
  const indicator = (name: string) =>
    t.admin.run("rf_Indicator", {
      INDICATOR: name,
      GROUP_BY: "mold",
      PERIOD_FROM: "2025-09-01",
      PERIOD_TO: "2025-11-20",
    });
  const explained = [];
  for (const MOLD_NO of ["M1", "M2", "M3"])
    for (const AT of [null, "2025-10-13T07:30:00Z", "2025-11-05T00:00:00Z"])
      explained.push(await t.admin.run("rf_ExplainCount", { MOLD_NO, AT }));
  return {
    explained,
    indicators: [
      await indicator("utilization"),
      await indicator("idle"),
      await indicator("cycle"),
      await indicator("returns"),
      await indicator("moves"),
    ],
    hours: await rows(sql`
      select m.mold_no, c.writer_id, h.hour, h.shots, h.run_ms, h.cycle_ms, h.cycle_count, h.cycle_min, h.cycle_max,
        h.within_count, h.fast_count, h.slow_count, h.estimated
      from shot_hour h
      left join mold m on m.tenant_id = h.tenant_id and m.mold_id = h.mold_id
      join counter c on c.tenant_id = h.tenant_id and c.counter_id = h.counter_id
      where h.tenant_id = ${t.id} order by 2, 1, 3
    `),
    molds: await rows(sql`select mold_no, closed_shots from mold where tenant_id = ${t.id} order by 1`),
    bindings: await rows(sql`
      select m.mold_no, b.bound_at, b.unbound_at, b.shots
      from binding b join mold m on m.tenant_id = b.tenant_id and m.mold_id = b.mold_id
      where b.tenant_id = ${t.id} order by 1, 2
    `),
    states: await rows(sql`
      select c.writer_id, s.last_at, s.last_count, s.count_at, s.count, s.last_shots, s.last_cycle_ms, s.last_shot_at,
        s.battery, s.bound_shots, s.unbound_shots
      from counter_state s join counter c on c.tenant_id = s.tenant_id and c.counter_id = s.counter_id
      where s.tenant_id = ${t.id} order by 1
    `),
    warnings: await rows(sql`
      select w.kind, w.level, c.writer_id, w.opened_at, w.ended_at, w.withdrawn_at is not null as withdrawn
      from warning w join counter c on c.tenant_id = w.tenant_id and c.counter_id = w.counter_id
      where w.tenant_id = ${t.id} order by 1, 3, 4, 2, 5, 6
    `),
    quarantine: await rows(sql`
      select c.writer_id, q.at, q.count, q.reason, q.quarantined
      from quarantine q join counter c on c.tenant_id = q.tenant_id and c.counter_id = q.counter_id
      where q.tenant_id = ${t.id} order by 1, 2, 3
    `),
  };
}

/** Returns the number of readings of a tenant: those in the table, and those in the archive. */
async function readingsOf({ t, counters }: Twin) {
  const [row] = await t.rows<{ rows: number; archived: number }>(sql`
    select
      (select count(*) from reading where tenant_id = ${t.id}) as rows,
      (select coalesce(sum(reading_rows), 0)::bigint from reading_archive where tenant_id = ${t.id}) as archived
  `);
  return { ...row, counters: counters.length };
}

describe("the archive of readings", () => {
  it("changes no figure, whatever comes afterwards", { timeout: 240_000 }, async () => {
    const [a, b] = [await twin(), await twin()];
    // Figures of the tenant `b`, which has no archive. The figures of the tenant `a`, which has one, must equal them.
    // Undefined after each change of both tenants, so that `same` reads them again.
    let expected: unknown;
    const same = async () => {
      expected ??= await figuresOf(b);
      expect(await figuresOf(a)).toEqual(expected);
    };
    const both = async (act: (x: Twin) => Promise<unknown>) => {
      expected = undefined;
      const [one, other] = [await act(a), await act(b)];
      expect(one).toEqual(other);
    };
    await same();
    const before = await readingsOf(a);
    await keepMonths(a.t, 6);
    const parts = await archive(a.t);
    expect(parts.map((p) => p.month)).toEqual(["2025-09", "2025-10"]);
    const after = await readingsOf(a);
    const deleted = parts.reduce((n, p) => n + p.deleted, 0);
    expect(deleted).toBeGreaterThan(200);
    expect(after.rows).toBe((before.rows ?? 0) - deleted);
    expect(after.archived).toBe(parts.reduce((n, p) => n + p.rows, 0));
    await same();
    // A second run of the archive finds nothing to archive.
    expect(await archive(a.t)).toEqual([]);
    // Sends new and late readings of months that stay in the table.
    await both(({ t, counters: [id = 0] }) =>
      s.app.ledger.ingest(t.id, [readingAt(id, until + hour, 90_000)]),
    );
    await both(({ t, counters: [id = 0] }) =>
      s.app.ledger.ingest(t.id, [readingAt(id, Date.parse("2025-11-03T05:00:00Z"), 4_000)]),
    );
    await same();
    expect(await t0(a, "W1")).not.toBeNull();
    // Sends archived readings a second time: four usual readings, and one that a counter sent before its clock was set.
    await both(({ t, counters: [, id = 0] }) => s.app.ledger.ingest(t.id, historyOf(id, 2).slice(10, 14)));
    await both(({ t, counters: [, , id = 0] }) =>
      s.app.ledger.ingest(
        t.id,
        historyOf(id, 3)
          .filter((r) => r.sentAt === 50)
          .map((r) => ({ ...r, receivedAt: until + 3 * hour })),
      ),
    );
    await same();
    // Sends late readings of an archived month, and of a month before the first reading.
    await both(({ t, counters: [id = 0, other = 0] }) =>
      s.app.ledger.ingest(t.id, [
        readingAt(id, begin + 20 * day + 7 * hour, 1_500),
        readingAt(id, begin - 40 * day, 7),
        readingAt(other, begin + 30 * day, 2_100),
      ]),
    );
    await same();
    const late = await archive(a.t);
    expect(late.map((p) => [p.month, p.rows])).toEqual([
      ["2025-07", 1],
      ["2025-09", 1],
      ["2025-10", 1],
    ]);
    await same();
    // Corrects a binding that ended in an archived month.
    await both(async ({ t }) => {
      const [row] = await t.rows(sql`
        select b.binding_id as id from binding b join mold m on m.tenant_id = b.tenant_id and m.mold_id = b.mold_id
        where b.tenant_id = ${t.id} and m.mold_no = 'M2'
      `);
      const { MOVED } = await t.admin.run<{ MOVED: number }>("rf_ChangeBinding", {
        BIND_ID: row?.id,
        BIND_TIME: new Date(begin + 11 * day).toISOString(),
        REASON: "typed wrongly",
      });
      expect(MOVED).toBeGreaterThan(0);
      return MOVED;
    });
    await same();
    await archive(a.t);
    await same();
    // Derives all figures again, which must not change them.
    await both(({ t }) => t.admin.run("rf_Recompute", {}));
    await same();
    await archive(a.t);
    await same();
  });

  it("names a file that is missing or damaged, and explains nothing by guess", {
    timeout: 120_000,
  }, async () => {
    const a = await twin();
    await keepMonths(a.t, 6);
    const [part] = await archive(a.t);
    const folder = folderOf(a.t);
    const name = part?.file ?? "";
    const path = join(folder, name);
    expect((await readdir(folder)).sort()).toContain(name);
    expect(await checkArchive(systemCtxOf(a.t), filesDirOf(a.t))).toEqual({ files: 2, damaged: [] });
    await rename(path, `${path}.away`);
    const asked = { Type: "rf_ExplainCount", InParams: { MOLD_NO: "M1" } };
    expect(await a.t.admin.mitt(asked)).toMatchObject({ Msg: `${codes.readingArchiveDamaged}^${name}` });
    expect((await checkArchive(systemCtxOf(a.t), filesDirOf(a.t))).damaged).toEqual([
      { file: name, fault: "missing" },
    ]);
    await rename(`${path}.away`, path);
    await truncate(path, 3_000);
    expect(await a.t.admin.mitt(asked)).toMatchObject({ Msg: `${codes.readingArchiveDamaged}^${name}` });
    expect((await checkArchive(systemCtxOf(a.t), filesDirOf(a.t))).damaged).toEqual([
      { file: name, fault: "differs" },
    ]);
    // The ledger must also refuse a late reading of the damaged month, because it cannot derive the figures without the
    // file.
    await expect(
      s.app.ledger.ingest(a.t.id, [readingAt(a.counters[0] ?? 0, begin + 9 * day + 1, 12)]),
    ).rejects.toThrow(codes.readingArchiveDamaged);
  });

  it("says from when on the list has readings", {
    timeout: 120_000,
  }, async () => {
    const a = await twin();
    expect(await a.t.admin.run("rf_ReadingArchive")).toEqual({ ARC_UNTIL: null });
    await keepMonths(a.t, 6);
    await archive(a.t);
    expect(await a.t.admin.run("rf_ReadingArchive")).toMatchObject({
      ARC_UNTIL: "2025-10-31T16:00:00.000Z",
    });
    const list = await a.t.admin.list("CT102", "Q01", { Limit: 1000 });
    expect(list.every((r) => String(r.AT) >= "2025-10-31T16")).toBe(true);
  });
});

const t0 = async ({ t }: Twin, writerId: string) =>
  (
    await t.rows<{ at: string | null }>(sql`
      select s.archived_before as at from counter_state s
      join counter c on c.tenant_id = s.tenant_id and c.counter_id = s.counter_id
      where s.tenant_id = ${t.id} and c.writer_id = ${writerId}
    `)
  )[0]?.at ?? null;
