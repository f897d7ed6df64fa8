import { errors } from "@shotkeeper/contract/kernel";
import { user, userStatus } from "@shotkeeper/contract/system";
import { type CallerDb, DbError, type Tx } from "../../db/db.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { logEntry } from "../../log.ts";
import { type Claims, newUserIds, requireDomain, roleOf, textClaim, verifiedMail } from "./claims.ts";
import type { SsoRow } from "./settings.ts";

/** An account at a provider. The issuer and the subject identify it, never the mail address. */
interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Claims;
}

const logSql = (
  { tenantId }: Tx,
  userId: string,
  now: number,
  after: Readonly<Record<string, unknown>>,
): Sql => logEntry({ tenantId, at: now, userId, action: "sso", target: "SYS_USER", key: userId, after });

/**
 * Returns the user of an account. The first sign-in links the account to a user with the same verified mail address, or
 * creates a user, as far as the settings allow. Throws ssoNoUser (S0428) or ssoNoRole (S0429) otherwise.
 */
export async function userOfAccount(
  db: CallerDb,
  tenantId: number,
  s: SsoRow,
  account: ProviderAccount,
  now: number,
): Promise<string> {
  requireDomain(account.claims, s.mail_domain);
  try {
    return await db.tx(tenantId, async (tx) => {
      const [linked] = await tx.query(
        sql<{ user_id: string; is_managed: boolean; role_code: string | null }>`
          select l.user_id, l.is_managed, u.role_code
          from user_sso l
          join "user" u on u.tenant_id = ${tenantId} and u.user_id = l.user_id
          where l.tenant_id = ${tenantId} and l.issuer = ${account.issuer} and l.subject = ${account.subject}
        `,
      );
      if (linked) {
        if (linked.is_managed) await updateRole(tx, s, account, linked, now);
        return linked.user_id;
      }
      const known = s.links_by_mail ? await userOfMail(tx, verifiedMail(account.claims)) : undefined;
      if (known !== undefined) {
        await link(tx, known, account, false, now);
        return known;
      }
      if (!s.creates_users) throw errors.ssoNoUser();
      return createUser(tx, s, account, now);
    });
  } catch (cause) {
    // SQL state 23505 (unique violation): the user id is taken, or a concurrent sign-in has linked the account.
    throw cause instanceof DbError && cause.state === "23505" ? errors.ssoNoUser() : cause;
  }
}

/** Updates the role of a user to the one in the claims, if a sign-in by the provider created the user. */
async function updateRole(
  tx: Tx,
  s: SsoRow,
  { claims }: ProviderAccount,
  linked: { readonly user_id: string; readonly role_code: string | null },
  now: number,
): Promise<void> {
  const role = await requireRole(tx, roleOf(claims, s));
  if (role === linked.role_code) return;
  await tx.all([
    sql`
      update "user"
      set role_code = ${role}, updated_by = ${linked.user_id}, updated_date = ${new Date(now)}
      where tenant_id = ${tx.tenantId} and user_id = ${linked.user_id}
    `,
    logSql(tx, linked.user_id, now, { roleCode: role }),
  ]);
}

async function requireRole(tx: Tx, role: string | null): Promise<string> {
  if (role === null) throw errors.ssoNoRole();
  const [known] = await tx.query(
    sql`select 1 from role where tenant_id = ${tx.tenantId} and role_code = ${role}`,
  );
  if (!known) throw errors.ssoNoRole();
  return role;
}

/**
 * Returns the user who has this mail address and is linked to no account yet. Returns undefined if several users match.
 * Leaves out applicants and users of customers: anybody can sign up in the shop with a mail address of another person,
 * because nobody verifies the address.
 */
async function userOfMail(tx: Tx, mail: string | null): Promise<string | undefined> {
  if (mail === null) return undefined;
  const found = await tx.query(
    sql<{ user_id: string }>`
      select u.user_id
      from "user" u
      where u.tenant_id = ${tx.tenantId}
        and lower(u.mail) = ${mail}
        and u.status <> ${userStatus.values.applicant}
        and u.cust_id is null
        and not exists (select from user_sso l where l.tenant_id = ${tx.tenantId} and l.user_id = u.user_id)
      limit 2
    `,
  );
  return found.length === 1 ? found[0]?.user_id : undefined;
}

async function link(
  tx: Tx,
  userId: string,
  { issuer, subject }: ProviderAccount,
  isManaged: boolean,
  now: number,
): Promise<void> {
  await tx.all([
    sql`
      insert into user_sso (tenant_id, user_id, issuer, subject, is_managed, linked_at)
      values (${tx.tenantId}, ${userId}, ${issuer}, ${subject}, ${isManaged}, ${new Date(now)})
    `,
    logSql(tx, userId, now, { linked: issuer }),
  ]);
}

/**
 * Returns the id of a new user. Refuses an id that differs from another id only in capital letters,
 * because people would mistake one for the other. Skips an id that a company has taken in the shop. Otherwise a company
 * that signs up with the mail address of a member of staff could keep that person out.
 */
async function freeUserId(tx: Tx, claims: Claims): Promise<string> {
  for (const userId of newUserIds(claims)) {
    const similar = await tx.query(
      sql<{ isShop: boolean }>`
        select status = ${userStatus.values.applicant} or cust_id is not null as "isShop"
        from "user"
        where tenant_id = ${tx.tenantId} and lower(user_id) = ${userId.toLowerCase()}
      `,
    );
    if (similar.length === 0) return userId;
    if (!similar.every((u) => u.isShop)) break;
  }
  throw errors.ssoNoUser();
}

async function createUser(tx: Tx, s: SsoRow, account: ProviderAccount, now: number): Promise<string> {
  const { claims } = account;
  const role = await requireRole(tx, roleOf(claims, s));
  const userId = await freeUserId(tx, claims);
  const name = (textClaim(claims, "name") ?? userId).slice(0, user.fields.userName.length);
  const mail = verifiedMail(claims);
  await tx.query(
    sql`
      insert into "user" (tenant_id, user_id, user_name, mail, status, role_code, created_by, created_date)
      values (
        ${tx.tenantId}, ${userId}, ${name}, ${mail !== null && mail.length <= 100 ? mail : null},
        ${userStatus.values.enabled}, ${role}, ${userId}, ${new Date(now)}
      )
    `,
  );
  await link(tx, userId, account, true, now);
  return userId;
}
