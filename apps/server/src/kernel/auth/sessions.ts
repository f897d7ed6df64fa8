import { AppError, codes, errors, noToken } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { signInMethod } from "@shotkeeper/contract/system";
import type { CallerDb } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import type { Principal } from "../principal.ts";
import { ApiKeys, isApiKey } from "./api-keys.ts";
import { openRights } from "./menus.ts";
import type { ProofCheck } from "./proof.ts";
import { createdAtOf, Renewals } from "./renewals.ts";
import { scopeOf } from "./scope.ts";
import { hasExpired, idleMs, requireSeat, seatsOf } from "./seats.ts";
import { hashSecret, tenantOf, tenantSecret } from "./secret.ts";
import { lockSessions, openSql, type SessionRow, selectSession, unknownOrigin } from "./session-rows.ts";
import { keepSeatSql, viewerOf } from "./viewing.ts";

/**
 * Cache time of a session, ms. An event removes a changed session from the cache at once. If the event is lost, the
 * change takes effect after this time.
 */
const cacheMs = 3000;
/**
 * The stored time at which a session was last used is updated at most this often, ms. Each update is a write to the
 * database.
 */
const seenMs = 60_000;
/**
 * Right to manage licences. Users with this right stay signed in after the licence has expired, so that they can load
 * the next licence.
 */
const licenceRight = `${menuIds.tenant}:M`;

/**
 * Ways of signing in with the password. Only in sessions of these ways must the user replace a one-time password. A
 * user who signed in by another way perhaps does not know the one-time password.
 */
const byPassword: readonly string[] = [signInMethod.values.password, signInMethod.values.secondFactor];

interface Cached {
  readonly who: Principal;
  readonly createdAt: number;
  readonly remember: boolean;
  readonly devType: string;
  readonly readAt: number;
}

interface FindOptions {
  readonly address?: string;
  readonly keepsToken?: boolean;
  readonly mayBeOneTime?: boolean;
  readonly mayView?: boolean;
}

/** Sessions: opaque tokens that are stored as hashes, can be revoked and are renewed while in use. */
export class Sessions {
  private readonly cache = new Map<string, Cached>();
  /**
   * Number of calls that removed sessions from the cache. If this number changes while a row is being read, the row may
   * be outdated and is not put into the cache.
   */
  private removals = 0;
  private readonly apiKeys: ApiKeys;
  private readonly renewals: Renewals;

  constructor(private readonly db: CallerDb) {
    this.apiKeys = new ApiKeys(db);
    this.renewals = new Renewals(db);
  }

  async open(
    tenantId: number,
    userId: string,
    devType: string,
    remember: boolean,
    now: number,
    origin = unknownOrigin,
  ): Promise<string> {
    const token = tenantSecret(tenantId);
    await this.db.run(tenantId, openSql(tenantId, token, userId, devType, remember, now, origin));
    return token;
  }

  /**
   * Opens a session that occupies a seat. Throws forbidden (S0020) if the licence has no free seat, and the error of
   * `checkProof` if the log-in is no longer valid.
   */
  async openSeated(
    tenantId: number,
    userId: string,
    devType: string,
    remember: boolean,
    now: number,
    origin = unknownOrigin,
    checkProof?: ProofCheck,
  ): Promise<string> {
    const token = tenantSecret(tenantId);
    await this.db.tx(tenantId, async (tx) => {
      await requireSeat(tx, devType, now);
      await checkProof?.(tx);
      await tx.all(openSql(tenantId, token, userId, devType, remember, now, origin));
    });
    return token;
  }

  /**
   * Returns the principal of a token or API key. If the token was renewed, `renewed` is the new token. Throws noToken
   * (S0009) without a token, sessionEnded (S0010) for an unknown token, and passwordChangeRequired (S0415) if the user
   * must change the password first.
   *
   * @param o.address IP address of the caller; an API key may be limited to networks
   * @param o.mayBeOneTime the caller itself handles users who must change their password
   * @param o.keepsToken the caller cannot pass on a new token, so the token is not renewed
   * @param o.mayView the caller only reads, or itself refuses what a view ("View as this user") may not do. Otherwise
   *   throws viewOnly (S0431) for a view.
   */
  async find(
    token: string | undefined,
    now: number,
    o: FindOptions = {},
  ): Promise<{ who: Principal; renewed?: string }> {
    const found = await this.findAny(token, now, o);
    if (found.who.viewer && !o.mayView) throw errors.viewOnly();
    if (found.who.mustChangePassword && !o.mayBeOneTime) throw errors.passwordChangeRequired();
    return found;
  }

  private async findAny(
    token: string | undefined,
    now: number,
    o: FindOptions,
  ): Promise<{ who: Principal; renewed?: string }> {
    if (!token || token === noToken) throw errors.noToken();
    if (isApiKey(token)) return { who: await this.apiKeys.find(token, now, o.address ?? "") };
    const tenantId = tenantOf(token);
    if (tenantId === undefined) throw errors.sessionEnded();
    const hash = hashSecret(token);
    let cached = this.cache.get(hash);
    if (!cached || now - cached.readAt > cacheMs) {
      const { removals } = this;
      cached = await this.read(tenantId, hash, now);
      if (this.cache.size > 20_000) this.cache.clear();
      if (removals === this.removals) this.cache.set(hash, cached);
    }
    const { who } = cached;
    if (o.keepsToken || who.viewer) return { who };
    const { createdAt, remember } = cached;
    const renewed = await this.renewals.find({ tenantId, hash, createdAt, remember }, now);
    return renewed === undefined ? { who } : { who, renewed };
  }

  private async read(tenantId: number, hash: string, now: number): Promise<Cached> {
    const [rows] = await this.db.run(tenantId, [
      selectSession(tenantId, hash, now),
      sql`
        update session
        set seen_at = ${new Date(now)}
        where tenant_id = ${tenantId}
          and token_hash = ${hash}
          and seen_at between ${new Date(now - idleMs)} and ${new Date(now - seenMs)}
      `,
    ]);
    const row = rows?.[0];
    if (!row) {
      this.cache.delete(hash);
      throw errors.sessionEnded();
    }
    await this.requireLicence(tenantId, hash, row, now);
    if (row.viewer_id !== null) await this.db.run(tenantId, [keepSeatSql(tenantId, hash, now, seenMs)]);
    const rights = openRights(
      row.rights ?? [],
      row.menus,
      row.data_scope === "tenant" ? undefined : row.org_id,
    );
    const view = viewerOf(row, rights);
    return {
      who: {
        tenantId,
        tenantCode: row.code,
        zone: row.zone,
        userId: row.user_id,
        userName: row.user_name,
        roleCode: row.role_code,
        rights,
        scope: scopeOf(row),
        ...(row.cust_id === null ? {} : { custId: row.cust_id }),
        sessionHash: hash,
        ...view,
        ...(!view && row.must_change_password && byPassword.includes(row.method)
          ? { mustChangePassword: true }
          : {}),
      },
      createdAt: createdAtOf(row),
      remember: row.remember,
      devType: row.dev_type,
      readAt: now,
    };
  }

  /**
   * Throws sessionEnded (S0010) in two cases: the licence has expired, or the session was idle and another session has
   * taken its seat.
   */
  private async requireLicence(tenantId: number, hash: string, row: SessionRow, now: number): Promise<void> {
    const wasIdle = Date.parse(row.seen_at) <= now - idleMs;
    const mayRenew = row.rights?.includes(licenceRight) ?? false;
    try {
      if (hasExpired(row, row.zone, now) && !mayRenew) throw errors.sessionEnded();
      if (!wasIdle) return;
      await this.db.tx(tenantId, async (tx) => {
        if (seatsOf(row, row.dev_type) > 0) await requireSeat(tx, row.dev_type, now, hash);
        await tx.query(
          sql`
            update session
            set seen_at = ${new Date(now)}
            where tenant_id = ${tenantId} and token_hash = ${hash}
          `,
        );
      });
    } catch (cause) {
      if (
        !(cause instanceof AppError) ||
        (cause.code !== codes.sessionEnded && cause.code !== codes.forbidden)
      )
        throw cause;
      this.cache.delete(hash);
      await this.db.run(tenantId, [
        sql`delete from session where tenant_id = ${tenantId} and token_hash = ${hash}`,
      ]);
      throw errors.sessionEnded();
    }
  }

  /**
   * Ends the session of a caller, and the views that were opened from it. `db` is the database of the caller's request.
   * Runs `entry`, the statements that write the system log, in the same transaction.
   */
  async close(db: CallerDb, who: Principal, ...entry: readonly Sql[]): Promise<void> {
    const { tenantId, sessionHash } = who;
    // Ends only the view if the session is a view. Otherwise ends all rows of the session id: replaced tokens and
    // views.
    const ended = who.viewer
      ? sql`token_hash = ${sessionHash}`
      : sql`
          session_id in (
            select x.session_id from session x where x.tenant_id = ${tenantId} and x.token_hash = ${sessionHash}
          )
        `;
    await db.run(tenantId, [
      lockSessions(tenantId, ended),
      sql`delete from session where tenant_id = ${tenantId} and ${ended}`,
      ...entry,
    ]);
    this.removals++;
    this.cache.delete(sessionHash);
    for (const [hash, c] of this.cache)
      if (c.who.tenantId === tenantId && c.who.viewer?.userId === who.userId) this.cache.delete(hash);
  }

  /** Ends all sessions of a user. The session with token hash `exceptHash` stays open. */
  async closeUser(tenantId: number, userId: string, exceptHash = ""): Promise<void> {
    await this.db.run(tenantId, [
      lockSessions(tenantId, sql`user_id = ${userId}`),
      sql`
        delete
        from session
        where tenant_id = ${tenantId} and user_id = ${userId} and token_hash <> ${exceptHash}
      `,
    ]);
    this.removals++;
    for (const [hash, c] of this.cache)
      if (c.who.tenantId === tenantId && c.who.userId === userId && hash !== exceptHash)
        this.cache.delete(hash);
  }

  /** Removes the tenant's sessions from the cache. Callers use it after rights or roles changed. */
  forget(tenantId: number): void {
    this.removals++;
    for (const [hash, c] of this.cache) if (c.who.tenantId === tenantId) this.cache.delete(hash);
  }
}
