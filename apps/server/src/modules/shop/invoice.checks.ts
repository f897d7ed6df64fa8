import type { orderStat } from "@shotkeeper/contract/enumerations";
import { type EnumValue, errors } from "@shotkeeper/contract/kernel";
import { isInvoiceable } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { redSuffix } from "./return.credit.ts";
import { customerOf, customerScope } from "./shop-access.ts";

type Row = Readonly<Record<string, unknown>>;

interface InvoicedOrder {
  readonly orderNo: string;
  readonly orderStat: EnumValue<typeof orderStat>;
  readonly invoicingStat: number;
  readonly totalAmount: number;
  readonly creditedAmount: number;
}

/** Throws unless all orders of the invoice request are in the caller's scope and their state allows an invoice. */
export async function checkLines(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  if (new Set(rows.map((r) => r.invoiceId)).size !== 1) throw errors.invalidField("id");
  const nos = rows.map((r) => String(r.orderNo));
  if (new Set(nos).size !== nos.length) throw errors.invalidField("orderNo");
  const [found] = await ctx.db.run(ctx.who.tenantId, [
    sql<InvoicedOrder>`
      select
        t.order_no as "orderNo", t.order_stat as "orderStat", t.invoicing_stat as "invoicingStat",
        t.total_amount::float8 as "totalAmount", t.credited_amount::float8 as "creditedAmount"
      from customer_order t
      where t.tenant_id = ${ctx.who.tenantId} and t.order_no = any(${nos}) and ${customerScope(ctx)}
    `,
  ]);
  const known = new Map(found.map((o) => [o.orderNo, o]));
  for (const no of nos) {
    const o = known.get(no);
    if (!o || !isInvoiceable(o)) throw errors.orderNotInvoiceable(no);
  }
}

/**
 * Throws unless the customers that request an invoice have complete invoice data. Refuses ids with the ending of
 * red-letter invoices, so that no request can take the id of a later red-letter invoice.
 */
export async function checkHead(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  for (const r of rows) {
    if (String(r.invoiceId).endsWith(redSuffix)) throw errors.invalidField("id");
    const custId = customerOf(ctx, typeof r.custId === "string" ? r.custId : null);
    const [complete] = await ctx.db.run(ctx.who.tenantId, [
      sql`select 1 from customer c where c.tenant_id = ${ctx.who.tenantId} and c.cust_id = ${custId}
        and coalesce(c.invoice_title, '') <> '' and coalesce(c.taxpayer_id, '') <> ''`,
    ]);
    if (complete.length === 0) throw errors.invoiceDataIncomplete();
  }
}
