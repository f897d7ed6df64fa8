import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { randomSecret } from "../../../kernel/auth/secret.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { Tx } from "../../../kernel/db/db.ts";
import { type Sql, sql } from "../../../kernel/db/sql.ts";
import { partOf, publish, type WrittenFile, writePart } from "../../../kernel/files/write-file.ts";
import { ms } from "../stored-reading.ts";
import { archiveFolder, requireWhole } from "./archived-readings.ts";
import { type Month, monthAt } from "./month.ts";
import {
  type ArchivedReading,
  archivedReadingSql,
  encodeReadings,
  type ReadingSums,
  readingHashSql,
  sumsOfFile,
} from "./reading-file.ts";

/** A part (one file of a month) of the archive. It was written, compared with the database, and recorded. */
export interface ArchivedPart {
  readonly month: string;
  readonly file: string;
  readonly rows: number;
  readonly countSum: bigint;
  readonly bytes: number;
  readonly sha256: string;
  /**
   * Number of readings that were deleted from the database. It includes readings of earlier months that were still in
   * the database.
   */
  readonly deleted: number;
}

/** Steps of an archive run. Tests end the process after each step. */
export type ArchiveStep = "written" | "compared" | "recorded";
export type OnArchiveStep = (step: ArchiveStep) => void | Promise<void>;

const dayMs = 86_400_000;
const chunkRows = 10_000;

/** SQL condition: the reading `r` is of the month and in no archive file yet. `isNew`: the month has no file. */
const unarchived = (tenantId: number, m: Month, isNew: boolean) => sql`
  r.tenant_id = ${tenantId}
    and r.at >= ${new Date(m.from)}
    and r.at < ${new Date(m.until)}
    ${
      isNew
        ? sql.empty
        : sql`
            and (
              not exists (
                select
                from reading_archive_counter a
                where a.tenant_id = ${tenantId} and a.counter_id = r.counter_id and a.month = ${m.name}
              )
                or exists (
                  select
                  from reading_late l
                  where l.tenant_id = ${tenantId} and l.counter_id = r.counter_id and l.at = r.at and l.count = r.count
                )
            )
          `
    }
`;

/** Returns the query for the number of files that a month has. */
const partsSql = (tenantId: number, m: Month) => sql<{ n: number }>`
  select count(*)::int as n
  from reading_archive
  where tenant_id = ${tenantId} and month = ${m.name}
`;

/** Positions of the readings in a file, by counter id: the first row and the number of rows. */
type Ranges = Map<number, { first: number; rows: number }>;

async function* chunksOf(
  ctx: Ctx,
  m: Month,
  isNew: boolean,
  ranges: Ranges,
): AsyncGenerator<ArchivedReading[]> {
  const { tenantId } = ctx.who;
  let after: Sql = sql.empty;
  let row = 0;
  for (;;) {
    const [[found]] = await ctx.db.run(tenantId, [
      sql<{ list: ArchivedReading[] | null }>`
        select json_agg(${archivedReadingSql}) as list
        from (
          select r.*
          from reading r
          where ${unarchived(tenantId, m, isNew)} ${after}
          order by r.counter_id, r.at, r.count
          limit ${chunkRows}
        ) r
      `,
    ]);
    const list = found?.list ?? [];
    const last = list.at(-1);
    if (!last) return;
    for (const { counter_id } of list) {
      const range = ranges.get(counter_id);
      if (range) range.rows++;
      else ranges.set(counter_id, { first: row, rows: 1 });
      row++;
    }
    yield list;
    if (list.length < chunkRows) return;
    after = sql`
      and (r.counter_id, r.at, r.count) > (
        ${last.counter_id}::bigint, 'epoch'::timestamptz + ${last.at}::bigint * interval '1 microsecond',
        ${last.count}::bigint
      )
    `;
  }
}

const isSame = (a: ReadingSums, b: ReadingSums) =>
  a.rows === b.rows && a.countSum === b.countSum && a.hash === b.hash;

/** Lets the database compute the sums over the readings of a month that are in no file yet. */
async function sumsOfRows(tx: Tx, m: Month, isNew: boolean): Promise<ReadingSums> {
  const [row] = await tx.query(sql<{ rows: number; count_sum: string; hash: string }>`
    select
      count(*) as rows, coalesce(sum(r.count), 0)::text as count_sum,
      coalesce(sum(${readingHashSql}), 0)::text as hash
    from reading r
    where ${unarchived(tx.tenantId, m, isNew)}
  `);
  return {
    rows: row?.rows ?? 0,
    countSum: BigInt(row?.count_sum ?? 0),
    hash: BigInt(row?.hash ?? 0),
  };
}

/**
 * Archives the readings of a month that are in no file yet: writes a file, reads it back, and compares it with the
 * database. Then one transaction records the file and deletes its readings from the database. Returns undefined if
 * there are no such readings. Throws if the database changed meanwhile. Nothing is then recorded, and the next run
 * tries again.
 */
async function archiveMonth(
  ctx: Ctx,
  filesDir: string,
  m: Month,
  onStep: OnArchiveStep = () => {},
): Promise<ArchivedPart | undefined> {
  const { tenantId, zone } = ctx.who;
  const [[parts]] = await ctx.db.run(tenantId, [partsSql(tenantId, m)]);
  const isNew = parts?.n === 0;
  const [some] = await ctx.db.run(tenantId, [
    sql`select 1 from reading r where ${unarchived(tenantId, m, isNew)} limit 1`,
  ]);
  if (some.length === 0) return undefined;
  const file = `${m.name}-${randomSecret(6).replaceAll(/[^A-Za-z0-9]/g, "x")}.parquet`;
  const path = join(archiveFolder(filesDir, tenantId), file);
  const ranges: Ranges = new Map();
  const written = await writePart(path, encodeReadings(chunksOf(ctx, m, isNew, ranges)), 0o600);
  try {
    await onStep("written");
    const sums = await sumsOfFile(partOf(path));
    await publish(path);
    await onStep("compared");
    await requireWholeFiles(ctx, filesDir);
    const deleted = await ctx.db.tx(tenantId, async (tx) => {
      // Locks all counters, so that no reading arrives between the comparison and the deletion. The new `rev` makes the
      // ledger load the counters again, with the new end of the archive.
      await tx.all([
        sql`select 1 from counter_state where tenant_id = ${tenantId} order by counter_id for update`,
        sql`update counter_state set rev = rev + 1 where tenant_id = ${tenantId}`,
      ]);
      const [now] = await tx.query(partsSql(tenantId, m));
      if (now?.n !== parts?.n) throw new Error(`month ${m.name} was archived by another process meanwhile`);
      const rows = await sumsOfRows(tx, m, isNew);
      if (!isSame(sums, rows))
        throw new Error(
          `month ${m.name}: the file has ${sums.rows} readings, the database ${rows.rows} or other ones`,
        );
      await tx.all(recordSql(ctx, m, file, sums, written, ranges));
      const [done] = await tx.query(sql<{ n: number }>`select app_delete_archived(${zone}) as n`);
      return done?.n ?? 0;
    });
    await onStep("recorded");
    const { rows, countSum } = sums;
    return { month: m.name, file, rows, countSum, ...written, deleted };
  } catch (cause) {
    // Deletes the file only if it does not have its final name yet. A file with its final name may be recorded, because
    // the outcome of a failed commit can be unknown. A later run deletes such a file if it is not recorded
    // (`removeUnrecorded`).
    await rm(partOf(path), { force: true });
    throw cause;
  }
}

/**
 * Throws if an archive file is missing or changed although this run relies on it. The ledger may have inserted archived
 * readings of a counter into the table again. The run deletes these rows, so only the file has these readings then.
 */
async function requireWholeFiles(ctx: Ctx, filesDir: string): Promise<void> {
  const { tenantId } = ctx.who;
  const [files] = await ctx.db.run(tenantId, [
    sql<{ file_name: string; sha256: string }>`
      select f.file_name, f.sha256
      from reading_archive f
      where f.tenant_id = ${tenantId}
        and exists (
          select
          from reading_archive_counter a
          join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = a.counter_id
          where a.tenant_id = ${tenantId} and a.month = f.month and a.part = f.part and s.archived_before is null
        )
    `,
  ]);
  for (const file of files) await requireWhole(filesDir, tenantId, file);
}

function recordSql(
  ctx: Ctx,
  m: Month,
  file: string,
  sums: ReadingSums,
  w: WrittenFile,
  ranges: Ranges,
): Sql[] {
  const { tenantId } = ctx.who;
  const counters = [...ranges];
  const part = sql`
    (select coalesce(max(x.part), 0) from reading_archive x where x.tenant_id = ${tenantId} and x.month = ${m.name})
  `;
  return [
    sql`
      insert into reading_archive (
        tenant_id, month, part, from_at, until_at, file_name, reading_rows, count_sum, content_hash, bytes, sha256,
        archived_at
      )
      select
        ${tenantId}::int, ${m.name}::text, ${part} + 1, ${new Date(m.from)}::timestamptz,
        ${new Date(m.until)}::timestamptz, ${file}::text, ${sums.rows}::bigint, ${String(sums.countSum)}::numeric,
        ${String(sums.hash)}::numeric, ${w.bytes}::bigint, ${w.sha256}::text, ${new Date(ctx.now)}::timestamptz
      returning 1
    `,
    sql`
      insert into reading_archive_counter (tenant_id, counter_id, month, part, first_row, reading_rows)
      select ${tenantId}::int, x.counter_id, ${m.name}::text, ${part}, x.first_row, x.reading_rows
      from unnest(
        ${counters.map(([id]) => id)}::bigint[], ${counters.map(([, r]) => r.first)}::bigint[],
        ${counters.map(([, r]) => r.rows)}::bigint[]
      ) as x (counter_id, first_row, reading_rows)
      returning 1
    `,
    sql`
      delete
      from reading_late
      where tenant_id = ${tenantId} and at >= ${new Date(m.from)} and at < ${new Date(m.until)}
    `,
  ];
}

/**
 * Archives all whole months of the tenant's time zone that end before `before` (epoch ms), oldest first. Yields each
 * part when it is recorded.
 */
export async function* archiveMonths(
  ctx: Ctx,
  filesDir: string,
  before: number,
  onStep?: OnArchiveStep,
): AsyncGenerator<ArchivedPart> {
  const { tenantId, zone } = ctx.who;
  await removeUnrecorded(ctx, filesDir);
  const [[oldest]] = await ctx.db.run(tenantId, [
    sql<{
      at: number | null;
    }>`select ${ms("min(r.at)")} as at from reading r where r.tenant_id = ${tenantId}`,
  ]);
  if (typeof oldest?.at !== "number") return;
  for (let m = monthAt(zone, oldest.at); m.until <= before; m = monthAt(zone, m.from, 1)) {
    const part = await archiveMonth(ctx, filesDir, m, onStep);
    if (part) yield part;
  }
}

/** Removes files that have no row in reading_archive. Keeps files of the last day: a run may still add their rows. */
async function removeUnrecorded(ctx: Ctx, filesDir: string): Promise<void> {
  const { tenantId } = ctx.who;
  const folder = archiveFolder(filesDir, tenantId);
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const [rows] = await ctx.db.run(tenantId, [
    sql<{ file_name: string }>`select file_name from reading_archive where tenant_id = ${tenantId}`,
  ]);
  const recorded = new Set(rows.map((r) => r.file_name));
  for (const name of names) {
    if (recorded.has(name)) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < ctx.now - dayMs) await rm(join(folder, name), { force: true });
  }
}
