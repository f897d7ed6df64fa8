import { AppError } from "@shotkeeper/contract/kernel";
import type { Tx } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { dayText } from "../zone.ts";

/** A log-in that has not been used for so long does not hold a seat any more; when it comes back it needs one again. */
export const idleMs = 30 * 60_000;

/** What a tenant's licence allows. */
export interface Limits {
  readonly due_date: string | null;
  readonly validity_control: boolean;
  readonly pc_count: number;
  readonly pda_count: number;
}

/** Log-ins of one kind of device at once; 0: without limit. */
export const seatsOf = (l: Limits, devType: string): number => (devType === "PDA" ? l.pda_count : l.pc_count);

/** The due day has passed at the tenant's place, and the licence says that this counts. */
export function hasExpired(l: Limits, zone: string, now: number): boolean {
  return l.validity_control && l.due_date !== null && l.due_date < dayText(zone, now);
}

/** A condition on a session `alias`: it holds a seat. */
export function holdsSeat(alias: string, now: number): Sql {
  const s = sql.raw(alias);
  return sql`(${s}.expires_at > ${new Date(now)} and ${s}.seen_at > ${new Date(now - idleMs)} and not ${s}.superseded)`;
}

/**
 * S0020 where no seat is free beside `own`. The tenant's row stays locked until the transaction ends, so that of several
 * who come at once only as many get in as there are seats.
 */
export async function requireSeat(tx: Tx, devType: string, now: number, own = ""): Promise<void> {
  const [limits] = await tx.query(
    sql`select due_date::text, validity_control, pc_count, pda_count from tenant where tenant_id = ${tx.tenantId} for no key update`,
  );
  const seats = limits ? seatsOf(limits as unknown as Limits, devType) : 0;
  if (seats === 0) return;
  const [taken] = await tx.query(
    sql`select count(*) as n from session s where s.tenant_id = ${tx.tenantId} and s.dev_type = ${devType} and s.token_hash <> ${own} and ${holdsSeat("s", now)}`,
  );
  if (Number(taken?.n) >= seats) throw new AppError("S0020");
}
