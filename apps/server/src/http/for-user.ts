import { errors, forUser, forUserHeader } from "@shotkeeper/contract/kernel";
import type { FastifyRequest } from "fastify";
import type { Ctx } from "../kernel/ctx.ts";

const header = forUserHeader.toLowerCase();

/**
 * Refuses a write that a device has stored for another user. The device sends stored writes later, and another user may
 * have signed in on the device meanwhile.
 */
export function requireUser({ who }: Ctx, request: FastifyRequest): void {
  const user = request.headers[header];
  if (user !== undefined && user !== forUser(who.tenantCode, who.userId)) throw errors.otherUser();
}
