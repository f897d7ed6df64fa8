import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { type BreakReason, type ChainCheck, checkChain, noHash } from "./chain.ts";

export interface ChainState {
  readonly seq: number;
  readonly hash: string;
  readonly waiting: number;
  readonly checked_at: string | null;
  readonly checked_seq: number | null;
  readonly broken_seq: number | null;
  readonly broken_reason: BreakReason | null;
}

/** Returns the end of a tenant's chain and the outcome of its latest check. */
export async function chainState(db: CallerDb, tenantId: number): Promise<ChainState> {
  const [rows] = await db.run(tenantId, [
    sql<ChainState>`
      select
        h.seq, encode(h.hash, 'hex') as hash, h.checked_at, h.checked_seq, h.broken_seq, h.broken_reason,
        (
          select count(*)
          from system_log l
          where l.tenant_id = ${tenantId}
            and l.xid >= h.low_xid
            and not exists (
              select from audit_line a where a.tenant_id = ${tenantId} and a.log_id = l.log_id
            )
        ) as waiting
      from audit_head h
      where h.tenant_id = ${tenantId}
    `,
  ]);
  const none = { checked_at: null, checked_seq: null, broken_seq: null, broken_reason: null };
  return rows?.[0] ?? { seq: 0, hash: noHash, waiting: 0, ...none };
}

/** Checks a tenant's chain and stores the outcome for the screen of the log. */
export async function checkAndStore(db: CallerDb, tenantId: number, now: number): Promise<ChainCheck> {
  const check = await checkChain(db, tenantId);
  await db.run(tenantId, [
    sql`
      update audit_head
      set
        checked_at = ${new Date(now)}, checked_seq = ${check.seq},
        broken_seq = ${check.broken?.seq ?? null}, broken_reason = ${check.broken?.reason ?? null}
      where tenant_id = ${tenantId}
    `,
  ]);
  return check;
}
