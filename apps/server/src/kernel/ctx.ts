import { type Action, AppError } from "@shotkeeper/contract/kernel";
import type { Sessions } from "./auth/sessions.ts";
import type { Db } from "./db/db.ts";
import type { EventBus } from "./events.ts";
import type { Principal } from "./principal.ts";

export type { Principal } from "./principal.ts";

/** What a handler gets. Time comes from here and nowhere else. */
export interface Ctx {
  readonly db: Db;
  readonly events: EventBus;
  readonly sessions: Sessions;
  readonly who: Principal;
  /** Epoch ms of the request. */
  readonly now: number;
}

/** A visitor of the shop, who has no log-in. */
export function isGuest(who: Principal): boolean {
  return who.userId === "";
}

/** What is one for the whole tenant is for who sees all of it: everybody else is refused. */
export function requireTenant({ who }: Pick<Ctx, "who">): void {
  if (who.scope.kind !== "tenant") throw new AppError("S0020");
}

export function may(who: Principal, menu: string, action: Action): boolean {
  return who.rights.has(`${menu}:${action}`);
}
