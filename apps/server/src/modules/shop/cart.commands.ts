import { goodsType } from "@shotkeeper/contract/enumerations";
import { AppError, errors, refusals } from "@shotkeeper/contract/kernel";
import {
  addToCart,
  isAccessory,
  refuseConfiguration,
  reorder,
  storedConfiguration,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { DbError } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { addLines, addUp, type NewLine } from "./cart-lines.ts";
import { quickOrderImpl } from "./quick-order.ts";
import { customerOems, customerOf, customerScope, textList } from "./shop-access.ts";

interface Goods {
  readonly goodsId: string;
  readonly goodsType: number;
  readonly offShelf: boolean;
  /** True if the customer may order for the chosen host factory. */
  readonly isOemAllowed: boolean;
}

interface OrderedLine extends NewLine {
  readonly custId: string;
  /**
   * True if the line cannot be ordered again: the product is no longer sold, or the customer may no longer choose the
   * host factory.
   */
  readonly isGone: boolean;
}

/** Builds the SQL condition that the customer may choose the host factory `oemName`. */
const isOemOf = (ctx: Ctx, custId: string, oemName: string): Sql =>
  sql`exists (select 1 from ${customerOems(ctx, custId)} o where o.oem_name = ${oemName})`;

/** Reads the products with these ids, and whether the customer may order for the host factory. */
async function goodsOf(
  ctx: Ctx,
  custId: string,
  ids: readonly string[],
  oemName: string,
): Promise<Map<string, Goods>> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<Goods>`
      select
        p.goods_id as "goodsId", p.goods_type as "goodsType", p.off_shelf as "offShelf",
        ${isOemOf(ctx, custId, oemName)} as "isOemAllowed"
      from product p
      where p.tenant_id = ${tenantId} and p.goods_id = any(${ids})
    `,
  ]);
  return new Map(rows.map((g) => [g.goodsId, g]));
}

/** Line that is added to the cart only if its product has the type `goodsType`. */
interface Candidate extends NewLine {
  readonly goodsType: number;
}

/**
 * Adds all lines to the cart or none, in one statement, without reading the products first. The type of a product is
 * not known yet, so the caller passes a candidate for each possible type. Returns false if a product does not exist or
 * is not sold, or if the customer may not choose the host factory.
 */
async function addFitting(
  ctx: Ctx,
  custId: string,
  count: number,
  candidates: readonly Candidate[],
): Promise<boolean> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const oemName = candidates[0]?.oemName ?? "";
  try {
    await ctx.db.run(tenantId, [
      sql`
        with done as (
          insert into cart_line as t (
            tenant_id, cust_id, user_id, goods_id, oem_name, order_qty, mold_kind, side_type, magnet,
            created_by, created_date, updated_by, updated_date
          )
          select
            ${tenantId}::int, ${custId}, ${userId}, p.goods_id, ${oemName}, x.qty, x."moldKind",
            x."sideType", x.magnet, ${userId}, ${at}, ${userId}, ${at}
          from json_to_recordset(${JSON.stringify(candidates)}::json) x (
            "goodsId" text, "goodsType" int, qty bigint, "moldKind" text, "sideType" int,
            magnet int, n int
          )
          join product p on p.tenant_id = ${tenantId}
            and p.goods_id = x."goodsId"
            and p.goods_type = x."goodsType"
          where not p.off_shelf and ${isOemOf(ctx, custId, oemName)}
          order by x.n ${addUp}
        )
        select app_expect(count(*), ${count}::bigint)
        from done
      `,
    ]);
    return true;
  } catch (cause) {
    if (cause instanceof DbError && cause.state === "SK017") return false;
    throw cause;
  }
}

/** Returns the reason why a product may not be added to the cart. Returns undefined if it may be added. */
function refuseGoods(g: Goods | undefined, id: string, oemName: string): AppError | undefined {
  if (!g) return errors.unknownReference("goodsId");
  if (!g.isOemAllowed) return errors.foreignHostFactory(oemName);
  return g.offShelf ? errors.notForSale(id) : undefined;
}

export const cartCommands: readonly CommandImpl[] = [
  handle(addToCart, async (ctx, input) => {
    const custId = customerOf(ctx, input.custId);
    const ids = textList(input.goodsIds, "goodsIds", 10);
    const { oemName } = input;
    if (oemName === null) throw errors.noHostFactory();
    const chosen = { moldKind: input.moldKind, magnet: input.magnet ?? -1, sideType: input.sideType ?? -1 };
    const [first = "", ...parts] = ids;
    const refusalOf = (g: Pick<Goods, "goodsId" | "goodsType">) => {
      if (g.goodsId === first) return refuseConfiguration(g, chosen, parts);
      return isAccessory(g.goodsId) ? undefined : refusals.invalidConfiguration(g.goodsId);
    };
    const candidates = ids.flatMap((goodsId, n) =>
      Object.values(goodsType.values).flatMap((type) => {
        const g = { goodsId, goodsType: type };
        return refusalOf(g)
          ? []
          : [{ ...g, n, oemName, qty: input.orderQty, ...storedConfiguration(g, chosen) }];
      }),
    );
    if (await addFitting(ctx, custId, ids.length, candidates)) return { count: ids.length };
    // Reads the products only after a refusal, to find the reason.
    const goods = await goodsOf(ctx, custId, ids, oemName);
    for (const id of ids) {
      const g = goods.get(id);
      const refusal = refuseGoods(g, id, oemName);
      if (refusal || !g) throw refusal;
      const invalid = refusalOf(g);
      if (invalid) throw new AppError(invalid);
    }
    // The insert refused the products, but the read after it finds no fault, so somebody changed them in between. The
    // error cannot name a reason.
    throw errors.nothingUpdated();
  }),

  quickOrderImpl,

  handle(reorder, async (ctx, { orderNo }) => {
    const { tenantId } = ctx.who;
    const [found] = await ctx.db.run(tenantId, [
      sql<OrderedLine>`
        select
          t.cust_id as "custId", t.oem_name as "oemName", l.goods_id as "goodsId",
          l.order_qty as qty, l.mold_kind as "moldKind", l.side_type as "sideType", l.magnet,
          p.off_shelf
            or t.oem_name not in (
              select x.oem_name
              from customer_oem x
              where x.tenant_id = ${tenantId} and x.cust_id = t.cust_id
              union
              select coalesce(c.default_oem, '')
              from customer c
              where c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
            ) as "isGone"
        from customer_order t
        join customer_order_line l on l.tenant_id = ${tenantId} and l.order_no = t.order_no
        join product p on p.tenant_id = ${tenantId} and p.goods_id = l.goods_id
        where t.tenant_id = ${tenantId} and t.order_no = ${orderNo} and ${customerScope(ctx)}
        order by l.seq
      `,
    ]);
    const [first] = found;
    if (!first) throw errors.unknownReference("orderNo");
    const buyable = found.filter((l) => !l.isGone);
    const added = await addLines(ctx, first.custId, buyable);
    return { count: added.length, leftOut: found.filter((l) => l.isGone).map((l) => l.goodsId) };
  }),
];
