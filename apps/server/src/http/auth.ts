import { setMaxListeners } from "node:events";
import { errors, noToken, tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { Client, Ctx, Principal } from "../kernel/ctx.ts";
import { requestLimits } from "../kernel/db/call-limits.ts";
import type { RequestsLeft } from "../kernel/tenant-limits.ts";
import { siteOfRequest } from "./site.ts";

const header = tokenHeader.toLowerCase();

/** Returns the session token of a request, or the API key from `Authorization: Bearer sk_…`. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const value = request.headers[header];
  if (typeof value === "string") return value;
  // Reads only API keys from this header. Its other values belong to a proxy in front of the server.
  return /^Bearer +(sk_\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

const unprintable = /[^\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd]/g;

/** Returns the address and the user agent of a request. Control characters are removed from the user agent. */
export function clientOf(request: FastifyRequest): Client {
  const device = request.headers["user-agent"]?.replace(unprintable, "").slice(0, 200) ?? "";
  return { address: request.ip, device };
}

/** Caller of each request that is being handled. The log of refusals names the caller. */
const callers = new WeakMap<FastifyRequest, Principal>();

/** Returns the caller of a request, undefined while the caller is not authenticated. */
export const principalOf = (request: FastifyRequest): Principal | undefined => callers.get(request);

/**
 * Addresses that a view ("View as this user") may call with any method. Their handlers themselves refuse everything
 * that a view must not do. Most of them run operations (`dispatch`), and a view may run only operations that read.
 */
const openToViews: ReadonlySet<string> = new Set(["/mitt", "/mitt/:operation", "/shop/info"]);

/**
 * Returns whether a view, which may only read, may send the request. All GET and HEAD requests are allowed, so their
 * handlers must not write.
 */
const mayView = ({ method, routeOptions: { url } }: FastifyRequest): boolean =>
  method === "GET" || method === "HEAD" || (url !== undefined && openToViews.has(url));

/**
 * Returns the context of the caller's session. If the session's token was renewed, puts the new token into a response
 * header. `mayBeOneTime`: true also admits users who must change their password first.
 */
export async function authenticate(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  mayBeOneTime = false,
): Promise<Ctx> {
  const now = app.now();
  const { who, renewed } = await app.sessions.find(tokenOf(request), now, {
    // A getter, because `request.ip` parses the headers of proxies, and only API keys need the address.
    get address() {
      return request.ip;
    },
    mayBeOneTime,
    // The head of an event stream carries no new token, so a renewed session would be lost for the client.
    keepsToken: request.routeOptions.url === "/events",
    mayView: mayView(request),
  });
  if (renewed) void reply.header(tokenHeader, renewed);
  callers.set(request, who);
  tellRequestsLeft(reply, app.limits.countRequest(who.tenantId, false));
  return ctxOf(app, request, reply, who, now);
}

/** Sends the headers that tell how many requests the tenant may still make. */
export function tellRequestsLeft(reply: FastifyReply, left: RequestsLeft | undefined): void {
  if (!left) return;
  void reply.headers({
    "ratelimit-limit": left.limit,
    "ratelimit-remaining": left.remaining,
    "ratelimit-reset": left.resetSeconds,
  });
}

/** Returns a signal that is aborted when the client closes the connection before it has the answer. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Removes the limit of ten listeners, because each running statement of the request listens to the signal. A board
  // runs more than ten statements at once.
  setMaxListeners(0, controller.signal);
  const onClose = () => {
    if (!raw.writableFinished) controller.abort();
  };
  // Aborts the signal at once if the client closed the connection before the `close` listener was registered.
  if (raw.destroyed) onClose();
  else raw.once("close", onClose);
  return controller.signal;
}

function ctxOf(app: App, request: FastifyRequest, reply: FastifyReply, who: Principal, now: number): Ctx {
  const { events, sessions, secrets } = app;
  // Makes GET requests of a view ("View as this user") read-only in the database. Requests by other methods name an
  // operation, and `dispatch` allows a view only those that read or that end the view.
  const readOnly = who.viewer && request.method === "GET";
  return {
    db: app.db.limited(readOnly ? { ...requestLimits, readOnly } : requestLimits),
    events,
    sessions,
    secrets,
    who,
    now,
    // `site`, `client` and `gone` are computed only when they are read, because few requests need them.
    get site() {
      return siteOfRequest(app.config, request);
    },
    get client() {
      return clientOf(request);
    },
    get gone() {
      return goneOf(reply);
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
  tellRequestsLeft(reply, app.limits.countRequest(who.tenantId, true));
  return ctxOf(app, request, reply, who, now);
}
