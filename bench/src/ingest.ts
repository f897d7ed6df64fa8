import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { EventBus } from "../../apps/server/src/kernel/events.ts";
import { readingColumns, readingRows } from "../../apps/server/src/telemetry/batch-rows.ts";
import type { IncomingReading } from "../../apps/server/src/telemetry/incoming.ts";
import { Ledger } from "../../apps/server/src/telemetry/index.ts";
import { createTenant } from "../../apps/server/src/tenants/create-tenant.ts";

const start = Date.UTC(2026, 0, 5);

async function setUp(db: Db, counters: number) {
  const code = `bench-${process.pid}-${Date.now()}`;
  const id = await createTenant(db, { code, fullName: code, adminPassword: "x" }, Date.now());
  const at = new Date(start - 86_400_000);
  await db.run(id, [
    sql`insert into organization (tenant_id, org_id, org_name, type, longitude, latitude, radius) values (${id}, 'O', 'O', 'oem', 121.5, 31.2, 2000)`,
    sql`insert into mold (tenant_id, mold_no, oem_id, plant_id, daily_maintenance_hours, major_maintenance_hours, planned_t0, handover_date, standard_cycle)
      select ${id}, 'M' || i, 'O', 'O', 100, 1000, '2026-01-01', '2026-01-01', 60 from generate_series(1, ${counters}::int) i`,
    sql`insert into mold_standard select ${id}, mold_id, '1970-01-01', 60000, 5 from mold where tenant_id = ${id}`,
    sql`insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled) select ${id}, 'C' || i, ${code} || i, 'NB', 1, true, true from generate_series(1, ${counters}::int) i`,
    sql`insert into counter_state (tenant_id, counter_id) select tenant_id, counter_id from counter where tenant_id = ${id}`,
    sql`insert into binding (tenant_id, mold_id, counter_id, bound_at) select ${id}, m.mold_id, c.counter_id, ${at} from mold m join counter c on c.tenant_id = ${id} and substr(c.writer_id, 2) = substr(m.mold_no, 2) where m.tenant_id = ${id}`,
  ]);
  const [rows] = await db.run(id, [
    sql`select counter_id from counter where tenant_id = ${id} order by counter_id`,
  ]);
  return { id, ids: (rows ?? []).map((r) => Number(r.counter_id)) };
}

function* batches(
  ids: readonly number[],
  rows: number,
  size: number,
  perCounter: number,
): Generator<IncomingReading[]> {
  // perCounter readings of one counter follow each other in a batch; 6 shots a reading.
  const next = new Map(ids.map((id) => [id, { at: start, count: 100 }]));
  let batch: IncomingReading[] = [];
  let i = 0;
  for (let sent = 0; sent < rows; ) {
    const id = ids[i++ % ids.length] ?? 0;
    const state = next.get(id);
    if (!state) continue;
    for (let k = 0; k < perCounter && sent < rows; k++, sent++) {
      state.at += 360_000;
      state.count += 6;
      batch.push({
        counterId: id,
        sentAt: state.at,
        receivedAt: state.at + 1500,
        count: state.count,
        door: 1,
        battery: 88,
        lowBattery: 0,
        rssi: -85,
        lng: 121.5,
        lat: 31.2,
        removed: 0,
        readerId: null,
        cycles: null,
      });
      if (batch.length === size) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}

async function time(
  all: readonly IncomingReading[][],
  parallel: number,
  work: (b: IncomingReading[]) => Promise<unknown>,
): Promise<number> {
  const t = performance.now();
  let i = 0;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let b = all[i++]; b; b = all[i++]) await work(b);
    }),
  );
  return all.reduce((n, b) => n + b.length, 0) / ((performance.now() - t) / 1000);
}

const url = process.argv[2];
const rows = Number(process.argv[3] ?? 100_000);
const db = await openDb({ url });
for (const { counters, per } of [
  { counters: 1000, per: 1 },
  { counters: 100, per: 10 },
  { counters: 1000, per: 10 },
]) {
  const t = await setUp(db, counters);
  const floorId = 900_000 + t.id;
  await db.platform(sql`select app_analyze()`);
  const all = [...batches(t.ids, rows, 1000, per)];
  const events = new EventBus();
  const ledger = new Ledger(db, events, Date.now);
  await ledger.ingest(
    t.id,
    [...batches(t.ids, counters, counters, 1)].flat().map((r) => ({ ...r, sentAt: start, count: 100 })),
  );
  const floor: number[] = [];
  const ours: number[] = [];
  const parallel = 3;
  const parts = 4;
  const part = Math.ceil(all.length / parts);
  for (let p = 0; p < parts; p++) {
    const slice = all.slice(p * part, (p + 1) * part);
    floor.push(
      await time(slice, parallel, (b) =>
        db.run(floorId, [
          sql`insert into bench_floor (tenant_id, ${readingColumns}) ${readingRows(
            floorId,
            b.map((r) => ({ at: r.sentAt ?? 0, deviceAt: null, in: r })),
          )}`,
        ]),
      ),
    );
    ours.push(await time(slice, parallel, (b) => ledger.ingest(t.id, b)));
  }
  const median = (l: number[]) => l.sort((a, b) => a - b)[Math.floor(l.length / 2)] ?? 0;
  console.log(
    `${counters} counters × ${per}: floor ${Math.round(median(floor))} ours ${Math.round(median(ours))} ratio ${(median(ours) / median(floor)).toFixed(2)}`,
    ours.map(Math.round).join(),
    floor.map(Math.round).join(),
  );
}
await db.close();
