import { AppError, errors } from "@shotkeeper/contract/kernel";
import { decodePackedLine, type PackedLine, refuseSale, type SaleFacts } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { customerScope } from "./shop-access.ts";

/** Fields of an order that must be equal in all orders of a parcel. */
const receiverFields = [
  "custId",
  "recMan",
  "recTel",
  "recProvince",
  "recCity",
  "recDistrict",
  "recAddress",
] as const;

export type Receiver = Readonly<Record<(typeof receiverFields)[number], string | null>>;

export interface PackedOrder extends SaleFacts, Receiver {
  readonly orderNo: string;
}

/** Order line of a parcel's orders, with the pieces that are not shipped yet. */
export interface OpenLine {
  readonly orderNo: string;
  readonly seq: number;
  readonly goodsId: string;
  readonly openQty: number;
}

/** Pieces of an order line that a parcel contains. */
export interface PackedPiece extends OpenLine {
  readonly shipQty: number;
}

/**
 * Locks the orders of a parcel until the end of the transaction. Throws unless every order is in the caller's scope
 * and may be shipped, and all have the same customer and address.
 */
export async function lockParcel(
  ctx: Ctx,
  tx: Tx,
  orderNos: readonly string[],
): Promise<readonly [PackedOrder, ...PackedOrder[]]> {
  const rows = await tx.query(
    sql<PackedOrder>`
      select
        t.order_no as "orderNo", t.order_stat as "orderStat", t.is_paid as "isPaid",
        t.statement_days as "statementDays", t.voucher_at::text as "voucherAt",
        t.express_no as "expressNo", t.cust_id as "custId", t.rec_man as "recMan",
        t.rec_tel as "recTel", t.rec_province as "recProvince", t.rec_city as "recCity",
        t.rec_district as "recDistrict", t.rec_address as "recAddress"
      from customer_order t
      where t.tenant_id = ${tx.tenantId} and t.order_no = any(${orderNos}) and ${customerScope(ctx)}
      order by t.order_no
      for update of t
    `,
  );
  const [first, ...rest] = rows;
  if (!first || rows.length !== orderNos.length) throw errors.unknownReference("orderNo");
  for (const o of rows) {
    const refusal = refuseSale("ship", o);
    if (refusal) throw new AppError(refusal);
    if (receiverFields.some((f) => (o[f] ?? "") !== (first[f] ?? "")))
      throw errors.differentReceivers(o.orderNo);
  }
  return [first, ...rest];
}

export const openLines = (tx: Tx, orderNos: readonly string[]): Promise<readonly OpenLine[]> =>
  tx.query(
    sql<OpenLine>`
      select
        l.order_no as "orderNo", l.seq, l.goods_id as "goodsId",
        (l.order_qty - l.cancelled_qty + l.exchanged_qty - l.shipped_qty)::float8 as "openQty"
      from customer_order_line l
      where l.tenant_id = ${tx.tenantId} and l.order_no = any(${orderNos})
      order by l.order_no, l.seq
    `,
  );

/** Decodes the lines of a parcel. Returns undefined if the request names no lines. Then all open pieces are shipped. */
export function packedLinesOf(given: unknown): readonly PackedLine[] | undefined {
  if (given === null || given === undefined) return undefined;
  if (!Array.isArray(given) || given.length === 0 || given.length > 1000) throw errors.invalidField("lines");
  const lines = given.map(decodePackedLine);
  const known = lines.filter((l) => l !== undefined);
  const keys = new Set(known.map((l) => `${l.orderNo} ${l.seq}`));
  if (known.length !== lines.length || keys.size !== lines.length) throw errors.invalidField("lines");
  return known;
}

/**
 * Returns the pieces of a parcel. Throws if the parcel names an order line that its orders do not have, or more pieces
 * than an order line still needs. Throws too if the parcel contains no piece of one of the orders.
 */
export function piecesOf(
  orderNos: readonly string[],
  open: readonly OpenLine[],
  packed: readonly PackedLine[] | undefined,
): readonly PackedPiece[] {
  const pieces =
    packed === undefined
      ? open.filter((l) => l.openQty > 0).map((l) => ({ ...l, shipQty: l.openQty }))
      : packed.map(({ orderNo, seq, shipQty }) => {
          const line = open.find((l) => l.orderNo === orderNo && l.seq === seq);
          if (!line) throw errors.unknownReference("lines");
          if (shipQty > line.openQty) throw errors.moreThanOrdered(`${orderNo}/${seq}`);
          return { ...line, shipQty };
        });
  if (orderNos.some((no) => !pieces.some((p) => p.orderNo === no))) throw errors.invalidField("lines");
  return pieces;
}

/** Returns the numbers of the orders that have no open piece after the parcel is shipped. */
export function completedBy(
  orderNos: readonly string[],
  open: readonly OpenLine[],
  pieces: readonly PackedPiece[],
): readonly string[] {
  const shippedOf = (l: OpenLine) =>
    pieces.find((p) => p.orderNo === l.orderNo && p.seq === l.seq)?.shipQty ?? 0;
  return orderNos.filter((no) =>
    open.filter((l) => l.orderNo === no).every((l) => shippedOf(l) === l.openQty),
  );
}

/** Returns by how many pieces a parcel changes the stock of each product. */
export function changesOf(pieces: readonly PackedPiece[]): ReadonlyMap<string, number> {
  const changes = new Map<string, number>();
  for (const p of pieces) changes.set(p.goodsId, (changes.get(p.goodsId) ?? 0) - p.shipQty);
  return changes;
}
