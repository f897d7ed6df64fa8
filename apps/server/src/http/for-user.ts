import { errors, forUser, forUserHeader } from "@shotkeeper/contract/kernel";
import type { FastifyRequest } from "fastify";
import type { Ctx } from "../kernel/ctx.ts";

const header = forUserHeader.toLowerCase();

/**
 * Refuses a stored write that belongs to another user. Devices send what they have stored for a user, and another user
 * may have signed in on the device meanwhile.
 */
export function requireUser({ who }: Ctx, request: FastifyRequest): void {
  const user = request.headers[header];
  if (user !== undefined && user !== forUser(who.tenantCode, who.userId)) throw errors.otherUser();
}
