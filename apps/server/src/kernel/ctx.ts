import { type Action, AppError } from "@shotkeeper/contract/kernel";
import type { Sessions } from "./auth/sessions.ts";
import type { Db } from "./db/db.ts";
import type { EventBus } from "./events.ts";

/** Which molds and counters somebody sees: the whole tenant, or what belongs to one organisation. */
export type Scope =
  | { readonly kind: "tenant" }
  | { readonly kind: "oem" | "plant" | "maker"; readonly orgId: string }
  | { readonly kind: "none" };

export interface Principal {
  readonly tenantId: number;
  readonly tenantCode: string;
  readonly zone: string;
  readonly userId: string;
  readonly userName: string;
  readonly roleCode: string | null;
  /** "BS101:Q" … */
  readonly rights: ReadonlySet<string>;
  readonly scope: Scope;
  /** Somebody of this customer, who sees what is the customer's and nothing else. */
  readonly custId?: string;
  readonly sessionHash: string;
}

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
