import type { Caller, RightAction } from "@shotkeeper/contract/kernel";
import type { Sessions } from "./auth/sessions.ts";
import type { Client } from "./client.ts";
import type { CallerDb } from "./db/db.ts";
import type { EventBus } from "./events.ts";
import type { Principal } from "./principal.ts";
import type { Secrets } from "./secrets.ts";
import type { Site } from "./site.ts";

export type { Client } from "./client.ts";
export type { Principal } from "./principal.ts";

/** Context of a request. Handlers read the current time only from `now`, so that tests can set it. */
export interface Ctx {
  readonly db: CallerDb;
  readonly events: EventBus;
  readonly sessions: Sessions;
  readonly secrets: Secrets;
  readonly who: Principal;
  /** Address under which the caller's browser reaches this server. Undefined outside of HTTP requests. */
  readonly site?: Site;
  /** Time of the request, epoch ms. */
  readonly now: number;
  /** Network address and program of the caller. Absent for jobs and commands of the operator. */
  readonly client?: Client;
  /** Aborted when the client has closed the connection before it got the answer. Absent outside of HTTP requests. */
  readonly gone?: AbortSignal;
  /** True: rows that this request inserts are sample data. Only entities with `sampling` (contract) can have them. */
  readonly isSample?: true;
  /**
   * Runs `work` after the transaction of the request is committed, and passes a database and an event bus to it. Absent
   * if the request has no transaction of its own: then each write is committed at once.
   */
  readonly afterCommit?: (work: (own: Pick<Ctx, "db" | "events">) => void) => void;
}

/** Returns whether the caller is a visitor without a log-in. */
export function isGuest(who: Principal): boolean {
  return who.userId === "";
}

export function may(who: Principal, menu: string, action: RightAction): boolean {
  return who.rights.has(`${menu}:${action}`);
}

function kindOf(who: Principal): Caller["kind"] {
  if (isGuest(who)) return "visitor";
  if (who.custId !== undefined) return "customer";
  if (who.scope.kind === "tenant") return "staff";
  return who.scope.kind === "none" ? "unassigned" : who.scope.kind;
}

/** Returns the facts about the caller with which `allows` (contract) decides about access. */
export const callerOf = (who: Principal): Caller => ({
  kind: kindOf(who),
  roleCode: who.roleCode,
  ...(who.apiKey && { isApiKey: true }),
  may: (menu, action) => may(who, menu, action),
});
