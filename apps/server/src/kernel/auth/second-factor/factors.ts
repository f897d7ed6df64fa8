import { menus } from "@shotkeeper/contract/menus";
import { ssoMode } from "@shotkeeper/contract/system";
import type { CallerDb } from "../../db/db.ts";
import { type Sql, sql } from "../../db/sql.ts";

/** A user's second factors, and the rules that apply to the user's log-in. */
export interface Factors {
  readonly has_totp: boolean;
  readonly passkeys: number;
  readonly recovery_codes: number;
  readonly has_password: boolean;
  /** The tenant or the role requires a second factor. */
  readonly needs_factor: boolean;
  /** The tenant's settings or the user's role demand that this user logs in by single sign-on. */
  readonly needs_sso: boolean;
  readonly sso_issuer: string | null;
}

/**
 * Right to change the settings of the single sign-on. Users with this right may also log in by other ways, so that they
 * can change the settings while the single sign-on is down. Exception: the tenant requires the single sign-on of all
 * users (mode `requiredForAll`).
 */
const settingsRight = `${menus.tenant}:M`;

const hasTotp = (tenantId: number): Sql => sql`
  exists (
    select from user_totp x
    where x.tenant_id = ${tenantId} and x.user_id = u.user_id and x.confirmed_at is not null
  )
`;
const passkeys = (tenantId: number): Sql => sql`
  (select count(*) from user_passkey x where x.tenant_id = ${tenantId} and x.user_id = u.user_id)
`;

/** SQL condition: the user `u` has a second factor. */
export const hasFactor = (tenantId: number): Sql => sql`(${hasTotp(tenantId)} or ${passkeys(tenantId)} > 0)`;

/** SQL condition: this user has no second factor. */
export const hasNoFactor = (o: { readonly tenantId: number; readonly userId: string }): Sql => sql`
  not exists (
    select from "user" u where u.tenant_id = ${o.tenantId} and u.user_id = ${o.userId} and ${hasFactor(o.tenantId)}
  )
`;

/**
 * Statement that locks a user until the end of the transaction. Concurrent enrolments of one user then run one after
 * the other, and each sees the factors that the earlier ones stored.
 */
export const lockEnrolment = (o: { readonly tenantId: number; readonly userId: string }): Sql => sql`
  select 1 from "user" where tenant_id = ${o.tenantId} and user_id = ${o.userId} for no key update
`;

/**
 * SQL condition: the user must set up a second factor before the session `s` may be used. The aliases `u`, `r` and `t`
 * are the user, the role and the tenant. Sessions of the single sign-on are exempt, because the provider checks its
 * users itself.
 */
export const lacksFactor = (tenantId: number): Sql => sql`
  (
    (t.require_second_factor or coalesce(r.require_second_factor, false))
      and s.method <> 'sso'
      and not ${hasFactor(tenantId)}
  )
`;

/** Returns the second factors of a user and the rules of the log-in. Returns undefined for an unknown user. */
export async function readFactors(
  db: CallerDb,
  tenantId: number,
  userId: string,
): Promise<Factors | undefined> {
  const { off, required, requiredForAll } = ssoMode.values;
  const [rows] = await db.run(tenantId, [
    sql<Factors>`
      select
        ${hasTotp(tenantId)} as has_totp, ${passkeys(tenantId)}::int as passkeys,
        (
          select count(*) from user_recovery_code x where x.tenant_id = ${tenantId} and x.user_id = u.user_id
        )::int as recovery_codes,
        u.password_hash <> '' as has_password,
        t.require_second_factor or coalesce(r.require_second_factor, false) as needs_factor,
        coalesce(
          sso.mode = ${requiredForAll}
            or (
              sso.mode <> ${off}
                and (sso.mode = ${required} or coalesce(r.require_sso, false))
                and not exists (
                  select from role_right x
                  where x.tenant_id = ${tenantId}
                    and x.role_code = u.role_code
                    and x.authority = ${settingsRight}
                )
            ),
          false
        ) as needs_sso,
        l.issuer as sso_issuer
      from "user" u
      join tenant t on t.tenant_id = ${tenantId}
      left join role r on r.tenant_id = ${tenantId} and r.role_code = u.role_code
      left join sso_setting sso on sso.tenant_id = ${tenantId}
      left join user_sso l on l.tenant_id = ${tenantId} and l.user_id = u.user_id
      where u.tenant_id = ${tenantId} and u.user_id = ${userId}
    `,
  ]);
  return rows?.[0];
}

/** Statements that delete every second factor of a user. The first one returns a row for each factor. */
export const removeAllFactors = (tenantId: number, userId: string): [Sql, ...Sql[]] => {
  const own = sql`tenant_id = ${tenantId} and user_id = ${userId}`;
  return [
    sql`
      with totp as (delete from user_totp where ${own} returning 1),
        passkey as (delete from user_passkey where ${own} returning 1)
      select * from totp union all select * from passkey
    `,
    sql`delete from user_recovery_code where ${own}`,
    sql`delete from second_step_try where ${own}`,
    sql`delete from second_step where ${own}`,
  ];
};
