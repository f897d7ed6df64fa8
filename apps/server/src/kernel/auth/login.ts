import { errors } from "@shotkeeper/contract/kernel";
import { userStatus } from "@shotkeeper/contract/system";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { logEntry } from "../log.ts";
import {
  accountKey,
  addressKeys,
  attemptKey,
  countAttempt,
  forgiveAttempt,
  uncountAttempt,
} from "./attempts.ts";
import { type CaptchaAnswer, spendCaptcha } from "./captcha.ts";
import { knownDevice, rememberDevice } from "./devices.ts";
import { verifyPassword } from "./password.ts";
import { type ProofCheck, provenPassword, provenWeChat } from "./proof.ts";
import { hasExpired, type Limits } from "./seats.ts";
import { type Admission, admit, storeStep } from "./second-factor/admission.ts";
import { clientOfOrigin, type SessionOrigin } from "./session-rows.ts";
import type { Sessions } from "./sessions.ts";
import { plainName, userIdOf } from "./typed-name.ts";

export interface LoginInput {
  readonly tenantCode: string;
  readonly userId: string;
  readonly password: string;
  /** IP address of the caller. */
  readonly address: string;
  /** Token that the browser got at an earlier log-in. */
  readonly deviceToken: string | undefined;
  readonly remember: boolean;
  readonly devType: "PC" | "PDA";
  /** Origin of the new session: log-in method, address and user agent. Undefined: unknown. */
  readonly origin?: SessionOrigin;
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

/** An authenticated user with the user's tenant. */
export interface Accepted {
  readonly tenant: TenantRow;
  readonly user: {
    readonly user_id: string;
    readonly status: number;
    readonly must_change_password?: boolean;
  };
  /** Check that runs when the session or the second step is stored. Throws if the log-in is no longer valid. */
  readonly checkProof?: ProofCheck;
  /** Hash of the browser's token, if the user has logged in with this browser before. */
  readonly deviceHash?: string | undefined;
}

/**
 * Logs a user in with a password. Returns a session, or the second step if the user has or needs a second factor.
 * Checks the captcha first, then the password, and then whether the user is enabled and the licence valid.
 */
export async function logIn(
  db: CallerDb,
  sessions: Sessions,
  l: LoginInput & { readonly captcha: CaptchaAnswer },
  now: number,
  bypass: string | undefined,
): Promise<Admission> {
  await spendCaptcha(db, now, l.captcha, bypass);
  const accepted = await judgePassword(db, l, now);
  const admission = await admitOrRefuse(db, sessions, accepted, "password", l, now);
  const { tenant, user, deviceHash } = accepted;
  const deviceToken = await rememberDevice(db, tenant.tenant_id, user.user_id, deviceHash, now);
  return {
    ...admission,
    ...(deviceToken === undefined ? {} : { deviceToken }),
    mustChangePassword: user.must_change_password ?? false,
  };
}

/**
 * Opens a session, or begins the second step of the log-in. Throws before that if the user is disabled or the licence
 * has expired.
 */
async function admitOrRefuse(
  db: CallerDb,
  sessions: Sessions,
  accepted: Accepted,
  method: "password" | "wechat",
  w: Entry,
  now: number,
): Promise<Admission> {
  const { tenant, user, checkProof } = accepted;
  const isApplicant = user.status === userStatus.values.applicant;
  if (!isApplicant) requireEntry(accepted, now);
  // `userId` comes after `...w`: at run time, `w` can also have a `userId`, the log-in name as it was typed.
  const step = { ...w, tenantId: tenant.tenant_id, userId: user.user_id, method, checkProof };
  // An applicant gets no session, but a ticket: a secret text with which only the company's sign-up can be read and
  // corrected.
  if (isApplicant) return { step: await storeStep(db, step, "apply", [], now) };
  return admit(db, step, now, () => enter(db, sessions, accepted, w, now));
}

/** Options of a log-in: how long the session lives, on which kind of device, and where the request comes from. */
type Entry = Pick<LoginInput, "remember" | "devType" | "origin">;

/** Throws if the user is disabled or the licence has expired. */
function requireEntry({ tenant, user }: Accepted, now: number): void {
  if (user.status !== userStatus.values.enabled) throw errors.userDisabled();
  if (hasExpired(tenant, tenant.zone, now)) throw errors.licenceExpired();
}

/**
 * Returns the user whose password is right. Opens no session, so that further checks can follow. Throws
 * tooManyAttempts (S0203) before the password is checked. Unknown users and wrong passwords get the same answer.
 */
async function judgePassword(db: CallerDb, l: Omit<LoginInput, "remember">, now: number): Promise<Accepted> {
  const [tenants] = await db.platform(
    sql<TenantRow>`
      select tenant_id, zone, due_date::text, validity_control, pc_count, pda_count
      from tenant
      where code = ${l.tenantCode}
    `,
  );
  const tenant = tenants?.[0];
  // Runs the same statements for an unknown tenant as for a known one, so that the response time reveals nothing.
  const tenantId = tenant?.tenant_id ?? 0;
  const [users, devices] = await db.run(tenantId, [
    sql<{ user_id: string; password_hash: string; status: number; must_change_password: boolean }>`
      select user_id, password_hash, status, must_change_password
      from "user"
      where tenant_id = ${tenantId} and user_id = (${userIdOf(tenantId, l.userId)})
    `,
    knownDevice(tenantId, l.userId, l.deviceToken, now),
  ]);
  const user = users?.[0];
  const deviceHash = devices?.[0]?.device_hash;
  // Counts the attempts of a known browser separately, so that strangers cannot lock the user out.
  const keys =
    deviceHash === undefined
      ? [accountKey(l.tenantCode, l.userId), ...addressKeys(l.address)]
      : [attemptKey("device", l.tenantCode, plainName(l.userId), deviceHash)];
  await countAttempt(db, now, keys);
  let right: boolean;
  try {
    right = await verifyPassword(l.password, user?.password_hash || nobody);
  } catch (cause) {
    await uncountAttempt(db, keys);
    throw cause;
  }
  if (!right || !tenant || !user) throw errors.wrongPassword();
  await forgiveAttempt(db, keys);
  const checkProof = provenPassword({ tenantId, userId: user.user_id }, user.password_hash);
  return { tenant, user, deviceHash, checkProof };
}

/**
 * Opens a session for an authenticated user. Throws if the user is disabled, the licence has expired or no seat is
 * free.
 */
export async function enter(
  db: CallerDb,
  sessions: Sessions,
  accepted: Accepted,
  w: Entry,
  now: number,
): Promise<string> {
  requireEntry(accepted, now);
  const { tenant, user, checkProof } = accepted;
  const { devType, remember, origin } = w;
  const { tenant_id: tenantId } = tenant;
  const token = await sessions.openSeated(tenantId, user.user_id, devType, remember, now, origin, checkProof);
  const entry = {
    tenantId,
    at: now,
    userId: user.user_id,
    action: "login",
    target: "session",
    key: devType,
    client: origin && clientOfOrigin(origin),
  };
  await db.run(tenantId, [logEntry(entry)]);
  return token;
}

/** Logs in a user whom WeChat has identified. Throws weChatLoginFailed (S0103) if the account is bound to no user. */
export async function logInByWeChat(
  db: CallerDb,
  sessions: Sessions,
  l: Entry & { readonly tenantCode: string; readonly weChatId: string },
  now: number,
): Promise<Admission> {
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
  const owner = { tenantId: tenant.tenant_id, userId: user.user_id };
  const accepted = { tenant, user, checkProof: provenWeChat(owner, l.weChatId) };
  return admitOrRefuse(db, sessions, accepted, "wechat", l, now);
}
