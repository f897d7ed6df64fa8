import { customer } from "@shotkeeper/contract/customer";
import { orderStat } from "@shotkeeper/contract/enumerations";
import { AppError, type CommandOutput, errors } from "@shotkeeper/contract/kernel";
import {
  approveOrders,
  changePerson,
  companyPeople,
  invitePerson,
  maxPeople,
  refuseOrders,
  refuseSale,
  setApproval,
} from "@shotkeeper/contract/shop";
import { user, userStatus } from "@shotkeeper/contract/system";
import { hashPassword } from "../../kernel/auth/password.ts";
import { newPassword } from "../../kernel/auth/password-generator.ts";
import { lockSessions } from "../../kernel/auth/session-rows.ts";
import { isTakenId } from "../../kernel/auth/typed-name.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { cancelLocked } from "./cancel.ts";
import { isApprover, mayApprove, requireApprover } from "./company-access.ts";
import { type LockedOrder, lockOrders, updateSql } from "./order.commands.ts";
import { customerOf, textList } from "./shop-access.ts";

const { enabled, disabled } = userStatus.values;
/**
 * Values of the column `disabled_by`, which says who has disabled a user. For a disabled user without a value, a
 * trigger stores `byStaff`. For an enabled user it stores null.
 */
const [byStaff, byCompany] = [0, 1];

type People = CommandOutput<typeof companyPeople>;
type Person = People["people"][number];

/** Locks the orders that an approver approves or rejects. Throws unless all of them wait for approval. */
async function lockWaiting(ctx: Ctx, tx: Tx, orderNos: readonly string[]): Promise<readonly LockedOrder[]> {
  await requireApprover(ctx, tx);
  const orders = await lockOrders(ctx, tx, orderNos);
  for (const o of orders) {
    const refusal = refuseSale("approve", o);
    if (refusal) throw new AppError(refusal);
  }
  return orders;
}

/** Returns the statement that adds a person to a company and writes the log entry. */
function personSql(
  ctx: Ctx,
  p: {
    readonly custId: string;
    readonly userId: string;
    readonly userName: string;
    readonly companyRole: number;
    readonly hash: string;
  },
): Sql {
  const { tenantId, userId, roleCode } = ctx.who;
  const at = new Date(ctx.now);
  const after = JSON.stringify({ cust_id: p.custId, company_role: p.companyRole });
  return sql`
    with done as (
      insert into "user" (
        tenant_id, user_id, user_name, mail, status, role_code, cust_id, company_role, password_hash,
        must_change_password, created_by, created_date, updated_by, updated_date
      )
      values (
        ${tenantId}, ${p.userId}, ${p.userName}, ${p.userId}, ${enabled}, ${roleCode}, ${p.custId},
        ${p.companyRole}, ${p.hash}, true, ${userId}, ${at}, ${userId}, ${at}
      )
      returning user_id
    )
    ${logInto(ctx, "insert", user.wire, "after")} done.user_id, ${after}::jsonb from done returning 1
  `;
}

const peopleCommands: readonly CommandImpl[] = [
  handle(companyPeople, async (ctx, input) => {
    const custId = customerOf(ctx, input.custId);
    const { tenantId, userId } = ctx.who;
    const [people, [company]] = await ctx.db.run(tenantId, [
      sql<Person>`
        select
          u.user_id as "userId", u.user_name as "userName", u.mail, u.company_role as "companyRole",
          ${mayApprove(tenantId)} as "isApprover", u.status = ${enabled} as "isEnabled",
          u.is_invited as "isInvited", coalesce(u.disabled_by = ${byStaff}, false) as "isBlocked"
        from "user" u
        where u.tenant_id = ${tenantId} and u.cust_id = ${custId}
        order by u.status <> ${enabled}, u.created_date, u.user_id
      `,
      sql<Omit<People, "people">>`
        select
          c.approval_above::float8 as "approvalAbove",
          ${isApprover(tenantId, sql`${custId}`, sql`${userId}`)} as "isManager"
        from customer c
        where c.tenant_id = ${tenantId} and c.cust_id = ${custId}
      `,
    ]);
    if (!company) throw errors.unknownReference("custId");
    return { ...company, people };
  }),

  handle(invitePerson, async (ctx, { mail, userName, companyRole }) => {
    // Stores the log-in name in lower case, because log-in names are compared without regard to upper and lower case.
    const userId = mail.toLowerCase();
    const password = newPassword();
    const hash = await hashPassword(password);
    try {
      await ctx.db.tx(ctx.who.tenantId, async (tx) => {
        const custId = await requireApprover(ctx, tx);
        const [known] = await tx.query(sql<{ count: number; isTaken: boolean }>`
          select
            count(*) filter (where cust_id = ${custId}) as count,
            coalesce(bool_or(lower(user_id) = ${userId}), false) as "isTaken"
          from "user"
          where tenant_id = ${tx.tenantId} and (cust_id = ${custId} or lower(user_id) = ${userId})
        `);
        if (known?.isTaken) throw errors.duplicate("mail");
        if ((known?.count ?? 0) >= maxPeople) throw errors.tooManyRows(maxPeople);
        await tx.query(personSql(ctx, { custId, userId, userName, companyRole, hash }));
      });
    } catch (cause) {
      // Reports a log-in name that exists. For example, another company has invited the same address at the same time.
      if (isTakenId(cause)) throw errors.duplicate("mail");
      throw cause;
    }
    return { userId, password };
  }),

  handle(changePerson, async (ctx, { userId, companyRole, isEnabled }) => {
    const { tenantId } = ctx.who;
    if (userId === ctx.who.userId) throw errors.ownAccount();
    await ctx.db.tx(tenantId, async (tx) => {
      const custId = await requireApprover(ctx, tx);
      const [person] = await tx.query(sql<{ isBlocked: boolean }>`
        select coalesce(u.disabled_by = ${byStaff}, false) as "isBlocked"
        from "user" u
        where u.tenant_id = ${tenantId} and u.user_id = ${userId} and u.cust_id = ${custId}
        for update of u
      `);
      // Refuses to change a person whom the shop's staff have disabled, so that approvers cannot enable this person
      // again.
      if (person?.isBlocked) throw errors.forbidden();
      const done = await tx.query(sql`
        with old as (
          select t.user_id, t.status, t.company_role
          from "user" t
          where t.tenant_id = ${tenantId} and t.user_id = ${userId} and t.cust_id = ${custId}
        ),
        done as (
          update "user" t
          set
            company_role = ${companyRole},
            status = ${isEnabled ? enabled : disabled},
            disabled_by = ${isEnabled ? null : byCompany}::int,
            updated_by = ${ctx.who.userId}, updated_date = ${new Date(ctx.now)}
          where t.tenant_id = ${tenantId} and t.user_id = ${userId} and t.cust_id = ${custId}
          returning t.user_id, t.status, t.company_role
        )
        ${logInto(ctx, "update", user.wire)} done.user_id,
        json_build_object('status', old.status, 'company_role', old.company_role)::jsonb,
        json_build_object('status', done.status, 'company_role', done.company_role)::jsonb
        from done
        join old on old.user_id = done.user_id
        returning 1
      `);
      if (done.length === 0) throw errors.unknownReference("userId");
      if (!isEnabled)
        await tx.all([
          lockSessions(tenantId, sql`${userId} in (user_id, viewed_user)`),
          sql`delete from session where tenant_id = ${tenantId} and ${userId} in (user_id, viewed_user)`,
          sql`delete from second_step where tenant_id = ${tenantId} and user_id = ${userId}`,
        ]);
    });
    ctx.sessions.forget(tenantId);
    ctx.events.emit(tenantId, { type: "session", users: [userId] });
    return null;
  }),

  handle(setApproval, async (ctx, { approvalAbove }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const custId = await requireApprover(ctx, tx);
      await tx.query(sql`
        with old as (
          select t.cust_id, t.approval_above
          from customer t
          where t.tenant_id = ${tx.tenantId} and t.cust_id = ${custId}
        ),
        done as (
          update customer t
          set
            approval_above = ${approvalAbove}::numeric, updated_by = ${ctx.who.userId},
            updated_date = ${new Date(ctx.now)}
          where t.tenant_id = ${tx.tenantId} and t.cust_id = ${custId}
          returning t.cust_id, t.approval_above
        )
        ${logInto(ctx, "update", customer.wire)} done.cust_id,
        json_build_object('approval_above', old.approval_above)::jsonb,
        json_build_object('approval_above', done.approval_above)::jsonb
        from done
        join old on old.cust_id = done.cust_id
        returning 1
      `);
    });
    return null;
  }),
];

export const companyCommands: readonly CommandImpl[] = [
  ...peopleCommands,

  handle(approveOrders, async (ctx, input) => {
    const orderNos = textList(input.orderNos, "orderNos");
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const orders = await lockWaiting(ctx, tx, orderNos);
      const stats = orders.map(() => orderStat.values.created);
      const sets = sql`approved_at = ${new Date(ctx.now)}, approved_by = ${ctx.who.userId}`;
      await tx.query(updateSql(ctx, orders, stats, sets));
    });
    return { orderNos };
  }),

  handle(refuseOrders, async (ctx, { orderNos: named, cancelReason }) => {
    const orderNos = textList(named, "orderNos");
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      await cancelLocked(ctx, tx, await lockWaiting(ctx, tx, orderNos), cancelReason);
    });
    return { orderNos };
  }),
];
