import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";

/** Maximum age of an action that is entered or sent later, for example by a device that was offline, days. */
const oldestActDays = 31;
const dayMs = 86_400_000;

/**
 * Returns the time of a user's action in epoch ms: the value of the input `name`, or now if the input is null. Throws
 * invalidField for a time in the future, and actTooOld for one that is more than `oldestActDays` ago.
 */
export function actTime(ctx: Ctx, name: string, value: string | null): number {
  if (value === null) return ctx.now;
  const at = Date.parse(value);
  if (at > ctx.now) throw errors.invalidField(name);
  if (at < ctx.now - oldestActDays * dayMs) throw errors.actTooOld(oldestActDays);
  return at;
}
