import { changesNothing, errors } from "@shotkeeper/contract/kernel";
import { loginOut } from "@shotkeeper/contract/shop";
import { logOut } from "@shotkeeper/contract/system";
import type { Ctx } from "./ctx.ts";
import { DbError } from "./db/db.ts";
import type { Registry } from "./registry.ts";

/**
 * Operations that end a session. A view ("View as this user") allows them, so that the administrator can end the view.
 */
const ending: ReadonlySet<string> = new Set([logOut.type, loginOut.type]);

/**
 * Returns the context for an operation of a view, which is a session that only shows what another user sees. The
 * database of this context refuses writes of the tenant's rows (`readOnly`). Throws viewOnly for operations that are
 * not declared as reading (`changesNothing`), because the database cannot refuse effects outside of the database. For a
 * session that is not a view, returns the context unchanged.
 */
export function forViewer(ctx: Ctx, r: Registry, type: string): Ctx {
  if (!ctx.who.viewer || ending.has(type)) return ctx;
  const declared = r.commands.get(type)?.command;
  const reads = type === "QueryByID" || type === "QueryBySelf" || (declared && changesNothing(declared));
  if (!reads) throw errors.viewOnly();
  return { ...ctx, db: ctx.db.limited({ kind: "report", readOnly: true }) };
}

/** Returns the error viewOnly if the database refused a write in a view. Returns all other errors unchanged. */
export function viewerFault(ctx: Ctx, cause: unknown): unknown {
  const isRefusal = cause instanceof DbError && cause.state === "25006";
  return isRefusal && ctx.who.viewer ? errors.viewOnly() : cause;
}
