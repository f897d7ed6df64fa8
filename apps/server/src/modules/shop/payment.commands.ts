import { randomUUID } from "node:crypto";
import { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  confirmPayment,
  inOneMonth,
  maxVouchers,
  refuseMoneyDay,
  refuseSale,
  rejectVoucher,
  sumAmounts,
  uploadVoucher,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { lockOrders, updateSql } from "./order.commands.ts";
import { detachSql, judge, judgeSql, waitingFiles, waitingSql } from "./payment.judging.ts";
import { candidatesSql, checkReceipts, requireReceipts, storeReceipts, unreportedSql } from "./receipt.ts";
import { refundOverpaidImpl } from "./refund.ts";
import { textList } from "./shop-access.ts";

const { created, voucherUploaded } = orderStat.values;
const { replaced } = paymentStat.values;

const sameTexts = (a: readonly string[], b: readonly string[]) =>
  [...a].sort().join() === [...b].sort().join();

/** Replaces a waiting payment of exactly these orders: the payment no longer counts, but stays in the history. */
async function replacePayment(ctx: Ctx, tx: Tx, id: string, orderNos: readonly string[]): Promise<void> {
  const found = await tx.query(sql<{ orderNo: string }>`
    select o.order_no as "orderNo"
    from payment_order o
    where o.tenant_id = ${tx.tenantId} and o.payment_id = ${id}
  `);
  const paid = found.map((o) => o.orderNo);
  if (!sameTexts(paid, orderNos)) throw errors.unknownReference("replacesId");
  const [old] = await tx.query(waitingSql(tx.tenantId, { ids: [id] }));
  if (!old) throw errors.wrongState();
  await tx.query(detachSql(tx.tenantId, [id]));
  await tx.query(judgeSql(ctx, [id], replaced, [0], null));
}

/** Returns the open amount of orders that no waiting payment reports, yuan. Throws if waiting payments report all. */
async function unreportedAmount(tx: Tx, orderNos: readonly string[]): Promise<number> {
  const rows = await tx.query(sql<{ amount: number }>`
    select (${unreportedSql(tx.tenantId)})::float8 as amount
    from customer_order t
    where t.tenant_id = ${tx.tenantId} and t.order_no = any(${orderNos})
  `);
  const amount = sumAmounts(rows.map((r) => r.amount));
  if (amount <= 0) throw errors.missingField("paidAmount");
  return amount;
}

export const paymentCommands: readonly CommandImpl[] = [
  refundOverpaidImpl,

  handle(uploadVoucher, async (ctx, input) => {
    const files = input.fileIds;
    if (!Array.isArray(files) || files.length === 0) throw errors.noVoucherPicture();
    const fileIds = textList(files, "fileIds");
    const orderNos = textList(input.orderNos, "orderNos");
    const today = dayText(ctx.who.zone, ctx.now);
    const paidOn = input.paidOn ?? today;
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const orders = await lockOrders(ctx, tx, orderNos);
      for (const o of orders) {
        const refusal = refuseSale("voucher", o);
        if (refusal) throw new AppError(refusal);
      }
      if (new Set(orders.map((o) => o.custId)).size > 1) throw errors.severalCustomers();
      const badDay = refuseMoneyDay("payment", "paidOn", paidOn, {
        orderDays: orders.map((o) => o.day),
        today,
      });
      if (badDay) throw new AppError(badDay);
      if (!inOneMonth(orders.map((o) => o.month))) throw errors.voucherMonthsDiffer();
      if (input.replacesId !== null) await replacePayment(ctx, tx, input.replacesId, orderNos);
      const before = await waitingFiles(tx, orderNos);
      if (orderNos.some((no) => (before.get(no) ?? 0) + fileIds.length > maxVouchers))
        throw errors.tooManyVouchers(maxVouchers);
      requireReceipts(await tx.query(candidatesSql(ctx, fileIds, orderNos)), fileIds);
      await tx.all(
        storeReceipts(ctx, [
          {
            paymentId: randomUUID(),
            custId: orders[0]?.custId ?? "",
            amount: input.paidAmount ?? (await unreportedAmount(tx, orderNos)),
            paidOn,
            orderNos,
            fileIds,
          },
        ]),
      );
      const stats = orders.map((o) => Math.max(o.orderStat ?? created, voucherUploaded));
      const sets = sql`voucher_at = ${new Date(ctx.now)}, reject_reason = null`;
      await tx.query(updateSql(ctx, orders, stats, sets));
      await tx.query(checkReceipts);
    });
    return { orderNos };
  }),

  handle(confirmPayment, (ctx, { orderNos, paymentIds, bookedAmount }) =>
    judge(ctx, { orderNos, paymentIds, bookedAmount, reason: null }),
  ),

  handle(rejectVoucher, (ctx, { orderNos, paymentIds, rejectReason }) =>
    judge(ctx, { orderNos, paymentIds, bookedAmount: null, reason: rejectReason }),
  ),
];
