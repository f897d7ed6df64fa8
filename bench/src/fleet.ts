import { hashPassword } from "../../apps/server/src/kernel/auth/password.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { EventBus } from "../../apps/server/src/kernel/events.ts";
import { Gather, Ledger, Tally } from "../../apps/server/src/telemetry/index.ts";
import { readingColumns, readingRows } from "../../apps/server/src/telemetry/ledger/batch-rows.ts";
import type { IncomingReading } from "../../apps/server/src/telemetry/ledger/incoming.ts";
import { createTenant } from "../../apps/server/src/tenants/create-tenant.ts";
import { median } from "./measure.ts";

/** Time of the first reading of each counter, epoch ms. */
export const start = Date.UTC(2026, 0, 5);
/** Time between two readings of a counter, ms. */
export const intervalMs = 360_000;
export const batchSize = 1000;

export interface Fleet {
  readonly tenantId: number;
  readonly counters: readonly number[];
}

/** Readings that a sender gives to the ledger at once. */
export interface Batch {
  readonly tenantId: number;
  readonly readings: IncomingReading[];
}

/** Opens the database of DATABASE_URL, or an embedded one, with a plain table for the baseline. */
export const openWithFloor = (): Promise<Db> =>
  openDb({
    url: process.env.DATABASE_URL,
    prepare: async (owner) => {
      await owner.query("drop table if exists bench_floor");
      await owner.query(
        "create table bench_floor (like reading including defaults, primary key (tenant_id, counter_id, at, count))",
      );
      await owner.query("grant all on bench_floor to shotkeeper_app");
    },
  });

let fleets = 0;

/** Creates a tenant with molds. Each mold has a counter that was bound a day ago. */
export async function makeFleet(db: Db, size: number): Promise<Fleet> {
  const code = `bench-${process.pid}-${Date.now()}-${++fleets}`;
  const id = await createTenant(
    db,
    { code, fullName: code, adminHash: await hashPassword(code) },
    Date.now(),
  );
  const bound = new Date(start - 86_400_000);
  await db.run(id, [
    sql`
      insert into organization (tenant_id, org_id, org_name, type, longitude, latitude, radius)
      values (${id}, 'O', 'O', 'oem', 121.5, 31.2, 2000)
    `,
    sql`
      insert into mold (
        tenant_id, mold_no, oem_id, plant_id, daily_maintenance_hours, major_maintenance_hours,
        planned_t0, handover_date, standard_cycle
      )
      select ${id}, 'M' || i, 'O', 'O', 100, 1000, '2026-01-01', '2026-01-01', 60
      from generate_series(1, ${size}::int) i
    `,
    sql`
      insert into mold_standard
      select ${id}, mold_id, '1970-01-01', 60000, 5
      from mold
      where tenant_id = ${id}
    `,
    sql`insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled)
      select ${id}, 'C' || i, ${code} || i, 'NB', 1, true, true from generate_series(1, ${size}::int) i`,
    sql`
      insert into counter_state (tenant_id, counter_id)
      select tenant_id, counter_id
      from counter
      where tenant_id = ${id}
    `,
  ]);
  // Without statistics, PostgreSQL compares each mold with each counter.
  await db.platform(sql`select app_analyze()`);
  const answers = await db.run(id, [
    sql`
      insert into binding (tenant_id, mold_id, counter_id, bound_at)
      select ${id}, m.mold_id, c.counter_id, ${bound}
      from mold m
      join counter c on c.tenant_id = m.tenant_id and substr(c.writer_id, 2) = substr(m.mold_no, 2)
      where m.tenant_id = ${id}
    `,
    sql`select counter_id from counter where tenant_id = ${id} order by counter_id`,
  ]);
  await db.platform(sql`select app_analyze()`);
  return { tenantId: id, counters: (answers.at(-1) ?? []).map((r) => Number(r.counter_id)) };
}

export const readingOf = (counterId: number, at: number, count: number): IncomingReading => ({
  counterId,
  sentAt: at,
  receivedAt: at + 1500,
  count,
  channel: 1,
  battery: 88,
  lowBattery: 0,
  rssi: -85,
  lng: 121.5,
  lat: 31.2,
  removed: 0,
  readerId: null,
  cycles: null,
});

const inBatches = (tenantId: number, readings: IncomingReading[]): Batch[] =>
  Array.from({ length: Math.ceil(readings.length / batchSize) }, (_, i) => ({
    tenantId,
    readings: readings.slice(i * batchSize, (i + 1) * batchSize),
  }));

/** Builds the first reading of each counter. */
export const firstBatches = ({ tenantId, counters }: Fleet): Batch[] =>
  inBatches(
    tenantId,
    counters.map((id) => readingOf(id, start, 100)),
  );

/**
 * Builds the readings after the first ones. In a batch, each counter has `each` readings in a row, with six shots every
 * six minutes.
 */
export function makeBatches({ tenantId, counters }: Fleet, rows: number, each: number): Batch[] {
  const next = counters.map((counterId) => ({ counterId, at: start, count: 100 }));
  const all: IncomingReading[] = [];
  for (let i = 0; all.length < rows; i++) {
    const c = next[i % next.length];
    if (!c) break;
    for (let k = 0; k < each && all.length < rows; k++) {
      c.at += intervalMs;
      c.count += 6;
      all.push(readingOf(c.counterId, c.at, c.count));
    }
  }
  return inBatches(tenantId, all);
}

/** Makes a ledger with its queue of readings, as the server has it. */
export const makeGather = (db: Db): Gather =>
  new Gather(new Ledger(db, new EventBus(), Date.now), new Tally());

/** Baseline: inserts a batch of readings into a table without any further work (`bench_floor`). */
export const insertPlain = (db: Db, { tenantId, readings }: Batch) => {
  const rows = readings.map((r) => ({ at: r.sentAt ?? 0, deviceAt: null, in: r }));
  return db.run(tenantId, [
    sql`insert into bench_floor (tenant_id, ${readingColumns}) ${readingRows(tenantId, rows)} on conflict do nothing`,
  ]);
};

/** Stores the batches by `work`, with `senders` calls at a time. Returns the rows per second. */
export async function rate(
  senders: number,
  batches: readonly Batch[],
  work: (b: Batch) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  let i = 0;
  const worker = async () => {
    for (let b = batches[i++]; b; b = batches[i++]) await work(b);
  };
  await Promise.all(Array.from({ length: senders }, worker));
  return batches.reduce((n, b) => n + b.readings.length, 0) / ((performance.now() - began) / 1000);
}

/** Number of rounds of a comparison. */
const rounds = 5;

/**
 * Compares the ledger with the baseline (a plain insert). Each round stores the same batches first in the plain table
 * and then by the ledger. Returns the medians of the rows per second and of their ratio.
 */
export async function compareWithFloor(db: Db, gather: Gather, batches: readonly Batch[], senders: number) {
  const floor: number[] = [];
  const ours: number[] = [];
  const part = Math.ceil(batches.length / rounds);
  for (let i = 0; i < batches.length; i += part) {
    const some = batches.slice(i, i + part);
    floor.push(await rate(senders, some, (b) => insertPlain(db, b)));
    ours.push(await rate(senders, some, (b) => gather.add(b.tenantId, b.readings)));
  }
  const ratio = median(ours.map((o, i) => o / (floor[i] ?? 1)));
  return {
    floor: Math.round(median(floor)),
    ours: Math.round(median(ours)),
    ratio: Number(ratio.toFixed(3)),
  };
}
