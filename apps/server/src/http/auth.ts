import { noToken, tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { Ctx } from "../kernel/ctx.ts";

const header = tokenHeader.toLowerCase();

export function tokenOf(request: FastifyRequest): string | undefined {
  const value = request.headers[header];
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns the context of the caller's session. If the session's token was renewed, puts the new token into a response
 * header.
 */
export async function authenticate(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Ctx> {
  const now = app.now();
  const { who, renewed } = await app.sessions.find(tokenOf(request), now);
  if (renewed) void reply.header(tokenHeader, renewed);
  return { db: app.db, events: app.events, sessions: app.sessions, secrets: app.secrets, who, now };
}

/**
 * Returns the context of the caller's session, like `authenticate`. A request without a token gets the context of an
 * anonymous shop visitor.
 */
export async function authenticateOrGuest(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  tenantCode: unknown,
): Promise<Ctx> {
  const token = tokenOf(request);
  if (token && token !== noToken) return authenticate(app, request, reply);
  const now = app.now();
  const who = await app.guests.find(
    typeof tenantCode === "string" && tenantCode ? tenantCode : undefined,
    now,
  );
  return { db: app.db, events: app.events, sessions: app.sessions, secrets: app.secrets, who, now };
}
