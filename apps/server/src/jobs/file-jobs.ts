import { join } from "node:path";
import type { App } from "../app.ts";
import type { Ctx } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { FileStore } from "../kernel/files/file-store.ts";
import { log } from "../kernel/server-log.ts";
import type { Job } from "./runner.ts";

const dayMs = 86_400_000;
/** Number of files that one statement handles. */
const batch = 500;

/**
 * The job stops if the database does not know more than this number of files, and more than half of the files. The
 * server is then probably connected to a wrong database, and its files are still needed.
 */
const mostStray = 100;

/**
 * Removes uploads that are older than a day and have no owner: they name no row, or a row that was never created.
 * Returns the number of removed files.
 */
export async function removeUnowned(store: FileStore, ctx: Ctx): Promise<number> {
  const { tenantId } = ctx.who;
  const [rows = []] = await ctx.db.run(tenantId, [
    sql<{ file_id: string }>`
      delete from file_info
      where tenant_id = ${tenantId}
        and (owner_table is null or is_draft)
        and file_id in (
          select f.file_id
          from file_info f
          where f.tenant_id = ${tenantId}
            and f.created_date < ${new Date(ctx.now - dayMs)}
            and (f.owner_table is null or f.is_draft)
            and not exists (
              select from order_voucher v where v.tenant_id = ${tenantId} and v.file_id = f.file_id
            )
          order by f.created_date
          limit ${batch}
        )
      returning file_id
    `,
  ]);
  // If the server stops during this loop, `removeStray` removes the remaining files later.
  for (const { file_id: id } of rows) await store.remove(tenantId, id);
  return rows.length;
}

/** Removes files on the disk that no row names: parts of broken uploads, and former pictures of products. */
export async function removeStray(store: FileStore, ctx: Ctx): Promise<number> {
  const { tenantId } = ctx.who;
  let removed = 0;
  for await (const ids of store.oldFiles(tenantId, ctx.now - dayMs, batch)) {
    const [rows = []] = await ctx.db.run(tenantId, [
      sql<{ id: string }>`
        select x.id
        from unnest(${ids}::text[]) x (id)
        where not exists (
          select from file_info f where f.tenant_id = ${tenantId} and f.file_id = x.id
        )
      `,
    ]);
    // Keeps all files if the database knows few of them: the server is probably connected to another database, such as
    // an older copy.
    if (rows.length > mostStray && rows.length > ids.length / 2) {
      log.error(
        { event: "files-kept", tenant: tenantId },
        `${rows.length} of ${ids.length} files of tenant ${tenantId} are unknown to the database; kept`,
      );
      return removed;
    }
    for (const { id } of rows) await store.remove(tenantId, id);
    removed += rows.length;
  }
  return removed;
}

/** Returns the jobs that remove files nobody needs. */
export function fileJobs(app: App): readonly Job[] {
  const store = new FileStore(join(app.config.dataDir, "files"));
  const run = async (ctx: Ctx) => {
    while ((await removeUnowned(store, ctx)) === batch);
    await removeStray(store, ctx);
  };
  return [{ kind: "file-end", everyMs: 3_600_000, tenant: run }];
}
