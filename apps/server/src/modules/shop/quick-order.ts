import { errors, type ImportFault, wireMessage, wireName } from "@shotkeeper/contract/kernel";
import {
  configurationOfRow,
  decodeQuickOrderLine,
  isAccessory,
  lineAmount,
  type QuickOrderLine,
  type QuickOrderOutcome,
  quickOrder,
  quickOrderLimit,
  quickOrderLine,
  storedConfiguration,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { addLines, type NewLine } from "./cart-lines.ts";
import type { Goods } from "./checkout.price.ts";
import { goodsSql } from "./checkout.ts";
import { customerOems, customerOf } from "./shop-access.ts";

/** Products (by id) and names of host factories for which the customer may order. */
interface Offer {
  readonly goods: ReadonlyMap<string, Goods>;
  readonly oems: ReadonlySet<string>;
  /** Pieces in the caller's cart by product. */
  readonly inCart: ReadonlyMap<string, number>;
}

/** Line of a quick order with the lines of the cart that it becomes. */
interface CheckedLine {
  readonly outcome: QuickOrderOutcome;
  /** Cart lines for this line: the counter or other product, and its accessory. Empty if the line has a fault. */
  readonly added: readonly NewLine[];
  /** Message of each faulty field, by the field's wire name. */
  readonly faults: Map<string, string>;
}

type Decoded = ReturnType<typeof decodeQuickOrderLine>;

const wireOf = (name: keyof QuickOrderLine): string => wireName(name, quickOrderLine.fields[name]);

/** Finds a product by its code as given, or else by this code in capital letters. */
function find({ goods }: Offer, id: string | null): Goods | undefined {
  return id === null ? undefined : (goods.get(id) ?? goods.get(id.toUpperCase()));
}

async function offerOf(ctx: Ctx, custId: string, rows: readonly Decoded[]): Promise<Offer> {
  const { tenantId, userId } = ctx.who;
  const codes = rows.flatMap(({ line: { goodsId, accessory } }) => [goodsId ?? "", accessory ?? ""]);
  const ids = [...new Set(codes.flatMap((id) => [id, id.toUpperCase()]))].filter((id) => id !== "");
  const [goods, oems, inCart] = await ctx.db.run(tenantId, [
    goodsSql(tenantId, ids),
    sql<{ oemName: string }>`select o.oem_name as "oemName" from ${customerOems(ctx, custId)} o`,
    sql<{ goodsId: string; qty: number }>`
      select goods_id as "goodsId", sum(order_qty)::float8 as qty
      from cart_line
      where tenant_id = ${tenantId} and cust_id = ${custId} and user_id = ${userId}
        and goods_id = any(${ids})
      group by goods_id
    `,
  ]);
  return {
    goods: new Map(goods.map((g) => [g.goodsId, g])),
    oems: new Set(oems.map((o) => o.oemName)),
    inCart: new Map(inCart.map((l) => [l.goodsId, l.qty])),
  };
}

/** Checks a line, and finds its price and configuration. Does not check the stock (`checkStock`). */
function checkLine(
  { line, faults: invalid }: Decoded,
  offer: Offer,
  standardOem: string | null,
): CheckedLine {
  const faults = new Map(invalid);
  const refuse = (name: keyof QuickOrderLine, message: string) => {
    const wire = wireOf(name);
    if (!faults.has(wire)) faults.set(wire, message);
  };
  const goods = find(offer, line.goodsId);
  const part = find(offer, line.accessory);
  const oemName = line.oemName ?? standardOem;
  if (!goods) refuse("goodsId", errors.unknownReference("goodsId").message);
  else if (goods.offShelf) refuse("goodsId", errors.notForSale(goods.goodsId).message);
  if (line.accessory !== null && !part) refuse("accessory", errors.unknownReference("accessory").message);
  else if (part?.offShelf) refuse("accessory", errors.notForSale(part.goodsId).message);
  if (oemName === null) refuse("oemName", errors.noHostFactory().message);
  else if (!offer.oems.has(oemName)) refuse("oemName", errors.foreignHostFactory(oemName).message);
  const meant = goods && configurationOfRow(goods, { ...line, accessory: part?.goodsId ?? null });
  if (meant && "refusal" in meant) refuse(meant.field, wireMessage(meant.refusal));
  const configuration = meant && "configuration" in meant ? meant.configuration : undefined;
  const priceOf = (g: Goods | undefined) => (g ? (g.prices[oemName ?? ""] ?? g.unitPrice) : null);
  const [unitPrice, accessoryPrice] = [priceOf(goods), priceOf(part)];
  const qty = line.orderQty;
  return {
    faults,
    outcome: {
      goodsId: goods?.goodsId ?? line.goodsId,
      goodsName: goods?.goodsName ?? null,
      goodsNameTw: goods?.goodsNameTw ?? null,
      goodsNameEn: goods?.goodsNameEn ?? null,
      goodsModel: goods?.goodsModel ?? null,
      orderQty: qty,
      moldKind: configuration?.moldKind ?? line.moldKind,
      sideType: configuration?.sideType ?? line.sideType,
      magnet: configuration?.magnet ?? line.magnet,
      accessory: part?.goodsId ?? line.accessory,
      oemName,
      unitPrice,
      accessoryPrice,
      stockQty: goods ? Math.max(0, goods.available) : null,
      cartQty: goods ? (offer.inCart.get(goods.goodsId) ?? 0) : null,
      amount:
        qty === null || unitPrice === null
          ? null
          : sumAmounts([unitPrice, accessoryPrice ?? 0].map((price) => lineAmount(price, qty))),
    },
    added:
      !goods || !configuration || oemName === null || qty === null
        ? []
        : [
            { goodsId: goods.goodsId, oemName, qty, ...configuration },
            ...(part
              ? [{ goodsId: part.goodsId, oemName, qty, ...storedConfiguration(part, configuration) }]
              : []),
          ],
  };
}

/**
 * Refuses the lines of a product if the stock is smaller than the quantity of all lines plus the quantity in the cart.
 */
function checkStock(lines: readonly CheckedLine[], offer: Offer): void {
  const wanted = new Map(offer.inCart);
  for (const { goodsId, qty } of lines.flatMap((l) => l.added))
    wanted.set(goodsId, (wanted.get(goodsId) ?? 0) + qty);
  for (const { added, faults } of lines) {
    const short = added.find(
      (l) => (wanted.get(l.goodsId) ?? 0) > (offer.goods.get(l.goodsId)?.available ?? 0),
    );
    const field = wireOf(short && isAccessory(short.goodsId) && added.length > 1 ? "accessory" : "orderQty");
    if (short && !faults.has(field)) faults.set(field, errors.outOfStock(short.goodsId).message);
  }
}

export const quickOrderImpl = handle(quickOrder, async (ctx, { oemName, rows, checkOnly }) => {
  const custId = customerOf(ctx, null);
  const list: readonly unknown[] = Array.isArray(rows) ? rows : [];
  if (list.length === 0) throw errors.missingField("rows");
  if (list.length > quickOrderLimit) throw errors.tooManyRows(quickOrderLimit);
  const decoded = list.map(decodeQuickOrderLine);
  const offer = await offerOf(ctx, custId, decoded);
  const lines = decoded.map((row) => checkLine(row, offer, oemName));
  checkStock(lines, offer);
  const faults = lines.flatMap((l, row): ImportFault[] =>
    [...l.faults].map(([field, message]) => ({ row, field, message })),
  );
  const cartIds =
    checkOnly || faults.length > 0
      ? []
      : await addLines(
          ctx,
          custId,
          lines.flatMap((l) => l.added),
        );
  return { count: cartIds.length, cartIds, faults, outcomes: lines.map((l) => l.outcome) };
});
