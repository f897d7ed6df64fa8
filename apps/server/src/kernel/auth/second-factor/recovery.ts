import { randomBytes } from "node:crypto";
import { errors } from "@shotkeeper/contract/kernel";
import { recoveryCodeCount } from "@shotkeeper/contract/system";
import { Secret } from "otpauth";
import type { CallerDb } from "../../db/db.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { ProofCheck } from "../proof.ts";
import { hashSecret } from "../secret.ts";

/** Creates a code of 80 random bits as 16 letters and digits (base32) in groups of four. */
function newCode(): string {
  const { buffer } = Uint8Array.from(randomBytes(10));
  return (new Secret({ buffer }).base32.match(/.{4}/g) ?? []).join("-");
}

/**
 * Returns the hash of a code. SHA-256 is enough, because a code has 80 random bits. Tenant and user are part of the
 * input, so that equal codes of two users have different hashes.
 */
const hashOf = (tenantId: number, userId: string, code: string) =>
  hashSecret(`${tenantId}|${userId}|${code.toUpperCase().replace(/[^A-Z2-7]/g, "")}`);

/** Returns new recovery codes, and the statements that store them in place of the former ones. */
export function newRecoveryCodes(tenantId: number, userId: string): { codes: string[]; store: Sql[] } {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  const hashes = codes.map((code) => hashOf(tenantId, userId, code));
  return {
    codes,
    store: [
      sql`delete from user_recovery_code where tenant_id = ${tenantId} and user_id = ${userId}`,
      sql`
        insert into user_recovery_code (tenant_id, user_id, code_hash)
        select ${tenantId}, ${userId}, unnest(${hashes}::text[]) returning 1
      `,
    ],
  };
}

/** Creates recovery codes for a user who has none. Returns an empty list if the user has some already. */
export async function firstRecoveryCodes(db: CallerDb, tenantId: number, userId: string): Promise<string[]> {
  const { codes, store } = newRecoveryCodes(tenantId, userId);
  return db.tx(tenantId, async (tx) => {
    const [known] = await tx.query(
      sql`select 1 from user_recovery_code where tenant_id = ${tenantId} and user_id = ${userId} limit 1`,
    );
    if (known) return [];
    await tx.all(store);
    return codes;
  });
}

interface Owner {
  readonly tenantId: number;
  readonly userId: string;
}

const isCode = ({ tenantId, userId }: Owner, code: string): Sql => sql`
  tenant_id = ${tenantId} and user_id = ${userId} and code_hash = ${hashOf(tenantId, userId, code)}
`;

/** Returns whether a recovery code is right. The code can still be used. */
export async function isRecoveryCode(db: CallerDb, owner: Owner, code: string): Promise<boolean> {
  const [found] = await db.run(owner.tenantId, [
    sql`select 1 from user_recovery_code where ${isCode(owner, code)}`,
  ]);
  return (found?.length ?? 0) > 0;
}

/** Consumes a recovery code. Throws wrongCode (S0421) if a concurrent log-in has used it. */
export const provenRecoveryCode =
  (owner: Owner, code: string): ProofCheck =>
  async (tx) => {
    const [spent] = await tx.query(
      sql`delete from user_recovery_code where ${isCode(owner, code)} returning 1`,
    );
    if (!spent) throw errors.wrongCode();
  };
