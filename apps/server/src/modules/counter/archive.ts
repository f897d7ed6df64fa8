import { existsSync } from "node:fs";
import { join } from "node:path";
import { readingArchive } from "@shotkeeper/contract/counter";
import { countState } from "@shotkeeper/contract/inventory";
import { standardOf } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { sha256OfFile } from "../../kernel/files/write-file.ts";
import { handle } from "../../kernel/registry.ts";
import {
  type ArchivedPart,
  archiveMonths,
  type OnArchiveStep,
} from "../../telemetry/ledger/archive/archive-months.ts";
import { archiveFolder } from "../../telemetry/ledger/archive/archived-readings.ts";
import { monthAt } from "../../telemetry/ledger/archive/month.ts";

/**
 * Returns the moment (epoch ms) before which readings go to the archive: the beginning of the month in the tenant's
 * zone that lies READING_MONTHS months back. Readings in the time window of an open stock-take are never archived.
 * Null: no reading is archived.
 */
async function archiveLimit(ctx: Ctx): Promise<number | null> {
  const { tenantId, zone } = ctx.who;
  const [[found]] = await ctx.db.run(tenantId, [
    sql<{ months: number; stocktake: number | null }>`
      select
        coalesce(
          (
            select case when p.prm_value ~ '^[0-9]{1,3}$' then p.prm_value::int end
            from parameter p
            where p.tenant_id = ${tenantId} and p.prm_id = 'READING_MONTHS'
          ),
          ${standardOf("READING_MONTHS") ?? 0}::int
        ) as months,
        (
          select (extract(epoch from min(c.window_from)) * 1000)::bigint
          from inventory_count c
          where c.tenant_id = ${tenantId} and c.count_state = ${countState.values.counting}
        ) as stocktake
    `,
  ]);
  if (!found?.months) return null;
  const { from } = monthAt(zone, ctx.now, -found.months);
  return found.stocktake === null ? from : Math.min(from, found.stocktake);
}

/**
 * Job: moves readings from the database to archive files, up to the limit of the tenant (`archiveLimit`). Yields a
 * description of each written file.
 */
export async function* archiveReadings(
  ctx: Ctx,
  filesDir: string,
  onStep?: OnArchiveStep,
): AsyncGenerator<ArchivedPart> {
  const limit = await archiveLimit(ctx);
  if (limit !== null) yield* archiveMonths(ctx, filesDir, limit, onStep);
}

interface ArchiveFile {
  readonly month: string;
  readonly part: number;
  readonly file_name: string;
  readonly reading_rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Returns the recorded files of a tenant's archive. */
async function archiveFiles(ctx: Ctx): Promise<ArchiveFile[]> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<ArchiveFile>`
      select month, part, file_name, reading_rows, bytes, sha256
      from reading_archive
      where tenant_id = ${tenantId}
      order by from_at, part
    `,
  ]);
  return rows;
}

/** Compares each file of the archive with its recorded hash. Returns the files that are missing or differ. */
export async function checkArchive(
  ctx: Ctx,
  filesDir: string,
): Promise<{ files: number; damaged: { file: string; fault: "missing" | "differs" }[] }> {
  const files = await archiveFiles(ctx);
  const damaged: { file: string; fault: "missing" | "differs" }[] = [];
  for (const f of files) {
    const path = join(archiveFolder(filesDir, ctx.who.tenantId), f.file_name);
    if (!existsSync(path)) damaged.push({ file: f.file_name, fault: "missing" });
    else if ((await sha256OfFile(path)) !== f.sha256) damaged.push({ file: f.file_name, fault: "differs" });
  }
  return { files: files.length, damaged };
}

/** Returns the time up to which readings are archived. Lists have only later readings, and tell users this time. */
export const readingArchiveImpl = handle(readingArchive, async (ctx) => {
  const { tenantId } = ctx.who;
  const [[found]] = await ctx.db.run(tenantId, [
    sql<{ until_at: string | null }>`
      select max(until_at) as until_at
      from reading_archive
      where tenant_id = ${tenantId}
    `,
  ]);
  return { until: found?.until_at ?? null };
});
