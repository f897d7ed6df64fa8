import { errors } from "@shotkeeper/contract/kernel";
import { stockMoveKind } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";

export interface StockMove {
  readonly moveNo: string;
  readonly kind: (typeof stockMoveKind.values)[keyof typeof stockMoveKind.values];
  readonly reason: string | null;
  /** Number of added pieces by product. A negative number removes pieces. */
  readonly changes: ReadonlyMap<string, number>;
}

/**
 * Changes the stock of products by the pieces of a document, such as a goods receipt or a shipment. A shipment also
 * ends the reservation of its pieces. Throws outOfStock if a stock would become negative, or less than the pieces that
 * are reserved for orders. Returns the new stocks.
 */
export async function moveStock(ctx: Ctx, tx: Tx, m: StockMove): Promise<readonly number[]> {
  const { userId } = ctx.who;
  const at = new Date(ctx.now);
  const ids = [...m.changes.keys()].sort();
  const changes = sql`
    unnest(${ids}::text[], ${ids.map((id) => m.changes.get(id) ?? 0)}::bigint[]) x (id, qty)
  `;
  const isShipment = m.kind === stockMoveKind.values.shipment;
  const reserved = isShipment ? sql`p.reserved_qty + x.qty` : sql`p.reserved_qty`;
  const stock = await tx.query(
    sql<{ goodsId: string; isShort: boolean }>`
      select
        p.goods_id as "goodsId",
        x.qty < 0 and (p.stock_qty + x.qty < ${reserved} or p.stock_qty + x.qty < 0) as "isShort"
      from product p
      join ${changes} on x.id = p.goods_id
      where p.tenant_id = ${tx.tenantId}
      order by p.goods_id
      for update of p
    `,
  );
  const missing = stock.find((r) => r.isShort);
  if (missing) throw errors.outOfStock(missing.goodsId);
  if (stock.length !== ids.length) throw errors.unknownReference("goodsId");
  const rows = await tx.query(
    sql<{ goodsId: string; stockQty: number }>`
      update product p
      set
        stock_qty = p.stock_qty + x.qty, reserved_qty = ${reserved}, updated_by = ${userId},
        updated_date = ${at}
      from ${changes}
      where p.tenant_id = ${tx.tenantId} and p.goods_id = x.id
      returning p.goods_id as "goodsId", p.stock_qty::float8 as "stockQty"
    `,
  );
  await tx.query(
    sql`
      insert into stock_move (
        tenant_id, move_no, goods_id, move_kind, move_qty, balance_qty, move_reason, created_by,
        created_date, updated_by, updated_date
      )
      select
        ${tx.tenantId}::int, ${m.moveNo}::text, p.goods_id, ${m.kind}::int, x.qty, p.stock_qty,
        ${m.reason}::text, ${userId}::text, ${at}::timestamptz, ${userId}::text, ${at}::timestamptz
      from product p
      join ${changes} on x.id = p.goods_id
      where p.tenant_id = ${tx.tenantId}
      returning 1
    `,
  );
  return ids.map((id) => rows.find((r) => r.goodsId === id)?.stockQty ?? 0);
}
