import { createHash } from "node:crypto";
import type pg from "pg";

/** Keys that sign the tenant of a script. Only the schema's owner can read them. */
export interface SigningKey {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

export async function readSigningKey(owner: Pick<pg.ClientBase, "query">): Promise<SigningKey> {
  const { rows } = await owner.query<{ inner_key: Buffer; outer_key: Buffer }>(
    "select inner_key, outer_key from script_secret.signing_key",
  );
  const [row] = rows;
  if (!row) throw new Error("the key that signs scripts is missing in script_secret.signing_key");
  return { inner: row.inner_key, outer: row.outer_key };
}

const sha256 = (...parts: (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/**
 * Returns the ticket: a signed text that tells the SQL function app_script_tenant() the tenant of a script. The ticket
 * consists of tenant, end and signature. It is valid in one session only, so a script cannot use a ticket of another
 * session.
 *
 * @param pid process id of the session
 * @param until end of the ticket by the database's clock, seconds since 1970
 */
export function ticketOf(key: SigningKey, tenantId: number, pid: number, until: number): string {
  const proof = sha256(key.outer, sha256(key.inner, `${tenantId}.${until}.${pid}`));
  return `${tenantId}.${until}.${proof.toString("hex")}`;
}
