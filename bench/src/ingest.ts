import { parseArgs } from "node:util";
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
import { record } from "./record.ts";

const start = Date.UTC(2026, 0, 5);
const batchSize = 1000;

interface Fleet {
  readonly tenantId: number;
  readonly counters: readonly number[];
}

/** Creates a tenant with molds. Each mold has a counter that was bound a day ago. */
async function makeFleet(db: Db, size: number): Promise<Fleet> {
  const code = `bench-${process.pid}-${Date.now()}`;
  const id = await createTenant(
    db,
    { code, fullName: code, adminHash: await hashPassword(code) },
    Date.now(),
  );
  const bound = new Date(start - 86_400_000);
  const answers = await db.run(id, [
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
    sql`
      insert into binding (tenant_id, mold_id, counter_id, bound_at)
      select ${id}, m.mold_id, c.counter_id, ${bound}
      from mold m
      join counter c on c.tenant_id = ${id} and substr(c.writer_id, 2) = substr(m.mold_no, 2)
      where m.tenant_id = ${id}
    `,
    sql`select counter_id from counter where tenant_id = ${id} order by counter_id`,
  ]);
  await db.platform(sql`select app_analyze()`);
  return { tenantId: id, counters: (answers.at(-1) ?? []).map((r) => Number(r.counter_id)) };
}

/**
 * Builds batches of readings. In a batch, each counter has `each` readings in a row, with six shots every six
 * minutes.
 */
function makeBatches(counters: readonly number[], rows: number, each: number): IncomingReading[][] {
  const next = counters.map((counterId) => ({ counterId, at: start, count: 100 }));
  const all: IncomingReading[] = [];
  for (let i = 0; all.length < rows; i++) {
    const c = next[i % next.length];
    if (!c) break;
    for (let k = 0; k < each && all.length < rows; k++) {
      c.at += 360_000;
      c.count += 6;
      all.push({
        counterId: c.counterId,
        sentAt: c.at,
        receivedAt: c.at + 1500,
        count: c.count,
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
    }
  }
  const batches: IncomingReading[][] = [];
  for (let i = 0; i < all.length; i += batchSize) batches.push(all.slice(i, i + batchSize));
  return batches;
}

/** Returns the stored rows per second with this number of concurrent senders. */
async function rate(
  senders: number,
  batches: readonly IncomingReading[][],
  work: (b: IncomingReading[]) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  let i = 0;
  const worker = async () => {
    for (let b = batches[i++]; b; b = batches[i++]) await work(b);
  };
  await Promise.all(Array.from({ length: senders }, worker));
  return batches.reduce((n, b) => n + b.length, 0) / ((performance.now() - began) / 1000);
}

/**
 * Measures the readings per second that the ledger stores. The baseline inserts the same rows into a plain table with
 * the same key. Rounds of the ledger and of the baseline alternate.
 */
export async function benchIngest(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      // Number of rows per round. With this number a round takes some seconds. A shorter round would be spent mostly on
      // its start and end.
      rows: { type: "string", default: "400000" },
      senders: { type: "string", default: "16" },
      record: { type: "boolean", default: false },
    },
  });
  const figures: Record<string, object> = {};
  const senders = Number(values.senders);
  const url = process.env.DATABASE_URL;
  const db = await openDb({
    url,
    prepare: async (owner) => {
      await owner.query("drop table if exists bench_floor");
      await owner.query(
        "create table bench_floor (like reading including defaults, primary key (tenant_id, counter_id, at, count))",
      );
      await owner.query("grant all on bench_floor to shotkeeper_app");
    },
  });
  console.log(`engine ${db.engine}, batches of ${batchSize}, ${senders} senders`);
  for (const [size, each] of [
    [1000, 1],
    [1000, 10],
    [100, 10],
  ] as const) {
    const fleet = await makeFleet(db, size);
    const ledger = new Gather(new Ledger(db, new EventBus(), Date.now), new Tally());
    const first = makeBatches(fleet.counters, size, 1).map((b) =>
      b.map((r) => ({ ...r, sentAt: start, count: 100 })),
    );
    for (const b of first) await ledger.add(fleet.tenantId, b);
    const batches = makeBatches(fleet.counters, Number(values.rows), each);
    const floor: number[] = [];
    const ours: number[] = [];
    const part = Math.ceil(batches.length / 5);
    for (let i = 0; i < batches.length; i += part) {
      const some = batches.slice(i, i + part);
      floor.push(
        await rate(senders, some, (b) => {
          const rows = b.map((r) => ({ at: r.sentAt ?? 0, deviceAt: null, in: r }));
          return db.run(fleet.tenantId, [
            sql`insert into bench_floor (tenant_id, ${readingColumns}) ${readingRows(fleet.tenantId, rows)}`,
          ]);
        }),
      );
      ours.push(await rate(senders, some, (b) => ledger.add(fleet.tenantId, b)));
    }
    const ratio = median(ours.map((o, i) => o / (floor[i] ?? 1)));
    const name = `${size} counters, ${each} readings in a row`;
    const f = { floor: Math.round(median(floor)), ours: Math.round(median(ours)) };
    figures[name] = { ...f, ratio: Number(ratio.toFixed(3)) };
    console.log(`${name}: floor ${f.floor}/s, ours ${f.ours}/s, ratio ${ratio.toFixed(2)}`);
  }
  if (values.record)
    record("ingest", db.engine, { rows: Number(values.rows), senders, batch: batchSize, figures });
  await db.close();
}
