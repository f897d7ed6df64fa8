import { AppError, type ErrorCode } from "@shotkeeper/contract/kernel";
import type { FastifyReply, FastifyRequest } from "fastify";

const json = "application/json; charset=utf-8";

/** A successful answer; `data` is JSON text already. */
export function ok(reply: FastifyReply, msg: ErrorCode, data?: string): FastifyReply {
  return reply
    .header("content-type", json)
    .send(
      data === undefined ? `{"Code":0,"Msg":"${msg}"}` : `{"Code":0,"Msg":"${msg}","ReturnData":${data}}`,
    );
}

/** The one place where a failure becomes Code and Msg. What is not an AppError shows nothing but a number to quote. */
export function fail(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const e = toAppError(cause, request);
  if (e.status === 429)
    void reply.header("retry-after", e.code === "S0203" ? String(Number(e.arg ?? 1) * 60) : (e.arg ?? "1"));
  if (e.status === 503) void reply.header("retry-after", "2");
  return reply
    .status(e.status)
    .header("content-type", json)
    .send(JSON.stringify({ Code: 1, Msg: e.message }));
}

const statusCodes: Readonly<Record<number, ErrorCode>> = {
  400: "S0206",
  404: "S0207",
  413: "S0205",
  415: "S0208",
  429: "S0204",
};

function toAppError(cause: unknown, request: FastifyRequest): AppError {
  if (cause instanceof AppError) return cause;
  const status =
    typeof cause === "object" && cause !== null && "statusCode" in cause ? Number(cause.statusCode) : 500;
  const code = statusCodes[status];
  if (code) return new AppError(code, undefined, status);
  request.log.error({ err: cause }, "unexpected failure");
  return new AppError("S0209", request.id, 500);
}
