import type { CallerDb } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import { hashSecret } from "../secret.ts";

const lifeMs = 5 * 60_000;

/**
 * Stores the challenge of a passkey. The challenge is valid for one answer within five minutes, and only for the same
 * `purpose`.
 */
export async function storeChallenge(
  db: CallerDb,
  challenge: string,
  purpose: string,
  now: number,
): Promise<void> {
  await db.platform(
    sql`delete from passkey_challenge where expires_at < ${new Date(now)}`,
    sql`
      insert into passkey_challenge (challenge_hash, purpose, expires_at)
      values (${hashSecret(challenge)}, ${purpose}, ${new Date(now + lifeMs)})
    `,
  );
}

/** Returns whether a challenge was made for the purpose, and consumes the challenge. */
export async function spendChallenge(
  db: CallerDb,
  challenge: string,
  purpose: string,
  now: number,
): Promise<boolean> {
  const [rows] = await db.platform(
    sql<{ expires_at: string }>`
      delete
      from passkey_challenge
      where challenge_hash = ${hashSecret(challenge)} and purpose = ${purpose}
      returning expires_at
    `,
  );
  const row = rows?.[0];
  return row !== undefined && Date.parse(row.expires_at) >= now;
}
