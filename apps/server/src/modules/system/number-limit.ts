import { errors } from "@shotkeeper/contract/kernel";
import { invoiceNumberRule } from "@shotkeeper/contract/shop";
import { type Ctx, callerOf } from "../../kernel/ctx.ts";

/** Maximum number of document numbers that a user who is not staff may get in an hour. A person needs only a few. */
const maxPerHour = 60;
const hourMs = 3_600_000;

interface Hour {
  readonly since: number;
  numbers: number;
}

/** Number of document numbers that each user got in the present hour, by tenant and user. */
const hours = new Map<string, Hour>();

/**
 * Throws forbidden (S0020) if a customer requests a number for a document that only the tenant issues. Throws
 * tooManyRequests (S0204) if a user requests too many document numbers in an hour. Otherwise one user could use up all
 * numbers of a day.
 */
export function limitNumbers({ who, now }: Ctx, docId: string): void {
  const { kind } = callerOf(who);
  if (kind === "staff") return;
  if (kind === "customer" && docId !== invoiceNumberRule) throw errors.forbidden();
  const key = `${who.tenantId} ${who.userId}`;
  const known = hours.get(key);
  const hour = known && now - known.since < hourMs ? known : { since: now, numbers: 0 };
  if (hour.numbers >= maxPerHour) throw errors.tooManyRequests(Math.ceil((hour.since + hourMs - now) / 1000));
  if (hours.size > 10_000) hours.clear();
  hour.numbers++;
  hours.set(key, hour);
}
