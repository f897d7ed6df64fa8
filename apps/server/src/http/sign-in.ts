import { codes, errors, tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission } from "../kernel/auth/second-factor/admission.ts";
import type { SessionOrigin } from "../kernel/auth/session-rows.ts";
import { clientOf } from "./auth.ts";
import { ok } from "./envelope.ts";
import { text } from "./login-fields.ts";

/** Returns a field of a request's body, or undefined. */
export const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;

/** Reads from the body of a log-in the kind of device, and whether the session is to last long (`remember`). */
export function entryOf(body: unknown): { devType: "PC" | "PDA"; remember: boolean } {
  const devType = text(body, "DEV_TYPE");
  if (devType !== "PC" && devType !== "PDA") throw errors.invalidField("devType");
  return { devType, remember: fieldOf(body, "REMEMBER") === "Y" };
}

/** Returns the origin of a new session: the log-in method, and the client's address and user agent. */
export function originOf(request: FastifyRequest, method: SessionOrigin["method"]): SessionOrigin {
  const { address, device } = clientOf(request);
  return { method, address, agent: device || null };
}

/** Answers a sign-in with the session's token. */
export function loggedIn(reply: FastifyReply, token: string, more: object = {}): FastifyReply {
  void reply.header(tokenHeader, token);
  return ok(reply, codes.loggedIn, JSON.stringify({ token, ...more }));
}

/**
 * Answers the first step of a log-in with the session's token, or with the ticket (a secret text) for the second step.
 */
export function admitted(reply: FastifyReply, admission: Admission): FastifyReply {
  const { deviceToken, mustChangePassword = false } = admission;
  const more = { ...(deviceToken === undefined ? {} : { deviceToken }), mustChangePassword };
  if ("token" in admission) return loggedIn(reply, admission.token, more);
  const { ticket, kind, factors } = admission.step;
  const step = { TICKET: ticket, KIND: kind, FACTORS: factors, ...more };
  return ok(reply, codes.secondStep, JSON.stringify(step));
}
