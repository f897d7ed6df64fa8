import type { Ctx } from "./ctx.ts";
import type { CallLimits } from "./db/call-limits.ts";

/** Number of rows of a page above which a query counts as large, because it loads the server as much as an export. */
const largePage = 1000;

/**
 * Returns whether a query asks for many rows. Such a query may run longer, but only few of them run at the same time
 * for one tenant.
 */
export const isLarge = (body: object): boolean =>
  ("Limit" in body && Number(body.Limit) > largePage) || ("EXPORT" in body && body.EXPORT === "Y");

/** Returns the limits of a call that only reads. The call is cancelled when its caller has disconnected. */
export const readLimits = (ctx: Ctx, kind: "list" | "report"): CallLimits => ({
  kind,
  isRead: true,
  gone: ctx.gone,
});
