import { type Action, errors } from "@shotkeeper/contract/kernel";
import type { Sessions } from "./auth/sessions.ts";
import type { Db } from "./db/db.ts";
import type { EventBus } from "./events.ts";
import type { Principal } from "./principal.ts";

export type { Principal } from "./principal.ts";

/** The context of a request. Handlers take the time from here only, so that tests can set it. */
export interface Ctx {
  readonly db: Db;
  readonly events: EventBus;
  readonly sessions: Sessions;
  readonly who: Principal;
  /** Epoch ms of the request. */
  readonly now: number;
}

/** Tells whether the caller is a visitor without a log-in. */
export function isGuest(who: Principal): boolean {
  return who.userId === "";
}

/** Requires tenant-wide scope. Throws forbidden (S0020) for callers who see one organization only. */
export function requireTenant({ who }: Pick<Ctx, "who">): void {
  if (who.scope.kind !== "tenant") throw errors.forbidden();
}

export function may(who: Principal, menu: string, action: Action): boolean {
  return who.rights.has(`${menu}:${action}`);
}
