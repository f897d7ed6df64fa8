import { createMcpHandler } from "@modelcontextprotocol/server";
import { AppError } from "@shotkeeper/contract/kernel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { authenticate } from "../auth.ts";
import { mcpServer } from "./mcp-server.ts";

/** Error answer "invalid request" to a JSON-RPC batch. */
const noBatches = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32600, message: "Send one message per request" },
};

/**
 * Registers /mcp: the Model Context Protocol (Streamable HTTP, stateless) with tools that only read. A caller has the
 * rights and the scope of its API key or session.
 */
export function mcpRoutes(http: FastifyInstance, app: App): void {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      if (!authInfo?.extra) throw new Error("the caller of an MCP request is unknown");
      return mcpServer(authInfo.extra.ctx as Ctx, app.registry);
    },
    { onerror: (error) => http.log.debug({ err: error }, "mcp") },
  );
  http.addHook("onClose", () => handler.close());

  http.route({
    method: ["GET", "POST", "DELETE"],
    url: "/mcp",
    handler: async (request, reply) => {
      const ctx = await identified(request, reply);
      const { host, headers, method, body } = request;
      // Refuses batches. A batch would bypass the limit of requests, and the protocol has no batches since version
      // 2025-06-18.
      if (Array.isArray(body)) return reply.status(400).send(noBatches);
      const sent = new Headers();
      for (const [name, value] of Object.entries(headers))
        if (typeof value === "string" && name !== "content-length") sent.set(name, value);
      const answer = await handler.fetch(
        new Request(`http://${host}/mcp`, {
          method,
          headers: sent,
          ...(ctx.gone ? { signal: ctx.gone } : {}),
          ...(method === "POST" ? { body: JSON.stringify(body ?? null) } : {}),
        }),
        {
          parsedBody: body,
          authInfo: { token: "", clientId: ctx.who.userId, scopes: [], extra: { ctx } },
        },
      );
      for (const [name, value] of answer.headers) void reply.header(name, value);
      return reply.status(answer.status).send(await answer.text());
    },
  });

  /** Returns the caller's context. Answers 401 to an unknown caller, as clients of the protocol expect. */
  async function identified(request: FastifyRequest, reply: FastifyReply): Promise<Ctx> {
    try {
      return await authenticate(app, request, reply);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.status !== 200) throw cause;
      void reply.header("www-authenticate", "Bearer");
      throw new AppError({ code: cause.code, arg: cause.arg }, 401);
    }
  }
}
