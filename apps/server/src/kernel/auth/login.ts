import { type AppError, errors } from "@shotkeeper/contract/kernel";
import { userStatus } from "@shotkeeper/contract/system";
import type { Client } from "../ctx.ts";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { logEntry } from "../log.ts";
import { spendCaptcha } from "./captcha.ts";
import { verifyPassword } from "./password.ts";
import { hasExpired, type Limits } from "./seats.ts";
import type { Sessions } from "./sessions.ts";

const lockAfter = 5;
const lockMinutes = 15;

export interface LoginInput {
  readonly tenantCode: string;
  readonly userId: string;
  readonly password: string;
  readonly captchaId: string;
  readonly captcha: string;
  readonly remember: boolean;
  readonly devType: "PC" | "PDA";
  readonly client?: Client;
}

interface TenantRow extends Limits {
  readonly tenant_id: number;
  readonly zone: string;
}

/**
 * Hash that is checked if the user is unknown. So the answer takes as long as for a wrong password, and nobody learns
 * which users exist.
 */
const nobody =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Logs a user in with a password and opens a session. The order of the checks is that of the contract. */
export async function logIn(
  db: CallerDb,
  sessions: Sessions,
  l: LoginInput,
  now: number,
  bypass: string | undefined,
): Promise<string> {
  await spendCaptcha(db, now, l.captchaId, l.captcha, bypass);
  const [tenants, failures] = await db.platform(
    sql<TenantRow>`
      select tenant_id, zone, due_date::text, validity_control, pc_count, pda_count
      from tenant
      where code = ${l.tenantCode}
    `,
    sql<{ locked_until: string | null }>`
      select locked_until from login_failure where tenant_code = ${l.tenantCode} and user_id = ${l.userId}
    `,
  );
  const lockedUntil = failures?.[0]?.locked_until;
  if (lockedUntil && Date.parse(lockedUntil) > now) {
    throw errors.tooManyAttempts(Math.ceil((Date.parse(lockedUntil) - now) / 60_000));
  }
  const tenant = tenants?.[0];
  const [users] = tenant
    ? await db.run(tenant.tenant_id, [
        sql<{ password_hash: string; status: number }>`
          select password_hash, status
          from "user"
          where tenant_id = ${tenant.tenant_id} and user_id = ${l.userId}
        `,
      ])
    : [];
  const user = users?.[0];
  const right = await verifyPassword(l.password, user?.password_hash || nobody);
  if (!tenant || !user) throw await failed(db, l, now, errors.unknownUser());
  if (!right) throw await failed(db, l, now, errors.wrongPassword());
  const token = await enter(db, sessions, tenant, user, l, now);
  await db.platform(
    sql`delete from login_failure where tenant_code = ${l.tenantCode} and user_id = ${l.userId}`,
  );
  return token;
}

type Who = Pick<LoginInput, "userId" | "remember" | "devType" | "client">;

/**
 * Opens a session for an authenticated user. Throws if the user is disabled, the licence has expired or no seat is
 * free.
 */
async function enter(
  db: CallerDb,
  sessions: Sessions,
  tenant: TenantRow,
  user: { readonly status: number },
  w: Who,
  now: number,
): Promise<string> {
  if (user.status !== userStatus.values.enabled) throw errors.userDisabled();
  if (hasExpired(tenant, tenant.zone, now)) throw errors.licenceExpired();
  const token = await sessions.openSeated(tenant.tenant_id, w.userId, w.devType, w.remember, now);
  const { userId, devType: key, client } = w;
  const entry = {
    tenantId: tenant.tenant_id,
    at: now,
    userId,
    action: "login",
    target: "session",
    key,
    client,
  };
  await db.run(tenant.tenant_id, [logEntry(entry)]);
  return token;
}

/** Logs in a user whom WeChat has identified. Throws weChatLoginFailed (S0103) if the account is bound to no user. */
export async function logInByWeChat(
  db: CallerDb,
  sessions: Sessions,
  l: Omit<Who, "userId"> & { readonly tenantCode: string; readonly weChatId: string },
  now: number,
): Promise<string> {
  const [tenants] = await db.platform(
    sql<TenantRow>`
      select tenant_id, zone, due_date::text, validity_control, pc_count, pda_count
      from tenant
      where code = ${l.tenantCode}
    `,
  );
  const tenant = tenants?.[0];
  if (!tenant) throw errors.weChatLoginFailed();
  const [users] = await db.run(tenant.tenant_id, [
    sql<{ user_id: string; status: number }>`
      select u.user_id, u.status
      from user_wechat w
      join "user" u on u.tenant_id = ${tenant.tenant_id} and u.user_id = w.user_id
      where w.tenant_id = ${tenant.tenant_id} and w.wechat_id = ${l.weChatId}
    `,
  ]);
  const user = users?.[0];
  if (!user) throw errors.weChatLoginFailed();
  return enter(db, sessions, tenant, user, { ...l, userId: user.user_id }, now);
}

async function failed(db: CallerDb, l: LoginInput, now: number, answer: AppError): Promise<AppError> {
  const until = new Date(now + lockMinutes * 60_000);
  const window = new Date(now - lockMinutes * 60_000);
  await db.platform(
    sql`
      insert into login_failure as f (tenant_code, user_id, failures, last_at)
      values (${l.tenantCode}, ${l.userId}, 1, ${new Date(now)})
      on conflict (tenant_code, user_id) do update
      set
        failures = case when f.last_at < ${window}::timestamptz then 1 else f.failures + 1 end,
        last_at = excluded.last_at,
        locked_until = case
          when f.last_at >= ${window}::timestamptz and f.failures + 1 >= ${lockAfter}::int then
            ${until}::timestamptz
        end
    `,
  );
  return answer;
}
