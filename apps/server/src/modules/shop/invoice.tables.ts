import { invoicingStat, orderStat } from "@shotkeeper/contract/enumerations";
import { type EnumValue, errors } from "@shotkeeper/contract/kernel";
import {
  cancelInvoice,
  customerInvoices,
  invoice,
  invoiceLine,
  invoiceLines,
  invoiceList,
  issueInvoice,
  sendBackInvoice,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle, implement, table } from "../../kernel/registry.ts";
import { checkHead, checkLines } from "./invoice.checks.ts";
import { customerScope } from "./shop-access.ts";

const invoiceFrom = ({ who: { tenantId } }: Ctx) =>
  sql`invoice t join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id`;
const invoices = {
  from: invoiceFrom,
  where: (ctx: Ctx) => customerScope(ctx),
  columns: {
    custName: "c.cust_name",
    orderCount: ({ who: { tenantId } }: Ctx) =>
      sql`select count(*) from invoice_line l where l.tenant_id = ${tenantId} and l.invoice_id = t.invoice_id`,
    rowStat: sql`
      case
        when t.cancelled_at is not null then 4
        when t.is_invoiced then 3
        when t.send_back_reason is not null then 0
        else 1
      end
    `,
  },
  order: [{ field: "createdDate", direction: "desc" }],
} as const;

const lineFrom = ({ who: { tenantId } }: Ctx) =>
  sql`invoice_line t join invoice i on i.tenant_id = ${tenantId} and i.invoice_id = t.invoice_id
    join customer_order o on o.tenant_id = ${tenantId} and o.order_no = t.order_no`;

export const invoiceQueries = [
  implement(invoiceList, invoices),
  implement(customerInvoices, invoices),
  implement(invoiceLines, {
    from: lineFrom,
    where: (ctx) => customerScope(ctx, "i"),
    columns: { oemName: "o.oem_name", orderDate: "o.order_date", totalAmount: "o.total_amount" },
  }),
];

/** Types of files that an invoice may have. */
const invoiceTypes = ["application/pdf", "application/ofd"];

const { notInvoiced, invoicing, invoiced } = invoicingStat.values;

export const invoiceTables = [
  table(invoice, {
    ...invoices,
    writes: ["A"],
    check: (ctx, _action, rows) => checkHead(ctx, rows),
    defaults: ({ who }) => (who.custId === undefined ? {} : { custId: who.custId }),
    after: (ctx, _action, rows) => [
      sql`
        update invoice t
        set invoice_title = c.invoice_title, taxpayer_id = c.taxpayer_id
        from customer c
        where t.tenant_id = ${ctx.who.tenantId}
          and t.invoice_id = any(${rows.map((r) => r.invoiceId)})
          and c.tenant_id = ${ctx.who.tenantId}
          and c.cust_id = t.cust_id
      `,
    ],
  }),
  table(invoiceLine, {
    from: lineFrom,
    where: (ctx) => customerScope(ctx, "i"),
    writes: ["A"],
    check: (ctx, _action, rows) => checkLines(ctx, rows),
    after(ctx, _action, rows) {
      const { tenantId } = ctx.who;
      const id = rows[0]?.invoiceId;
      const nos = rows.map((r) => r.orderNo);
      return [
        // Repeats the checks within the transaction, because rows may have changed after the first check. The request
        // must still be open, and each of its orders must still allow an invoice.
        sql`
          with done as (
            update customer_order o
            set invoicing_stat = ${invoicing}
            from invoice i
            where i.tenant_id = ${tenantId}
              and i.invoice_id = ${id}
              and i.cust_id = o.cust_id
              and ${customerScope(ctx, "i")}
              and not i.is_invoiced
              and i.send_back_reason is null
              and i.red_of is null
              and o.tenant_id = ${tenantId}
              and o.order_no = any(${nos})
              and o.order_stat >= ${orderStat.values.financeConfirmed}
              and o.invoicing_stat = ${notInvoiced}
              and o.credited_amount < o.total_amount
            returning 1
          )
          select app_expect(count(*), ${nos.length})
          from done
        `,
        sql`
          update invoice_line t
          set amount = o.total_amount - o.credited_amount
          from customer_order o
          where t.tenant_id = ${tenantId}
            and t.invoice_id = ${id}
            and t.order_no = any(${nos})
            and o.tenant_id = ${tenantId}
            and o.order_no = t.order_no
        `,
        sql`
          update invoice t
          set all_money = (
            select sum(l.amount)
            from invoice_line l
            where l.tenant_id = ${tenantId} and l.invoice_id = t.invoice_id
          )
          where t.tenant_id = ${tenantId} and t.invoice_id = ${id}
        `,
      ];
    },
  }),
];

/**
 * Locks the orders of an invoice. Every command locks orders before invoices, as returns do (`lockReturn`). So two of
 * them never wait for each other.
 */
const lockOrdersSql = (tx: Tx, id: string) =>
  sql`
    select
    from customer_order o
    where o.tenant_id = ${tx.tenantId}
      and o.order_no in (
        select l.order_no
        from invoice_line l
        where l.tenant_id = ${tx.tenantId} and l.invoice_id = ${id}
      )
    order by o.order_no
    for update
  `;

/**
 * Locks an invoice request and its orders until the end of the transaction. Throws wrongState if it was invoiced or
 * sent back, or if it is a red-letter invoice and `mayBeRed` is false.
 */
async function lockOpen(tx: Tx, id: string, mayBeRed: boolean): Promise<void> {
  tx.enqueue(lockOrdersSql(tx, id));
  const [found] = await tx.query(
    sql<{ closed: boolean }>`
      select is_invoiced or send_back_reason is not null or (red_of is not null and not ${mayBeRed}) as closed
      from invoice
      where tenant_id = ${tx.tenantId} and invoice_id = ${id}
      for update
    `,
  );
  if (!found) throw errors.unknownReference("id");
  if (found.closed) throw errors.wrongState();
}

const logSql = (ctx: Ctx, id: string, after: unknown) =>
  sql`${logInto(ctx, "update", invoice.wire, "after")} ${id}, ${JSON.stringify(after)} returning 1`;

/** Builds the statement that sets the invoicing state of all orders of an invoice. */
const invoicingStatSql = (tx: Tx, id: string, stat: EnumValue<typeof invoicingStat>) =>
  sql`
    update customer_order o
    set invoicing_stat = ${stat}
    from invoice_line l
    where l.tenant_id = ${tx.tenantId}
      and l.invoice_id = ${id}
      and o.tenant_id = ${tx.tenantId}
      and o.order_no = l.order_no
  `;

export const invoiceCommands: readonly CommandImpl[] = [
  handle(issueInvoice, async (ctx, { invoiceId, fileId }) => {
    const at = new Date(ctx.now);
    return ctx.db.tx(ctx.who.tenantId, async (tx) => {
      await lockOpen(tx, invoiceId, true);
      const [file] = await tx.query(
        sql`
          update file_info f
          set owner_table = ${invoice.wire}, owner_id = ${invoiceId}, owner_part = 'INVOICE',
            is_draft = false
          where f.tenant_id = ${tx.tenantId}
            and f.file_id = ${fileId}
            and f.created_by = ${ctx.who.userId}
            and f.media_type = any(${invoiceTypes})
            and (
              f.owner_table is null
                or (f.owner_table = ${invoice.wire} and f.owner_id = ${invoiceId})
            )
          returning f.file_path
        `,
      );
      if (!file) throw errors.invoiceNotUploaded();
      await tx.all([
        sql`
          update invoice
          set
            file_path = ${file.file_path}, is_invoiced = true, is_send = true, invoiced_at = ${at},
            invoiced_by = ${ctx.who.userId}, updated_by = ${ctx.who.userId}, updated_date = ${at}
          where tenant_id = ${tx.tenantId} and invoice_id = ${invoiceId}
        `,
        invoicingStatSql(tx, invoiceId, invoiced),
        logSql(ctx, invoiceId, { isInvoiced: true, fileId }),
      ]);
      return { invoiceId };
    });
  }),

  handle(sendBackInvoice, async (ctx, { invoiceId, sendBackReason }) => {
    return ctx.db.tx(ctx.who.tenantId, async (tx) => {
      // Refuses to send back a red-letter invoice, because it follows from a return and must be issued.
      await lockOpen(tx, invoiceId, false);
      await tx.all([
        sql`
          update invoice
          set
            send_back_reason = ${sendBackReason}, updated_by = ${ctx.who.userId},
            updated_date = ${new Date(ctx.now)}
          where tenant_id = ${tx.tenantId} and invoice_id = ${invoiceId}
        `,
        invoicingStatSql(tx, invoiceId, notInvoiced),
        logSql(ctx, invoiceId, { sendBackReason }),
      ]);
      return { invoiceId };
    });
  }),

  handle(cancelInvoice, async (ctx, { invoiceId, cancelReason }) => {
    return ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const { userId } = ctx.who;
      const at = new Date(ctx.now);
      // Locks the invoice in a statement of its own. The next one then sees a red-letter invoice that was being made.
      tx.enqueue(
        lockOrdersSql(tx, invoiceId),
        sql`select from invoice where tenant_id = ${tx.tenantId} and invoice_id = ${invoiceId} for update`,
      );
      const [found] = await tx.query(
        sql<{ mayCancel: boolean; red: string | null }>`
          select
            is_invoiced and cancelled_at is null and red_of is null as "mayCancel",
            (
              select min(r.invoice_id)
              from invoice r
              where r.tenant_id = ${tx.tenantId} and r.red_of = t.invoice_id
            ) as red
          from invoice t
          where tenant_id = ${tx.tenantId} and invoice_id = ${invoiceId}
        `,
      );
      if (!found) throw errors.unknownReference("id");
      if (!found.mayCancel) throw errors.wrongState();
      if (found.red !== null) throw errors.redLetterExists(found.red);
      await tx.all([
        sql`
          update invoice
          set
            cancelled_at = ${at}, cancelled_by = ${userId}, cancel_reason = ${cancelReason},
            updated_by = ${userId}, updated_date = ${at}
          where tenant_id = ${tx.tenantId} and invoice_id = ${invoiceId}
        `,
        invoicingStatSql(tx, invoiceId, notInvoiced),
        logSql(ctx, invoiceId, { cancelReason }),
      ]);
      return { invoiceId };
    });
  }),
];
