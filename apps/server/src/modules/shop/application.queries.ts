import { applicationList, companyApplication, licencePart } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { isStaff } from "./shop-access.ts";

/** SQL condition: only staff see the companies that signed up. */
const staffOnly = (ctx: Ctx) => sql.raw(String(isStaff(ctx)));

/** SQL expression: path of the latest picture of the business licence in a sign-up (alias `t`). */
const licencePath = ({ who: { tenantId } }: Ctx) => sql`
  select f.file_path
  from file_info f
  where f.tenant_id = ${tenantId}
    and f.owner_table = ${companyApplication.wire}
    and f.owner_id = t.application_id::text
    and f.owner_part = ${licencePart}
  order by f.created_date desc, f.file_id desc
  limit 1
`;

export const applicationQueries = [
  implement(applicationList, {
    from: "company_application",
    columns: { licencePath },
    where: staffOnly,
    order: [{ field: "appliedAt", direction: "desc" }],
  }),
];

export const applicationTables = [
  table(companyApplication, { from: "company_application", where: staffOnly, writes: [] }),
];
