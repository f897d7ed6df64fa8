import { errors } from "@shotkeeper/contract/kernel";
import { companyRole } from "@shotkeeper/contract/shop";
import { userStatus } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { startOfDay } from "../../kernel/zone.ts";

const { approver } = companyRole.values;
const { enabled } = userStatus.values;

/**
 * SQL condition on the user with alias `u`: the user may approve orders of the user's company. Every enabled user with
 * the role approver may approve. The first enabled user of the company may approve too, until an enabled approver has
 * replaced the one-time password. So a company always has an approver who can log in.
 */
export const mayApprove = (tenantId: number): Sql => sql`
  (
    u.status = ${enabled}
      and u.cust_id is not null
      and (
        u.company_role = ${approver}
          or not exists (
            select 1
            from "user" x
            where x.tenant_id = ${tenantId}
              and x.cust_id = u.cust_id
              and x.status = ${enabled}
              and (
                (x.company_role = ${approver} and not x.is_invited)
                  or (coalesce(x.created_date, '-infinity'), x.user_id)
                    < (coalesce(u.created_date, '-infinity'), u.user_id)
              )
          )
      )
  )
`;

/** SQL condition: the user `userId` may approve orders of the customer `custId`. */
export const isApprover = (tenantId: number, custId: Sql, userId: Sql): Sql => sql`
  exists (
    select 1
    from "user" u
    where u.tenant_id = ${tenantId} and u.cust_id = ${custId} and u.user_id = ${userId} and ${mayApprove(tenantId)}
  )
`;

/**
 * SQL expression: total of the orders that the caller placed today for the customer, yuan. Cancelled and returned goods
 * do not count, nor do orders that a second person had to approve.
 */
export const orderedToday = ({ who, now }: Ctx, custId: string): Sql => sql`
  (
    select coalesce(sum(o.total_amount - o.credited_amount), 0)
    from customer_order o
    where o.tenant_id = ${who.tenantId}
      and o.cust_id = ${custId}
      and o.created_by = ${who.userId}
      and not o.needs_approval
      and o.order_date >= ${new Date(startOfDay(who.zone, now))}
  )
`;

/**
 * Locks the company of the caller and returns its customer id. Throws forbidden unless the caller is an approver of
 * this company. The lock makes changes of people wait for each other, so that two approvers cannot disable each other
 * at once.
 */
export async function requireApprover({ who: { userId, custId } }: Ctx, tx: Tx): Promise<string> {
  if (custId === undefined) throw errors.forbidden();
  await tx.query(sql`
    select 1 from customer where tenant_id = ${tx.tenantId} and cust_id = ${custId} for no key update
  `);
  const [found] = await tx.query(sql<{ is: boolean }>`
    select ${isApprover(tx.tenantId, sql`${custId}`, sql`${userId}`)} as is
  `);
  if (!found?.is) throw errors.forbidden();
  return custId;
}
