import { join } from "node:path";
import { snake } from "@shotkeeper/contract/kernel";
import type { App } from "../app.ts";
import type { Ctx } from "../kernel/ctx.ts";
import { type Sql, sql } from "../kernel/db/sql.ts";
import { FileStore } from "../kernel/files/file-store.ts";
import type { Job } from "./runner.ts";

const dayMs = 86_400_000;
/** Number of files that one statement looks at. */
const batch = 500;

/**
 * Returns the condition that a file has never had an owner: it names none, or it names a row that was never stored. A
 * row that was stored and deleted has entries in the system log, so its files stay with them.
 */
function hadNoOwner({ registry }: Pick<App, "registry">, { tenantId }: Ctx["who"]): Sql {
  const rules = [...registry.tables.values()].flatMap(({ entity }) => {
    const [key, ...rest] = entity.key;
    if (key === undefined || rest.length > 0 || entity.fields[key]?.type !== "text") return [];
    return [
      sql`(
        f.owner_table = ${entity.wire}
        and not exists (
          select from ${sql.id(snake(entity.name))} o
          where o.tenant_id = ${tenantId} and o.${sql.id(snake(key))} = f.owner_id
        )
        and not exists (
          select from system_log l
          where l.tenant_id = ${tenantId} and l.target = f.owner_table and l.target_key = f.owner_id
        )
      )`,
    ];
  });
  return sql`(f.owner_table is null or ${sql.join(rules, " or ")})`;
}

/** Removes uploads of more than a day ago that never got an owner. Returns their number. */
export async function removeUnowned(app: Pick<App, "registry">, store: FileStore, ctx: Ctx): Promise<number> {
  const { tenantId } = ctx.who;
  const [rows = []] = await ctx.db.run(tenantId, [
    sql<{ file_id: string }>`
      delete from file_info
      where tenant_id = ${tenantId}
        and file_id in (
          select f.file_id
          from file_info f
          where f.tenant_id = ${tenantId}
            and f.created_date < ${new Date(ctx.now - dayMs)}
            and ${hadNoOwner(app, ctx.who)}
            and not exists (
              select from order_voucher v where v.tenant_id = ${tenantId} and v.file_id = f.file_id
            )
          order by f.created_date
          limit ${batch}
        )
      returning file_id
    `,
  ]);
  // If the server stops here, `removeStray` removes the rest later.
  for (const { file_id: id } of rows) await store.remove(tenantId, id);
  return rows.length;
}

/** Removes files on the disk that no row names: parts of broken uploads, and pictures that a product gave up. */
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
    for (const { id } of rows) await store.remove(tenantId, id);
    removed += rows.length;
  }
  return removed;
}

/** Returns the jobs that remove files nobody needs. */
export function fileJobs(app: App): readonly Job[] {
  const store = new FileStore(join(app.config.dataDir, "files"));
  const run = async (ctx: Ctx) => {
    while ((await removeUnowned(app, store, ctx)) === batch);
    await removeStray(store, ctx);
  };
  return [{ kind: "file-end", everyMs: 3_600_000, tenant: run }];
}
