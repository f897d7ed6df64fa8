import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { EventBus } from "../../apps/server/src/kernel/events.ts";
import { Gather, Ledger, Tally } from "../../apps/server/src/telemetry/index.ts";
import { readingColumns, readingRows } from "../../apps/server/src/telemetry/ledger/batch-rows.ts";
import type { IncomingReading } from "../../apps/server/src/telemetry/ledger/incoming.ts";
import { makeCounters } from "./counters.ts";
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

/** Creates a tenant with molds. Each mold has a counter that was bound a day before the first reading. */
export async function makeFleet(db: Db, size: number): Promise<Fleet> {
  const { tenantId, ids } = await makeCounters(db, size, start - 86_400_000);
  return { tenantId, counters: ids };
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
