import { orderStat } from "@shotkeeper/contract/enumerations";
import { errors, nameOf } from "@shotkeeper/contract/kernel";
import { amountText, documentType, sumAmounts } from "@shotkeeper/contract/shop";
import { type LocaleCode, serverTexts } from "@shotkeeper/locales/server";
import type { Ctx } from "../../../kernel/ctx.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { dayText } from "../../../kernel/zone.ts";
import { dueDateOf, monthOf } from "../order.queries.ts";
import { payeesSql } from "../payee.tables.ts";
import { overpaidSql, paidBackSql } from "../refund.ts";
import { customerOf } from "../shop-access.ts";
import { creditLine, type Stat } from "./document-content.ts";
import type { DocumentContent } from "./document-layout.ts";
import { documentTexts } from "./texts.ts";

interface Customer {
  readonly seller: string;
  readonly custName: string;
  readonly taxpayerId: string | null;
  /** Overpaid money of all payments that was not paid back, yuan. */
  readonly overpaid: number;
}

interface StatementOrder {
  readonly orderNo: string;
  readonly oemName: string;
  readonly orderedOn: string;
  readonly orderStat: Stat;
  readonly isPaid: boolean;
  readonly amount: number;
  /** Amount that is not paid yet, yuan. */
  readonly open: number;
  /** Latest due date of the month's orders: the payment terms of the customer may have changed within the month. */
  readonly dueOn: string;
}

/** A credit note of a statement: cancelled or returned goods of one of its orders. */
interface CreditNote {
  readonly returnNo: string;
  readonly orderNo: string;
  readonly on: string;
  readonly amount: number;
}

const statText = (stat: Stat, language: LocaleCode): string => {
  const name = nameOf(orderStat, stat);
  return name ? serverTexts[language].enums.orderStat[name] : "";
};

/**
 * Returns the content of a monthly statement, and its customer. `code` names the statement: "2026-05" if the caller is
 * a customer's user, "C001/2026-05" (customer and month) if the caller is staff.
 */
export async function statementContent(
  ctx: Ctx,
  code: string,
  language: LocaleCode,
): Promise<{ readonly custId: string; readonly content: DocumentContent }> {
  const { tenantId, zone } = ctx.who;
  const t = documentTexts[language];
  const m = /^(?:(.+)\/)?(\d{4}-(?:0[1-9]|1[0-2]))$/.exec(code);
  if (!m) throw errors.invalidField("docCode");
  const custId = customerOf(ctx, m[1] ?? null);
  const month = m[2] ?? "";
  const [[customer], orders, credits, payees] = await ctx.db.run(tenantId, [
    sql<Customer>`
      select
        e.full_name as seller, c.cust_name as "custName", c.taxpayer_id as "taxpayerId",
        (
          select coalesce(sum(${overpaidSql(tenantId)} - ${paidBackSql(tenantId)}), 0)
          from payment t
          where t.tenant_id = ${tenantId} and t.cust_id = ${custId}
        ) as overpaid
      from customer c
      join tenant e on e.tenant_id = ${tenantId}
      where c.tenant_id = ${tenantId} and c.cust_id = ${custId}
    `,
    sql<StatementOrder>`
      select
        t.order_no as "orderNo", t.oem_name as "oemName",
        to_char(t.order_date at time zone ${zone}, 'YYYY-MM-DD') as "orderedOn",
        t.order_stat as "orderStat", t.is_paid as "isPaid", t.total_amount as amount,
        t.open_amount as open,
        to_char(max(${dueDateOf(ctx)}) over (), 'YYYY-MM-DD') as "dueOn"
      from customer_order t
      where t.tenant_id = ${tenantId} and t.cust_id = ${custId} and ${monthOf(ctx)} = ${month}
        and t.order_stat >= ${orderStat.values.created}
      order by t.order_no
    `,
    sql<CreditNote>`
      select
        r.return_no as "returnNo", t.order_no as "orderNo",
        to_char(coalesce(r.returned_at, r.judged_at) at time zone ${zone}, 'YYYY-MM-DD') as "on",
        r.return_amount as amount
      from sale_return r
      join customer_order t on t.tenant_id = ${tenantId} and t.order_no = r.order_no
      where r.tenant_id = ${tenantId} and t.cust_id = ${custId} and ${monthOf(ctx)} = ${month}
        and t.order_stat >= ${orderStat.values.created} and r.return_amount > 0
      order by r.return_no
    `,
    payeesSql(tenantId),
  ]);
  if (!customer) throw errors.unknownReference("custId");
  const unpaid = sumAmounts(orders.map((o) => o.open));
  const content: DocumentContent = {
    docType: documentType.statement,
    language,
    seller: customer.seller,
    custName: customer.custName,
    documentNo: `${custId} ${month}`,
    date: month,
    facts: [
      [t.customer, customer.custName],
      [t.month, month],
      [t.taxpayerId, customer.taxpayerId ?? ""],
      [t.dueOn, orders[0]?.dueOn ?? ""],
      [t.unpaid, `¥ ${amountText(unpaid)}`],
      ...(customer.overpaid > 0
        ? [[t.overpaid, `¥ ${amountText(customer.overpaid)}`] satisfies [string, string]]
        : []),
      [t.orderCount, String(orders.length)],
      [t.issuedOn, dayText(zone, ctx.now)],
    ],
    // A statement lists orders. The columns for products show the order's host factory, day and state.
    lines: [
      ...orders.map((o) => ({
        code: o.orderNo,
        name: o.oemName,
        model: o.orderedOn,
        unit: o.isPaid ? t.paid : statText(o.orderStat, language),
        qty: 1,
        unitPrice: 0,
        amount: o.amount,
      })),
      ...credits.map((c) => creditLine(c.returnNo, t.creditNote(c.orderNo), c.on, c.amount)),
    ],
    postage: 0,
    total: sumAmounts([...orders.map((o) => o.amount), ...credits.map((c) => -c.amount)]),
    remark: "",
    payment: unpaid > 0 ? { amount: unpaid, reference: `${custId} ${month}`, payees } : null,
  };
  return { custId, content };
}
