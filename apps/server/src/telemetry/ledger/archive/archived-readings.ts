import { join } from "node:path";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import type { Tx } from "../../../kernel/db/db.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { sha256OfFile } from "../../../kernel/files/write-file.ts";
import { errField, log } from "../../../kernel/server-log.ts";
import { factsChanged } from "../facts-changed.ts";
import { type ArchivedReading, readReadings } from "./reading-file.ts";

/** A file of the archive, and the SHA-256 that was recorded when it was written. */
interface RecordedFile {
  readonly file_name: string;
  readonly sha256: string;
}

/** Position of a counter's readings in a file of the archive. */
export interface CounterPart extends RecordedFile {
  readonly first_row: number;
  readonly reading_rows: number;
  readonly from_ms: number;
  readonly until_ms: number;
}

export const archiveFolder = (filesDir: string, tenantId: number) =>
  join(filesDir, String(tenantId), "archive");

/** Returns the parts of the archive that have readings of a counter, oldest first. */
export async function partsOf(tx: Tx, counterId: number): Promise<CounterPart[]> {
  return tx.query(
    sql<CounterPart>`
      select
        f.file_name, f.sha256, a.first_row, a.reading_rows, (extract(epoch from f.from_at) * 1000)::bigint as from_ms,
        (extract(epoch from f.until_at) * 1000)::bigint as until_ms
      from reading_archive_counter a
      join reading_archive f on f.tenant_id = ${tx.tenantId} and f.month = a.month and f.part = a.part
      where a.tenant_id = ${tx.tenantId} and a.counter_id = ${counterId}
      order by f.from_at, f.part
    `,
  );
}

/** Shortest time between two log lines about the same file, ms. */
const logEveryMs = 600_000;
const loggedAt = new Map<string, number>();

/** Returns the error about a damaged file. The error has only the file name, so path and fault are logged too. */
function damaged(filesDir: string, tenantId: number, file: string, fault: string): AppError {
  const path = join(archiveFolder(filesDir, tenantId), file);
  const now = performance.now();
  if (now - (loggedAt.get(path) ?? Number.NEGATIVE_INFINITY) >= logEveryMs) {
    loggedAt.set(path, now);
    log.error(
      { event: "archive-damaged", tenant: tenantId, file, fault },
      `the file ${path} of the archive of readings cannot be used: ${fault}. Bring it back from a backup`,
    );
  }
  return errors.readingArchiveDamaged(file);
}

/** Throws readingArchiveDamaged (S0630) if a file is missing or does not have the recorded hash. */
export async function requireWhole(filesDir: string, tenantId: number, f: RecordedFile): Promise<void> {
  let sha256: string;
  try {
    sha256 = await sha256OfFile(join(archiveFolder(filesDir, tenantId), f.file_name));
  } catch (cause) {
    throw damaged(filesDir, tenantId, f.file_name, errField(cause).err.message);
  }
  if (sha256 !== f.sha256)
    throw damaged(filesDir, tenantId, f.file_name, "it is not the file that was written");
}

/**
 * Yields the readings of a counter in one file of the archive of readings. First compares the whole file with its
 * recorded hash, because a changed file would change figures. Throws readingArchiveDamaged (S0630) with the name of the
 * file if the file is missing or was changed.
 */
export async function* readingsOfPart(
  tx: Tx,
  counterId: number,
  p: CounterPart,
): AsyncGenerator<ArchivedReading[]> {
  const { filesDir, tenantId } = tx;
  const fault = (text: string) => damaged(filesDir, tenantId, p.file_name, text);
  const path = join(archiveFolder(filesDir, tenantId), p.file_name);
  let rows = 0;
  await requireWhole(filesDir, tenantId, p);
  try {
    for await (const chunk of readReadings(path, p.first_row, p.first_row + p.reading_rows)) {
      if (chunk.some((r) => r.counter_id !== counterId))
        throw fault(`it has readings of another counter in the rows of counter ${counterId}`);
      rows += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : fault(errField(cause).err.message);
  }
  if (rows !== p.reading_rows)
    throw fault(`it has ${rows} of the ${p.reading_rows} readings of counter ${counterId}`);
}

/** Number of archived readings that one statement inserts into the table again. */
const batch = 5000;

function insertSql(tenantId: number, rows: readonly ArchivedReading[]) {
  return sql`
    insert into reading (
      tenant_id, counter_id, at, count, received_at, device_at, channel, flags, battery, low_battery, rssi, removed,
      lng, lat, reader_id, cycles
    )
    select
      ${tenantId}::int, x.counter_id, 'epoch'::timestamptz + x.at * interval '1 microsecond', x.count,
      'epoch'::timestamptz + x.received_at * interval '1 microsecond',
      'epoch'::timestamptz + x.device_at * interval '1 microsecond', x.channel, x.flags, x.battery, x.low_battery,
      x.rssi, x.removed, x.lng, x.lat, x.reader_id, string_to_array(x.cycles, ',')::int[]
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (
      counter_id bigint, at bigint, count bigint, received_at bigint, device_at bigint, channel smallint,
      flags smallint, battery smallint, low_battery smallint, rssi smallint, removed smallint, lng float8, lat float8,
      reader_id text, cycles text
    )
    on conflict do nothing
    returning 1
  `;
}

/**
 * Inserts all archived readings of counters into the table again, so that figures of archived months can be derived
 * again. The caller must have locked the counters. The files stay. The next archive run deletes the rows again.
 */
export async function bringBack(tx: Tx, counterIds: readonly number[]): Promise<void> {
  const { tenantId } = tx;
  for (const counterId of new Set(counterIds)) {
    for (const part of await partsOf(tx, counterId))
      for await (const rows of readingsOfPart(tx, counterId, part))
        for (let i = 0; i < rows.length; i += batch)
          await tx.query(insertSql(tenantId, rows.slice(i, i + batch)));
    const mine = sql`tenant_id = ${tenantId} and counter_id = ${counterId}`;
    await tx.all([
      sql`delete from reading_day where ${mine}`,
      sql`delete from reading_place where ${mine}`,
      sql`delete from reading_unclocked where ${mine}`,
      sql`update counter_state s set archived_before = null, ${factsChanged} where ${mine}`,
    ]);
  }
}

/**
 * Inserts the archived readings of a counter into the table again (`bringBack`), if readings at or after `from` (epoch
 * ms) are in the archive only.
 */
export async function requireReadings(tx: Tx, counterId: number, from: number): Promise<void> {
  // If `from` is Infinity, the caller needs only the latest reading. The latest reading is always in the table.
  if (from === Number.POSITIVE_INFINITY) return;
  const [cut] = await tx.query(sql`
    select 1
    from counter_state
    where tenant_id = ${tx.tenantId} and counter_id = ${counterId} and archived_before > ${new Date(from)}
    for update
  `);
  if (cut) await bringBack(tx, [counterId]);
}
