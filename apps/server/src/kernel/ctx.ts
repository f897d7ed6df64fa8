import { type Action, errors } from "@shotkeeper/contract/kernel";
import type { Sessions } from "./auth/sessions.ts";
import type { Db } from "./db/db.ts";
import type { EventBus } from "./events.ts";
import type { Principal } from "./principal.ts";

export type { Principal } from "./principal.ts";

/** Context of a request. Handlers take the current time only from here, so that tests can set it. */
export interface Ctx {
  readonly db: Db;
  readonly events: EventBus;
  readonly sessions: Sessions;
  readonly who: Principal;
  /** Time of the request, epoch ms. */
  readonly now: number;
}

/** Returns whether the caller is a visitor without a log-in. */
export function isGuest(who: Principal): boolean {
  return who.userId === "";
}

/**
 * Throws forbidden (S0020) unless the caller sees the whole tenant. Callers who see one organization only are
 * refused.
 */
export function requireTenant({ who }: Pick<Ctx, "who">): void {
  if (who.scope.kind !== "tenant") throw errors.forbidden();
}

export function may(who: Principal, menu: string, action: Action): boolean {
  return who.rights.has(`${menu}:${action}`);
}
