import { userStatus } from "@shotkeeper/contract/system";
import { type Sql, sql } from "./db/sql.ts";

/**
 * Builds an SQL expression that is true if the user may do both steps of a document. The user must be the only enabled
 * user of an organization or of the staff, and the tenant's parameter ONE_PERSON_STEPS must allow it.
 */
export const mayStepAlone = ({
  tenantId,
  userId,
}: {
  readonly tenantId: number;
  readonly userId: string;
}): Sql =>
  sql`
    (
      select count(*) = 1 and exists (
        select from parameter p
        where p.tenant_id = ${tenantId} and p.prm_id = 'ONE_PERSON_STEPS' and p.prm_value = '1'
      )
      from "user" u
      where u.tenant_id = ${tenantId}
        and u.status = ${userStatus.values.enabled}
        and exists (
          select
          from "user" x
          where x.tenant_id = ${tenantId}
            and x.user_id = ${userId}
            and u.org_id is not distinct from x.org_id
            and u.cust_id is not distinct from x.cust_id
        )
    )
  `;
