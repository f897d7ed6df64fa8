import { type Action, errors } from "@shotkeeper/contract/kernel";
import {
  product,
  productList,
  productPicture,
  productPictures,
  productPrice,
  productPriceList,
} from "@shotkeeper/contract/product";
import { stockMoveKind } from "@shotkeeper/contract/shop";
import { orgType } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

/** FROM and WHERE clauses that select the main pictures (alias `f`) of the product with alias `t`. */
const pictures = (ctx: Ctx) =>
  sql`
    file_info f
    where f.tenant_id = ${ctx.who.tenantId}
      and f.owner_table = ${product.wire}
      and f.owner_id = t.goods_id
      and f.owner_part = ${productPicture.main}
  `;

/**
 * SQL condition: the caller may see the price. An OEM sees the prices for this OEM, callers with tenant scope see all
 * prices, and other callers see none.
 */
function priceScope(ctx: Ctx) {
  const { scope, tenantId } = ctx.who;
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind !== "oem") return sql.raw("false");
  return sql`
    t.oem_name = (
      select o.org_name
      from organization o
      where o.tenant_id = ${tenantId} and o.org_id = ${scope.orgId}
    )
  `;
}

export const productQueries = [
  implement(productList, {
    from: "product",
    columns: {
      isLowStock: "coalesce(t.stock_qty <= t.low_stock_qty, false)",
      pictureCount: (ctx) => sql`(select count(*) from ${pictures(ctx)})`,
      goodsImage: (ctx) =>
        sql`
          (
            select f.file_path
            from ${pictures(ctx)}
            order by f.seq nulls last, f.created_date, f.file_id
            limit 1
          )
        `,
    },
  }),
  implement(productPriceList, { from: "product_price", where: priceScope }),
  implement(productPictures, {
    from: (ctx) =>
      sql`
        (
          select
            f.tenant_id, f.owner_id as goods_id, f.owner_part as part, f.file_id, f.file_name,
            f.file_path,
            row_number() over (
              partition by f.owner_id, f.owner_part
              order by f.seq nulls last, f.created_date, f.file_id
            ) as seq
          from file_info f
          where f.tenant_id = ${ctx.who.tenantId} and f.owner_table = ${product.wire}
        ) t
      `,
  }),
];

export const productTable = table(product, {
  from: "product",
  writes: ["A", "M", "D"],
  // Inserts the stock of a new product as its first stock move.
  afterInsert: sql`
    insert into stock_move (
      tenant_id, move_no, goods_id, move_kind, move_qty, balance_qty, created_by, created_date,
      updated_by, updated_date
    )
    select
      tenant_id, 'QC-' || goods_id, goods_id, ${stockMoveKind.values.opening}, stock_qty, stock_qty,
      created_by, created_date, created_by, created_date
    from done
    where stock_qty > 0
    returning 1
  `,
  activeIn: (ctx, keys) => [
    sql`
      select 'PRODUCT_ON_SALE' as wire, count(*)::int as n
      from product p
      where p.tenant_id = ${ctx.who.tenantId} and not p.off_shelf and p.goods_id in (${keys})
    `,
  ],
  after: (ctx: Ctx, action: Action, rows) =>
    action === "D"
      ? [
          sql`
            delete
            from file_info
            where tenant_id = ${ctx.who.tenantId}
              and owner_table = ${product.wire}
              and owner_id = any(${rows.map((r) => r.goodsId)})
          `,
        ]
      : [],
});

export const productPriceTable = table(productPrice, {
  from: "product_price",
  where: priceScope,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (action !== "A") return;
    const names = [...new Set(rows.map((r) => r.oemName))];
    const [known] = await ctx.db.run(ctx.who.tenantId, [
      sql`
        select distinct org_name
        from organization
        where tenant_id = ${ctx.who.tenantId} and type = ${orgType.values.oem} and org_name = any(${names})
      `,
    ]);
    if (known?.length !== names.length) throw errors.unknownReference("oemName");
  },
});
