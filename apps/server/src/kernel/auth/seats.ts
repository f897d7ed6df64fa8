import { errors } from "@shotkeeper/contract/kernel";
import type { Tx } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { dayText } from "../zone.ts";

/**
 * Idle time after which a session gives its licence seat back, ms. The next use of the session then needs a free seat.
 */
export const idleMs = 30 * 60_000;

/** Limits of a tenant's licence: seats per kind of device and due date. */
export interface Limits {
  readonly due_date: string | null;
  readonly validity_control: boolean;
  readonly pc_count: number;
  readonly pda_count: number;
}

/** Returns the number of concurrent sessions that the licence allows for one kind of device. 0 means no limit. */
export const seatsOf = (l: Limits, devType: string): number => (devType === "PDA" ? l.pda_count : l.pc_count);

/** Returns whether the licence has expired: expiry is enforced and the due day has ended in the tenant's time zone. */
export function hasExpired(l: Limits, zone: string, now: number): boolean {
  return l.validity_control && l.due_date !== null && l.due_date < dayText(zone, now);
}

/** Builds the SQL condition that the session with table alias `alias` holds a seat of the licence at the time `now`. */
export function holdsSeat(alias: string, now: number): Sql {
  const s = sql.raw(alias);
  return sql`
    (
      ${s}.expires_at > ${new Date(now)}
        and ${s}.seen_at > ${new Date(now - idleMs)}
        and not ${s}.superseded
        and ${s}.viewed_user is null
    )
  `;
}

/**
 * Throws forbidden (S0020) if no seat is free. The session with token hash `own` is not counted. Locks the tenant's
 * row until the transaction ends, so that concurrent log-ins cannot take more seats than the licence allows.
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
