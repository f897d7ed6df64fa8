import { type Action, errors } from "@shotkeeper/contract/kernel";
import {
  manufacturerBinding,
  manufacturerBindingList,
  supplierBinding,
  supplierBindingList,
} from "@shotkeeper/contract/partner";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

type Rows = readonly Record<string, unknown>[];

/**
 * Returns the source (FROM clause, scope and columns) and the check of new rows for the partnerships of OEMs with
 * plants, or of OEMs with makers.
 */
function partners(tableName: string, partner: "plant" | "maker") {
  const columns = { oemName: "oem.org_name", [`${partner}Name`]: "partner.org_name" };
  const source = {
    from: (ctx: Ctx) => sql`
      ${sql.id(tableName)} t
      left join organization oem on oem.tenant_id = ${ctx.who.tenantId} and oem.org_id = t.oem_id
      left join organization partner on partner.tenant_id = ${ctx.who.tenantId}
        and partner.org_id = t.${sql.id(`${partner}_id`)}
    `,
    /** SQL condition: callers without tenant scope see the partnerships of their own organization. */
    where: ({ who: { scope } }: Ctx) => {
      if (scope.kind === "tenant") return sql.raw("true");
      if (scope.kind === "none" || (scope.kind !== "oem" && scope.kind !== partner)) return sql.raw("false");
      return sql`t.${sql.id(`${scope.kind}_id`)} = ${scope.orgId}`;
    },
    columns,
  };
  const check = ({ who: { scope } }: Ctx, action: Action, rows: Rows) => {
    if (action !== "A" || !("orgId" in scope)) return;
    if (rows.some((row) => row[`${scope.kind}Id`] !== scope.orgId)) throw errors.forbidden();
  };
  return { source, check };
}

const suppliers = partners("supplier_binding", "plant");
const manufacturers = partners("manufacturer_binding", "maker");

export const partnerQueries = [
  implement(supplierBindingList, suppliers.source),
  implement(manufacturerBindingList, manufacturers.source),
];

export const supplierTable = table(supplierBinding, {
  ...suppliers.source,
  writes: ["A", "M", "D"],
  check: suppliers.check,
});
export const manufacturerTable = table(manufacturerBinding, {
  ...manufacturers.source,
  writes: ["A", "M", "D"],
  check: manufacturers.check,
});
