import { errors } from "@shotkeeper/contract/kernel";
import { cartBuyable, cartLine, cartList } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { available, firstPicture } from "./goods.queries.ts";
import { cartScope } from "./shop-access.ts";

const source = {
  from: ({ who: { tenantId } }: Ctx) =>
    sql`
      cart_line t
      join product p on p.tenant_id = ${tenantId} and p.goods_id = t.goods_id
      left join product_price pp on pp.tenant_id = ${tenantId}
        and pp.goods_id = t.goods_id
        and pp.oem_name = t.oem_name
    `,
  columns: {
    goodsName: "p.goods_name",
    goodsNameTw: "p.goods_name_tw",
    goodsNameEn: "p.goods_name_en",
    goodsModel: "p.goods_model",
    goodsType: "p.goods_type",
    goodsUnit: "p.goods_unit",
    unitPrice: "coalesce(pp.unit_price, p.unit_price)",
    offShelf: "p.off_shelf",
    remark: "p.remark",
    stockQty: available("p"),
    goodsImage: (ctx: Ctx) => firstPicture(ctx, "p"),
    amount: "round(coalesce(pp.unit_price, p.unit_price) * t.order_qty, 2)",
  },
};

export const cartQueries = [
  implement(cartList, { ...source, where: (ctx) => cartScope(ctx) }),
  implement(cartBuyable, { ...source, where: (ctx) => sql`${cartScope(ctx)} and not p.off_shelf` }),
];

export const cartTable = table(cartLine, {
  from: "cart_line",
  where: (ctx) => cartScope(ctx),
  writes: ["M", "D"],
  check(_ctx, action, rows) {
    if (action === "M" && rows.some((r) => typeof r.orderQty !== "number")) throw errors.missingField("qty");
  },
});
