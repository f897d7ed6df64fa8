import { Readable } from "node:stream";
import { allows, errors, onWire } from "@shotkeeper/contract/kernel";
import { auditState } from "@shotkeeper/contract/system";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { auditLines } from "../kernel/audit/export.ts";
import { callerOf } from "../kernel/ctx.ts";
import { actorOf, viewFacts } from "./audit-hooks.ts";
import { authenticate, clientOf } from "./auth.ts";

interface Range {
  readonly Querystring: { readonly from?: string; readonly to?: string };
}

function instant(text: string | undefined, name: string): Date | undefined {
  if (text === undefined || text === "") return undefined;
  const at = /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw errors.invalidField(onWire(name));
  return new Date(at);
}

/** Registers GET /audit.jsonl: the tenant's system log as JSON lines, between two instants. */
export function auditRoutes(http: FastifyInstance, app: App): void {
  http.get<Range>("/audit.jsonl", async (request, reply) => {
    const { who } = await authenticate(app, request, reply);
    if (!allows(auditState.access, callerOf(who))) throw errors.forbidden();
    const from = instant(request.query.from, "from");
    const to = instant(request.query.to, "to");
    const { tenantId, tenantCode } = who;
    await app.audit.record({
      ...actorOf(who),
      action: "export",
      target: "SYS_LOG",
      key: "jsonl",
      client: clientOf(request),
      facts: { from: from?.toISOString() ?? "", to: to?.toISOString() ?? "", ...viewFacts(who) },
    });
    const release = await app.limits.exports.enter(tenantId);
    const lines = Readable.from(auditLines(app.db, { id: tenantId, code: tenantCode }, { from, to }));
    lines.on("close", release);
    return reply
      .headers({
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": 'attachment; filename="audit.jsonl"',
      })
      .send(lines);
  });
}
