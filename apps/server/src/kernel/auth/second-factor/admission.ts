import { errors } from "@shotkeeper/contract/kernel";
import type { CallerDb } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import type { ProofCheck } from "../proof.ts";
import { hashSecret, tenantOf, tenantSecret } from "../secret.ts";
import { type Factors, hasFactor, readFactors } from "./factors.ts";

/**
 * Time that a user has for the second step of the log-in, ms. Setting up a factor takes longer than typing a code. An
 * applicant may need to correct all data of the company's sign-up.
 */
const lifeMs = { verify: 5 * 60_000, enrol: 15 * 60_000, apply: 60 * 60_000 } as const;

export type StepKind = keyof typeof lifeMs;
export type FactorName = "totp" | "passkey" | "recovery";

/** The second step that a log-in still needs. */
export interface SecondStep {
  /** Secret text that proves the accepted first step. */
  readonly ticket: string;
  readonly kind: StepKind;
  /** Factors that the user can prove; empty if the user must set one up first. */
  readonly factors: readonly FactorName[];
}

/** Result of an accepted first step: a session, or the second step. */
export type Admission = ({ readonly token: string } | { readonly step: SecondStep }) & {
  /** Token by which later log-ins recognize this browser. Absent if the browser has one already. */
  readonly deviceToken?: string;
  /** True if the user must change the password before anything else. */
  readonly mustChangePassword?: boolean;
};

/** A user who has passed the first step. */
export interface FirstStep {
  readonly tenantId: number;
  readonly userId: string;
  readonly method: "password" | "wechat";
  readonly remember: boolean;
  readonly devType: string;
  /** Check that runs when the ticket for the second step is stored. Throws if the first step is no longer valid. */
  readonly checkProof: ProofCheck | undefined;
}

function factorsOf(f: Factors): FactorName[] {
  const names: FactorName[] = [];
  if (f.has_totp) names.push("totp");
  if (f.passkeys > 0) names.push("passkey");
  // Offers recovery codes only together with a factor, because they only replace a lost factor.
  if (names.length > 0 && f.recovery_codes > 0) names.push("recovery");
  return names;
}

/**
 * Decides what follows the first step of a log-in: a session by `open`, or a ticket for the second step. Throws
 * ssoRequired (S0426) if the user may log in by single sign-on only.
 */
export async function admit(
  db: CallerDb,
  w: FirstStep,
  now: number,
  open: () => Promise<string>,
): Promise<Admission> {
  const f = await readFactors(db, w.tenantId, w.userId);
  if (!f) throw errors.wrongPassword();
  if (f.needs_sso) throw errors.ssoRequired();
  const factors = factorsOf(f);
  if (factors.length === 0 && !f.needs_factor) return { token: await open() };
  return { step: await storeStep(db, w, factors.length > 0 ? "verify" : "enrol", factors, now) };
}

/**
 * Stores a ticket: the secret text that proves the accepted first step of a log-in. Returns the ticket, the kind of the
 * second step, and the names of the factors that the user has.
 */
export async function storeStep(
  db: CallerDb,
  w: FirstStep,
  kind: StepKind,
  factors: readonly FactorName[],
  now: number,
): Promise<SecondStep> {
  const ticket = tenantSecret(w.tenantId);
  const expires = new Date(now + lifeMs[kind]);
  await db.tx(w.tenantId, async (tx) => {
    await w.checkProof?.(tx);
    await tx.all([
      sql`delete from second_step where tenant_id = ${w.tenantId} and expires_at < ${new Date(now)}`,
      sql`
        insert into second_step (
          tenant_id, ticket_hash, user_id, kind, dev_type, remember, method, expires_at
        )
        values (
          ${w.tenantId}, ${hashSecret(ticket)}, ${w.userId}, ${kind}, ${w.devType}, ${w.remember},
          ${w.method}, ${expires}
        )
      `,
    ]);
  });
  return { ticket, kind, factors };
}

/** A log-in that waits for its second step. */
export interface WaitingStep {
  readonly tenantId: number;
  readonly userId: string;
  readonly remember: boolean;
  readonly devType: string;
  readonly ticketHash: string;
}

/**
 * Returns the log-in to which a ticket belongs. Throws stepExpired (S0422) for an unknown, used or old ticket. A ticket
 * of the kind `enrol` serves to set up the first factor. It is refused once the user has a factor. Otherwise the ticket
 * could add another factor without proof of the first one.
 */
export async function findStep(
  db: CallerDb,
  ticket: string,
  kind: StepKind,
  now: number,
): Promise<WaitingStep> {
  const tenantId = tenantOf(ticket);
  if (tenantId === undefined) throw errors.stepExpired();
  const ticketHash = hashSecret(ticket);
  const [rows] = await db.run(tenantId, [
    sql<{ user_id: string; remember: boolean; dev_type: string }>`
      select u.user_id, u.remember, u.dev_type
      from second_step u
      where u.tenant_id = ${tenantId}
        and u.ticket_hash = ${ticketHash}
        and u.kind = ${kind}
        and u.expires_at >= ${new Date(now)}
        and (u.kind <> 'enrol' or not ${hasFactor(tenantId)})
    `,
  ]);
  const row = rows[0];
  if (!row) throw errors.stepExpired();
  return { tenantId, userId: row.user_id, remember: row.remember, devType: row.dev_type, ticketHash };
}
