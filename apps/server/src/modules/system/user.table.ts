import { type Action, errors } from "@shotkeeper/contract/kernel";
import { roleChoices, user, userList, userStatus } from "@shotkeeper/contract/system";
import { lockSessions } from "../../kernel/auth/session-rows.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { grantable, notifySessions } from "./granting.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * SQL condition: the caller may see the user. Users of a company see only users of the same company. `alias` is the
 * table alias of the user.
 */
export function userScope({ who: { scope } }: Ctx, alias = "t"): Sql {
  if (scope.kind === "tenant") return sql.raw("true");
  return scope.kind === "none" ? sql.raw("false") : sql`${sql.raw(alias)}.org_id = ${scope.orgId}`;
}

export const userListImpl = implement(userList, {
  from: (ctx) => sql`"user" t
    left join role r on r.tenant_id = ${ctx.who.tenantId} and r.role_code = t.role_code
    left join organization o on o.tenant_id = ${ctx.who.tenantId} and o.org_id = t.org_id`,
  where: userScope,
  columns: {
    roleName: "r.role_name",
    orgName: "o.org_name",
    hasPassword: "t.password_hash <> ''",
    loginCount: (ctx) =>
      sql`
        select count(*)
        from session x
        where x.tenant_id = ${ctx.who.tenantId}
          and x.user_id = t.user_id
          and x.expires_at > ${new Date(ctx.now)}
          and not x.superseded
          and x.viewed_user is null
      `,
    lastLoginAt: (ctx) =>
      sql`
        select max(x.at)
        from system_log x
        where x.tenant_id = ${ctx.who.tenantId} and x.user_id = t.user_id and x.action = 'login'
      `,
  },
});

export const roleChoicesImpl = implement(roleChoices, { from: "role", where: grantable });

/**
 * Throws forbidden (S0020) if the caller may not grant one of `roles`, or the present role of one of the users `ids`.
 * This prevents privilege escalation.
 */
export async function requireGrantable(
  ctx: Ctx,
  ids: readonly unknown[],
  roles: readonly unknown[],
): Promise<void> {
  const { tenantId } = ctx.who;
  const [above] = await ctx.db.run(tenantId, [
    sql`
      select 1
      from role r
      where r.tenant_id = ${tenantId}
        and not ${grantable(ctx, "r")}
        and (
          r.role_code = any(${roles}::text[])
            or r.role_code in (
              select u.role_code
              from "user" u
              where u.tenant_id = ${tenantId} and u.user_id = any(${ids}::text[])
            )
        )
      limit 1
    `,
  ]);
  if (above?.length) throw errors.forbidden();
}

/**
 * Throws ownAccount if callers would disable or delete their own account, or change their own role. Callers without
 * tenant scope must not change their own company either.
 */
function checkOwnAccount({ who }: Ctx, action: Action, rows: readonly Row[]): void {
  const own = rows.find((r) => r.userId === who.userId);
  if (!own || action === "A") return;
  if (action === "D" || own.status === userStatus.values.disabled) throw errors.ownAccount();
  if ("roleCode" in own && own.roleCode !== who.roleCode) throw errors.ownAccount();
  // Refuses users without tenant scope who change their own company, because the company decides which rows they see.
  if (
    "orgId" in own &&
    who.scope.kind !== "tenant" &&
    (who.scope.kind === "none" || own.orgId !== who.scope.orgId)
  )
    throw errors.ownAccount();
}

function checkCompany({ who: { scope } }: Ctx, action: Action, rows: readonly Row[]): void {
  if (scope.kind === "tenant" || action === "D") return;
  for (const r of rows)
    if ((action === "A" || "orgId" in r) && (scope.kind === "none" || r.orgId !== scope.orgId))
      throw errors.forbidden();
}

/**
 * Throws if a changed status would turn an ordinary user into an applicant, or an applicant into an ordinary user. Only
 * a sign-up makes applicants (users whose company has signed up in the shop and is not approved yet). Only the approval
 * of their company makes them ordinary users.
 */
async function checkApplicants({ db, who: { tenantId } }: Ctx, rows: readonly Row[]): Promise<void> {
  const { applicant } = userStatus.values;
  if (rows.some((r) => r.status === applicant)) throw errors.invalidField("status");
  const ids = rows.filter((r) => "status" in r).map((r) => r.userId);
  if (ids.length === 0) return;
  const [found] = await db.run(tenantId, [
    sql`
      select 1
      from "user"
      where tenant_id = ${tenantId} and user_id = any(${ids}::text[]) and status = ${applicant}
      limit 1
    `,
  ]);
  if (found.length > 0) throw errors.wrongState();
}

/** Key of the advisory lock that makes inserts, updates and deletes of users run one after the other. */
const userLock = 738_114_217;

/**
 * Checks under a lock that the caller is still enabled and has the same role. So of two administrators who take the
 * role from each other at the same time, one keeps it.
 */
function expectSameCaller({ who: { tenantId, userId, roleCode } }: Ctx): Sql[] {
  if (roleCode === null) return [];
  return [
    sql`select pg_advisory_xact_lock(${userLock}, ${tenantId})`,
    sql`
      select app_expect_allowed(count(*) = 1)
      from "user" u
      where u.tenant_id = ${tenantId} and u.user_id = ${userId} and u.role_code = ${roleCode}
        and u.status = ${userStatus.values.enabled}
    `,
  ];
}

export const userTable = table(user, {
  from: "user",
  where: userScope,
  writes: ["A", "M", "D"],
  caseless: ["userId"],
  async check(ctx, action, rows) {
    checkOwnAccount(ctx, action, rows);
    checkCompany(ctx, action, rows);
    if (action !== "D") await checkApplicants(ctx, rows);
    const roles = rows.flatMap((r) => (typeof r.roleCode === "string" ? [r.roleCode] : []));
    await requireGrantable(ctx, action === "A" ? [] : rows.map((r) => r.userId), roles);
  },
  expect: expectSameCaller,
  after({ who: { tenantId } }, action, rows) {
    const ended = rows
      .filter((r) => action === "D" || r.status === userStatus.values.disabled)
      .map((r) => r.userId);
    if (action === "A") return [];
    const changed = rows.map((r) => r.userId);
    // A view is a session in which an administrator sees the application as another user. Ends the views of changed
    // users, and the views that changed users opened. Otherwise a view would be valid again as soon as the user is
    // enabled again, or gets the role back.
    const endViews = sql`
      delete from session
      where tenant_id = ${tenantId}
        and viewed_user is not null
        and (user_id = any(${changed}::text[]) or viewed_user = any(${changed}::text[]))
    `;
    if (ended.length === 0) return [endViews];
    const ofUsers = sql`tenant_id = ${tenantId} and user_id = any(${ended}::text[])`;
    return [
      endViews,
      lockSessions(tenantId, sql`user_id = any(${ended}::text[])`),
      sql`delete from session where ${ofUsers}`,
      // Deletes the notices of deleted users. A new user may get the same id and must not see these notices.
      ...(action === "D" ? [sql`delete from notice where ${ofUsers}`] : []),
    ];
  },
  done: (ctx, _action, rows) =>
    notifySessions(
      ctx,
      rows.map((r) => String(r.userId)),
    ),
});
