import { createHash, randomUUID } from "node:crypto";
import { invoicingStat, orderStat } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import {
  type ApprovalFacts,
  approvalNeed,
  createOrders,
  customerOrder,
  postageRules,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { DbError } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { countDocumentNumbers } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";
import {
  approvalFacts,
  type Buyer,
  buyerSql,
  hadApproval,
  ownCart,
  rulesOf,
  rulesSql,
  withPlace,
} from "./checkout.buyer.ts";
import { groupsOf } from "./checkout.input.ts";
import { type Goods, type PricedOrder, priceCheckout } from "./checkout.price.ts";
import { orderedToday } from "./company-access.ts";
import { customerOf } from "./shop-access.ts";

/** Days from the order to the planned shipping (spec shop §9). */
const planDays = 7;
/** Id of the numbering rule of orders (spec shop §7). */
const orderRule = "D029";

/** Selects the products of a checkout with their prices and available stock. */
export const goodsSql = (tenantId: number, ids: readonly string[]) =>
  sql<Goods>`
    select
      p.goods_id as "goodsId", p.goods_name as "goodsName", p.goods_name_tw as "goodsNameTw",
      p.goods_name_en as "goodsNameEn", p.goods_model as "goodsModel",
      p.goods_unit as "goodsUnit", p.goods_unit_tw as "goodsUnitTw", p.goods_unit_en as "goodsUnitEn",
      p.goods_type as "goodsType", p.off_shelf as "offShelf",
      p.unit_price::float8 as "unitPrice", (p.stock_qty - p.reserved_qty)::float8 as available,
      coalesce(
        (
          select json_object_agg(x.oem_name, x.unit_price)
          from product_price x
          where x.tenant_id = ${tenantId} and x.goods_id = p.goods_id
        ),
        '{}'
      ) as prices
    from product p
    where p.tenant_id = ${tenantId} and p.goods_id = any(${ids})
  `;

interface Checkout {
  readonly ctx: Ctx;
  readonly custId: string;
  readonly key: string;
  readonly contentHash: string;
  /** Ids of the cart lines that are ordered. */
  readonly cartIds: readonly number[];
  readonly numbers: readonly string[];
  readonly needsApproval: boolean;
  readonly approval: Omit<ApprovalFacts, "total">;
}

/** Returns the columns of rows that are inserted from JSON: the names in the first row. */
const columnsOf = (rows: readonly object[]): Sql => sql.join(Object.keys(rows[0] ?? {}).map(sql.id));

/**
 * Returns the statements that refuse a checkout if the buyer has placed another order since the limit was checked.
 * Otherwise two checkouts at once could each be below the company's limit and together above it. Returns no statements
 * if no limit applies, or if the checkout waits for an approver anyway.
 */
function limitSql({ ctx, custId, needsApproval, approval }: Checkout): Sql[] {
  if (approval.approvalAbove === null || needsApproval) return [];
  const { tenantId } = ctx.who;
  const cents = Math.round(approval.orderedToday * 100);
  return [
    sql`select 1 from customer where tenant_id = ${tenantId} and cust_id = ${custId} for no key update`,
    sql`select app_expect((${orderedToday(ctx, custId)} * 100)::bigint, ${cents}::bigint)`,
  ];
}

/**
 * Builds one statement for all writes of a checkout: orders, lines, reserved stock, cart and log. The statement fails
 * if the stock is too small, if a line has left the cart, or if the idempotency key or an order number exists already.
 */
function writeSql(m: Checkout, buyer: Buyer, orders: readonly PricedOrder[], postageStat: number): Sql[] {
  const { tenantId, userId, zone } = m.ctx.who;
  const at = new Date(m.ctx.now).toISOString();
  const stamps = { created_by: userId, created_date: at, updated_by: userId, updated_date: at };
  const shared = { tenant_id: tenantId, ...stamps };
  const heads = orders.map(({ group: { head, oemName }, goodsAmount, postage }, i) => ({
    ...shared,
    order_no: m.numbers[i],
    cust_id: m.custId,
    order_date: at,
    oem_name: oemName,
    order_stat: m.needsApproval ? orderStat.values.awaitingApproval : orderStat.values.created,
    needs_approval: m.needsApproval,
    is_paid: false,
    goods_amount: goodsAmount,
    postage,
    postage_stat: postageStat,
    total_amount: sumAmounts([goodsAmount, postage]),
    invoicing_stat: invoicingStat.values.notInvoiced,
    statement_days: buyer.statementDays,
    plan_out_date: dayText(zone, startOfDay(zone, m.ctx.now, planDays)),
    cust_code: head.custCode,
    remark: head.remark,
    rec_man: head.recMan,
    rec_tel: head.recTel,
    rec_province: head.recProvince,
    rec_city: head.recCity,
    rec_district: head.recDistrict,
    rec_address: head.recAddress,
    checkout_key: m.key,
  }));
  const lines = orders.flatMap(({ lines: of }, i) =>
    of.map((l, n) => ({
      ...shared,
      order_no: m.numbers[i],
      seq: n + 1,
      goods_id: l.goods.goodsId,
      goods_name: l.goods.goodsName,
      goods_name_tw: l.goods.goodsNameTw,
      goods_name_en: l.goods.goodsNameEn,
      goods_model: l.goods.goodsModel,
      goods_unit: l.goods.goodsUnit,
      goods_unit_tw: l.goods.goodsUnitTw,
      goods_unit_en: l.goods.goodsUnitEn,
      order_qty: l.qty,
      unit_price: l.unitPrice,
      amount: l.amount,
      mold_kind: l.moldKind,
      side_type: l.sideType,
      magnet: l.magnet,
      mold_no: l.moldNo,
    })),
  );
  const wanted = new Map<string, number>();
  for (const l of lines) wanted.set(l.goods_id, (wanted.get(l.goods_id) ?? 0) + l.order_qty);
  // Locks the products sorted by their ids, so that checkouts do not deadlock. Citus allows no lock inside of WITH.
  const lock = sql`
    select 1 from product p where p.tenant_id = ${tenantId} and p.goods_id = any(${[...wanted.keys()]})
    order by p.goods_id for update
  `;
  const write = sql`
    with key as (
      insert into checkout (tenant_id, cust_id, checkout_key, order_nos, made_at, content_hash)
      values (${tenantId}, ${m.custId}, ${m.key}, ${m.numbers}, ${at}, ${m.contentHash})
    ),
    issued as (
      insert into document_issued (tenant_id, doc_id, number)
      select ${tenantId}::int, ${orderRule}, n
      from unnest(${m.numbers}::text[]) n
      returning 1
    ),
    heads as (
      insert into customer_order (${columnsOf(heads)})
      select ${columnsOf(heads)}
      from json_populate_recordset(null::customer_order, ${JSON.stringify(heads)}::json)
      returning *
    ),
    lines as (
      insert into customer_order_line (${columnsOf(lines)})
      select ${columnsOf(lines)}
      from json_populate_recordset(null::customer_order_line, ${JSON.stringify(lines)}::json)
      returning 1
    ),
    stock as (
      update product p
      set reserved_qty = p.reserved_qty + x.qty
      from unnest(
        ${[...wanted.keys()]}::text[], ${[...wanted.values()]}::bigint[]
      ) x (id, qty)
      where p.tenant_id = ${tenantId} and p.goods_id = x.id and p.stock_qty - p.reserved_qty >= x.qty
      returning 1
    ),
    cart as (
      delete
      from cart_line
      where ${ownCart(m.ctx, m.custId, m.cartIds)}
      returning 1
    ),
    log as (
      ${logInto(m.ctx, "insert", customerOrder.wire, "after")} h.order_no, to_jsonb(h) from heads h returning 1
    )
    select
      app_expect(count(*), ${wanted.size}::bigint),
      app_expect((select count(*) from cart), ${m.cartIds.length}::bigint)
    from stock
  `;
  return [...limitSql(m), lock, write];
}

/**
 * Returns true if a concurrent request caused the error. That request reserved the stock, ordered the same cart line,
 * used up the same limit, or used the same idempotency key. Or both requests got the same order number, because the
 * numbering rule was changed meanwhile.
 */
const isConflict = (cause: unknown) =>
  cause instanceof DbError &&
  (cause.state === "SK017" || ["checkout_pkey", "document_issued_pkey"].includes(cause.constraint));

/** Maximum number of attempts if requests conflict (`isConflict`). Each attempt reads stock and prices again. */
const maxAttempts = 20;

export const checkoutCommands: readonly CommandImpl[] = [
  handle(createOrders, async (ctx, { data, checkoutKey }) => {
    const groups = groupsOf(data);
    const custId = customerOf(ctx, groups[0]?.head.custId ?? null);
    const { tenantId } = ctx.who;
    const key = checkoutKey ?? randomUUID();
    const cartIds = [...new Set(groups.flatMap((g) => g.lines.flatMap((l) => l.cartId ?? [])))];
    const contentHash = createHash("sha256")
      .update(JSON.stringify([ctx.who.userId, custId, groups]))
      .digest("hex");
    const ids = [...new Set(groups.flatMap((g) => g.lines.map((l) => l.goodsId)))];
    for (let attempt = 1; ; attempt++) {
      const [[[buyer]], [products]] = await Promise.all([
        ctx.db.lookUp(tenantId, buyerSql(ctx, custId, key, cartIds)),
        ctx.db.lookUp(tenantId, goodsSql(tenantId, ids)),
      ]);
      if (buyer?.orderNos) {
        // Refuses a used idempotency key if the content differs. Such a request must not get the orders of the earlier
        // checkout.
        if (buyer.contentHash !== null && buyer.contentHash !== contentHash) throw errors.requestKeyUsed();
        return { orderNos: buyer.orderNos, needsApproval: await hadApproval(ctx, buyer.orderNos) };
      }
      if (buyer && buyer.cartLines < cartIds.length) throw errors.changedMeanwhile();
      const placed = withPlace(groups, buyer);
      const foreign = placed.find((g) => !buyer?.oems.includes(g.oemName));
      if (!buyer || foreign) throw errors.foreignHostFactory(foreign?.oemName ?? "");
      const goods = new Map(products.map((p) => [p.goodsId, p]));
      const { orders, postage } = priceCheckout(placed, goods, rulesOf(buyer.rules));
      const total = sumAmounts(orders.flatMap((o) => [o.goodsAmount, o.postage]));
      const approval = await approvalFacts(ctx, custId, buyer.companyLimit);
      const needsApproval = approvalNeed({ ...approval, total }) !== "none";
      const numbers = await countDocumentNumbers(ctx, orderRule, groups.length);
      try {
        const m = { ctx, custId, key, contentHash, cartIds, numbers, needsApproval, approval };
        await ctx.db.write(tenantId, writeSql(m, buyer, orders, postage.stat));
        return { orderNos: numbers, needsApproval };
      } catch (cause) {
        if (!isConflict(cause) || attempt === maxAttempts) throw cause;
      }
    }
  }),

  handle(postageRules, async (ctx) => {
    const [[row]] = await ctx.db.run(ctx.who.tenantId, [rulesSql(ctx.who.tenantId)]);
    return rulesOf(row?.rules);
  }),
];
