import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemCtx } from "../../jobs/runner.ts";
import { readConfig } from "../../kernel/config.ts";
import { openDb } from "../../kernel/db/open.ts";
import { sql } from "../../kernel/db/sql.ts";
import { makeApp } from "../../make-app.ts";
import { archiveReadings, checkArchive } from "../../modules/counter/index.ts";
import { NEW_REPLAY_STATE } from "../../telemetry/core/index.ts";
import { readTimeline } from "../../telemetry/ledger/timeline-store.ts";
import { createTenant } from "../../tenants/create-tenant.ts";
import { hashOfTest } from "../password-hash.ts";
import { readingAt } from "../reading.ts";

/**
 * Archives a year of readings of many counters on PostgreSQL, and compares sums, hours and timelines before and after.
 * Prints sizes and times. With `--fill`, only creates the readings; the next run archives them.
 * scripts/torture-archive.mjs starts this program.
 */
const { values } = parseArgs({
  options: {
    counters: { type: "string", default: "100" },
    readings: { type: "string", default: "5000000" },
    fill: { type: "boolean", default: false },
    data: { type: "string" },
  },
});
const counters = Number(values.counters);
const each = Math.round(Number(values.readings) / counters);
const url = process.env.DATABASE_URL;
if (!url) throw new Error("DATABASE_URL is missing: an empty database on PostgreSQL");

const now = Date.parse("2026-05-20T04:00:00Z");
const end = Date.parse("2025-10-31T16:00:00Z");
const begin = end - 365 * 86_400_000;
const every = (end - begin) / each;
/** Number of readings of each counter: one archived year, and 20 days in the months that stay in the database. */
const most = each + Math.floor((20 * 86_400_000) / every);
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), "shotkeeper-archive-"));
const filesDir = join(dataDir, "files");

const say = (text: string) => console.log(text);
const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

const db = await openDb({ url, filesDir });
const app = makeApp(readConfig({ LOG_LEVEL: "silent", DEMO: "off" }), db, () => now);
const code = "archive-torture";
const [[known]] = await db.platform(sql`select tenant_id from tenant where code = ${code}`);
const id = known
  ? Number(known.tenant_id)
  : await createTenant(db, { code, fullName: code, adminHash: await hashOfTest("secret-of-a-test") }, begin);
const ctx = systemCtx(app, { tenant_id: id, code, zone: "Asia/Shanghai" }, now);

async function fill(): Promise<void> {
  for (let at = begin; at <= now; at += 27 * 86_400_000)
    await db.platform(sql`select reading_month(${`${new Date(at).toISOString().slice(0, 7)}-01`}::date)`);
  // Counts grow by 12 in each interval. The last readings are in the months that are not archived.
  const moment = sql`${new Date(begin)}::timestamptz + n * ${every}::float8 * interval '1 millisecond'`;
  await db.run(id, [
    sql`insert into parameter (tenant_id, prm_id, prm_value) values (${id}, 'READING_MONTHS', '6')`,
    sql`
      insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, report_interval_hours)
      select ${id}::int, 'W' || i, ${code}::text || i, 'NB', 1, true, false, 12
      from generate_series(1, ${counters}::int) i
      returning 1
    `,
    sql`
      insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags, battery, low_battery, rssi)
      select ${id}::int, c.counter_id, date_trunc('milliseconds', ${moment}), 12 * n,
        date_trunc('milliseconds', ${moment}), 1, 0, 90 - n / 1000, 0, -80 - (n % 7)
      from counter c
      cross join generate_series(1, ${most}::int) n
      where c.tenant_id = ${id}
      order by 2, 3
      returning 1
    `,
  ]);
  await db.run(id, [
    sql`
      insert into counter_state (tenant_id, counter_id, last_at, last_count, received_at, count_at, count)
      select ${id}::int, c.counter_id, max(r.at), max(r.count), max(r.at), max(r.at), max(r.count)
      from counter c join reading r on r.tenant_id = ${id} and r.counter_id = c.counter_id
      where c.tenant_id = ${id} group by 2
      on conflict (tenant_id, counter_id) do update set last_at = excluded.last_at, last_count = excluded.last_count,
        received_at = excluded.received_at, count_at = excluded.count_at, count = excluded.count
      returning 1
    `,
    sql`
      insert into warning_checkpoint (tenant_id, counter_id, day, state)
      select ${id}::int, c.counter_id, d::date, ${JSON.stringify(NEW_REPLAY_STATE)}::jsonb
      from counter c
      cross join generate_series(${new Date(begin)}::timestamptz, ${new Date(end)}::timestamptz, interval '1 day') d
      where c.tenant_id = ${id}
      returning 1
    `,
  ]);
  await db.platform(sql`select app_analyze()`);
}

/**
 * Returns a summary of a counter's readings. It must be the same before and after they are archived. `readTimeline`
 * reads them, as it does when a user asks for the explanation of a count.
 */
async function timelineOf(counterId: number): Promise<string> {
  const found = await db.tx(id, (tx) => readTimeline(tx, { counterId, firstAt: begin, lastAt: now }));
  const list = found?.readings ?? [];
  const sum = list.reduce((n, r) => n + r.count * ((r.at % 1009) + 1), 0);
  return `${list.length} readings from ${list[0]?.at} to ${list.at(-1)?.at}, weighted sum ${sum}`;
}

/**
 * Query for the number of all readings and the sum of their counts. It adds the readings in the database and the totals
 * that the archive recorded.
 */
const sumsSql = sql<{ rows: number; sum: string }>`
  select sum(x.rows)::bigint as rows, sum(x.sum)::text as sum
  from (
    select count(*) as rows, coalesce(sum(count), 0) as sum
    from reading
    where tenant_id = ${id}
      and at >= coalesce((select max(until_at) from reading_archive where tenant_id = ${id}), '-infinity')
    union all
    select coalesce(sum(reading_rows), 0), coalesce(sum(count_sum), 0)
    from reading_archive
    where tenant_id = ${id}
  ) x
`;
const sizeSql = sql<{ bytes: number }>`
  select coalesce(sum(pg_total_relation_size(i.inhrelid)), 0)::bigint as bytes
  from pg_inherits i where i.inhparent = 'reading'::regclass
`;

let from = performance.now();
if (!known) await fill();
const [[rows], [size]] = await db.run(id, [sumsSql, sizeSql]);
say(
  `${rows?.rows} readings of ${counters} counters: ${megabytes(size?.bytes ?? 0)} in PostgreSQL, ${seconds(from)}`,
);
if (values.fill) process.exit(0);
const [ids] = await db.run(id, [
  sql<{ id: number }>`select counter_id as id from counter where tenant_id = ${id} order by 1`,
]);
const sample = ids.filter((_, i) => i % Math.ceil(counters / 5) === 0).map((r) => r.id);
from = performance.now();
const before: string[] = [];
for (const counter of sample) before.push(await timelineOf(counter));
say(`explanation of a year, ${sample.length} counters, from rows: ${seconds(from)}`);

from = performance.now();
let parts = 0;
let [archived, bytes, deleted] = [0, 0, 0];
for await (const p of archiveReadings(ctx, filesDir)) {
  parts++;
  say(`${p.month}: ${p.rows} readings, ${megabytes(p.bytes)}, after ${seconds(from)}`);
  archived += p.rows;
  bytes += p.bytes;
  deleted += p.deleted;
}
say(
  `${archived} readings archived in ${seconds(from)}: ${parts} files, ${megabytes(bytes)}, ` +
    `${(bytes / archived).toFixed(1)} bytes a reading; ${deleted} rows deleted`,
);
const [[after], [left]] = await db.run(id, [sumsSql, sql<{ n: number }>`select count(*) as n from reading`]);
const expected = {
  rows: counters * most,
  sum: String(BigInt(counters * 12) * BigInt((most * (most + 1)) / 2)),
};
say(
  `rows left: ${left?.n}; all readings with the archive: ${after?.rows}, sum of their counts ${after?.sum}`,
);
for (const found of [rows, after])
  if (found?.rows !== expected.rows || found.sum !== expected.sum)
    throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);

from = performance.now();
for (const [i, counter] of sample.entries()) {
  const after = await timelineOf(counter);
  if (after !== before[i]) throw new Error(`counter ${counter}: ${before[i]} became ${after}`);
}
say(
  `explanation of a year, ${sample.length} counters, from the archive: ${seconds(from)}, the same readings`,
);
from = performance.now();
const { files, damaged } = await checkArchive(ctx, filesDir);
if (damaged.length > 0) throw new Error("files differ from their hashes");
say(`${files} files compared with their hashes in ${seconds(from)}`);
from = performance.now();
await app.ledger.ingest(id, [readingAt(sample[0] ?? 0, begin + 40 * 86_400_000 + 1, 100_000)]);
say(`a late reading of an archived month, with all readings of its counter brought back: ${seconds(from)}`);
await db.close();
if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
