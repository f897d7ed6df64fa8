import { Secret, TOTP } from "otpauth";
import type { CallerDb } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import type { Secrets } from "../../secrets.ts";
import { hasNoFactor, lockEnrolment } from "./factors.ts";

/** Duration of a time step, ms, and the number of steps before and after the present one whose codes are accepted. */
const stepMs = 30_000;
const window = 1;
/** Time within which a new key must be confirmed by its first code, ms. */
const confirmMs = 15 * 60_000;

/** Purpose for which the key of a user is encrypted. The stored text can be decrypted only for the same purpose. */
export const totpPurpose = (userId: string) => `totp ${userId}`;

/** A new key, which the user enters into an authenticator app: as text, and as an address for a QR code. */
export interface TotpKey {
  readonly secret: string;
  readonly uri: string;
}

/** Account for which a key is created. The authenticator app shows `tenantCode` and `userId`. */
export interface Account {
  readonly tenantId: number;
  readonly tenantCode: string;
  readonly userId: string;
}

/** Creates a key that is not active yet. Returns undefined if the user has an active key. */
export async function createTotp(
  db: CallerDb,
  secrets: Secrets,
  { tenantId, tenantCode, userId }: Account,
  now: number,
): Promise<TotpKey | undefined> {
  // Creates a key of 160 bits, as RFC 4226 recommends.
  const secret = new Secret({ size: 20 });
  const sealed = secrets.seal(tenantId, totpPurpose(userId), secret.base32);
  const [rows] = await db.run(tenantId, [
    sql`
      insert into user_totp as k (tenant_id, user_id, secret, created_at)
      values (${tenantId}, ${userId}, ${sealed}, ${new Date(now)})
      on conflict (tenant_id, user_id) do update
      set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
      where k.confirmed_at is null
      returning 1
    `,
  ]);
  if (!rows?.length) return undefined;
  const uri = new TOTP({ issuer: "Shotkeeper", label: `${tenantCode} ${userId}`, secret }).toString();
  return { secret: secret.base32, uri };
}

function stepOf(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / stepMs) + delta;
}

/**
 * Use of a code: `prove` proves a factor, `confirm` confirms a new key. `enrol` confirms the first factor of a user,
 * and fails if the user already has a factor.
 */
type CodeUse = "prove" | "confirm" | "enrol";

/** Returns whether a code is right, and consumes it: the same code and earlier codes are refused from then on. */
export async function acceptTotp(
  db: CallerDb,
  secrets: Secrets,
  { tenantId, userId }: Pick<Account, "tenantId" | "userId">,
  code: string,
  now: number,
  use: CodeUse = "prove",
): Promise<boolean> {
  const state =
    use === "prove"
      ? sql`confirmed_at is not null`
      : sql`confirmed_at is null and created_at > ${new Date(now - confirmMs)}`;
  const [rows] = await db.run(tenantId, [
    sql<{ secret: string }>`
      select secret from user_totp where tenant_id = ${tenantId} and user_id = ${userId} and ${state}
    `,
  ]);
  const sealed = rows?.[0]?.secret;
  if (sealed === undefined) return false;
  const step = stepOf(secrets.open(tenantId, totpPurpose(userId), sealed), code, now);
  if (step === undefined) return false;
  // Compares the time step of the last accepted code (`last_step`) in the statement itself, so that one of two
  // concurrent requests with the same code fails.
  const owner = { tenantId, userId };
  const results = await db.run(tenantId, [
    ...(use === "enrol" ? [lockEnrolment(owner)] : []),
    sql`
      update user_totp
      set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${new Date(now)})
      where tenant_id = ${tenantId}
        and user_id = ${userId}
        and secret = ${sealed}
        and last_step < ${step}
        and ${state}
        ${use === "enrol" ? sql`and ${hasNoFactor(owner)}` : sql.empty}
      returning 1
    `,
  ]);
  return (results.at(-1)?.length ?? 0) > 0;
}
