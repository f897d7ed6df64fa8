import { orderStat } from "@shotkeeper/contract/enumerations";
import { product, productPicture } from "@shotkeeper/contract/product";
import { shopGoods, shopPictures, shopPrices } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement } from "../../kernel/registry.ts";
import { customerOems, customerScope } from "./shop-access.ts";

const awaitingApproval = sql.constant(orderStat.values.awaitingApproval);
const soldMs = 30 * 86_400_000;
/** A product is shown as popular if at least this number of pieces was sold in 30 days. */
const popularQty = 50;

/** Pieces of an order line `l` that are sold: without cancelled and returned pieces. */
export const soldQty = sql`(l.order_qty - l.cancelled_qty - l.returned_qty)`;

/** Returns a subquery for the path of the first main picture of the product with the table alias `alias`. */
export function firstPicture({ who: { tenantId } }: Ctx, alias = "t"): Sql {
  return sql`
    select f.file_path
    from file_info f
    where f.tenant_id = ${tenantId}
      and f.owner_table = ${product.wire}
      and f.owner_id = ${sql.raw(alias)}.goods_id
      and f.owner_part = ${productPicture.main}
    order by f.seq nulls last, f.created_date, f.file_id
    limit 1
  `;
}

/** SQL expression: available quantity of the product in table alias `alias`. */
export const available = (alias: string): Sql =>
  sql.raw(`greatest(${alias}.stock_qty - ${alias}.reserved_qty, 0)`);

export const goodsQueries = [
  implement(shopGoods, {
    from: (ctx) => {
      const { tenantId, custId } = ctx.who;
      const oems = custId === undefined ? sql`(select null::text as oem_name)` : customerOems(ctx, custId);
      return sql`
        (
          select
            p.tenant_id, p.goods_id, p.goods_name, p.goods_name_tw, p.goods_name_en, p.goods_model, p.goods_type,
            p.goods_unit, p.goods_unit_tw, p.goods_unit_en, p.off_shelf, p.remark, p.remark_tw, p.remark_en,
            coalesce(pp.unit_price, p.unit_price) as unit_price,
            coalesce(o.oem_name, '') as oem_name, ${available("p")} as stock_qty
          from product p
          left join ${oems} o on true
          left join product_price pp on pp.tenant_id = ${tenantId}
            and pp.goods_id = p.goods_id
            and pp.oem_name = o.oem_name
          where p.tenant_id = ${tenantId} and not p.off_shelf
        ) t
      `;
    },
    columns: {
      oemName: "t.oem_name",
      stockQty: "t.stock_qty",
      goodsImage: (ctx) => firstPicture(ctx),
      isPro: (ctx) =>
        // Reads at most `popularQty` lines: each of them has at least one sold piece, so more lines cannot change
        // whether the product is popular. Leaves out lines without sold pieces (cancelled orders). Looks up the few
        // orders that wait for an approval once, which is faster than looking up the order of each line.
        sql`
          (
            select coalesce(sum(x.sold_qty), 0)
            from (
              select ${soldQty} as sold_qty
              from customer_order_line l
              where l.tenant_id = ${ctx.who.tenantId}
                and l.goods_id = t.goods_id
                and l.created_date > ${new Date(ctx.now - soldMs)}
                and ${soldQty} > 0
                and l.order_no <> all (array(
                  select o.order_no
                  from customer_order o
                  where o.tenant_id = ${ctx.who.tenantId} and o.order_stat = ${awaitingApproval}
                ))
              limit ${popularQty}::int
            ) x
          ) >= ${popularQty}::int
        `,
    },
  }),
  implement(shopPrices, {
    from: ({ who: { tenantId } }) =>
      sql`
        (
          select
            c.tenant_id, c.cust_id, p.goods_id, o.oem_name,
            coalesce(pp.unit_price, p.unit_price) as unit_price
          from customer c
          cross join lateral (
            select x.oem_name
            from customer_oem x
            where x.tenant_id = ${tenantId} and x.cust_id = c.cust_id
            union
            select c.default_oem
            where c.default_oem <> ''
          ) o
          join product p on p.tenant_id = ${tenantId} and not p.off_shelf
          left join product_price pp on pp.tenant_id = ${tenantId}
            and pp.goods_id = p.goods_id
            and pp.oem_name = o.oem_name
          where c.tenant_id = ${tenantId}
        ) t
      `,
    where: (ctx) => customerScope(ctx),
  }),
  implement(shopPictures, {
    from: ({ who: { tenantId } }) =>
      sql`
        (
          select
            f.tenant_id, f.owner_id as goods_id, f.owner_part as part, f.file_id, f.file_path,
            row_number() over (
              partition by f.owner_id, f.owner_part
              order by f.seq nulls last, f.created_date, f.file_id
            ) as seq
          from file_info f
          join product p on p.tenant_id = ${tenantId}
            and p.goods_id = f.owner_id
            and not p.off_shelf
          where f.tenant_id = ${tenantId} and f.owner_table = ${product.wire}
        ) t
      `,
  }),
];
