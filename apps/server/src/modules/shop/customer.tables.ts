import { type Action, errors } from "@shotkeeper/contract/kernel";
import { customerAddress, customerById, customerOem } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { customerOf, customerScope } from "./shop-access.ts";

type Row = Readonly<Record<string, unknown>>;

export const customerByIdImpl = implement(customerById, {
  from: "customer",
  where: (ctx) => customerScope(ctx),
});

/**
 * Returns a statement that clears the default flag of a customer's other addresses. So only the address that was
 * written last is the default.
 */
function oneDefault({ who }: Ctx, action: Action, rows: readonly Row[]): Sql[] {
  if (action === "D" || !rows.some((r) => r.isDefault === true)) return [];
  return [
    sql`
      update customer_address t
      set is_default = false
      where t.tenant_id = ${who.tenantId}
        and t.is_default
        and exists (
          select 1
          from customer_address n
          where n.tenant_id = ${who.tenantId}
            and n.cust_id = t.cust_id
            and n.is_default
            and (n.updated_date, n.address_id) > (t.updated_date, t.address_id)
        )
    `,
  ];
}

export const customerAddressTable = table(customerAddress, {
  from: "customer_address",
  where: (ctx) => customerScope(ctx),
  writes: ["A", "M", "D"],
  check(ctx, action, rows) {
    // Users of a customer may neither add an address for another customer nor move an address to another customer.
    for (const r of rows)
      if (action === "A") customerOf(ctx, typeof r.custId === "string" ? r.custId : null);
      else if (ctx.who.custId !== undefined && r.custId !== undefined && r.custId !== ctx.who.custId)
        throw errors.forbidden();
  },
  defaults: ({ who }) => (who.custId === undefined ? {} : { custId: who.custId }),
  after: oneDefault,
});

export const customerOemTable = table(customerOem, {
  from: "customer_oem",
  where: (ctx) => customerScope(ctx),
  // A row has only key columns, so it can be added and deleted, but not changed.
  writes: ["A", "D"],
  async check(ctx, action, rows) {
    if (action !== "A") return;
    const names = [...new Set(rows.map((r) => r.oemName))];
    const [known] = await ctx.db.run(ctx.who.tenantId, [
      sql`
        select distinct org_name
        from organization
        where tenant_id = ${ctx.who.tenantId} and type = 'oem' and org_name = any(${names})
      `,
    ]);
    if (known?.length !== names.length) throw errors.unknownReference("oemName");
  },
});
