import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  type AskedLine,
  decodeAskedLine,
  heldQtyOf,
  maxReturnPictures,
  needsPicture,
  openQtyOf,
  refuseRequest,
  refuseReturn,
  requestReturn,
  returnKind,
  returnPicturePart,
  returnRule,
  returnStat,
  saleReturn,
  serialState,
  withdrawReturn,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { lockOrders } from "./order.commands.ts";
import {
  changeReturnsSql,
  type LockedReturn,
  lockReturn,
  type OrderLine,
  orderLines,
  piecesByGoods,
  reserve,
} from "./return.lock.ts";
import { serialsOf } from "./serials.ts";
import { textList } from "./shop-access.ts";

const { cancel, exchange } = returnKind.values;
const { approved, withdrawn } = returnStat.values;
const { shipped } = serialState.values;

/** Decodes the lines of a request for a return. Throws for an invalid line, and for a line that occurs twice. */
function askedLinesOf(given: unknown): readonly AskedLine[] {
  if (!Array.isArray(given) || given.length === 0) throw errors.missingField("lines");
  if (given.length > 1000) throw errors.tooManyRows(1000);
  const lines = given.map(decodeAskedLine).filter((l) => l !== undefined);
  if (lines.length !== given.length || new Set(lines.map((l) => l.seq)).size !== lines.length)
    throw errors.invalidField("lines");
  return lines;
}

/** Throws unless each order line has as many pieces that can be cancelled or sent back as the request names. */
function checkPieces(
  kind: number,
  orderNo: string,
  asked: readonly AskedLine[],
  lines: readonly OrderLine[],
): void {
  for (const a of asked) {
    const line = lines.find((l) => l.seq === a.seq);
    if (!line) throw errors.unknownReference("lines");
    const left =
      kind === cancel ? openQtyOf(line) - line.askedCancelQty : heldQtyOf(line) - line.askedBackQty;
    if (a.returnQty > left) throw errors.moreThanReturnable(`${orderNo}/${a.seq}`);
  }
}

interface NamedSerial {
  readonly chipCode: string;
  readonly seq: number;
}

/**
 * Returns the order line of each serial number. Throws serialNotInReturn for a number that was not shipped with this
 * order, and counterStillBound for a counter that is on a mold.
 */
export async function shippedSerials(
  tx: Tx,
  orderNo: string,
  serials: readonly string[],
): Promise<readonly NamedSerial[]> {
  if (serials.length === 0) return [];
  const found = await tx.query(
    sql<NamedSerial>`
      select chip_code as "chipCode", seq
      from stock_serial
      where tenant_id = ${tx.tenantId}
        and chip_code = any(${serials})
        and order_no = ${orderNo}
        and serial_state = ${shipped}
      order by chip_code
      for update
    `,
  );
  const unknown = serials.find((s) => !found.some((f) => f.chipCode === s));
  if (unknown !== undefined) throw errors.serialNotInReturn(unknown);
  const [bound] = await tx.query(sql<{ chip: string | null }>`select app_bound_chip(${serials}) as chip`);
  if (bound?.chip) throw errors.counterStillBound(bound.chip);
  return found;
}

/**
 * Attaches uploaded pictures to a return, and returns their number. Throws unless each is a picture of the caller that
 * belongs to no row.
 */
async function attachPictures(ctx: Ctx, tx: Tx, returnNo: string, files: unknown): Promise<number> {
  if (files === null || (Array.isArray(files) && files.length === 0)) return 0;
  const fileIds = textList(files, "fileIds", maxReturnPictures);
  const { userId } = ctx.who;
  const attached = await tx.query(
    sql`
      update file_info
      set
        owner_table = ${saleReturn.wire}, owner_id = ${returnNo}, owner_part = ${returnPicturePart},
        is_draft = false, updated_by = ${userId}, updated_date = ${new Date(ctx.now)}
      where tenant_id = ${tx.tenantId}
        and file_id = any(${fileIds})
        and created_by = ${userId}
        and owner_table is null
        and media_type like 'image/%'
        and file_size > 0
      returning 1
    `,
  );
  if (attached.length !== fileIds.length) throw errors.unknownReference("fileIds");
  return attached.length;
}

export const requestCommands: readonly CommandImpl[] = [
  handle(requestReturn, async (ctx, input) => {
    const { tenantId, userId } = ctx.who;
    const { orderNo, returnKind: kind, returnReason: reason, reasonText } = input;
    const returnNo = await nextDocumentNumber(ctx, returnRule);
    await ctx.db.tx(tenantId, async (tx) => {
      const [order] = await lockOrders(ctx, tx, [orderNo]);
      if (!order) throw errors.unknownReference("orderNo");
      const pictures = await attachPictures(ctx, tx, returnNo, input.fileIds);
      const asked = askedLinesOf(input.lines);
      const serials = kind === cancel ? [] : serialsOf(input.serials);
      if (kind !== cancel && needsPicture(reason) && pictures === 0) throw errors.returnPictureMissing();
      const refusal = refuseRequest(kind, order);
      if (refusal) throw new AppError(refusal);
      const lines = await orderLines(tx, orderNo);
      checkPieces(kind, orderNo, asked, lines);
      // Refuses to cancel a part of an order before its payment is complete.
      if (kind === cancel && order.orderStat === 0 && !isWhole(asked, lines))
        throw errors.invalidField("lines");
      const named = await shippedSerials(tx, orderNo, serials);
      for (const n of named) {
        const line = asked.find((a) => a.seq === n.seq);
        if (!line) throw errors.serialNotInReturn(n.chipCode);
        if (named.filter((x) => x.seq === n.seq).length > line.returnQty)
          throw errors.moreThanReturnable(`${orderNo}/${n.seq}`);
      }
      const at = new Date(ctx.now);
      const stamp = sql`${userId}, ${at}::timestamptz, ${userId}, ${at}::timestamptz`;
      await tx.all([
        sql`
          with done as (
            insert into sale_return (
              tenant_id, return_no, cust_id, order_no, return_kind, return_reason, reason_text,
              created_by, created_date, updated_by, updated_date
            )
            values (
              ${tenantId}, ${returnNo}, ${order.custId}, ${orderNo}, ${kind}, ${reason},
              ${reasonText}, ${stamp}
            )
            returning *
          ) ${logInto(ctx, "insert", saleReturn.wire, "after")} done.return_no, to_jsonb(done)
          from done
        `,
        sql`
          insert into sale_return_line (
            tenant_id, return_no, order_no, seq, return_qty, created_by, created_date, updated_by,
            updated_date
          )
          select ${tenantId}::int, ${returnNo}::text, ${orderNo}::text, x.seq, x.qty, ${stamp}
          from unnest(${asked.map((a) => a.seq)}::int[], ${asked.map((a) => a.returnQty)}::bigint[]) x (seq, qty)
        `,
        sql`
          insert into sale_return_serial (tenant_id, return_no, seq, chip_code)
          select ${tenantId}::int, ${returnNo}::text, x.seq, x.chip
          from unnest(${named.map((n) => n.seq)}::int[], ${named.map((n) => n.chipCode)}::text[]) x (seq, chip)
        `,
      ]);
    });
    return { returnNo };
  }),

  handle(withdrawReturn, async (ctx, { returnNo }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const { found } = await lockReturn(ctx, tx, returnNo);
      const refusal = refuseReturn("withdraw", found);
      if (refusal) throw new AppError(refusal);
      await releaseReplacement(ctx, tx, found);
      await tx.query(changeReturnsSql(ctx, [returnNo], sql`return_stat = ${withdrawn}`));
    });
    return { returnNo };
  }),
];

/** Returns true if the lines name all pieces of the order. */
const isWhole = (asked: readonly AskedLine[], lines: readonly OrderLine[]): boolean =>
  lines.every((l) => asked.find((a) => a.seq === l.seq)?.returnQty === l.orderQty);

/** Releases the stock that an approved exchange has reserved for its replacement. */
export async function releaseReplacement(ctx: Ctx, tx: Tx, r: LockedReturn): Promise<void> {
  if (r.returnKind !== exchange || r.returnStat !== approved) return;
  await reserve(ctx, tx, piecesByGoods(r.lines.map((l) => ({ goodsId: l.goodsId, qty: -l.returnQty }))));
}
