import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { type CallerDb, DbError } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import type { Site } from "../../site.ts";
import { hashSecret } from "../secret.ts";
import { spendChallenge, storeChallenge } from "./challenges.ts";
import { hasNoFactor, lockEnrolment } from "./factors.ts";

type Json = Readonly<Record<string, unknown>>;

/** Maximum number of passkeys of one user. */
const most = 20;

/** The user who creates or uses a passkey. */
export interface Owner {
  readonly tenantId: number;
  readonly userId: string;
}

/**
 * Returns the user handle of a passkey: the tenant id, and a hash instead of the user's name. A log-in without a user
 * name finds the tenant by this handle. The handle has at most 64 bytes, as WebAuthn demands.
 */
const handleOf = ({ tenantId, userId }: Owner) => `${tenantId}.${hashSecret(userId)}`;

/** Returns the tenant of a user handle. Returns undefined if the text is not a user handle. */
function tenantOfHandle(handle: unknown): number | undefined {
  if (typeof handle !== "string") return undefined;
  const m = /^(\d{1,9})\./.exec(Buffer.from(handle, "base64url").toString("utf8"));
  return m ? Number(m[1]) : undefined;
}

/** Longest id of a passkey, characters: 1,023 bytes in base64. */
const longestId = 1400;

/** Returns the browser's answer, which must be an object with an id. Throws for any other value. */
function answerOf<T>(credential: unknown): T {
  const c = credential as Partial<Record<string, unknown>> | null;
  const isRecord =
    typeof c === "object" && c !== null && typeof c.response === "object" && c.response !== null;
  if (!isRecord || typeof c.id !== "string" || c.id.length > longestId) throw errors.passkeyRefused();
  return credential as T;
}

/**
 * Returns the transports of a passkey that a browser names, such as "usb". Leaves out values that are not strings or
 * are too long.
 */
const transportsOf = (named: unknown): string[] =>
  (Array.isArray(named) ? named : [])
    .filter((t): t is string => typeof t === "string" && t.length <= 20)
    .slice(0, 10);

/**
 * Returns the options with which a browser creates a passkey. Excludes devices that already have a passkey of the user.
 */
export async function registrationOptions(
  db: CallerDb,
  site: Site,
  owner: Owner & { readonly tenantCode: string; readonly userName: string },
  purpose: string,
  now: number,
): Promise<Json> {
  const [rows] = await db.run(owner.tenantId, [
    sql<{ credential_id: string; transports: string[] }>`
      select credential_id, transports
      from user_passkey
      where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}
    `,
  ]);
  if (rows.length >= most) throw errors.tooManyRows(most);
  const options = await generateRegistrationOptions({
    rpName: "Shotkeeper",
    rpID: site.rpId,
    userID: new TextEncoder().encode(handleOf(owner)),
    userName: `${owner.userId} (${owner.tenantCode})`,
    userDisplayName: owner.userName,
    excludeCredentials: rows.map((r) => ({ id: r.credential_id, transports: r.transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
  });
  await storeChallenge(db, options.challenge, purpose, now);
  return { ...options };
}

/**
 * Stores the passkey that a browser has created. Throws passkeyRefused (S0424) if the browser's answer does not verify.
 * `isEnrolment`: the passkey is the user's first factor, set up during the log-in. Then throws stepExpired (S0422) if
 * the user already has a factor.
 */
export async function addPasskey(
  db: CallerDb,
  site: Site,
  { tenantId, userId }: Owner,
  name: string,
  answer: unknown,
  purpose: string,
  now: number,
  isEnrolment = false,
): Promise<void> {
  const response = answerOf<RegistrationResponseJSON>(answer);
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => spendChallenge(db, challenge, purpose, now),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: false,
  }).catch(refuse);
  if (!verified.verified) throw errors.passkeyRefused();
  const { credential } = verified.registrationInfo;
  const owner = { tenantId, userId };
  try {
    const results = await db.run(tenantId, [
      ...(isEnrolment ? [lockEnrolment(owner)] : []),
      sql`
        insert into user_passkey (
          tenant_id, credential_id, user_id, passkey_name, public_key, sign_count, transports, created_at
        )
        select
          ${tenantId}::int, ${credential.id}::text, ${userId}::text, ${name}::text,
          ${Buffer.from(credential.publicKey).toString("base64url")}::text, ${credential.counter}::bigint,
          ${transportsOf(credential.transports)}::text[], ${new Date(now)}::timestamptz
        ${isEnrolment ? sql`where ${hasNoFactor(owner)}` : sql.empty}
        returning 1
      `,
    ]);
    if (!results.at(-1)?.length) throw errors.stepExpired();
  } catch (cause) {
    // SQL state 23505 (unique violation): the credential is registered already.
    throw cause instanceof DbError && cause.state === "23505" ? errors.passkeyRefused() : cause;
  }
}

/**
 * Throws passkeyRefused for an error of the library, because such an error means that the browser's answer is wrong.
 * Rethrows errors of the database and of the application.
 */
function refuse(cause: unknown): never {
  throw cause instanceof DbError || cause instanceof AppError ? cause : errors.passkeyRefused();
}

/**
 * Returns the options with which a browser uses a passkey. With an `owner`, only passkeys of this user are allowed, as
 * second factor. Without an `owner`, any passkey is allowed, for a log-in without a password. Such a log-in demands
 * that the device verifies the person. The device and the verification of the person are then two factors.
 */
export async function authenticationOptions(
  db: CallerDb,
  site: Site,
  owner: Owner | undefined,
  purpose: string,
  now: number,
): Promise<Json> {
  const [rows] = owner
    ? await db.run(owner.tenantId, [
        sql<{ credential_id: string; transports: string[] }>`
          select credential_id, transports
          from user_passkey
          where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}
        `,
      ])
    : [[]];
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: owner ? "preferred" : "required",
    allowCredentials: (rows ?? []).map((r) => ({ id: r.credential_id, transports: r.transports })),
  });
  await storeChallenge(db, options.challenge, purpose, now);
  return { ...options };
}

/**
 * Returns the user whose passkey has signed the challenge. Throws passkeyRefused (S0424) if the signature is not valid,
 * or if `owner` is given and the passkey belongs to another user.
 */
export async function acceptPasskey(
  db: CallerDb,
  site: Site,
  owner: Owner | undefined,
  answer: unknown,
  purpose: string,
  now: number,
): Promise<Owner> {
  const response = answerOf<AuthenticationResponseJSON>(answer);
  const tenantId = owner?.tenantId ?? tenantOfHandle(response.response.userHandle);
  if (tenantId === undefined) throw errors.passkeyRefused();
  const [rows] = await db.run(tenantId, [
    sql<{ user_id: string; public_key: string; sign_count: number; transports: string[] }>`
      select user_id, public_key, sign_count, transports
      from user_passkey
      where tenant_id = ${tenantId} and credential_id = ${response.id}
    `,
  ]);
  const known = rows[0];
  if (!known || (owner && owner.userId !== known.user_id)) throw errors.passkeyRefused();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => spendChallenge(db, challenge, purpose, now),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: !owner,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(known.public_key, "base64url")),
      counter: Number(known.sign_count),
      transports: known.transports as AuthenticatorTransport[],
    },
  }).catch(refuse);
  if (!verified.verified) throw errors.passkeyRefused();
  await db.run(tenantId, [
    sql`
      update user_passkey
      set sign_count = ${verified.authenticationInfo.newCounter}, used_at = ${new Date(now)}
      where tenant_id = ${tenantId} and credential_id = ${response.id}
    `,
  ]);
  return { tenantId, userId: known.user_id };
}
