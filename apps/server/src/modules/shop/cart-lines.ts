import type { LineConfiguration } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";

/** Line to add to a cart. */
export interface NewLine extends LineConfiguration {
  readonly goodsId: string;
  readonly oemName: string;
  readonly qty: number;
}

/**
 * ON CONFLICT clause for lines of a cart: adds the quantity to an equal line. Fails if the sum is above the maximum
 * quantity of a line (constraint cart_line_order_qty).
 */
export const addUp = sql.raw(`
  on conflict (tenant_id, cust_id, user_id, goods_id, oem_name, (coalesce(mold_kind, '')), side_type, magnet) do update
  set
    order_qty = t.order_qty + excluded.order_qty, updated_by = excluded.updated_by,
    updated_date = excluded.updated_date
  returning t.cart_id::float8 as "cartId"
`);

/** Builds the statement that adds lines to the caller's cart for the customer `custId`, without any checks. */
function addSql(ctx: Ctx, custId: string, lines: readonly NewLine[]) {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql<{ cartId: number }>`
    insert into cart_line as t (
      tenant_id, cust_id, user_id, goods_id, oem_name, order_qty, mold_kind, side_type, magnet,
      created_by, created_date, updated_by, updated_date
    )
    select
      ${tenantId}::int, ${custId}, ${userId}, x.goods, x.oem, sum(x.qty), x.kind,
      x.side, x.magnet, ${userId}, ${at}, ${userId}, ${at}
    from unnest(
      ${lines.map((l) => l.goodsId)}::text[], ${lines.map((l) => l.oemName)}::text[],
      ${lines.map((l) => l.qty)}::bigint[], ${lines.map((l) => l.moldKind)}::text[],
      ${lines.map((l) => l.sideType)}::int[], ${lines.map((l) => l.magnet)}::int[]
    ) with ordinality x (goods, oem, qty, kind, side, magnet, n)
    group by x.goods, x.oem, x.kind, x.side, x.magnet
    order by min(x.n) ${addUp}
  `;
}

/**
 * Adds lines to the caller's cart for the customer `custId`, without any checks. Returns the ids of the lines that were
 * added or increased.
 */
export async function addLines(
  ctx: Ctx,
  custId: string,
  lines: readonly NewLine[],
): Promise<readonly number[]> {
  if (lines.length === 0) return [];
  const [rows] = await ctx.db.run(ctx.who.tenantId, [addSql(ctx, custId, lines)]);
  return rows.map((r) => r.cartId);
}
