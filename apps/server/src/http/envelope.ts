import { AppError, codes, errors, type MessageCode } from "@shotkeeper/contract/kernel";
import type { FastifyReply, FastifyRequest } from "fastify";
import { meaningOf } from "../kernel/failures.ts";
import { isBrokenForm } from "./form-parts.ts";

const json = "application/json; charset=utf-8";

/** Sends a success answer. `data` is JSON text and is sent unchanged. */
export function ok(reply: FastifyReply, msg: MessageCode, data?: string): FastifyReply {
  return reply
    .header("content-type", json)
    .send(
      data === undefined ? `{"Code":0,"Msg":"${msg}"}` : `{"Code":0,"Msg":"${msg}","ReturnData":${data}}`,
    );
}

/**
 * Sends a failure as Code and Msg. For an unexpected error it shows only the request id, by which support finds the
 * log entry.
 */
export function fail(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const e = toAppError(cause, request);
  if (e.status === 429)
    void reply.header(
      "retry-after",
      e.code === codes.tooManyAttempts ? String(Number(e.arg ?? 1) * 60) : (e.arg ?? "1"),
    );
  if (e.status === 503) void reply.header("retry-after", "2");
  return reply
    .status(e.status)
    .header("content-type", json)
    .send(JSON.stringify({ Code: 1, Msg: e.message }));
}

/** Application errors that replace failures of the HTTP framework (Fastify), by HTTP status. */
const transportErrors: Readonly<Record<number, () => AppError>> = {
  400: errors.malformedBody,
  // Answers 404 for a path that leads out of the folder of the web application. The library that serves the files
  // answers 403.
  403: errors.notFound,
  404: errors.notFound,
  413: errors.requestTooLarge,
  415: errors.unsupportedMediaType,
  429: errors.tooManyRequests,
};

function toAppError(error: unknown, request: FastifyRequest): AppError {
  // Replaces an error of the database, such as a NUL in a text, by an error that callers know. The routes of /mitt have
  // done this already.
  const cause = meaningOf(error);
  if (cause instanceof AppError) return cause;
  if (isBrokenForm(cause)) return errors.malformedBody();
  const status =
    typeof cause === "object" && cause !== null && "statusCode" in cause ? Number(cause.statusCode) : 500;
  const known = transportErrors[status];
  if (known) return known();
  request.log.error({ err: cause }, "unexpected failure");
  return errors.internalError(request.id);
}
