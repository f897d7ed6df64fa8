import { randomUUID } from "node:crypto";
import { errors } from "@shotkeeper/contract/kernel";
import {
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
import { type Group, groupsOf, type Head } from "./checkout.input.ts";
import { type Goods, type PricedOrder, priceCheckout } from "./checkout.price.ts";
import { customerOf, oemsOf } from "./who.ts";

/** Days from the order until the goods are meant to leave (spec shop §9). */
const planDays = 7;
/** Numbers of orders (spec shop §7). */
const orderRule = "D029";

const ruleNames = {
  SHOP_FREE_AMOUNT: "freeAmount",
  SHOP_FREE_QTY: "freeQty",
  SHOP_POSTAGE_CITY: "city",
  SHOP_POSTAGE_PROVINCE: "province",
  SHOP_POSTAGE_ELSEWHERE: "elsewhere",
} as const satisfies Readonly<Record<string, keyof PostageRules>>;

const rulesSql = (tenantId: number) =>
  sql`
    select json_object_agg(prm_id, prm_value) as rules
    from parameter
    where tenant_id = ${tenantId} and prm_id like 'SHOP\\_%'
  `;

function rulesOf(set: unknown): PostageRules {
  const given = (set ?? {}) as Readonly<Record<string, string | null>>;
  const own = Object.entries(ruleNames).flatMap(([id, name]) => {
    const value = Number(given[id] ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? [[name, value]] : [];
  });
  return { ...standardPostage, ...Object.fromEntries(own) };
}

/** All products of a checkout as they are. */
const goodsSql = (tenantId: number, ids: readonly string[]) =>
  sql`
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

interface Buyer {
  readonly isComplete: boolean;
  readonly statementDays: number | null;
  readonly oems: readonly string[];
  readonly place: Pick<Head, "recMan" | "recTel" | "recProvince" | "recCity" | "recDistrict" | "recAddress">;
  /** Orders that this checkout made when it was sent before. */
  readonly made: readonly string[] | null;
  readonly rules: unknown;
}

const buyerSql = (ctx: Ctx, custId: string, key: string) =>
  sql`
    select coalesce(c.bank_name, '') <> ''
      and coalesce(c.bank_account, '') <> ''
      and coalesce(c.invoice_title, '') <> ''
      and coalesce(c.taxpayer_id, '') <> '' as "isComplete", c.statement_days as "statementDays", coalesce((select json_agg(o.oem_name) from ${oemsOf(ctx, custId)} o), '[]') as oems, json_build_object(
        'recMan', c.consignee, 'recTel', c.consignee_phone, 'recProvince', c.province, 'recCity',
        c.city, 'recDistrict', c.district, 'recAddress', c.address
      )
        as place,
        (
          select order_nos
          from checkout
          where tenant_id = ${ctx.who.tenantId} and cust_id = ${custId} and checkout_key = ${key}
        ) as made,
        (${rulesSql(ctx.who.tenantId)})
    from customer c
    where c.tenant_id = ${ctx.who.tenantId} and c.cust_id = ${custId}
  `;

/** Where the goods go: as the checkout says, or to the customer itself. S0302 where anything is missing. */
function withPlace(groups: readonly Group[], buyer: Buyer | undefined): readonly Group[] {
  const { recMan, recTel, recProvince, recCity, recDistrict, recAddress } =
    groups[0]?.head.recMan == null ? (buyer?.place ?? ({} as Partial<Buyer["place"]>)) : groups[0].head;
  const place = { recMan, recTel, recProvince, recCity, recDistrict, recAddress };
  if (!buyer?.isComplete || Object.values(place).some((v) => v == null || v === ""))
    throw errors.invoiceDataIncomplete();
  return groups.map((g) => ({ ...g, head: { ...g.head, ...(place as Buyer["place"]) } }));
}

interface Making {
  readonly ctx: Ctx;
  readonly custId: string;
  readonly key: string;
  readonly numbers: readonly string[];
}

/** All that a checkout writes, in one statement whatever it holds. It fails when the stock does not suffice, or it was made before. */
function writeSql(m: Making, buyer: Buyer, orders: readonly PricedOrder[], postageStat: number): Sql {
  const { tenantId, userId, zone } = m.ctx.who;
  const at = new Date(m.ctx.now).toISOString();
  const stamps = { created_by: userId, created_date: at, updated_by: userId, updated_date: at };
  const own = { tenant_id: tenantId, ...stamps };
  const heads = orders.map(({ group: { head, oemName }, goodsAmount, postage }, i) => ({
    ...own,
    order_no: m.numbers[i],
    cust_id: m.custId,
    order_date: at,
    oem_name: oemName,
    order_stat: 0,
    is_paid: false,
    goods_amount: goodsAmount,
    postage,
    postage_stat: postageStat,
    total_amount: sumAmounts([goodsAmount, postage]),
    invoicing_stat: 0,
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
      ...own,
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
  return sql`
    with once as (
      insert into checkout values (${tenantId}, ${m.custId}, ${m.key}, ${m.numbers}, ${at})
    ),
    issued as (
      insert into document_issued
      select ${tenantId}::int, ${orderRule}, n
      from unnest(${m.numbers}::text[]) n
    ),
    heads as (
      insert into customer_order
      select *
      from json_populate_recordset(null::customer_order, ${JSON.stringify(heads)}::json)
      returning *
    ),
    lines as (
      insert into customer_order_line
      select *
      from json_populate_recordset(null::customer_order_line, ${JSON.stringify(lines)}::json)
    ),
    held as (
      select p.goods_id, x.qty
      from product p
      join unnest(
        ${[...wanted.keys()]}::text[], ${[...wanted.values()]}::bigint[]
      ) x (id, qty) on x.id = p.goods_id
      where p.tenant_id = ${tenantId} and p.stock_qty - p.reserved_qty >= x.qty
      order by p.goods_id
      for update of p
    ),
    stock as (
      update product p
      set reserved_qty = p.reserved_qty + held.qty
      from held
      where p.tenant_id = ${tenantId} and p.goods_id = held.goods_id
      returning 1
    ),
    gone as (
      delete
      from cart_line
      where tenant_id = ${tenantId} and cust_id = ${m.custId} and cart_id = any(${bought}::bigint[])
    ),
    log as (
      ${logInto(m.ctx, "insert", customerOrder.wire, "after")} h.order_no, to_jsonb(h) from heads h
    )
    select app_expect(count(*), ${wanted.size}::bigint)
    from stock
  `;
}

/** Somebody else was first: with the last of the goods, with the same checkout, with a number under another rule. */
const isOvertaken = (cause: unknown) =>
  cause instanceof DbError &&
  (cause.state === "SK017" || ["checkout_pkey", "document_issued_pkey"].includes(cause.constraint));

/** Each time it is looked at anew: what does not suffice then is refused. */
const attempts = 20;

export const checkoutCommands: readonly CommandImpl[] = [
  handle(createOrders, async (ctx, { data, checkoutKey }) => {
    const groups = groupsOf(data);
    const custId = customerOf(ctx, groups[0]?.head.custId ?? null);
    const { tenantId } = ctx.who;
    const key = checkoutKey ?? randomUUID();
    const ids = [...new Set(groups.flatMap((g) => g.lines.map((l) => l.goodsId)))];
    for (let attempt = 1; ; attempt++) {
      const [buyers, sold] = await ctx.db.run(tenantId, [
        buyerSql(ctx, custId, key),
        goodsSql(tenantId, ids),
      ]);
      const buyer = buyers?.[0] as unknown as Buyer | undefined;
      if (buyer?.made) return { ORDER_NOS: buyer.made };
      const placed = withPlace(groups, buyer);
      const strange = placed.find((g) => !buyer?.oems.includes(g.oemName));
      if (!buyer || strange) throw errors.foreignHostFactory(strange?.oemName ?? "");
      const goods = new Map((sold as unknown as Goods[]).map((h) => [h.goodsId, h]));
      const { orders, postage } = priceCheckout(placed, goods, rulesOf(buyer.rules));
      const numbers = await countDocumentNumbers(ctx, orderRule, groups.length);
      try {
        await ctx.db.run(tenantId, [writeSql({ ctx, custId, key, numbers }, buyer, orders, postage.stat)]);
        return { ORDER_NOS: numbers };
      } catch (cause) {
        if (!isOvertaken(cause) || attempt === attempts) throw cause;
      }
    }
  }),

  handle(postageRules, async (ctx) => {
    const [rows] = await ctx.db.run(ctx.who.tenantId, [rulesSql(ctx.who.tenantId)]);
    const r = rulesOf(rows?.[0]?.rules);
    return {
      FREE_AMOUNT: r.freeAmount,
      FREE_QTY: r.freeQty,
      CITY: r.city,
      PROVINCE: r.province,
      ELSEWHERE: r.elsewhere,
    };
  }),
];
