import { codes, errors, onWire, tokenHeader } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { type Ctx, may, type Principal } from "../kernel/ctx.ts";
import { requestLimits } from "../kernel/db/call-limits.ts";
import { sql } from "../kernel/db/sql.ts";
import { dispatch } from "../kernel/dispatch.ts";
import type { Source } from "../telemetry/ingest/sources.ts";
import { tokenOf } from "./auth.ts";
import { ok } from "./envelope.ts";

const maxItems = 5000;

type Body = Readonly<Record<string, unknown>>;

function bodyOf(body: unknown): Body & { readonly Type: string } {
  if (typeof body !== "object" || body === null || !("Type" in body)) throw errors.unknownType();
  const { Type } = body;
  if (typeof Type !== "string" || Type === "") throw errors.unknownType();
  return { ...body, Type };
}

/** Registers POST /jsq, the ingest API for counters, gateways and users with the right to register counters. */
export function jsqRoutes(http: FastifyInstance, app: App): void {
  const { sources, intake } = app.ingest;

  http.post("/jsq", async (request, reply) => {
    const body = bodyOf(request.body);
    const { source, renewed } = await sources.identify(tokenOf(request), request.ip);
    if (renewed !== undefined) void reply.header(tokenHeader, renewed);
    switch (body.Type) {
      case "report":
        return ok(reply, codes.done, await report(source, body, request));
      case "QueryCounter":
        return ok(reply, codes.fetched, await queryCounter(app, source, body));
      case "QueryLog":
        return ok(reply, codes.fetched, await queryLog(app, source, body));
      default:
        throw errors.unknownType(body.Type.slice(0, 60));
    }
  });

  /** Stores the readings of a request. The answer is sent only after all readings are stored. */
  async function report(source: Source, body: Body, request: FastifyRequest): Promise<string> {
    if (source.kind === "user" && !may(source.who, menus.counterRegistration, "M")) throw errors.forbidden();
    // Refuses readings from an API key of an organization. Readings are accepted for every counter of the tenant, so
    // the key could send readings for counters of other organizations.
    if (source.kind === "user" && source.who.apiKey && source.who.scope.kind !== "tenant")
      throw errors.forbidden();
    const { Data } = body;
    if (!Array.isArray(Data) || Data.length === 0) throw errors.missingField(onWire("Data"));
    if (Data.length > maxItems) throw errors.tooManyRows(maxItems);
    const penalty = sources.penalty(request.ip);
    if (penalty > 0) throw errors.tooManyRequests(penalty);
    return JSON.stringify(await intake.take(Data, { source, address: request.ip, channel: "http" }));
  }
}

function chipCode(source: Source, body: Body): string {
  const code = body.WRITER_IMIE ?? (source.kind === "counter" ? source.chip.code : undefined);
  if (typeof code !== "string" || code === "" || code.length > 50) throw errors.missingField("writerImie");
  // Lets a counter query only its own data.
  if (source.kind === "counter" && code !== source.chip.code) throw errors.forbidden();
  return code;
}

/**
 * Returns the context of a caller. A user has the user's own rights. A machine (counter or gateway) may read the
 * counters and readings of its tenant.
 */
async function ctxOf(app: App, source: Source): Promise<Ctx> {
  const { events, sessions, secrets } = app;
  const db = app.db.limited(requestLimits);
  const now = app.now();
  if (source.kind === "user") return { db, events, sessions, secrets, who: source.who, now };
  const { tenantId } = source;
  const [rows] = await db.run(tenantId, [sql`select code, zone from tenant where tenant_id = ${tenantId}`]);
  const who: Principal = {
    tenantId,
    tenantCode: String(rows?.[0]?.code ?? ""),
    zone: String(rows?.[0]?.zone ?? "Asia/Shanghai"),
    userId: source.kind,
    userName: source.kind,
    roleCode: null,
    rights: new Set([`${menus.counterRegistration}:Q`, `${menus.counterLog}:Q`]),
    scope: { kind: "tenant" },
    sessionHash: "",
  };
  return { db, events, sessions, secrets, who, now };
}

/** Returns one counter's row of the counter list. */
async function queryCounter(app: App, source: Source, body: Body): Promise<string> {
  const code = chipCode(source, body);
  const { data } = await dispatch(await ctxOf(app, source), app.registry, {
    Type: "QueryByID",
    MENU_ID: menus.counterRegistration,
    QueryID: "Q01",
    WhereStr: [{ Field: "WRITER_IMIE", ConditionalCode: "EQ", Value: code, FieldType: "string" }],
    Limit: 1,
  });
  const { list } = JSON.parse(data ?? "{}") as { list?: unknown[] };
  if (!list?.[0]) throw errors.unknownCounter(code);
  return JSON.stringify(list[0]);
}

/** Returns a counter's readings between FROM and TO, by default the newest first. */
async function queryLog(app: App, source: Source, body: Body): Promise<string | undefined> {
  const where = [
    { Field: "WRITER_IMIE", ConditionalCode: "EQ", Value: chipCode(source, body), FieldType: "string" },
    ...[
      { bound: body.FROM, ConditionalCode: "EGT" },
      { bound: body.TO, ConditionalCode: "LT" },
    ]
      .filter(({ bound }) => bound !== undefined && bound !== null && bound !== "")
      .map(({ bound, ConditionalCode }) => ({
        Field: "sendTime",
        ConditionalCode,
        Value: bound,
        FieldType: "date",
      })),
  ];
  const { Page, Limit, Sort } = body;
  const { data } = await dispatch(await ctxOf(app, source), app.registry, {
    Type: "QueryByID",
    MENU_ID: menus.counterLog,
    QueryID: "Q01",
    WhereStr: where,
    Page,
    Limit,
    Sort: Sort ?? [{ Field: "sendTime", Sort: "desc" }],
  });
  return data;
}
