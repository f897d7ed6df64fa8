import { errors } from "@shotkeeper/contract/kernel";
import { passwordMinLengthId, standardOf } from "@shotkeeper/contract/system";
import { dictionary } from "@zxcvbn-ts/language-common";
import type { CallerDb } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { lockSessions } from "./session-rows.ts";

/** Number of a user's last passwords, including the present one, that must not be used again. */
const rememberedPasswords = 5;
/** A password must not contain a user id of at least this length. Shorter ids occur in too many passwords by chance. */
const leastIdLength = 3;

/** Common passwords from published lists of stolen passwords, in lower case. */
const common: ReadonlySet<string> = new Set(dictionary["passwords-common"]);

interface Owner {
  readonly tenantId: number;
  readonly userId: string;
}

/** Selects the shortest length of a password that the tenant allows. */
export const selectMinLength = (tenantId: number) => sql<{ value: number }>`
  select coalesce(
    (
      select prm_value::int
      from parameter
      where tenant_id = ${tenantId} and prm_id = ${passwordMinLengthId} and prm_value ~ '^[0-9]{1,3}$'
    ),
    ${standardOf(passwordMinLengthId)}::int
  ) as value
`;

/**
 * Returns the hash of a password that a user or an administrator has chosen. Throws if the password is too short,
 * common, contains the user id, or is one of the user's last passwords.
 */
export async function hashNewPassword(db: CallerDb, o: Owner, password: string): Promise<string> {
  const [lengths, earlier] = await db.run(o.tenantId, [selectMinLength(o.tenantId), lastHashes(o)]);
  const minLength = lengths?.[0]?.value ?? 0;
  if ([...password].length < minLength) throw errors.passwordTooShort(minLength);
  const lower = password.toLowerCase();
  if (common.has(lower)) throw errors.passwordTooCommon();
  if (o.userId.length >= leastIdLength && lower.includes(o.userId.toLowerCase()))
    throw errors.passwordContainsUser();
  for (const { password_hash } of earlier ?? [])
    if (await verifyPassword(password, password_hash)) throw errors.passwordUsedBefore(rememberedPasswords);
  return hashPassword(password);
}

const lastHashes = ({ tenantId, userId }: Owner) => sql<{ password_hash: string }>`
  select password_hash
  from "user"
  where tenant_id = ${tenantId} and user_id = ${userId} and password_hash <> ''
  union all (
    select password_hash
    from password_history
    where tenant_id = ${tenantId} and user_id = ${userId}
    order by replaced_at desc
    limit ${rememberedPasswords - 1}
  )
`;

/**
 * Returns the statements that store a new password and end everything that the old one allowed. They delete links to
 * reset the password, waiting log-ins, and all sessions except the one of the token with the hash `exceptSession`.
 */
export function storePassword(
  o: Owner,
  p: {
    readonly hash: string;
    /** True if the user must change the password, because somebody else knows it. */
    readonly mustChange: boolean;
    readonly by: string;
    readonly at: Date;
    readonly exceptSession?: string;
  },
): Sql[] {
  const { tenantId, userId } = o;
  const ofUser = sql`tenant_id = ${tenantId} and user_id = ${userId}`;
  return [
    sql`
      insert into password_history (tenant_id, user_id, replaced_at, password_hash)
      select tenant_id, user_id, ${p.at}::timestamptz, password_hash
      from "user"
      where ${ofUser} and password_hash <> ''
      on conflict do nothing
    `,
    sql`
      delete
      from password_history
      where ${ofUser}
        and replaced_at not in (
          select replaced_at
          from password_history
          where ${ofUser}
          order by replaced_at desc
          limit ${rememberedPasswords - 1}
        )
    `,
    sql`
      update "user"
      set
        password_hash = ${p.hash}, must_change_password = ${p.mustChange}, updated_by = ${p.by},
        updated_date = ${p.at}
      where ${ofUser}
    `,
    sql`delete from password_reset where ${ofUser}`,
    // Also ends log-ins that wait for their second step, because they have proved only the old password.
    sql`delete from second_step where ${ofUser}`,
    lockSessions(tenantId, sql`user_id = ${userId}`),
    // Compares the id of the session, because the request itself may have renewed the token.
    sql`
      delete
      from session
      where ${ofUser}
        and session_id is distinct from (
          select x.session_id
          from session x
          where x.tenant_id = ${tenantId} and x.token_hash = ${p.exceptSession ?? ""}
        )
    `,
    // A reset also removes the log-in by WeChat, which somebody who took over a session could have set up.
    ...(p.exceptSession === undefined ? [sql`delete from user_wechat where ${ofUser}`] : []),
  ];
}
