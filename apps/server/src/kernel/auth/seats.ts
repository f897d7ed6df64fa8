import { errors } from "@shotkeeper/contract/kernel";
import type { Tx } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { dayText } from "../zone.ts";

/** A session unused for this long gives its seat back, ms. When used again, it needs a free seat. */
export const idleMs = 30 * 60_000;

/** The limits of a tenant's licence. */
export interface Limits {
  readonly due_date: string | null;
  readonly validity_control: boolean;
  readonly pc_count: number;
  readonly pda_count: number;
}

/** Concurrent sessions for one kind of device; 0 means no limit. */
export const seatsOf = (l: Limits, devType: string): number => (devType === "PDA" ? l.pda_count : l.pc_count);

/** Tells whether the licence has expired: its due day is over in the tenant's zone, and expiry is enforced. */
export function hasExpired(l: Limits, zone: string, now: number): boolean {
  return l.validity_control && l.due_date !== null && l.due_date < dayText(zone, now);
}

/** Condition: the session `alias` holds a seat. */
export function holdsSeat(alias: string, now: number): Sql {
  const s = sql.raw(alias);
  return sql`
    (
      ${s}.expires_at > ${new Date(now)}
        and ${s}.seen_at > ${new Date(now - idleMs)}
        and not ${s}.superseded
    )
  `;
}

/**
 * Throws forbidden (S0020) if no seat is free beside the session `own`. It locks the tenant's row until the transaction
 * ends, so concurrent log-ins cannot take more seats than there are.
 */
export async function requireSeat(tx: Tx, devType: string, now: number, own = ""): Promise<void> {
  const [limits] = await tx.query(
    sql<Limits>`
      select due_date::text, validity_control, pc_count, pda_count
      from tenant
      where tenant_id = ${tx.tenantId} for no key
      update
    `,
  );
  const seats = limits ? seatsOf(limits, devType) : 0;
  if (seats === 0) return;
  const [occupied] = await tx.query(
    sql<{ n: number }>`
      select count(*) as n
      from session s
      where s.tenant_id = ${tx.tenantId}
        and s.dev_type = ${devType}
        and s.token_hash <> ${own}
        and ${holdsSeat("s", now)}
    `,
  );
  if ((occupied?.n ?? 0) >= seats) throw errors.forbidden();
}
