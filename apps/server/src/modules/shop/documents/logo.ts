import type { Ctx } from "../../../kernel/ctx.ts";
import { sql } from "../../../kernel/db/sql.ts";
import type { FileStore } from "../../../kernel/files/file-store.ts";

/** Larger ones make every paper heavy. */
const mostBytes = 1024 * 1024;

/** The tenant's own sign as a paper can show it; null where it has none, or one of another kind. */
export async function logoOf(ctx: Ctx, store: FileStore): Promise<string | null> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`
      select f.file_id, f.media_type
      from tenant e
      join file_info f on f.tenant_id = ${tenantId} and f.file_path = e.logo
      where e.tenant_id = ${tenantId}
        and f.media_type in ('image/png', 'image/jpeg')
        and f.file_size <= ${mostBytes}
    `,
  ]);
  const file = rows?.[0];
  if (!file) return null;
  const id = String(file.file_id);
  if ((await store.size(tenantId, id)) === undefined) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of store.read(tenantId, id)) chunks.push(chunk as Buffer);
  return `data:${file.media_type};base64,${Buffer.concat(chunks).toString("base64")}`;
}
