import { randomUUID } from "node:crypto";
import { invoicingStat, orderStat } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import {
  type CheckoutHead,
  createOrders,
  customerOrder,
  type PostageRules,
  postageRules,
  standardPostage,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { DbError } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { countDocumentNumbers } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { type CheckoutGroup, groupsOf } from "./checkout.input.ts";
import { type Goods, type PricedOrder, priceCheckout } from "./checkout.price.ts";
import { customerOems, customerOf } from "./shop-access.ts";

/** Days from the order to the planned shipping (spec shop §9). */
const planDays = 7;
/** Id of the document rule that numbers orders (spec shop §7). */
const orderRule = "D029";

/** Parameters of the tenant that set the postage rules, each with the rule that it sets. */
const ruleNames = {
  SHOP_FREE_AMOUNT: "freeAmount",
  SHOP_FREE_QTY: "freeQty",
  SHOP_POSTAGE_CITY: "city",
  SHOP_POSTAGE_PROVINCE: "province",
  SHOP_POSTAGE_ELSEWHERE: "elsewhere",
} as const satisfies Readonly<Record<string, keyof PostageRules>>;

type ParameterValues = Readonly<Record<string, string | null>>;

const rulesSql = (tenantId: number) =>
  sql<{ rules: ParameterValues | null }>`
    select json_object_agg(prm_id, prm_value) as rules
    from parameter
    where tenant_id = ${tenantId} and prm_id like 'SHOP\\_%'
  `;

/** Returns the tenant's postage rules. A parameter that is unset, not a number or negative keeps its default. */
function rulesOf(parameters: ParameterValues | null | undefined): PostageRules {
  const changed = Object.entries(ruleNames).flatMap(([id, name]) => {
    const value = Number(parameters?.[id] ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? [[name, value]] : [];
  });
  return { ...standardPostage, ...Object.fromEntries(changed) };
}

/** Selects the products of a checkout with their prices and available stock. */
export const goodsSql = (tenantId: number, ids: readonly string[]) =>
  sql<Goods>`
    select
      p.goods_id as "goodsId", p.goods_name as "goodsName", p.goods_model as "goodsModel",
      p.goods_unit as "goodsUnit", p.goods_type as "goodsType", p.off_shelf as "offShelf",
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

type Place = Pick<
  CheckoutHead,
  "recMan" | "recTel" | "recProvince" | "recCity" | "recDistrict" | "recAddress"
>;

interface Buyer {
  /** True if the customer's invoice data are complete. Otherwise the customer cannot order. */
  readonly isComplete: boolean;
  readonly statementDays: number | null;
  readonly oems: readonly string[];
  /** Delivery address that is stored with the customer. Used if the checkout has no address. */
  readonly place: Place;
  /** Numbers of the orders that an earlier request with the same idempotency key made. Null if there was none. */
  readonly orderNos: readonly string[] | null;
  readonly rules: ParameterValues | null;
}

const buyerSql = (ctx: Ctx, custId: string, key: string) => {
  const { tenantId } = ctx.who;
  return sql<Buyer>`
    select
      coalesce(c.bank_name, '') <> ''
        and coalesce(c.bank_account, '') <> ''
        and coalesce(c.invoice_title, '') <> ''
        and coalesce(c.taxpayer_id, '') <> '' as "isComplete",
      c.statement_days as "statementDays",
      coalesce((select json_agg(o.oem_name) from ${customerOems(ctx, custId)} o), '[]') as oems,
      json_build_object(
        'recMan', c.consignee, 'recTel', c.consignee_phone, 'recProvince', c.province,
        'recCity', c.city, 'recDistrict', c.district, 'recAddress', c.address
      ) as place,
      (
        select order_nos
        from checkout
        where tenant_id = ${tenantId} and cust_id = ${custId} and checkout_key = ${key}
      ) as "orderNos",
      (${rulesSql(tenantId)}) as rules
    from customer c
    where c.tenant_id = ${tenantId} and c.cust_id = ${custId}
  `;
};

/**
 * Sets the delivery address of all groups: the address of the checkout or, without one, the customer's stored
 * address. Throws invoiceDataIncomplete if the address or the customer's invoice data are incomplete.
 */
function withPlace(groups: readonly CheckoutGroup[], buyer: Buyer | undefined): readonly CheckoutGroup[] {
  const head = groups[0]?.head;
  const source: Partial<Place> = head?.recMan == null ? (buyer?.place ?? {}) : head;
  const {
    recMan = null,
    recTel = null,
    recProvince = null,
    recCity = null,
    recDistrict = null,
    recAddress = null,
  } = source;
  const place: Place = { recMan, recTel, recProvince, recCity, recDistrict, recAddress };
  if (!buyer?.isComplete || Object.values(place).some((v) => v === null || v === ""))
    throw errors.invoiceDataIncomplete();
  return groups.map((g) => ({ ...g, head: { ...g.head, ...place } }));
}

interface Checkout {
  readonly ctx: Ctx;
  readonly custId: string;
  readonly key: string;
  readonly numbers: readonly string[];
}

/** Returns the columns of rows that are inserted from JSON: the names in the first row. */
const columnsOf = (rows: readonly object[]): Sql => sql.join(Object.keys(rows[0] ?? {}).map(sql.id));

/**
 * Builds one statement for all writes of a checkout: orders, lines, reserved stock, cart and log. The statement fails
 * if the stock is too small, or if the idempotency key or an order number exists already.
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
    order_stat: orderStat.values.created,
    is_paid: false,
    goods_amount: goodsAmount,
    postage,
    postage_stat: postageStat,
    total_amount: sumAmounts([goodsAmount, postage]),
    invoicing_stat: invoicingStat.values.notInvoiced,
    statement_days: buyer.statementDays,
    plan_out_date: dayText(zone, m.ctx.now + planDays * 86_400_000),
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
      goods_model: l.goods.goodsModel,
      goods_unit: l.goods.goodsUnit,
      order_qty: l.qty,
      unit_price: l.unitPrice,
      amount: l.amount,
      mold_kind: l.moldKind,
      side_type: l.sideType,
      magnet: l.magnet,
      mold_no: l.moldNo,
    })),
  );
  const bought = orders.flatMap((o) => o.group.lines.flatMap((l) => l.cartId ?? []));
  const wanted = new Map<string, number>();
  for (const l of lines) wanted.set(l.goods_id, (wanted.get(l.goods_id) ?? 0) + l.order_qty);
  // Locks the products in one order, so that checkouts do not deadlock. Citus allows no lock inside of WITH.
  const lock = sql`
    select 1 from product p where p.tenant_id = ${tenantId} and p.goods_id = any(${[...wanted.keys()]})
    order by p.goods_id for update
  `;
  const write = sql`
    with key as (
      insert into checkout (tenant_id, cust_id, checkout_key, order_nos, made_at)
      values (${tenantId}, ${m.custId}, ${m.key}, ${m.numbers}, ${at})
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
      where tenant_id = ${tenantId} and cust_id = ${m.custId} and cart_id = any(${bought}::bigint[])
    ),
    log as (
      ${logInto(m.ctx, "insert", customerOrder.wire, "after")} h.order_no, to_jsonb(h) from heads h returning 1
    )
    select app_expect(count(*), ${wanted.size}::bigint)
    from stock
  `;
  return [lock, write];
}

/**
 * Returns whether a concurrent request caused the error: it reserved the stock, used the same idempotency key, or got
 * the same order number because the document rule was changed meanwhile.
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
    const ids = [...new Set(groups.flatMap((g) => g.lines.map((l) => l.goodsId)))];
    for (let attempt = 1; ; attempt++) {
      const [buyers, products] = await ctx.db.run(tenantId, [
        buyerSql(ctx, custId, key),
        goodsSql(tenantId, ids),
      ]);
      const [buyer] = buyers;
      if (buyer?.orderNos) return { orderNos: buyer.orderNos };
      const placed = withPlace(groups, buyer);
      const foreign = placed.find((g) => !buyer?.oems.includes(g.oemName));
      if (!buyer || foreign) throw errors.foreignHostFactory(foreign?.oemName ?? "");
      const goods = new Map(products.map((p) => [p.goodsId, p]));
      const { orders, postage } = priceCheckout(placed, goods, rulesOf(buyer.rules));
      const numbers = await countDocumentNumbers(ctx, orderRule, groups.length);
      try {
        await ctx.db.run(tenantId, writeSql({ ctx, custId, key, numbers }, buyer, orders, postage.stat));
        return { orderNos: numbers };
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
