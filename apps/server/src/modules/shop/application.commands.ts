import { customer } from "@shotkeeper/contract/customer";
import { AppError, type EnumValue, errors } from "@shotkeeper/contract/kernel";
import {
  applicationStat,
  approveApplication,
  companyApplication,
  customerOem,
  customerRole,
  deleteApplication,
  refuseApplication,
  refuseDeletion,
  refuseJudging,
} from "@shotkeeper/contract/shop";
import { user, userStatus } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { textList } from "./shop-access.ts";
import { addCustomerRole } from "./shop-user.ts";

const { approved, refused } = applicationStat.values;

interface Applied {
  readonly stat: EnumValue<typeof applicationStat>;
  readonly userId: string;
  readonly custName: string;
  readonly taxpayerId: string;
  readonly isSeen: boolean;
}

/**
 * Locks a sign-up before staff approve, reject or delete it. Throws if the sign-up does not exist, if `refuse` does not
 * allow its state, or if the applicant has corrected the sign-up since `appliedAt`.
 */
async function lockApplication(
  tx: Tx,
  applicationId: number,
  appliedAt: string,
  refuse = refuseJudging,
): Promise<Applied> {
  const [found] = await tx.query(sql<Applied>`
    select
      application_stat as stat, user_id as "userId", cust_name as "custName", taxpayer_id as "taxpayerId",
      applied_at = ${appliedAt}::timestamptz as "isSeen"
    from company_application
    where tenant_id = ${tx.tenantId} and application_id = ${applicationId} for update
  `);
  if (!found) throw errors.unknownReference("applicationId");
  const refusal = refuse({ applicationStat: found.stat });
  if (refusal) throw new AppError(refusal);
  if (!found.isSeen) throw errors.changedMeanwhile();
  return found;
}

/** Builds the statement that sets the state of a sign-up and writes the log entry. */
function judgedSql(ctx: Ctx, applicationId: number, stat: number, more: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`
    with done as (
      update company_application t
      set
        application_stat = ${stat}, judged_at = ${at}, judged_by = ${userId}, updated_by = ${userId},
        updated_date = ${at}, ${more}
      where t.tenant_id = ${tenantId} and t.application_id = ${applicationId}
      returning t.application_id, app_row(t) as after
    )
    ${logInto(ctx, "update", companyApplication.wire, "after")} done.application_id::text, done.after
    from done
    returning 1
  `;
}

/** Throws unless all names are host factories of the tenant. */
async function requireOems(tx: Tx, names: readonly string[]): Promise<void> {
  const known = await tx.query(sql`
    select distinct org_name
    from organization
    where tenant_id = ${tx.tenantId} and type = 'oem' and org_name = any(${names})
  `);
  if (known.length !== names.length) throw errors.unknownReference("oemNames");
}

/** Returns the statements that create the customer of a sign-up and assign the host factories. */
function customerSql(
  ctx: Ctx,
  applicationId: number,
  c: { readonly custId: string; readonly oemNames: readonly string[]; readonly statementDays: number },
): readonly Sql[] {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const stamp = sql`${userId}::text, ${at}::timestamptz, ${userId}::text, ${at}::timestamptz`;
  return [
    sql`
      with done as (
        insert into customer as t (
          tenant_id, cust_id, cust_name, contact, phone, mail, invoice_title, taxpayer_id, default_oem,
          statement_days, created_by, created_date, updated_by, updated_date
        )
        select
          ${tenantId}::int, ${c.custId}::text, a.cust_name, a.contact, a.phone, a.mail, a.cust_name,
          a.taxpayer_id, ${c.oemNames[0] ?? null}::text, ${c.statementDays}::int, ${stamp}
        from company_application a
        where a.tenant_id = ${tenantId} and a.application_id = ${applicationId}
        returning t.cust_id, app_row(t) as after
      )
      ${logInto(ctx, "insert", customer.wire, "after")} done.cust_id, done.after from done returning 1
    `,
    sql`
      with done as (
        insert into customer_oem as t (
          tenant_id, cust_id, oem_name, created_by, created_date, updated_by, updated_date
        )
        select ${tenantId}::int, ${c.custId}::text, x.name, ${stamp}
        from unnest(${c.oemNames}::text[]) x (name)
        returning t.cust_id || '/' || t.oem_name as key, app_row(t) as after
      )
      ${logInto(ctx, "insert", customerOem.wire, "after")} done.key, done.after from done returning 1
    `,
  ];
}

/** Turns the applicant into a user of the customer. Throws if the user was deleted meanwhile. */
async function admitUser(ctx: Ctx, tx: Tx, userId: string, custId: string): Promise<void> {
  await addCustomerRole(ctx, tx);
  const { applicant, enabled } = userStatus.values;
  const admitted = await tx.query(sql`
    update "user"
    set
      status = ${enabled}, role_code = ${customerRole}, cust_id = ${custId}, updated_by = ${ctx.who.userId},
      updated_date = ${new Date(ctx.now)}
    where tenant_id = ${tx.tenantId} and user_id = ${userId} and status = ${applicant}
    returning 1
  `);
  if (admitted.length === 0) throw errors.unknownReference("userId");
  const after = JSON.stringify({ cust_id: custId, status: enabled, role_code: customerRole });
  await tx.query(sql`${logInto(ctx, "update", user.wire, "after")} ${userId}, ${after}::jsonb returning 1`);
}

/**
 * Returns the statements that delete a sign-up, the picture of its business licence and its user, who was never
 * admitted.
 */
function deletionSql(ctx: Ctx, applicationId: number, applicant: string): readonly Sql[] {
  const { tenantId } = ctx.who;
  return [
    // Deletes only the row of the licence picture. The job that removes stray files deletes the stored file.
    sql`
      delete from file_info
      where tenant_id = ${tenantId}
        and owner_table = ${companyApplication.wire}
        and owner_id = ${String(applicationId)}
    `,
    sql`
      with done as (
        delete from company_application t
        where t.tenant_id = ${tenantId} and t.application_id = ${applicationId}
        returning t.application_id, app_row(t) as before
      )
      ${logInto(ctx, "delete", companyApplication.wire, "before")} done.application_id::text, done.before
      from done
      returning 1
    `,
    sql`
      with done as (
        delete from "user" t
        where t.tenant_id = ${tenantId} and t.user_id = ${applicant} and t.status = ${userStatus.values.applicant}
        returning t.user_id, t.user_name
      )
      ${logInto(ctx, "delete", user.wire, "before")} done.user_id,
      jsonb_build_object('user_id', done.user_id, 'user_name', done.user_name)
      from done
      returning 1
    `,
  ];
}

export const applicationCommands: readonly CommandImpl[] = [
  handle(approveApplication, async (ctx, input) => {
    const { applicationId, appliedAt, custId, oemNames, statementDays } = input;
    const names = textList(oemNames, "oemNames");
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const found = await lockApplication(tx, applicationId, appliedAt);
      await requireOems(tx, names);
      const [known] = await tx.query(sql<{ isId: boolean; isTaxpayer: boolean }>`
        select
          coalesce(bool_or(cust_id = ${custId}), false) as "isId",
          coalesce(bool_or(taxpayer_id = ${found.taxpayerId}), false) as "isTaxpayer"
        from customer
        where tenant_id = ${tx.tenantId}
          and (cust_id = ${custId} or taxpayer_id = ${found.taxpayerId})
      `);
      if (known?.isId) throw errors.duplicate("custId");
      // Refuses a company that is already a customer: staff may have added this customer after the company signed up.
      if (known?.isTaxpayer) throw errors.companyKnown("taxpayerId");
      await tx.all(customerSql(ctx, applicationId, { custId, oemNames: names, statementDays }));
      await admitUser(ctx, tx, found.userId, custId);
      await tx.query(judgedSql(ctx, applicationId, approved, sql`cust_id = ${custId}, judge_reason = null`));
    });
    return { applicationId, custId };
  }),

  handle(deleteApplication, async (ctx, { applicationId, appliedAt }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const found = await lockApplication(tx, applicationId, appliedAt, refuseDeletion);
      await tx.all(deletionSql(ctx, applicationId, found.userId));
    });
    return { applicationId };
  }),

  handle(refuseApplication, async (ctx, { applicationId, appliedAt, judgeReason }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      await lockApplication(tx, applicationId, appliedAt);
      await tx.query(judgedSql(ctx, applicationId, refused, sql`judge_reason = ${judgeReason}`));
    });
    return { applicationId };
  }),
];
