import { goodsType } from "@shotkeeper/contract/enumerations";
import { AppError, decodeValue, errors, refusals, wireMessage } from "@shotkeeper/contract/kernel";
import {
  addToCart,
  isAccessory,
  type LineConfiguration,
  orderQty,
  presetOf,
  type QuickFault,
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
import { customerOf, ownScope, textsOf } from "./who.ts";

interface Goods {
  readonly goodsId: string;
  readonly goodsType: number;
  readonly offShelf: boolean;
  readonly oemIsOwn: boolean;
}

interface NewLine extends LineConfiguration {
  readonly goodsId: string;
  readonly oemName: string;
  readonly qty: number;
}

/** May the customer choose that host factory? */
const isOwnOem = ({ who: { tenantId } }: Ctx, custId: string, oemName: string): Sql =>
  sql`
    (
      exists (
        select 1
        from customer_oem o
        where o.tenant_id = ${tenantId} and o.cust_id = ${custId} and o.oem_name = ${oemName}
      )
        or exists (
          select 1
          from customer c
          where c.tenant_id = ${tenantId} and c.cust_id = ${custId} and c.default_oem = ${oemName}
        )
    )
  `;

/** Goods by their codes, and whether the customer may choose that host factory. */
async function goodsOf(
  ctx: Ctx,
  custId: string,
  ids: readonly string[],
  oemName: string,
): Promise<Map<string, Goods>> {
  const { tenantId } = ctx.who;
  const [rows = []] = await ctx.db.run(tenantId, [
    sql`
      select
        p.goods_id as "goodsId", p.goods_type as "goodsType", p.off_shelf as "offShelf",
        ${isOwnOem(ctx, custId, oemName)} as "oemIsOwn"
      from product p
      where p.tenant_id = ${tenantId} and p.goods_id = any(${ids})
    `,
  ]);
  return new Map((rows as unknown as Goods[]).map((g) => [g.goodsId, g]));
}

/** A line that is there already is added to, up to what a line may hold. */
const addUp =
  sql.raw(`on conflict (tenant_id, cust_id, goods_id, oem_name, (coalesce(mold_kind, '')), side_type, magnet)
  do update set order_qty = least(t.order_qty + excluded.order_qty, 1000000), updated_by = excluded.updated_by, updated_date = excluded.updated_date
  returning 1`);

/** Into the cart, whatever they are. */
function putSql(ctx: Ctx, custId: string, lines: readonly NewLine[]): Sql {
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

interface Candidate extends NewLine {
  readonly goodsType: number;
}

/**
 * All of the goods into the cart or none, in one statement. It is given what each would be stored as for every type that
 * its goods may turn out to have; false where something is not as it must be.
 */
async function putFitting(ctx: Ctx, custId: string, count: number, fits: readonly Candidate[]) {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const oemName = fits[0]?.oemName ?? "";
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
          from json_to_recordset(${JSON.stringify(fits)}::json) x (
            "goodsId" text, "goodsType" int, qty bigint, "moldKind" text, "sideType" int,
            magnet int, n int
          )
          join product p on p.tenant_id = ${tenantId}
            and p.goods_id = x."goodsId"
            and p.goods_type = x."goodsType"
          where not p.off_shelf and ${isOwnOem(ctx, custId, oemName)}
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

async function put(ctx: Ctx, custId: string, lines: readonly NewLine[]): Promise<number> {
  if (lines.length === 0) return 0;
  const [rows] = await ctx.db.run(ctx.who.tenantId, [putSql(ctx, custId, lines)]);
  return rows?.length ?? 0;
}

/** Why goods are not put into the cart; undefined when they are. */
function refuseGoods(g: Goods | undefined, id: string, oemName: string): AppError | undefined {
  if (!g) return errors.unknownReference("goodsId");
  if (!g.oemIsOwn) return errors.foreignHostFactory(oemName);
  return g.offShelf ? errors.notForSale(id) : undefined;
}

export const cartCommands: readonly CommandImpl[] = [
  handle(addToCart, async (ctx, input) => {
    const custId = customerOf(ctx, input.custId);
    const ids = textsOf(input.goodsIds, "GOODS_IDS", 10);
    const { oemName } = input;
    if (oemName === null) throw errors.noHostFactory();
    const asked = { moldKind: input.moldKind, magnet: input.magnet ?? -1, sideType: input.sideType ?? -1 };
    const [first = "", ...parts] = ids;
    const refusalOf = (g: Pick<Goods, "goodsId" | "goodsType">) => {
      if (g.goodsId === first) return refuseConfiguration(g, asked, parts);
      return isAccessory(g.goodsId) ? undefined : refusals.invalidConfiguration(g.goodsId);
    };
    const fits = ids.flatMap((goodsId, n) =>
      Object.values(goodsType.values).flatMap((type) => {
        const g = { goodsId, goodsType: type };
        return refusalOf(g)
          ? []
          : [{ ...g, n, oemName, qty: input.orderQty, ...storedConfiguration(g, asked) }];
      }),
    );
    if (await putFitting(ctx, custId, ids.length, fits)) return { COUNT: ids.length };
    const goods = await goodsOf(ctx, custId, ids, oemName);
    for (const id of ids) {
      const g = goods.get(id);
      const refusal = refuseGoods(g, id, oemName);
      if (refusal || !g) throw refusal;
      const wrong = refusalOf(g);
      if (wrong) throw new AppError(wrong);
    }
    // They were changed at this moment, and fit again.
    throw errors.nothingUpdated();
  }),

  handle(quickOrder, async (ctx, { oemName, rows }) => {
    const custId = customerOf(ctx, null);
    if (oemName === null) throw errors.noHostFactory();
    const list: unknown[] = Array.isArray(rows) ? rows : [];
    if (list.length === 0) throw errors.missingField("rows");
    if (list.length > quickOrderLimit) throw errors.tooManyRows(quickOrderLimit);
    const asked = list.map((r) => {
      const o = (typeof r === "object" && r !== null ? r : {}) as Record<string, unknown>;
      return { id: String(o.GOODS_ID ?? "").slice(0, 50), qty: decodeValue(o.QTY, orderQty) };
    });
    const goods = await goodsOf(ctx, custId, [...new Set(asked.map((a) => a.id))], oemName);
    const faults: QuickFault[] = [];
    const lines: NewLine[] = [];
    asked.forEach(({ id, qty }, ROW) => {
      const g = goods.get(id);
      const refusal = typeof qty === "number" ? refuseGoods(g, id, oemName) : errors.invalidField("qty");
      if (refusal || !g)
        faults.push({ ROW, MSG: refusal?.message ?? wireMessage(refusals.unknownReference("goodsId")) });
      else lines.push({ goodsId: id, oemName, qty: Number(qty), ...storedConfiguration(g, presetOf(id)) });
    });
    return { COUNT: faults.length > 0 ? 0 : await put(ctx, custId, lines), FAULTS: faults };
  }),

  handle(reorder, async (ctx, { orderNo }) => {
    const { tenantId } = ctx.who;
    const [rows = []] = await ctx.db.run(tenantId, [
      sql`
        select t.cust_id as cust, t.oem_name as "oemName", l.goods_id as "goodsId",
          l.order_qty::float8 as qty, l.mold_kind as "moldKind", l.side_type as "sideType", l.magnet,
          p.off_shelf
          or t.oem_name not in (
            select x.oem_name
            from customer_oem x
            where x.tenant_id = ${tenantId} and x.cust_id = t.cust_id
            union
            select coalesce(c.default_oem, '')
            from customer c
            where c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
          ) as gone
        from customer_order t
        join customer_order_line l on l.tenant_id = ${tenantId} and l.order_no = t.order_no
        join product p on p.tenant_id = ${tenantId} and p.goods_id = l.goods_id
        where t.tenant_id = ${tenantId} and t.order_no = ${orderNo} and ${ownScope(ctx)}
        order by l.seq
      `,
    ]);
    const found = rows as unknown as readonly (NewLine & { cust: string; gone: boolean })[];
    if (!found[0]) throw errors.unknownReference("orderNo");
    const count = await put(
      ctx,
      found[0].cust,
      found.filter((l) => !l.gone),
    );
    return { COUNT: count, LEFT_OUT: found.filter((l) => l.gone).map((l) => l.goodsId) };
  }),
];
