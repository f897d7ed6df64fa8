import { errors, type MessageCode } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { loginOut } from "@shotkeeper/contract/shop";
import { changePassword, logOut, user } from "@shotkeeper/contract/system";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { dispatch, isAnonymous } from "../kernel/dispatch.ts";
import { recordExport } from "./audit-hooks.ts";
import { authenticate, authenticateOrGuest } from "./auth.ts";
import { ok } from "./envelope.ts";

/** Number of rows from which on a query needs one of the tenant's slots for exports. */
const largePage = 1000;

/** Returns whether a request may ask for so many rows that it must not run beside many others of its tenant. */
const isLarge = (body: object): boolean =>
  ("Limit" in body && Number(body.Limit) > largePage) || ("EXPORT" in body && body.EXPORT === "Y");
/** Commands that users may call who must change their password first. */
const beforeChange: ReadonlySet<string> = new Set([changePassword.type, logOut.type, loginOut.type]);

/** Registers POST /mitt, the business API, and the two legacy calls of spec admin §7. */
export function mittRoutes(http: FastifyInstance, app: App): void {
  http.post("/mitt", async (request, reply) => {
    const { body } = request;
    // Checks the form of the body first. The protocol demands that an invalid Type is refused before the session is
    // checked.
    if (
      typeof body !== "object" ||
      body === null ||
      !("Type" in body) ||
      typeof body.Type !== "string" ||
      !body.Type
    )
      throw errors.unknownType();
    const ctx = isAnonymous(app.registry, body as Readonly<Record<string, unknown>>)
      ? await authenticateOrGuest(app, request, reply, "TENANT_ID" in body ? body.TENANT_ID : undefined)
      : await authenticate(app, request, reply, beforeChange.has(body.Type));
    const run = () => dispatch(ctx, app.registry, body);
    const answer = isLarge(body) ? await app.limits.exports.run(ctx.who.tenantId, run) : await run();
    if (answer.count !== undefined) await recordExport(app, request, answer);
    return ok(reply, answer.msg as MessageCode, answer.data);
  });

  http.delete<{ Params: { id: string } }>("/system/user/:id", async (request, reply) => {
    const ctx = await authenticate(app, request, reply);
    const answer = await dispatch(ctx, app.registry, {
      Type: "delete",
      MENU_ID: menus.user,
      TableName: user.wire,
      Data: [{ USER_ID: request.params.id }],
    });
    return ok(reply, answer.msg as MessageCode);
  });

  http.put("/system/user/status", async (request, reply) => {
    const ctx = await authenticate(app, request, reply);
    const { userId, status } = (request.body ?? {}) as Record<string, unknown>;
    const answer = await dispatch(ctx, app.registry, {
      Type: "update",
      MENU_ID: menus.user,
      TableName: user.wire,
      Data: [{ USER_ID: userId, STATUS: status }],
    });
    return ok(reply, answer.msg as MessageCode);
  });
}
