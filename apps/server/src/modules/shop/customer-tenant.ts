import { customer } from "@shotkeeper/contract/customer";
import { errors } from "@shotkeeper/contract/kernel";
import { linkCustomerTenant } from "@shotkeeper/contract/shop";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";

export const linkCustomerTenantImpl = handle(linkCustomerTenant, async (ctx, { custId, tenantCode }) => {
  const { tenantId, tenantCode: own, userId } = ctx.who;
  if (tenantCode !== null) {
    const [known] = await ctx.db.run(tenantId, [
      sql`
        select 1
        from tenant
        where code = ${tenantCode} and counter_supplier = ${own} and tenant_id <> ${tenantId}
      `,
    ]);
    if (known.length === 0) throw errors.tenantRefuses(tenantCode);
  }
  const at = new Date(ctx.now);
  const [done] = await ctx.db.run(tenantId, [
    sql`
      with old as (
        select to_jsonb(t) as before
        from customer t
        where t.tenant_id = ${tenantId} and t.cust_id = ${custId}
      ),
      done as (
        update customer t
        set tenant_code = ${tenantCode}, updated_by = ${userId}, updated_date = ${at}
        where t.tenant_id = ${tenantId} and t.cust_id = ${custId}
        returning t.cust_id, app_row(t) as after
      ),
      log as (${logInto(ctx, "update", customer.wire)} done.cust_id, old.before, done.after from done, old returning 1)
      select 1
      from done
    `,
  ]);
  if (done.length === 0) throw errors.unknownReference("custId");
  return { custId };
});
