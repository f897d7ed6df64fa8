import type { Ctx } from "../../../kernel/ctx.ts";
import { sql } from "../../../kernel/db/sql.ts";
import type { FileStore } from "../../../kernel/files/file-store.ts";

/** Maximum size of a logo, bytes. Every document contains the logo, so a large logo would make all documents large. */
const maxBytes = 1024 * 1024;

/** Returns the tenant's logo as a data URL. Returns null if there is no PNG or JPEG logo of at most `maxBytes`. */
export async function logoOf(ctx: Ctx, store: FileStore): Promise<string | null> {
  const { tenantId } = ctx.who;
  const [[file]] = await ctx.db.run(tenantId, [
    sql<{ fileId: string; mediaType: string }>`
      select f.file_id as "fileId", f.media_type as "mediaType"
      from tenant e
      join file_info f on f.tenant_id = ${tenantId} and f.file_path = e.logo
      where e.tenant_id = ${tenantId}
        and f.media_type in ('image/png', 'image/jpeg')
        and f.file_size <= ${maxBytes}
    `,
  ]);
  if (!file) return null;
  const { fileId, mediaType } = file;
  if ((await store.size(tenantId, fileId)) === undefined) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of store.read(tenantId, fileId)) chunks.push(chunk as Buffer);
  return `data:${mediaType};base64,${Buffer.concat(chunks).toString("base64")}`;
}
