import { errors, type MessageCode, replayedHeader, requestKeyHeader } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { loginOut } from "@shotkeeper/contract/shop";
import { changePassword, logOut, user } from "@shotkeeper/contract/system";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { Ctx } from "../kernel/ctx.ts";
import { dispatch, isAnonymous } from "../kernel/dispatch.ts";
import { dispatchOnce } from "../kernel/dispatch-once.ts";
import type { Answer } from "../kernel/list-answer.ts";
import { isLarge } from "../kernel/read-limits.ts";
import { nameOperation, recordExport } from "./audit-hooks.ts";
import { authenticate, authenticateOrGuest } from "./auth.ts";
import { ok } from "./envelope.ts";
import { requireUser } from "./for-user.ts";
import { apiOperations, bodyOf } from "./operations.ts";

/** Commands that users may call before they have changed their one-time password. */
const beforeChange: ReadonlySet<string> = new Set([changePassword.type, logOut.type, loginOut.type]);

const keyHeader = requestKeyHeader.toLowerCase();

/**
 * Runs an operation. With an Idempotency-Key, runs the operation only once. A repeated request gets the first answer
 * again, marked by the header Idempotency-Replayed.
 */
async function dispatchRequest(
  app: App,
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<Answer> {
  requireUser(ctx, request);
  const key = request.headers[keyHeader];
  if (key === undefined) return dispatch(ctx, app.registry, body);
  const answer = await dispatchOnce(ctx, app.registry, body, String(key));
  if (answer.isReplayed) void reply.header(replayedHeader, "true");
  return answer;
}

/**
 * Registers the business API: POST /mitt, the same operations at one address each (/mitt/<operation>), and the two
 * legacy calls of spec admin §7.
 */
export function mittRoutes(http: FastifyInstance, app: App): void {
  http.post("/mitt", (request, reply) => call(request, reply, request.body));

  const operations = new Map(apiOperations(app.registry).map((o) => [o.id, o]));
  http.post<{ Params: { operation: string } }>("/mitt/:operation", (request, reply) => {
    const operation = operations.get(request.params.operation);
    if (!operation) throw errors.notFound();
    const body = bodyOf(operation, request.body);
    nameOperation(request, body);
    return call(request, reply, body);
  });

  async function call(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<FastifyReply> {
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
    const run = () => dispatchRequest(app, ctx, request, reply, body);
    const answer = isLarge(body) ? await app.limits.exports.run(ctx.who.tenantId, run) : await run();
    if (answer.count !== undefined) await recordExport(app, request, answer);
    return ok(reply, answer.msg as MessageCode, answer.data);
  }

  http.delete<{ Params: { id: string } }>("/system/user/:id", async (request, reply) => {
    const ctx = await authenticate(app, request, reply);
    const answer = await dispatchRequest(app, ctx, request, reply, {
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
    const answer = await dispatchRequest(app, ctx, request, reply, {
      Type: "update",
      MENU_ID: menus.user,
      TableName: user.wire,
      Data: [{ USER_ID: userId, STATUS: status }],
    });
    return ok(reply, answer.msg as MessageCode);
  });
}
