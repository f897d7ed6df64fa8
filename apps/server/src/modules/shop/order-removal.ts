import { AppError } from "@shotkeeper/contract/kernel";
import { refuseSale, type SaleFacts } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { customerScope } from "./shop-access.ts";

/**
 * Refuses to delete submitted orders. A trigger refuses it too, but later than the check for rows that refer to the
 * order, such as returns.
 */
export async function checkRemoval(ctx: Ctx, orderNos: readonly string[]): Promise<void> {
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql<SaleFacts>`
      select
        t.order_stat as "orderStat", t.is_paid as "isPaid", t.statement_days as "statementDays",
        t.voucher_at::text as "voucherAt", t.express_no as "expressNo",
        t.received_amount::float8 as "receivedAmount"
      from customer_order t
      where t.tenant_id = ${tenantId} and t.order_no = any(${orderNos}) and ${customerScope(ctx)}
    `,
  ]);
  for (const o of found) {
    const refusal = refuseSale("remove", o);
    if (refusal) throw new AppError(refusal);
  }
}
