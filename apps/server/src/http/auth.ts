import { errors, noToken, tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { Ctx } from "../kernel/ctx.ts";

const header = tokenHeader.toLowerCase();

/** Returns the session token of a request, or the API key from `Authorization: Bearer sk_…`. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const value = request.headers[header];
  if (typeof value === "string") return value;
  // Other values of this header belong to a proxy in front of the server.
  return /^Bearer +(sk_\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

/**
 * Returns the context of the caller's session. If the session's token was renewed, puts the new token into a response
 * header.
 */
export async function authenticate(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Ctx> {
  const now = app.now();
  const { who, renewed } = await app.sessions.find(tokenOf(request), now, request.ip);
  if (renewed) void reply.header(tokenHeader, renewed);
  return { db: app.db, events: app.events, sessions: app.sessions, who, now };
}

/** Returns the context of the caller's session, like `authenticate`. Throws forbidden (S0020) for an API key. */
export async function authenticatePerson(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Ctx> {
  const ctx = await authenticate(app, request, reply);
  if (ctx.who.apiKey) throw errors.forbidden();
  return ctx;
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
  return { db: app.db, events: app.events, sessions: app.sessions, who, now };
}
