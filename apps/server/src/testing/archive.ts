import { join } from "node:path";
import { sql } from "../kernel/db/sql.ts";
import { archiveReadings } from "../modules/counter/index.ts";
import type { ArchivedPart, OnArchiveStep } from "../telemetry/ledger/archive/archive-months.ts";
import { archiveFolder } from "../telemetry/ledger/archive/archived-readings.ts";
import {
  type ArchivedReading,
  encodeReadings,
  readReadings,
} from "../telemetry/ledger/archive/reading-file.ts";
import type { IncomingReading } from "../telemetry/ledger/incoming.ts";
import { systemCtxOf } from "./job.ts";
import type { TestTenant } from "./tenant.ts";

const filesDirOf = (t: TestTenant) => t.server.app.db.filesDir;

/** Sets how many months of readings a tenant keeps in the database. Older readings are archived. */
export const keepMonths = (t: TestTenant, months: number) =>
  t.rows(sql`
    insert into parameter (tenant_id, prm_id, prm_value)
    values (${t.id}, 'READING_MONTHS', ${String(months)})
    on conflict (tenant_id, prm_id) do update
    set prm_value = excluded.prm_value
  `);

/** Runs the archive job of a tenant. */
export async function archive(t: TestTenant, onStep?: OnArchiveStep): Promise<ArchivedPart[]> {
  const parts: ArchivedPart[] = [];
  for await (const part of archiveReadings(systemCtxOf(t), filesDirOf(t), onStep)) parts.push(part);
  return parts;
}

export const folderOf = (t: TestTenant) => archiveFolder(filesDirOf(t), t.id);

/** Returns the readings of a file of the archive. */
export async function readingsInFile(t: TestTenant, file: string): Promise<ArchivedReading[]> {
  const rows: ArchivedReading[] = [];
  for await (const chunk of readReadings(join(folderOf(t), file))) rows.push(...chunk);
  return rows;
}

/** Returns the bytes of an archive file that contains these readings. */
export async function fileWith(rows: readonly ArchivedReading[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  async function* chunks() {
    yield rows;
  }
  for await (const part of encodeReadings(chunks())) parts.push(part);
  return Buffer.concat(parts);
}

/** Returns all rows of the table `reading` that a tenant has. */
export const readingRows = (t: TestTenant) =>
  t.rows(sql`select r.* from reading r where r.tenant_id = ${t.id} order by counter_id, at, count`);

/** Passes readings to the ledger of a tenant. */
export const ingest = (t: TestTenant, ...readings: IncomingReading[]) =>
  t.server.app.ledger.ingest(t.id, readings);
