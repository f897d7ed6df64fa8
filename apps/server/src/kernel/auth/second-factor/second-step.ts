import { type AppError, errors } from "@shotkeeper/contract/kernel";
import type { CallerDb } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import { logEntry } from "../../log.ts";
import type { Secrets } from "../../secrets.ts";
import type { Site } from "../../site.ts";
import { type Accepted, enter } from "../login.ts";
import { type ProofCheck, provenTicket } from "../proof.ts";
import { clientOfOrigin, type SessionOrigin } from "../session-rows.ts";
import type { Sessions } from "../sessions.ts";
import { findStep, type WaitingStep } from "./admission.ts";
import { readFactors } from "./factors.ts";
import { acceptPasskey, addPasskey, authenticationOptions, registrationOptions } from "./passkeys.ts";
import { firstRecoveryCodes, isRecoveryCode, provenRecoveryCode } from "./recovery.ts";
import { acceptTotp, createTotp, type TotpKey } from "./totp.ts";
import { countTry, forgetTries } from "./tries.ts";

/** Parts of the server that the second step of a log-in needs, and facts about the request. */
export interface StepCtx {
  readonly db: CallerDb;
  readonly sessions: Sessions;
  readonly secrets: Secrets;
  readonly site: Site;
  readonly now: number;
  readonly origin: SessionOrigin;
}

/** Proof of a second factor: a code of the authenticator app, a recovery code, or the answer of a passkey. */
export type Proof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: unknown };

/** Purposes of a passkey's challenge. A challenge is valid only for one ticket, or only for the log-in page. */
const verifyPurpose = (w: WaitingStep) => `verify ${w.ticketHash}`;
const enrolPurpose = (w: WaitingStep) => `enrol ${w.ticketHash}`;
const loginPurpose = "login";

async function tenantAndUser(
  db: CallerDb,
  tenantId: number,
  userId: string,
): Promise<{ accepted: Accepted; tenantCode: string; userName: string }> {
  const [tenants, users] = await db.run(tenantId, [
    sql<Accepted["tenant"] & { code: string }>`
      select tenant_id, zone, due_date::text, validity_control, pc_count, pda_count, code
      from tenant
      where tenant_id = ${tenantId}
    `,
    sql<Accepted["user"] & { user_name: string }>`
      select user_id, status, user_name from "user" where tenant_id = ${tenantId} and user_id = ${userId}
    `,
  ]);
  const [tenant] = tenants;
  const [user] = users;
  if (!tenant || !user) throw errors.stepExpired();
  return { accepted: { tenant, user }, tenantCode: tenant.code, userName: user.user_name };
}

/**
 * Opens a session for a user who has given all proofs that the log-in needs. The session stores the method of the
 * log-in (`c.origin`).
 */
export async function openSession(
  c: StepCtx,
  user: { readonly tenantId: number; readonly userId: string },
  w: { readonly remember: boolean; readonly devType: "PC" | "PDA" },
  checkProof?: ProofCheck,
): Promise<string> {
  const { accepted } = await tenantAndUser(c.db, user.tenantId, user.userId);
  const proven = checkProof ? { ...accepted, checkProof } : accepted;
  return enter(c.db, c.sessions, proven, { ...w, origin: c.origin }, c.now);
}

/**
 * Opens the session. `checkFactor` runs in the same transaction, so that a log-in that is refused because no licence
 * seat is free consumes neither the ticket nor the factor.
 */
async function finish(c: StepCtx, w: WaitingStep, checkFactor?: ProofCheck): Promise<string> {
  const devType = w.devType === "PDA" ? "PDA" : "PC";
  const origin = { ...c.origin, method: "secondFactor" } as const;
  const checkProof: ProofCheck = async (tx) => {
    await provenTicket(w, w.ticketHash)(tx);
    await checkFactor?.(tx);
  };
  return openSession({ ...c, origin }, w, { remember: w.remember, devType }, checkProof);
}

const entryOf = (c: StepCtx, { tenantId, userId }: WaitingStep) => ({
  tenantId,
  at: c.now,
  userId,
  client: clientOfOrigin(c.origin),
});

/**
 * Returns the error for a wrong code. Writes an entry to the system log for the account's owner and the auditor. Only a
 * few tries are allowed, so wrong codes cannot fill the log.
 */
async function wrongCode(c: StepCtx, w: WaitingStep): Promise<AppError> {
  const entry = { action: "loginFailed", target: "secondFactor", key: w.devType };
  await c.db.run(w.tenantId, [logEntry({ ...entryOf(c, w), ...entry })]);
  return errors.wrongCode();
}

/** Completes a log-in by a second factor and returns the token of the session. */
export async function verifyStep(c: StepCtx, ticket: string, proof: Proof): Promise<string> {
  const w = await findStep(c.db, ticket, "verify", c.now);
  // Counts tries of codes only, because only codes can be guessed. So wrong tries by somebody who knows the password
  // block neither the passkeys nor the recovery codes of the owner.
  if ("code" in proof) await countTry(c.db, w.tenantId, w.userId, c.now);
  if ("passkey" in proof) {
    await acceptPasskey(c.db, c.site, w, proof.passkey, verifyPurpose(w), c.now);
    return finish(c, w);
  }
  if ("recoveryCode" in proof) {
    if (!(await isRecoveryCode(c.db, w, proof.recoveryCode))) throw errors.wrongCode();
    return finish(c, w, provenRecoveryCode(w, proof.recoveryCode));
  }
  if (!(await acceptTotp(c.db, c.secrets, w, proof.code, c.now))) throw await wrongCode(c, w);
  await forgetTries(c.db, w.tenantId, w.userId);
  return finish(c, w);
}

/** Returns the options for a passkey as the second step of a log-in. */
export async function stepPasskeyOptions(c: StepCtx, ticket: string) {
  const w = await findStep(c.db, ticket, "verify", c.now);
  return authenticationOptions(c.db, c.site, w, verifyPurpose(w), c.now);
}

/** Returns the options for a log-in by a passkey alone. */
export const loginPasskeyOptions = (c: StepCtx) =>
  authenticationOptions(c.db, c.site, undefined, loginPurpose, c.now);

/** Logs a user in by a passkey alone. Throws ssoRequired (S0426) if the user may log in by single sign-on only. */
export async function logInByPasskey(
  c: StepCtx,
  answer: unknown,
  w: { readonly remember: boolean; readonly devType: "PC" | "PDA" },
): Promise<string> {
  const owner = await acceptPasskey(c.db, c.site, undefined, answer, loginPurpose, c.now);
  const factors = await readFactors(c.db, owner.tenantId, owner.userId);
  if (factors?.needs_sso) throw errors.ssoRequired();
  return openSession({ ...c, origin: { ...c.origin, method: "passkey" } }, owner, w);
}

/** Creates the key of an authenticator app for a user who must set up a factor before the first session. */
export async function enrolTotp(c: StepCtx, ticket: string): Promise<TotpKey> {
  const w = await findStep(c.db, ticket, "enrol", c.now);
  const { tenantCode } = await tenantAndUser(c.db, w.tenantId, w.userId);
  const key = await createTotp(c.db, c.secrets, { ...w, tenantCode }, c.now);
  if (!key) throw errors.stepExpired();
  return key;
}

/** Result of an enrolment during the log-in. The recovery codes are shown once. */
export interface Enrolled {
  readonly token: string;
  readonly recoveryCodes: readonly string[];
}

async function enrolled(c: StepCtx, w: WaitingStep, factor: string): Promise<Enrolled> {
  const entry = { action: "secondFactor", target: "SYS_USER", key: w.userId, after: { added: factor } };
  await c.db.run(w.tenantId, [logEntry({ ...entryOf(c, w), ...entry })]);
  // Opens the session before the recovery codes are stored. If the codes were stored first and the session were then
  // refused, the user would never see the stored codes.
  const token = await finish(c, w);
  return { token, recoveryCodes: await firstRecoveryCodes(c.db, w.tenantId, w.userId) };
}

/** Activates the authenticator app by its first code, and completes the log-in. */
export async function confirmEnrolledTotp(c: StepCtx, ticket: string, code: string): Promise<Enrolled> {
  const w = await findStep(c.db, ticket, "enrol", c.now);
  await countTry(c.db, w.tenantId, w.userId, c.now);
  if (!(await acceptTotp(c.db, c.secrets, w, code, c.now, "enrol"))) throw errors.wrongCode();
  await forgetTries(c.db, w.tenantId, w.userId);
  return enrolled(c, w, "totp");
}

/** Returns the options with which a user creates the first passkey during the log-in. */
export async function enrolPasskeyOptions(c: StepCtx, ticket: string) {
  const w = await findStep(c.db, ticket, "enrol", c.now);
  const { tenantCode, userName } = await tenantAndUser(c.db, w.tenantId, w.userId);
  return registrationOptions(c.db, c.site, { ...w, tenantCode, userName }, enrolPurpose(w), c.now);
}

/** Stores the first passkey of a user, and completes the log-in. */
export async function enrolPasskey(
  c: StepCtx,
  ticket: string,
  name: string,
  answer: unknown,
): Promise<Enrolled> {
  const w = await findStep(c.db, ticket, "enrol", c.now);
  await addPasskey(c.db, c.site, w, name, answer, enrolPurpose(w), c.now, true);
  return enrolled(c, w, "passkey");
}
