import { type Action, errors } from "@shotkeeper/contract/kernel";
import {
  manufacturerBinding,
  manufacturerBindingList,
  partnerChoices,
  supplierBinding,
  supplierBindingList,
} from "@shotkeeper/contract/partner";
import { orgType } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { isPartner } from "./expect-partners.ts";

type Rows = readonly Record<string, unknown>[];

/**
 * Returns two parts of a table of partnerships: the query source (FROM clause, scope and columns), and the check of new
 * rows. The table contains either partnerships of OEMs with plants, or of OEMs with makers.
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
  implement(partnerChoices, {
    from: (ctx) => sql`
      organization t
      join organization oem on oem.tenant_id = ${ctx.who.tenantId} and oem.type = ${orgType.values.oem}
    `,
    // Shows users of an organization only the OEMs with which it works, and users of a customer no rows.
    where: (ctx) => {
      const { custId, scope } = ctx.who;
      if (custId !== undefined || scope.kind === "none") return sql.raw("false");
      const oem = sql.raw("oem.org_id");
      const seen =
        scope.kind === "tenant"
          ? sql.raw("true")
          : scope.kind === "oem"
            ? sql`${oem} = ${scope.orgId}`
            : isPartner(ctx, scope.kind, oem, sql`${scope.orgId}`);
      const ofKind = (kind: "plant" | "maker") =>
        sql`(t.type = ${orgType.values[kind]} and ${isPartner(ctx, kind, oem, sql.raw("t.org_id"))})`;
      return sql`${seen} and (${ofKind("plant")} or ${ofKind("maker")})`;
    },
    columns: { oemId: "oem.org_id" },
  }),
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
