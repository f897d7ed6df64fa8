import { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import {
  amountText,
  applicationStat,
  companyApplication,
  customerOrder,
  invoice,
  refund,
  refundKind,
  returnStat,
  saleReturn,
} from "@shotkeeper/contract/shop";
import { warningLevel } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type NoticeEvent, notify } from "../notice/index.ts";
import { mayApprove } from "./company-access.ts";

/** Kinds of steps of a sale. True: the customer is notified of the step. False: the shop's staff are notified. */
const forCustomer = {
  saleApplied: false,
  saleOrdered: false,
  saleVoucher: false,
  saleReceived: false,
  saleInvoiceAsked: false,
  saleConfirmed: true,
  saleRejected: true,
  saleCancelled: true,
  saleApprovalAsked: true,
  saleApproved: true,
  saleNotApproved: true,
  saleShipped: true,
  saleInvoiced: true,
  saleInvoiceBack: true,
  saleReturnAsked: false,
  saleReturnApproved: true,
  saleReturnRefused: true,
  saleReturnReceived: true,
  saleReturnSettled: true,
  saleOverpaidBack: true,
} as const;

type SaleEvent = keyof typeof forCustomer;

/**
 * A step in the workflow of an order, an invoice request, a return, a refund or a sign-up. Example: the confirmation of
 * a payment.
 */
interface SaleStepRow {
  readonly type: SaleEvent;
  readonly id: string;
  readonly at: string;
  readonly orders: string;
  readonly cust_id: string;
  readonly cust_name: string;
  readonly amount: number;
  readonly express_no: string | null;
  readonly reason: string | null;
  /** Users of the customer to notify. Null: all users of the customer. */
  readonly receivers: readonly string[] | null;
}

/** How far back the job looks, ms. Steps that are older, for example after a longer downtime, cause no notices. */
const lookBackMs = 3_600_000;

/**
 * Job: sends notices of recent steps of orders, invoice requests, returns, refunds and sign-ups. The job finds the
 * changed rows by the system log, because every command that makes a step writes an entry. The event key prevents a
 * second notice of the same step.
 */
export async function notifySales(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const { awaitingApproval, created, financeConfirmed } = orderStat.values;
  const { approved, toSettle, settled, refused } = returnStat.values;
  const since = new Date(ctx.now - lookBackMs);
  const changed = (target: string) =>
    sql`
      (
        select distinct target_key
        from system_log
        where tenant_id = ${tenantId} and at > ${since} and target = ${target}
      )
    `;
  // Time of the latest rejection. The order's `updated_date` would be wrong: an order on monthly terms goes on after a
  // rejection, so later steps change this date.
  const rejectedAt = sql`
    (
      select max(p.judged_at)
      from payment_order x
      join payment p on p.tenant_id = ${tenantId} and p.payment_id = x.payment_id
      where x.tenant_id = ${tenantId} and x.order_no = t.order_no and p.payment_stat = ${paymentStat.values.rejected}
    )
  `;
  const [orders, invoices, returns, refunds, applications] = await ctx.db.run(tenantId, [
    // Orders of one customer that take the same step at the same moment cause one notice. Examples are the orders of
    // one checkout, of one payment or of one command of staff. An order with a payment or an approval on monthly terms
    // is only cancelled by a return, and the notice of the return tells the customer.
    sql<SaleStepRow>`
      select
        x.type, t.cust_id as id, x.at, string_agg(t.order_no, ', ' order by t.order_no) as orders, t.cust_id,
        c.cust_name, sum(t.total_amount)::float8 as amount, string_agg(distinct t.express_no, ', ') as express_no,
        string_agg(distinct case when t.cancelled_at is null then t.reject_reason else t.cancel_reason end, '; ')
          as reason,
        case x.type
          when 'saleApproved' then json_agg(distinct t.created_by)
          when 'saleApprovalAsked' then
            (
              select json_agg(u.user_id)
              from "user" u
              where u.tenant_id = ${tenantId} and u.cust_id = t.cust_id and ${mayApprove(tenantId)}
            )
        end as receivers
      from ${changed(customerOrder.wire)} k
      join customer_order t on t.tenant_id = ${tenantId} and t.order_no = k.target_key
      join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
      cross join lateral (
        values ('saleOrdered', case when t.needs_approval then t.approved_at else t.order_date end),
          ('saleApprovalAsked', case when t.order_stat = ${awaitingApproval} then t.order_date end),
          ('saleApproved', t.approved_at), ('saleVoucher', t.voucher_at),
          ('saleConfirmed', case when t.order_stat = ${financeConfirmed} then t.confirmed_at end),
        ('saleRejected', case when t.order_stat >= ${created} and t.reject_reason is not null then ${rejectedAt} end),
        (
          case when t.needs_approval and t.approved_at is null then 'saleNotApproved' else 'saleCancelled' end,
          case when t.confirmed_at is null and t.received_amount = 0 then t.cancelled_at end
        ),
        ('saleShipped', t.express_date), ('saleReceived', t.received_at)
      ) x (type, at)
      where x.at > ${since}
      group by x.type, x.at, t.cust_id, c.cust_name, t.tenant_id
      order by x.at
    `,
    sql<SaleStepRow>`
      select
        x.type, t.invoice_id as id, x.at,
        coalesce(
          (
            select string_agg(l.order_no, ', ' order by l.seq)
            from invoice_line l
            where l.tenant_id = ${tenantId} and l.invoice_id = t.invoice_id
          ),
          ''
        ) as orders,
        t.cust_id, c.cust_name, t.all_money::float8 as amount, null as express_no,
        t.send_back_reason as reason, null as receivers
      from ${changed(invoice.wire)} k
      join invoice t on t.tenant_id = ${tenantId} and t.invoice_id = k.target_key
      join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
      cross join lateral (
        values ('saleInvoiceAsked', t.created_date), ('saleInvoiced', t.invoiced_at),
          ('saleInvoiceBack', case when t.send_back_reason is not null then t.updated_date end)
      ) x (type, at)
      where x.at > ${since}
      order by x.at
    `,
    sql<SaleStepRow>`
      select
        x.type, t.return_no as id, x.at, t.order_no as orders, t.cust_id, c.cust_name,
        t.return_amount::float8 as amount, null as express_no,
        case when x.type = 'saleReturnAsked' then t.reason_text else t.judge_reason end as reason,
        null as receivers
      from ${changed(saleReturn.wire)} k
      join sale_return t on t.tenant_id = ${tenantId} and t.return_no = k.target_key
      join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
      cross join lateral (
        values ('saleReturnAsked', t.created_date),
        (
          'saleReturnApproved',
          case when t.return_stat in (${approved}, ${toSettle}, ${settled}) then t.judged_at end
        ),
        ('saleReturnRefused', case when t.return_stat = ${refused} then t.judged_at end),
        ('saleReturnReceived', t.returned_at), ('saleReturnSettled', t.settled_at)
      ) x (type, at)
      where x.at > ${since}
      order by x.at
    `,
    // The other refunds belong to returns, whose notices tell the customer.
    sql<SaleStepRow>`
      select
        'saleOverpaidBack' as type, t.refund_no as id, t.created_date as at,
        coalesce(
          (
            select string_agg(x.order_no, ', ' order by x.order_no)
            from payment_order x
            where x.tenant_id = ${tenantId} and x.payment_id = t.payment_id
          ),
          ''
        ) as orders,
        t.cust_id, c.cust_name, t.refund_amount::float8 as amount, null as express_no, null as reason,
        null as receivers
      from ${changed(refund.wire)} k
      join refund t on t.tenant_id = ${tenantId} and t.refund_no = k.target_key
      join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
      where t.created_date > ${since} and t.refund_kind = ${refundKind.values.overpaid}
      order by t.created_date
    `,
    // A sign-up that was corrected and handed in again counts as a new one.
    sql<SaleStepRow>`
      select
        'saleApplied' as type, t.application_id::text as id, t.applied_at as at, t.cust_name as orders,
        '' as cust_id, t.cust_name, 0::float8 as amount, null as express_no, null as reason,
        null as receivers
      from ${changed(companyApplication.wire)} k
      join company_application t on t.tenant_id = ${tenantId} and t.application_id::text = k.target_key
      where t.applied_at > ${since} and t.application_stat = ${applicationStat.values.waiting}
      order by t.applied_at
    `,
  ]);
  await notify(ctx, [...orders, ...invoices, ...returns, ...refunds, ...applications].flatMap(eventsOf));
}

/** Steps whose notice names the reason. */
const reasoned: readonly SaleEvent[] = [
  "saleRejected",
  "saleCancelled",
  "saleNotApproved",
  "saleInvoiceBack",
  "saleReturnAsked",
  "saleReturnRefused",
];

/** Number of order numbers in the title of a notice. The text below the title names all orders. */
const titleOrders = 3;

/** Returns the order numbers for the title of a notice: "SO1, SO2, SO3 +9". */
function subjectOf(orders: string): string {
  const nos = orders.split(", ");
  const more = nos.length - titleOrders;
  return more > 0 ? `${nos.slice(0, titleOrders).join(", ")} +${more}` : orders;
}

/** Returns the notices of a step: one for each named receiver, or a single one for all users who may get it. */
function eventsOf(r: SaleStepRow): readonly NoticeEvent[] {
  const isInvoice = r.type.startsWith("saleInvoice");
  const isApplication = r.type === "saleApplied";
  const event: NoticeEvent = {
    type: r.type,
    title: r.type,
    eventKey: `sale/${r.id}/${r.type}/${Date.parse(r.at)}`,
    level: warningLevel.values.notice,
    moldId: null,
    ...(forCustomer[r.type] ? { custId: r.cust_id, link: isInvoice ? "/Shop/invoice" : "/Shop/home" } : {}),
    subject: isApplication ? r.orders : subjectOf(r.orders),
    at: r.at,
    facts: {
      sale: isApplication ? null : r.orders,
      customer: r.cust_name,
      amount: isApplication ? null : amountText(r.amount),
      express: r.type === "saleShipped" ? r.express_no : null,
      reason: reasoned.includes(r.type) ? r.reason : null,
    },
    cause: { change: r.type, orders: r.orders },
  };
  return r.receivers?.map((to) => ({ ...event, to, eventKey: `${event.eventKey}/${to}` })) ?? [event];
}
