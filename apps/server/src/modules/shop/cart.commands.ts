import { goodsType } from "@shotkeeper/contract/enumerations";
import { AppError, errors, refusals, wireMessage } from "@shotkeeper/contract/kernel";
import {
  addToCart,
  decodeQuickOrderLine,
  isAccessory,
  type LineConfiguration,
  presetOf,
  type QuickOrderFault,
  quickOrder,
  quickOrderLimit,
  refuseConfiguration,
  reorder,
  storedConfiguration,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { DbError } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { customerOems, customerOf, customerScope, textList } from "./shop-access.ts";

interface Goods {
  readonly goodsId: string;
  readonly goodsType: number;
  readonly offShelf: boolean;
  /** True if the customer may order for the chosen host factory. */
  readonly isOemAllowed: boolean;
}

interface NewLine extends LineConfiguration {
  readonly goodsId: string;
  readonly oemName: string;
  readonly qty: number;
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

/**
 * ON CONFLICT clause for lines of the cart: adds the quantity to an equal line, up to the maximum quantity of a line.
 */
const addUp = sql.raw(`
  on conflict (tenant_id, cust_id, goods_id, oem_name, (coalesce(mold_kind, '')), side_type, magnet) do update
  set
    order_qty = least(t.order_qty + excluded.order_qty, 1000000), updated_by = excluded.updated_by,
    updated_date = excluded.updated_date
  returning 1
`);

/** Builds the statement that adds lines to the cart without any checks. */
function addSql(ctx: Ctx, custId: string, lines: readonly NewLine[]): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`
    insert into cart_line as t (
      tenant_id, cust_id, goods_id, oem_name, order_qty, mold_kind, side_type, magnet, created_by,
      created_date, updated_by, updated_date
    )
    select
      ${tenantId}::int, ${custId}, x.goods, x.oem, least(sum(x.qty), 1000000), x.kind, x.side,
      x.magnet, ${userId}, ${at}, ${userId}, ${at}
    from unnest(
      ${lines.map((l) => l.goodsId)}::text[], ${lines.map((l) => l.oemName)}::text[],
      ${lines.map((l) => l.qty)}::bigint[], ${lines.map((l) => l.moldKind)}::text[],
      ${lines.map((l) => l.sideType)}::int[], ${lines.map((l) => l.magnet)}::int[]
    ) with ordinality x (goods, oem, qty, kind, side, magnet, n)
    group by x.goods, x.oem, x.kind, x.side, x.magnet
    order by min(x.n) ${addUp}
  `;
}

/** Line for the cart. The statement adds the line only if its product has the type `goodsType`. */
interface Candidate extends NewLine {
  readonly goodsType: number;
}

/**
 * Fast path: adds all lines to the cart or none, in one statement, without reading the products first. The type of a
 * product is not known yet, so the caller passes a candidate for each possible type. Returns false if a product or
 * the host factory does not fit.
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
            tenant_id, cust_id, goods_id, oem_name, order_qty, mold_kind, side_type, magnet,
            created_by, created_date, updated_by, updated_date
          )
          select
            ${tenantId}::int, ${custId}, p.goods_id, ${oemName}, x.qty, x."moldKind", x."sideType",
            x.magnet, ${userId}, ${at}, ${userId}, ${at}
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

async function addLines(ctx: Ctx, custId: string, lines: readonly NewLine[]): Promise<number> {
  if (lines.length === 0) return 0;
  const [rows] = await ctx.db.run(ctx.who.tenantId, [addSql(ctx, custId, lines)]);
  return rows.length;
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
    // Slow path: reads the products to find the reason for the refusal.
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

  handle(quickOrder, async (ctx, { oemName, rows }) => {
    const custId = customerOf(ctx, null);
    if (oemName === null) throw errors.noHostFactory();
    const list: unknown[] = Array.isArray(rows) ? rows : [];
    if (list.length === 0) throw errors.missingField("rows");
    if (list.length > quickOrderLimit) throw errors.tooManyRows(quickOrderLimit);
    const requested = list.map(decodeQuickOrderLine);
    const goods = await goodsOf(ctx, custId, [...new Set(requested.map((a) => a.goodsId))], oemName);
    const faults: QuickOrderFault[] = [];
    const lines: NewLine[] = [];
    requested.forEach(({ goodsId, orderQty: qty }, row) => {
      const g = goods.get(goodsId);
      const refusal = qty === undefined ? errors.invalidField("qty") : refuseGoods(g, goodsId, oemName);
      if (refusal || !g || qty === undefined)
        faults.push({ row, message: refusal?.message ?? wireMessage(refusals.unknownReference("goodsId")) });
      else lines.push({ goodsId, oemName, qty, ...storedConfiguration(g, presetOf(goodsId)) });
    });
    return { count: faults.length > 0 ? 0 : await addLines(ctx, custId, lines), faults };
  }),

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
    const count = await addLines(ctx, first.custId, buyable);
    return { count, leftOut: found.filter((l) => l.isGone).map((l) => l.goodsId) };
  }),
];
