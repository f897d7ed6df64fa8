import { randomUUID } from "node:crypto";
import { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import { errors, onWire } from "@shotkeeper/contract/kernel";
import {
  BankLedger,
  type ChosenLine,
  isMoneyDay,
  maxChosenLines,
  payment,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { Tx } from "../../../kernel/db/db.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { logInto } from "../../../kernel/log.ts";
import { dayText } from "../../../kernel/zone.ts";
import { type LockedOrder, lockOrders } from "../order.commands.ts";
import { judgeIn } from "../payment.judging.ts";
import { textList } from "../shop-access.ts";
import { paymentsSql } from "./facts.ts";
import type { KeyedLine } from "./line.ts";

const { waiting } = paymentStat.values;

export interface Chosen {
  readonly line: KeyedLine;
  readonly orderNos: readonly string[];
  /**
   * Open amounts of the orders, by order number, as staff saw them when the line was matched. If an amount has changed
   * since then, the line is not booked.
   */
  readonly openAmounts: ReadonlyMap<string, number>;
  readonly paymentId: string | null;
}

function ordersOf(value: unknown): ChosenLine["orders"] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const orders = rows.map((row) => (row ?? {}) as Record<string, unknown>);
  textList(
    orders.map((o) => o.ORDER_NO),
    "orders",
  );
  return orders.map(({ ORDER_NO, OPEN_JE }) => {
    if (typeof OPEN_JE !== "number" || !Number.isFinite(OPEN_JE))
      throw errors.invalidField(onWire("OPEN_JE"));
    return { orderNo: String(ORDER_NO), openAmount: OPEN_JE };
  });
}

/**
 * Returns the lines of a bank statement that staff have chosen, with their orders, in the order of the file. Throws for
 * a line that the file does not contain.
 */
export function chosenLines(chosen: unknown, lines: readonly KeyedLine[]): readonly Chosen[] {
  if (!Array.isArray(chosen) || chosen.length === 0) throw errors.missingField("chosen");
  if (chosen.length > maxChosenLines) throw errors.tooManyRows(maxChosenLines);
  // Maps the old keys of lines to their rows. A line gets a new key (`withKeys`) when an equal transfer is booked. If
  // this happened after staff chose the line, they send its old key, and the line is refused as booked.
  const earlier = new Map(lines.flatMap((l) => (l.equalKeys ?? []).map((key) => [key, l.row] as const)));
  const byKey = new Map(lines.map((l) => [l.key, l]));
  const found = chosen.map((row: unknown): Chosen => {
    const { LINE_KEY, ORDERS, PAYMENT_ID } = (row ?? {}) as Record<string, unknown>;
    const line = byKey.get(String(LINE_KEY));
    const bookedRow = earlier.get(String(LINE_KEY));
    if (!line && bookedRow !== undefined) throw errors.bankLineBooked(String(bookedRow));
    if (!line) throw errors.unknownReference(onWire("LINE_KEY"));
    const orders = ordersOf(ORDERS);
    return {
      line,
      orderNos: [...new Set(orders.map((o) => o.orderNo))],
      openAmounts: new Map(orders.map((o) => [o.orderNo, o.openAmount])),
      paymentId: typeof PAYMENT_ID === "string" ? PAYMENT_ID : null,
    };
  });
  if (new Set(found.map((c) => c.line.key)).size < found.length) throw errors.duplicate(onWire("LINE_KEY"));
  return found.sort((a, b) => a.line.row - b.line.row);
}

/**
 * Stores a new payment for a line of a bank statement. The customer has uploaded no payment voucher for this money. The
 * payment waits until `judgeIn` (payment.judging.ts) confirms it.
 */
async function addPayment(ctx: Ctx, tx: Tx, custId: string, { line, orderNos }: Chosen): Promise<string> {
  const id = randomUUID();
  const { userId } = ctx.who;
  const at = new Date(ctx.now);
  await tx.all([
    sql`
      with done as (
        insert into payment as p (
          tenant_id, payment_id, cust_id, paid_amount, paid_on, payment_stat, created_by, created_date,
          updated_by, updated_date
        )
        values (
          ${tx.tenantId}, ${id}, ${custId}, ${line.amount}, ${line.day}, ${waiting}, ${userId}, ${at},
          ${userId}, ${at}
        )
        returning p.payment_id, app_row(p) as after
      )
      ${logInto(ctx, "insert", payment.wire, "after")} done.payment_id, done.after from done returning 1
    `,
    sql`
      insert into payment_order (tenant_id, payment_id, order_no)
      select ${tx.tenantId}::int, ${id}::text, no
      from unnest(${orderNos}::text[]) x (no)
      returning 1
    `,
  ]);
  return id;
}

/** Throws bankLineBooked (S0474) for a line that another user has booked meanwhile. */
async function refuseBooked(tx: Tx, chosen: readonly Chosen[]): Promise<void> {
  const found = await tx.query(sql<{ key: string }>`
    select line_key as key
    from bank_line
    where tenant_id = ${tx.tenantId} and line_key = any(${chosen.map((c) => c.line.key)}::text[])
  `);
  const booked = chosen.find((c) => found.some((f) => f.key === c.line.key));
  if (booked) throw errors.bankLineBooked(String(booked.line.row));
}

/** Stores a line of a bank statement as booked. Throws bankLineBooked (S0474) if it was booked before. */
async function storeLine(ctx: Ctx, tx: Tx, { line: l }: Chosen, file: string, id: string): Promise<void> {
  const { userId } = ctx.who;
  const at = new Date(ctx.now);
  const stored = await tx.query(sql`
    insert into bank_line (
      tenant_id, line_key, booked_on, bank_amount, payer_name, payer_account, bank_reference, bank_remark,
      bank_file, payment_id, created_by, created_date, updated_by, updated_date
    )
    values (
      ${tx.tenantId}, ${l.key}, ${l.day}, ${l.amount}, ${l.payerName}, ${l.payerAccount}, ${l.reference},
      ${l.remark}, ${file}, ${id}, ${userId}, ${at}, ${userId}, ${at}
    )
    on conflict do nothing
    returning 1
  `);
  if (stored.length === 0) throw errors.bankLineBooked(String(l.row));
}

const openOf = (o: LockedOrder): number => Math.max(0, o.openAmount);

/**
 * Returns the customer of the orders that a line of a bank statement pays. Throws unless the line may pay these orders.
 * The orders must be approved, not cancelled and of one customer. The day of the line must be possible for a payment of
 * the orders. Their open amounts must be the same as at the time of the match.
 */
function checkedCustomer(
  { line, orderNos, openAmounts }: Chosen,
  orders: readonly LockedOrder[],
  today: string,
): string {
  const own = orders.filter((o) => orderNos.includes(o.orderNo));
  const row = String(line.row);
  const waiting = own.find((o) => o.orderStat === orderStat.values.awaitingApproval);
  if (waiting) throw errors.bankOrderUnapproved(`${row} (${waiting.orderNo})`);
  const cancelled = own.find((o) => o.orderStat === orderStat.values.cancelled);
  if (cancelled) throw errors.bankOrderCancelled(`${row} (${cancelled.orderNo})`);
  const custId = own[0]?.custId ?? "";
  if (own.some((o) => o.custId !== custId)) throw errors.bankSeveralCustomers(row);
  if (!isMoneyDay("transfer", line.day, { orderDays: own.map((o) => o.day), today }))
    throw errors.bankDay(`${row} (${line.day})`);
  const changed = own.find((o) => openOf(o) !== openAmounts.get(o.orderNo));
  if (changed) throw errors.bankChanged(`${row} (${changed.orderNo})`);
  return custId;
}

/** Books lines of a bank statement as payments. Throws if the orders or payments have changed since staff saw them. */
export async function bookLines(
  ctx: Ctx,
  tx: Tx,
  chosen: readonly Chosen[],
  file: string,
): Promise<{ readonly paymentIds: readonly string[]; readonly bookedAmount: number }> {
  // Locks all orders at once, in the order of their numbers, so that two calls do not deadlock. Reports and
  // confirmations of payments lock the orders too, so the payments that are read below cannot change meanwhile.
  const nos = [...new Set(chosen.flatMap((c) => c.orderNos))].sort();
  const orders = await lockOrders(ctx, tx, nos);
  await refuseBooked(tx, chosen);
  const payments = await tx.query(
    paymentsSql(
      tx.tenantId,
      sql`
        exists (
          select
          from payment_order o
          where o.tenant_id = ${tx.tenantId} and o.payment_id = p.payment_id and o.order_no = any(${nos})
        )
      `,
    ),
  );
  const ledger = new BankLedger(
    orders.map((o) => ({ orderNo: o.orderNo, openAmount: openOf(o) })),
    payments,
  );
  const today = dayText(ctx.who.zone, ctx.now);
  const paymentIds: string[] = [];
  const amounts: number[] = [];
  for (const c of chosen) {
    const row = String(c.line.row);
    const custId = checkedCustomer(c, orders, today);
    const planned = { amount: c.line.amount, orderNos: c.orderNos, isNew: false };
    const first = ledger.planOf(planned);
    // Plans a new payment if a confirmed payment has the amount and an order of the line, but staff have not chosen it:
    // they have decided that the line is another transfer.
    const isNew = [first.payment, first.conflict].some((p) => p?.isConfirmed && p.paymentId !== c.paymentId);
    const plan = isNew ? ledger.planOf({ ...planned, isNew }) : first;
    if (plan.conflict) throw errors.bankPaymentWaiting(`${row} (${plan.conflict.orderNos.join(", ")})`);
    if ((plan.payment?.paymentId ?? null) !== c.paymentId)
      throw errors.bankChanged(`${row} (${c.orderNos.join(", ")})`);
    const id = plan.payment?.paymentId ?? (await addPayment(ctx, tx, custId, c));
    await storeLine(ctx, tx, c, file, id);
    // Books no money if the payment is already confirmed, because its money was booked when it was confirmed.
    if (!plan.payment?.isConfirmed) {
      amounts.push(c.line.amount);
      await judgeIn(ctx, tx, { orderNos: null, paymentIds: [id], reason: null, bookedAmount: c.line.amount });
    }
    ledger.book(planned, plan);
    paymentIds.push(id);
  }
  return { paymentIds, bookedAmount: sumAmounts(amounts) };
}
