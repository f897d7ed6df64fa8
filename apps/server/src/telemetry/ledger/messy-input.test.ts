import { beforeAll, describe, expect, it } from "vitest";
import { openWarningsByClock } from "../../jobs/warning-clock.ts";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { countingDb } from "../../testing/work-counter.ts";
import { Ledger } from "../index.ts";
import type { IncomingReading } from "./incoming.ts";

const hour = 3_600_000;
const start = noon - 48 * hour;
const counters = 60;

describe("the ledger with messy input", () => {
  let s: TestServer;
  let t: TestTenant;
  let ids: number[];

  /** Reading of a counter at the given hour after the start. The counter makes 80 shots an hour. */
  const reading = (counterId: number, h: number, extra = 0) =>
    readingAt(counterId, start + h * hour, 80 * h + extra, { receivedAt: noon });

  /** Returns a new ledger with an empty cache. Counts the statements that the ledger sends to the database. */
  function ledger() {
    const { db, work } = countingDb(s.app.db);
    const ledger = new Ledger(db, s.app.events, () => noon);
    return {
      work,
      async send(readings: readonly IncomingReading[]) {
        const before = { ...work };
        const outcomes = await ledger.ingest(t.id, readings);
        return { outcomes, statements: work.statements - before.statements };
      },
    };
  }
  const totals = () =>
    t.rows<{ n: number; shots: number }>(sql`
      select
        (select count(*) from reading where tenant_id = ${t.id})::int as n,
        (select sum(shots) from shot_hour where tenant_id = ${t.id})::int as shots
    `);

  beforeAll(async () => {
    s = await withServer();
  });

  async function newTenant() {
    t = await TestTenant.create(s);
    const rows = await t.rows<{ counter_id: number }>(sql`
      insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled)
      select ${t.id}::int, 'C' || i, ${t.code} || i, 'NB', 1, true, false
      from generate_series(1, ${counters}::int) i
      returning counter_id
    `);
    ids = rows.map((r) => Number(r.counter_id));
    await t.rows(sql`
      insert into counter_state (tenant_id, counter_id)
      select tenant_id, counter_id from counter where tenant_id = ${t.id} returning 1
    `);
  }

  it("recognises repeated readings of any age with one statement", async () => {
    await newTenant();
    const { send } = ledger();
    for (const h of [0, 1, 2, 3]) await send(ids.map((id) => reading(id, h)));
    // Every counter sends a new reading together with one that was stored long before.
    const mixed = await send(ids.flatMap((id) => [reading(id, 4), reading(id, 1)]));
    expect(mixed.outcomes).toEqual(ids.flatMap(() => ["accepted", "duplicate"]));
    // Each of the ledger's two lanes stores its readings by one statement.
    expect(mixed.statements).toBe(2);
    const onlyOld = await send(ids.flatMap((id) => [reading(id, 0), reading(id, 2)]));
    expect(new Set(onlyOld.outcomes)).toEqual(new Set(["duplicate"]));
    expect(onlyOld.statements).toBe(2);
    expect(await totals()).toEqual([{ n: 5 * counters, shots: 4 * 80 * counters }]);
  });

  it("counts a late reading among repeated ones, and stores nothing twice", async () => {
    await newTenant();
    const { send } = ledger();
    for (const h of [0, 1, 3]) await send(ids.map((id) => reading(id, h)));
    const late = ids.slice(0, 5);
    const { outcomes } = await send([
      ...ids.flatMap((id) => [reading(id, 4), reading(id, 1)]),
      ...late.map((id) => reading(id, 2, 7)),
      ...late.map((id) => reading(id, 3, 9)),
    ]);
    expect(outcomes).toEqual([
      ...ids.flatMap(() => ["accepted", "duplicate"]),
      ...late.map(() => "accepted"),
      ...late.map(() => "conflict"),
    ]);
    expect(await totals()).toEqual([{ n: 4 * counters + 2 * late.length, shots: 4 * 80 * counters }]);
    const hours = await t.rows<{ h: number; shots: number }>(sql`
      select (extract(epoch from hour - ${new Date(start)}) / 3600)::int as h, shots::int as shots
      from shot_hour where tenant_id = ${t.id} and counter_id = ${late[0]} order by 1
    `);
    expect(hours).toEqual([
      { h: 0, shots: 80 },
      { h: 1, shots: 87 },
      { h: 2, shots: 73 },
      { h: 3, shots: 80 },
    ]);
  });

  it("stores first readings of many counters with one statement", async () => {
    await newTenant();
    const { send } = ledger();
    const first = await send(ids.map((id) => reading(id, 0)));
    expect(new Set(first.outcomes)).toEqual(new Set(["accepted"]));
    // Six statements load the counters, one stores the readings, and one creates the table partition of the month.
    expect(first.statements).toBe(8);
    expect(await totals()).toEqual([{ n: counters, shots: null }]);
    await send(ids.flatMap((id) => [reading(id, 0), reading(id, 1)]));
    expect(await totals()).toEqual([{ n: 2 * counters, shots: 80 * counters }]);
  });

  it("ends a silence that time alone has opened before the first reading", async () => {
    await newTenant();
    const mold = await t.mold("M1");
    const [counterId = 0] = ids;
    await t.rows(sql`
      insert into binding (tenant_id, mold_id, counter_id, bound_at)
      values (${t.id}, ${mold.moldId}, ${counterId}, ${new Date(start - hour)})
    `);
    await openWarningsByClock(systemCtxOf(t));
    const silences = () =>
      t.rows(sql`
        select ended_at is null and withdrawn_at is null as is_open, withdrawn_at is not null as is_withdrawn
        from warning where tenant_id = ${t.id} and counter_id = ${counterId} and kind = 'silent'
      `);
    expect(await silences()).toEqual([{ is_open: true, is_withdrawn: false }]);
    // The counter sent this reading a minute after the bind. So its silence began with the reading and not with the
    // bind.
    await ledger().send([readingAt(counterId, start - hour + 60_000, 5, { receivedAt: noon })]);
    await openWarningsByClock(systemCtxOf(t));
    expect(await silences()).toEqual([
      { is_open: false, is_withdrawn: true },
      { is_open: true, is_withdrawn: false },
    ]);
  });
});
