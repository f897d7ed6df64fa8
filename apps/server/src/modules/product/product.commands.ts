import { errors } from "@shotkeeper/contract/kernel";
import { arrangePictures, product, productPicture } from "@shotkeeper/contract/product";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";

/** Maximum number of pictures in one part of a product, such as its detail pictures. A command with more is refused. */
const maxPictures = 50;

function idsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > maxPictures || !value.every((id) => typeof id === "string"))
    throw errors.invalidField("fileIds");
  return value;
}

/** Sets the order of a product's pictures and deletes the pictures that the input does not name. */
export const arrangePicturesImpl = handle(arrangePictures, async (ctx, { goodsId, part, fileIds }) => {
  const { tenantId, userId } = ctx.who;
  if (!Object.values<string>(productPicture).includes(part)) throw errors.invalidField("otId2");
  const ids = idsOf(fileIds);
  const at = new Date(ctx.now);
  return ctx.db.tx(tenantId, async (tx) => {
    const [found] = await tx.query(
      sql`select 1 from product where tenant_id = ${tenantId} and goods_id = ${goodsId} for update`,
    );
    if (!found) throw errors.unknownReference("goodsId");
    const owned = sql`
      tenant_id = ${tenantId}
        and owner_table = ${product.wire}
        and owner_id = ${goodsId}
        and owner_part = ${part}
    `;
    const arranged = await tx.query(
      sql`
        update file_info f
        set seq = x.seq, is_draft = false, updated_by = ${userId}, updated_date = ${at}
        from unnest(${ids}::text[]) with ordinality x (id, seq)
        where f.file_id = x.id and ${owned}
        returning 1
      `,
    );
    // Fails if a named file does not exist or belongs to another product.
    if (arranged.length !== ids.length) throw errors.fileNotFound();
    const [removed] = await tx.all([
      sql`delete from file_info where ${owned} and not (file_id = any(${ids})) returning 1`,
      sql`
        ${logInto(ctx, "pictures", product.wire, "after")} ${goodsId},
        ${JSON.stringify({ part, fileIds: ids })} returning 1
      `,
    ]);
    return { count: ids.length + removed.length };
  });
});
