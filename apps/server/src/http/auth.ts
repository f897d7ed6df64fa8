import { errors, noToken, tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { Client, Ctx, Principal } from "../kernel/ctx.ts";
import { siteOfRequest } from "./site.ts";

const header = tokenHeader.toLowerCase();

/** Returns the session token of a request, or the API key from `Authorization: Bearer sk_…`. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const value = request.headers[header];
  if (typeof value === "string") return value;
  // Other values of this header belong to a proxy in front of the server.
  return /^Bearer +(sk_\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

const unprintable = /[^\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd]/g;

/** Returns the address and the user agent of a request. Control characters are removed from the user agent. */
export function clientOf(request: FastifyRequest): Client {
  const device = request.headers["user-agent"]?.replace(unprintable, "").slice(0, 200) ?? "";
  return { address: request.ip, device };
}

/** Callers of the requests that are under way. The log of refusals names them. */
const callers = new WeakMap<FastifyRequest, Principal>();

/** Returns the caller of a request, if `authenticate` has found one. */
export const principalOf = (request: FastifyRequest): Principal | undefined => callers.get(request);

/**
 * Returns the context of the caller's session. If the session's token was renewed, puts the new token into a response
 * header. `mayBeOneTime`: also for users who must change their password first.
 */
export async function authenticate(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  mayBeOneTime = false,
): Promise<Ctx> {
  const now = app.now();
  const { who, renewed } = await app.sessions.find(tokenOf(request), now, {
    address: request.ip,
    mayBeOneTime,
  });
  if (renewed) void reply.header(tokenHeader, renewed);
  callers.set(request, who);
  app.limits.countRequest(who.tenantId, false);
  return ctxOf(app, request, who, now);
}

function ctxOf(app: App, request: FastifyRequest, who: Principal, now: number): Ctx {
  const { db, events, sessions, secrets } = app;
  return {
    db,
    events,
    sessions,
    secrets,
    who,
    now,
    // Few requests need these two, so they are computed when they are read.
    get site() {
      return siteOfRequest(app.config, request);
    },
    get client() {
      return clientOf(request);
    },
  };
}

/** Returns the context of the caller's session, like `authenticate`. Throws forbidden (S0020) for an API key. */
export async function authenticatePerson(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  mayBeOneTime = false,
): Promise<Ctx> {
  const ctx = await authenticate(app, request, reply, mayBeOneTime);
  if (ctx.who.apiKey) throw errors.forbidden();
  return ctx;
}

/**
 * Returns the context of the caller's session, like `authenticate`. A request without a token gets the context of an
 * anonymous visitor of the shop that `tenantCode` or the request's host name chooses.
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
  const code = typeof tenantCode === "string" && tenantCode ? tenantCode : undefined;
  const who = await app.guests.find({ code, host: request.hostname }, now);
  callers.set(request, who);
  app.limits.countRequest(who.tenantId, true);
  return ctxOf(app, request, who, now);
}
