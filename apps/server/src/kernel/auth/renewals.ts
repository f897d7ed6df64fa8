import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { tenantSecret } from "./secret.ts";
import { renewSql, type SessionRow } from "./session-rows.ts";

/** Age of a token after which the next answer renews it, ms. */
const renewAfter = 3_600_000;
/**
 * Time for which the old token stays valid after a renewal, ms. Requests that are under way still carry it. If the
 * answer with the new token was lost, the client gets another one: from the same server with its next request, from
 * another server after the time `underWayMs`.
 */
const graceMs = 2 * 60_000;
/**
 * Time after a renewal in which requests with the old token get no new token of another server, ms. They were probably
 * sent before the answer arrived. Later ones show that the answer was lost.
 */
const underWayMs = 15_000;

interface Renewal {
  /** The new token. Undefined: another server has just renewed the session, or the session has ended. */
  readonly token: Promise<string | undefined>;
  readonly at: number;
}

/**
 * Returns the time at which a token counts as created, epoch ms. For a replaced token, this time makes it old enough
 * for another renewal when `underWayMs` has passed since it was replaced.
 */
export const createdAtOf = (row: Pick<SessionRow, "superseded" | "created_at" | "expires_at">): number =>
  row.superseded
    ? Date.parse(row.expires_at) - graceMs + underWayMs - renewAfter
    : Date.parse(row.created_at);

/** Session whose token may be renewed. */
interface OldSession {
  readonly tenantId: number;
  /** Hash of the token. */
  readonly hash: string;
  readonly createdAt: number;
  readonly remember: boolean;
}

/** Renews the tokens of sessions while they are in use. */
export class Renewals {
  /**
   * Latest renewals of this server, by the hash of the old token. Each request with the old token gets the same new
   * token, because several requests arrive at the same time, and the client may lose an answer.
   */
  private readonly latest = new Map<string, Renewal>();

  constructor(private readonly db: CallerDb) {}

  /** Returns the new token of a session, if it was renewed just now or is old enough to be renewed. */
  find(s: OldSession, now: number): Promise<string | undefined> | undefined {
    const isRecent = ({ at }: Renewal) => Math.abs(now - at) <= graceMs;
    const known = this.latest.get(s.hash);
    if (known && isRecent(known)) return known.token;
    if (now - s.createdAt <= renewAfter) return undefined;
    for (const [hash, renewal] of this.latest) if (!isRecent(renewal)) this.latest.delete(hash);
    const token = this.renew(s, now);
    this.latest.set(s.hash, { token, at: now });
    // Without a new token, and after a failure of the database, the next request tries again.
    token.then(
      (made) => made ?? this.latest.delete(s.hash),
      () => this.latest.delete(s.hash),
    );
    return token;
  }

  private async renew(s: OldSession, now: number): Promise<string | undefined> {
    const { tenantId, hash, remember } = s;
    const token = tenantSecret(tenantId);
    return this.db.tx(tenantId, async (tx) => {
      // Of several servers, only one finds that the token is not replaced yet. Otherwise a session would have several
      // new tokens, and each of them would take a seat of the licence. If the old token is still used some time later,
      // its client has not got the new one.
      const replaced = await tx.query(sql`
        update session
        set superseded = true, expires_at = least(expires_at, ${new Date(now + graceMs)}::timestamptz)
        where tenant_id = ${tenantId}
          and token_hash = ${hash}
          and (not superseded or expires_at < ${new Date(now + graceMs - underWayMs)}::timestamptz)
        returning 1
      `);
      if (replaced.length === 0) return undefined;
      await tx.query(renewSql(tenantId, hash, token, remember, now));
      return token;
    });
  }
}
