import { errors } from "@shotkeeper/contract/kernel";
import { product } from "@shotkeeper/contract/product";
import {
  adjustStock,
  configurableType,
  packSerials,
  receiveStock,
  recordSerials,
  serialState,
  stockMove,
  stockMoveKind,
  stockMoves,
  stockRule,
  stockSerial,
  stockSerials,
  unpackSerials,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle, implement, table } from "../../kernel/registry.ts";
import { lockParcel, openLines } from "./packing.ts";
import {
  addSerials,
  lockSerials,
  packInto,
  releaseSerials,
  requireStockOfSerials,
  serialsOf,
} from "./serials.ts";
import { isStaff } from "./shop-access.ts";
import { moveStock } from "./stock-moves.ts";

const staffOnly = (ctx: Ctx) => sql.raw(String(isStaff(ctx)));
const withProduct =
  (name: "stock_move" | "stock_serial") =>
  ({ who: { tenantId } }: Ctx) =>
    sql`${sql.raw(name)} t join product p on p.tenant_id = ${tenantId} and p.goods_id = t.goods_id`;

export const stockQueries = [
  implement(stockMoves, {
    from: withProduct("stock_move"),
    where: staffOnly,
    columns: { goodsName: "p.goods_name" },
    order: [
      { field: "createdDate", direction: "desc" },
      { field: "moveNo", direction: "desc" },
    ],
  }),
  implement(stockSerials, {
    from: withProduct("stock_serial"),
    where: staffOnly,
    columns: { goodsName: "p.goods_name" },
  }),
];

export const stockTables = [
  table(stockMove, { from: "stock_move", where: staffOnly, writes: [] }),
  table(stockSerial, { from: "stock_serial", where: staffOnly, writes: [] }),
];

/** Returns whether the product is a counter with serial numbers. Locks the product until the end of the transaction. */
async function lockProduct(tx: Tx, goodsId: string): Promise<{ readonly isCounter: boolean }> {
  const [row] = await tx.query(
    sql<{ isCounter: boolean }>`
      select goods_type = ${configurableType} as "isCounter"
      from product
      where tenant_id = ${tx.tenantId} and goods_id = ${goodsId}
      for update
    `,
  );
  if (!row) throw errors.unknownReference("goodsId");
  return row;
}

/** Removes counters from the stock. Throws unless each serial number belongs to a counter of this product in stock. */
async function removeSerials(ctx: Ctx, tx: Tx, goodsId: string, serials: readonly string[]): Promise<void> {
  if (serials.length === 0) return;
  for (const s of await lockSerials(tx, serials)) {
    if (s.goodsId !== goodsId) throw errors.serialOtherProduct(s.chipCode);
    if (s.state !== serialState.values.inStock) throw errors.serialUsed(s.chipCode);
  }
  await releaseSerials(ctx, tx, serials, serialState.values.removed);
}

/** Writes an entry about serial numbers into the system log. */
const logSerials = (ctx: Ctx, action: string, key: string, serials: readonly string[]) =>
  sql`${logInto(ctx, action, stockSerial.wire, "after")} ${key}, ${JSON.stringify({ serials })}::jsonb returning 1`;

export const stockCommands: readonly CommandImpl[] = [
  handle(receiveStock, async (ctx, { goodsId, receivedQty, serials, reason }) => {
    const chips = serialsOf(serials);
    const moveNo = await nextDocumentNumber(ctx, stockRule);
    return ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const { isCounter } = await lockProduct(tx, goodsId);
      if (isCounter && chips.length !== receivedQty) throw errors.serialsMissing(goodsId);
      if (!isCounter && chips.length > 0) throw errors.invalidField("serials");
      await addSerials(ctx, tx, goodsId, chips);
      const kind = stockMoveKind.values.receipt;
      const changes = new Map([[goodsId, receivedQty]]);
      const [stockQty = 0] = await moveStock(ctx, tx, { moveNo, kind, reason, changes });
      return { moveNo, stockQty };
    });
  }),

  handle(adjustStock, async (ctx, { goodsId, changeQty, serials, reason }) => {
    if (changeQty === 0) throw errors.invalidField("changeQty");
    const chips = serialsOf(serials);
    if (chips.length > Math.max(0, -changeQty)) throw errors.invalidField("serials");
    const moveNo = await nextDocumentNumber(ctx, stockRule);
    return ctx.db.tx(ctx.who.tenantId, async (tx) => {
      await lockProduct(tx, goodsId);
      await removeSerials(ctx, tx, goodsId, chips);
      const kind = stockMoveKind.values.correction;
      const changes = new Map([[goodsId, changeQty]]);
      const [stockQty = 0] = await moveStock(ctx, tx, { moveNo, kind, reason, changes });
      await requireStockOfSerials(tx, goodsId);
      await tx.query(
        sql`
          ${logInto(ctx, "update", product.wire, "after")} ${goodsId},
          ${JSON.stringify({ stock_qty: stockQty, change: changeQty, reason, serials: chips })}::jsonb returning 1
        `,
      );
      return { stockQty };
    });
  }),

  handle(recordSerials, (ctx, { goodsId, serials }) => {
    const chips = serialsOf(serials);
    if (chips.length === 0) throw errors.missingField("serials");
    return ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const { isCounter } = await lockProduct(tx, goodsId);
      if (!isCounter) throw errors.invalidField("goodsId");
      await addSerials(ctx, tx, goodsId, chips);
      await requireStockOfSerials(tx, goodsId);
      await tx.query(logSerials(ctx, "insert", goodsId, chips));
      return { serialCount: chips.length };
    });
  }),

  handle(packSerials, (ctx, { orderNo, serials }) => {
    const chips = serialsOf(serials);
    if (chips.length === 0) throw errors.missingField("serials");
    return ctx.db.tx(ctx.who.tenantId, async (tx) => {
      await lockParcel(ctx, tx, [orderNo]);
      await packInto(ctx, tx, await openLines(tx, [orderNo]), orderNo, chips);
      await tx.query(logSerials(ctx, "pack", orderNo, chips));
      return { serialCount: chips.length };
    });
  }),

  handle(unpackSerials, (ctx, { orderNo, serials }) => {
    const chips = serialsOf(serials);
    if (chips.length === 0) throw errors.missingField("serials");
    return ctx.db.tx(ctx.who.tenantId, async (tx) => {
      await lockParcel(ctx, tx, [orderNo]);
      const foreign = (await lockSerials(tx, chips)).find(
        (s) => s.orderNo !== orderNo || s.state !== serialState.values.packed,
      );
      if (foreign) throw errors.serialUnknown(foreign.chipCode);
      await releaseSerials(ctx, tx, chips, serialState.values.inStock);
      await tx.query(logSerials(ctx, "unpack", orderNo, chips));
      return { serialCount: chips.length };
    });
  }),
];
