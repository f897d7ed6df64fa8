import { connectorKind } from "@shotkeeper/contract/counter";
import { AppError, codes, errors, refusals } from "@shotkeeper/contract/kernel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { tenantOf } from "../kernel/auth/secret.ts";
import type { Connector } from "../telemetry/connector/connectors.ts";
import { exchangeWithEdge } from "../telemetry/connector/edge.ts";
import { readEdgeReport } from "../telemetry/connector/edge-report.ts";
import type { Message } from "../telemetry/connector/kinds/kind.ts";
import { isSigned } from "../telemetry/connector/kinds/onenet.ts";
import { fail, ok } from "./envelope.ts";

/** Maximum size of a message, bytes. */
const bodyLimit = 256 * 1024;

interface Address {
  readonly Params: { readonly connectorId: string; readonly secret?: string };
}

/**
 * Registers the addresses of the connectors: POST /in/<connector>/<secret>, or POST /in/<connector> with the secret in
 * the header Authorization. POST /in/<connector>/edge is for edge gateways.
 */
export function connectorRoutes(http: FastifyInstance, app: App): void {
  const { receiver } = app;
  const { sources } = app.ingest;

  const secretOf = (request: FastifyRequest<Address>): string =>
    request.params.secret ?? /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";

  const messageOf = (request: FastifyRequest, body: unknown): Message => ({
    body: typeof body === "string" ? body : "",
    query: Object.fromEntries(
      Object.entries(request.query as Record<string, unknown>).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      ),
    ),
    receivedAt: app.now(),
  });

  /**
   * Returns the connector of a request. A wrong secret is logged for the connector that the URL names, and counts as a
   * failed attempt of the IP address. Failed attempts delay only further wrong secrets, never a right one, because an
   * IoT platform sends the messages of many tenants from one IP address.
   */
  async function identify(request: FastifyRequest<Address>): Promise<Connector> {
    const secret = secretOf(request);
    const found = await receiver.connectors.find(secret);
    if (found && String(found.connectorId) === request.params.connectorId) return found;
    const penalty = sources.penalty(request.ip);
    if (penalty > 0) throw errors.tooManyRequests(penalty);
    sources.failed(request.ip);
    const tenantId = tenantOf(secret);
    const connectorId = Number(request.params.connectorId);
    if (tenantId !== undefined && Number.isSafeInteger(connectorId)) {
      const named = await receiver.connectors.byId(tenantId, connectorId);
      if (named) await receiver.refuseStranger(named, app.now());
    }
    throw new AppError(refusals.connectorSecret(), 401);
  }

  void http.register((scope, _options, done) => {
    // Reads every body as text, because messages are logged exactly as they arrived.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit }, (_request, body, next) =>
      next(null, body),
    );
    scope.setErrorHandler(async (cause, request, reply) => {
      if (typeof cause === "object" && cause !== null && "statusCode" in cause && cause.statusCode === 413)
        await identify(request as FastifyRequest<Address>).then(
          (c) => receiver.refuse(c, messageOf(request, ""), refusals.connectorTooLarge()),
          () => {},
        );
      return fail(cause, request, reply);
    });
    for (const url of ["/in/:connectorId", "/in/:connectorId/:secret"])
      scope.post<Address>(url, async (request, reply) => {
        const c = await identify(request);
        const received = await receiver.receive(c, messageOf(request, request.body), request.ip);
        // Answers 200 also for a refused message, which is stored with the reason of the refusal. After an error
        // status, an IoT platform would repeat the message in vain or stop sending messages.
        return ok(reply, codes.done, JSON.stringify(received));
      });
    // An edge gateway reports its state and gets its configuration.
    scope.post<Address>("/in/:connectorId/edge", async (request, reply) => {
      const c = await identify(request);
      if (c.kind !== connectorKind.values.edge) throw errors.notFound();
      const report = readEdgeReport(messageOf(request, request.body).body);
      return ok(reply, codes.done, JSON.stringify(await exchangeWithEdge(app.db, c, report, app.now())));
    });
    // OneNET checks a new address by a GET request. If the signature of the request is right, the server must answer
    // with the text `msg` of the request.
    for (const url of ["/in/:connectorId", "/in/:connectorId/:secret"])
      scope.get<Address>(url, async (request, reply) => {
        const { kind, keys } = await identify(request);
        const { msg = "", nonce, signature } = messageOf(request, "").query;
        if (kind !== connectorKind.values.onenet || msg === "") throw errors.notFound();
        if (!isSigned(keys, msg, nonce, signature)) throw new AppError(refusals.connectorSignature(), 401);
        return reply.type("text/plain; charset=utf-8").send(msg);
      });
    done();
  });
}
