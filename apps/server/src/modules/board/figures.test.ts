import { afterEach, describe, expect, it, vi } from "vitest";
import { Sql, sql } from "../../kernel/db/sql.ts";
import type { AnyStatement } from "../../kernel/db/tx.ts";
import { readLimits } from "../../kernel/read-limits.ts";
import { said } from "../../kernel/testing/refusal.ts";
import { kernelTenant } from "../../kernel/testing/tenant.ts";
import { noon } from "../../kernel/testing/test-ctx.ts";
import { oneConnection, testDb } from "../../testing/database.ts";
import { type OwnerFigures, readHours, sumOfHours } from "./figure-rows.ts";
import { ownerFigures } from "./figures.ts";

const isOfHours = (s: AnyStatement) => s instanceof Sql && s.parts.join("").includes("from shot_hour");
const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

it("a caller of a board who goes away does not end the load that others wait for", async () => {
  const db = await oneConnection();
  const t = await kernelTenant();
  const period = { from: noon, to: null, byHour: false, age: 0 };
  const ask = (gone?: AbortSignal) => {
    const ctx = { ...t.ctx, ...(gone && { gone }) };
    return ownerFigures({ ...ctx, db: db.limited(readLimits(ctx, "report")) }, period);
  };
  const gone = new AbortController();
  // Holds the only connection in a transaction, so that the first call (`ask(gone.signal)`) has to wait and can be
  // cancelled.
  const asked = await db.tx(t.id, async (tx) => {
    await tx.query({ text: "select 1", values: [] });
    const calls = Promise.allSettled([ask(gone.signal), ask()]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    gone.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { calls };
  });
  const [first, second] = await asked.calls;
  expect(first).toMatchObject({
    status: "rejected",
    reason: { message: said("requestCancelled") },
  });
  expect(second).toEqual({ status: "fulfilled", value: [] });
});

describe("figures that take long to read", () => {
  const from = noon - 12 * hour;
  const today = { from, to: null, byHour: true, age: 0 };
  const yesterday = { from, to: from + day, byHour: true, age: 1 };
  const wholeDay = { from, to: from + day, byHour: false, age: 2 };
  const tuples = (rows: readonly OwnerFigures[] | undefined) =>
    rows?.map((r) => [r.hour, r.plantId, r.makerId, r.shots, r.runMs, r.cycles, r.within]).sort();

  afterEach(() => vi.restoreAllMocks());

  /** Returns a tenant with molds of two plants, in whose database each call takes as long as figures of many molds. */
  async function slowTenant() {
    const t = await kernelTenant();
    await t.rows(sql`
      insert into organization (tenant_id, org_id, org_name, type)
      select ${t.id}, o, o, 'plant' from unnest(array['O', 'P1', 'P2']) o
      returning 1
    `);
    await t.rows(sql`
      insert into mold (
        tenant_id, mold_no, oem_id, plant_id, maker_id, daily_maintenance_hours, major_maintenance_hours, planned_t0,
        handover_date
      )
      select ${t.id}, 'M' || i, 'O', 'P' || i % 2 + 1, 'O', 100, 1000, '2026-01-01', '2026-01-01'
      from generate_series(1, 4) i
      returning 1
    `);
    const db = await testDb();
    const run = db.run.bind(db);
    let clock = performance.now();
    let hours: unknown[] = [];
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    vi.spyOn(db, "run").mockImplementation((...call: Parameters<typeof run>) => {
      for (const s of call[1]) if (isOfHours(s)) hours.push(...s.values);
      clock += 5 * second;
      return run(...call);
    });
    return {
      t,
      /** Adds shots to the hour that begins at a time. */
      shots: (at: number, n: number) =>
        t.rows(sql`
          insert into shot_hour (
            tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count, within_count, fast_count,
            slow_count, estimated
          )
          select ${t.id}, mold_id, ${new Date(at)}, 1, mold_id % 5 + ${n}::int, 1000, 1000, 3, 2, 0, 0, 0
          from mold
          where tenant_id = ${t.id}
          on conflict (tenant_id, mold_id, hour, counter_id) do update set shots = shot_hour.shots + excluded.shots
          returning 1
        `),
      at: (now: number) => {
        clock += 10 * 60 * second;
        return { ...t.ctx, now };
      },
      /** Returns the earliest time from which hours were read since the last call. Undefined: none were read. */
      readFrom: () => {
        const times = hours.filter((v) => v instanceof Date).map(Number);
        hours = [];
        return times.length > 0 ? Math.min(...times) : undefined;
      },
    };
  }

  it("are brought up to date from the latest hours, at midnight too, and equal those of all hours", async () => {
    const { t, shots, at, readFrom } = await slowTenant();
    const expectAll = async (p: typeof today | typeof wholeDay, now: number) => {
      const found = tuples(await ownerFigures(at(now), p));
      const first = readFrom();
      expect(found).toEqual(tuples(await readHours(t.ctx, p)));
      readFrom();
      return first;
    };
    for (let h = from; h < noon; h += hour) await shots(h, 10);
    readFrom();
    expect(await expectAll(today, noon + 30 * second)).toBe(from);
    await shots(noon - hour, 7);
    await shots(noon, 3);
    expect(await expectAll(today, noon + 60 * second)).toBe(noon - 2 * hour);
    const night = from + day;
    for (let h = noon + hour; h < night; h += hour) await shots(h, 20);
    await ownerFigures(at(night - 20 * second), today, { isJob: true });
    expect(readFrom()).toBe(from);
    await shots(night - hour, 5);
    await shots(night, 5);
    expect(await expectAll(yesterday, night + 20 * second)).toBe(night - 3 * hour);
    const found = await ownerFigures(at(night + 40 * second), wholeDay);
    expect(readFrom()).toBe(night - 2 * hour);
    expect(tuples(found)).toEqual(tuples(await readHours(t.ctx, wholeDay)));
  });

  it("are read again from all hours later, by the job before requests do", async () => {
    const { shots, at, readFrom } = await slowTenant();
    await shots(from, 10);
    const sum = (rows: readonly OwnerFigures[] | undefined) =>
      sumOfHours(rows ?? []).reduce((n, r) => n + r.shots, 0);
    const first = sum(await ownerFigures(at(noon), today));
    await shots(from, 10);
    // The figures took 5 s to read, so they are read again after 150 s by the job, and after 450 s by requests.
    readFrom();
    expect(sum(await ownerFigures(at(noon + 200 * second), today))).toBe(first);
    expect(readFrom()).toBe(noon - 2 * hour);
    const late = sum(await ownerFigures(at(noon + 210 * second), today, { isJob: true }));
    expect(late).toBeGreaterThan(first);
    await shots(from, 10);
    expect(sum(await ownerFigures(at(noon + 700 * second), today))).toBeGreaterThan(late);
  });

  it("come from another server that has read all hours later, although its latest hours are older", async () => {
    const { t, shots, at } = await slowTenant();
    const sum = (rows: readonly OwnerFigures[] | undefined) =>
      sumOfHours(rows ?? []).reduce((n, r) => n + r.shots, 0);
    await shots(from, 10);
    const first = sum(await ownerFigures(at(noon), today));
    await ownerFigures(at(noon + 100 * second), today);
    await shots(from, 10);
    const read = new Date(noon + 90 * second);
    await t.rows(sql`
      update board_figure
      set slices = ${JSON.stringify(await readHours(t.ctx, today))}::jsonb, read_at = ${read}, full_at = ${read}
      where tenant_id = ${t.id}
      returning 1
    `);
    expect(sum(await ownerFigures(at(noon + 200 * second), today))).toBeGreaterThan(first);
  });

  it("are read in the background if a request does not wait for them", async () => {
    const t = await kernelTenant();
    const db = await testDb();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const limited = db.limited.bind(db);
    vi.spyOn(db, "limited").mockImplementation((limits) => {
      const caller = limited(limits);
      const run = caller.run.bind(caller);
      vi.spyOn(caller, "run").mockImplementation(async (...call: Parameters<typeof run>) => {
        if (call[1].some(isOfHours)) await gate;
        return run(...call);
      });
      return caller;
    });
    expect(await ownerFigures(t.ctx, today, { waitMs: 0 })).toBeUndefined();
    expect(await ownerFigures(t.ctx, today, { waitMs: 20 })).toBeUndefined();
    const second = ownerFigures(t.ctx, today, { waitMs: 60_000 });
    release();
    expect(await second).toEqual([]);
  });
});
