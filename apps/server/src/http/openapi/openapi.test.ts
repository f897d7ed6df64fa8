import { messageCodes } from "@shotkeeper/contract/kernel";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import { demoTenant } from "../../testing/demo-tenant.ts";
import { operationsOf } from "../../testing/operations.ts";
import { logIn, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { apiOperations } from "../operations.ts";

interface Media {
  readonly schema?: AnySchema;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, AnySchema>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let server: TestServer;
let document: Document;
let ajv: Ajv2020;

beforeAll(async () => {
  server = await withServer();
  document = (await server.http.inject({ url: "/openapi.json" })).json<Document>();
  ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, allowMatchingProperties: true });
  formats.default(ajv);
  ajv.addFormat("binary", true);
  ajv.addVocabulary(["discriminator", "components"]);
  // Adds each schema by its address. So Ajv compiles it once, and not again for every schema that refers to it.
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(inDocument(schema), `document#/components/schemas/${name}`);
}, 300_000);

/**
 * Returns a copy of a schema of the document, in which references begin with the name of the document. So Ajv can
 * compile the schema on its own and still finds the schemas to which it refers.
 */
const inDocument = (schema: AnySchema): AnySchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as AnySchema;

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Returns the errors that Ajv reports for a value that it checks with a schema of the document. */
function faultsOf(schema: AnySchema | undefined, value: unknown): string[] {
  if (schema === undefined) return [];
  const check = ajv.compile(inDocument(schema));
  return check(value)
    ? []
    : (check.errors ?? []).map((e) => `${e.instancePath} ${e.message ?? ""} ${JSON.stringify(e.params)}`);
}

describe("the document", () => {
  it("has an operation for every query, table operation, command and preview", () => {
    const ids = apiOperations(server.app.registry).map((o) => o.id);
    expect(ids.length).toBeGreaterThan(400);
    for (const id of ids) expect(document.paths[`/mitt/${id}`]?.post?.operationId).toBe(id);
  });

  it("has valid schemas and no broken or unused references", () => {
    const text = JSON.stringify(document);
    const used = new Set(
      [...text.matchAll(/"(?:#\/components\/schemas\/)([^"]+)"/g)].map(([, name]) => name),
    );
    expect([...used].filter((name) => !(String(name) in document.components.schemas))).toEqual([]);
    expect(Object.keys(document.components.schemas).filter((name) => !used.has(name))).toEqual([]);
    for (const name of Object.keys(document.components.schemas))
      ajv.compile({ $ref: `document#/components/schemas/${name}` });
    expect(text).not.toContain('"nullable"');
  });

  it("names, tags, secures and answers every operation", () => {
    const tags = new Set(document.tags.map((t) => t.name));
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation: o } of operations()) {
      expect(o.operationId, path).toMatch(/^[A-Za-z0-9._-]+$/);
      expect(o.summary, path).toBeTruthy();
      expect(
        o.tags.every((t) => tags.has(t)),
        path,
      ).toBe(true);
      for (const scheme of (o.security ?? []).flatMap((s) => Object.keys(s)))
        expect(document.components.securitySchemes, path).toHaveProperty(scheme);
      expect(
        Object.keys(o.responses).some((code) => code.startsWith("4")),
        path,
      ).toBe(true);
    }
  });

  it("has examples that fit their schemas", () => {
    let count = 0;
    for (const { path, operation } of operations())
      for (const media of Object.values(operation.requestBody?.content ?? {})) {
        if (media.example === undefined) continue;
        count += 1;
        expect(faultsOf(media.schema, media.example), path).toEqual([]);
      }
    expect(count).toBeGreaterThan(300);
  });

  it("explains every message code", () => {
    const { oneOf } = document.components.schemas.MessageCode as unknown as {
      oneOf: { const: string; description: string }[];
    };
    expect(oneOf.map((m) => m.const)).toEqual(messageCodes);
    for (const m of oneOf) expect(m.description, m.const).toBeTruthy();
  });
});

describe("the answers of the server", () => {
  let admin: TestUser;
  let tenantId: number;
  beforeAll(async () => {
    ({ id: tenantId } = await demoTenant(server));
    admin = await logIn(server, tenantId, "admin");
  }, 300_000);

  const answerSchema = (id: string) =>
    document.paths[`/mitt/${id}`]?.post?.responses["200"]?.content?.["application/json"]?.schema;

  it("fit the schemas of all queries and tables, and rows have no other fields", async () => {
    const filled: string[] = [];
    const faults: Record<string, string[]> = {};
    const note = (id: string, found: readonly string[]) => {
      if (found.length > 0) faults[id] = [...new Set([...(faults[id] ?? []), ...found])].slice(0, 5);
    };
    for (const o of apiOperations(server.app.registry)) {
      const { kind } = o.subject;
      if (kind !== "query" && kind !== "read") continue;
      const MENU_ID = o.subject.kind === "read" ? o.subject.entity.menu : undefined;
      const answer = await admin.mitt<{ list: object[] }>({ MENU_ID, ...o.head, Page: 1, Limit: 50 });
      expect(answer.Msg, o.id).toBe("S0018");
      note(o.id, faultsOf(answerSchema(o.id), answer));
      const rows = answer.Code === 0 ? answer.ReturnData.list : [];
      if (rows.length > 0) filled.push(o.id);
      const name =
        o.subject.kind === "query"
          ? o.id.slice("query.".length)
          : o.subject.kind === "read"
            ? o.subject.entity.wire
            : "";
      const known = document.components.schemas[name] as unknown as { properties: object };
      for (const row of rows)
        note(
          o.id,
          Object.keys(row).filter((field) => !(field in known.properties)),
        );
    }
    expect(faults).toEqual({});
    expect(filled.length).toBeGreaterThan(60);
  }, 300_000);

  it("fit the schemas of all commands that only read, and of refusals", async () => {
    const done: string[] = [];
    const faults: Record<string, string[]> = {};
    const [mold] = await admin.list("BS101", "Q01", { Limit: 1 });
    const known: Readonly<Record<string, unknown>> = {
      moldNo: mold?.MOLD_NO,
      periodFrom: "2026-05-01",
      periodTo: "2026-05-20",
      to: "2026-05-21T00:00:00Z",
      at: null,
      plantId: null,
      oemId: null,
      makerId: null,
      projectNo: null,
    };
    const samples = (field: string) => known[field];
    for (const o of operationsOf(server.app.registry, samples)) {
      const [body] = o.requests;
      const type = String(body?.Type);
      if (!type.startsWith("rf_") || o.access.kind !== "right" || o.access.action !== "Q") continue;
      const answer = await admin.mitt(body ?? {});
      const found = faultsOf(answerSchema(type), answer);
      if (found.length > 0) faults[`${type} ${answer.Msg}`] = found.slice(0, 5);
      if (answer.Code === 0) done.push(type);
    }
    expect(faults).toEqual({});
    expect(done).toEqual(expect.arrayContaining(["rf_ExplainCount", "rf_Indicator", "rf_OutputStatistics"]));
    expect(done.length).toBeGreaterThan(25);
  }, 300_000);

  it("are the same at an operation's own address, where a contradiction is refused", async () => {
    const token = await server.app.sessions.open(tenantId, "admin", "PC", true, server.clock.now);
    const post = async (url: string, payload: object) =>
      (
        await server.http.inject({ method: "POST", url, headers: { Authorizations: token }, payload })
      ).json<unknown>();
    const page = { Page: 1, Limit: 3 };
    const head = { Type: "QueryByID", MENU_ID: "BS101", QueryID: "Q01" };
    expect(await post("/mitt/query.BS101.Q01", page)).toEqual(await post("/mitt", { ...head, ...page }));
    expect(await post("/mitt/read.BS_MOLD", page)).toMatchObject({ Code: 0 });
    expect(await post("/mitt/query.BS101.Q01", { QueryID: "Q02" })).toEqual({
      Code: 1,
      Msg: "S0200^QueryID",
    });
    expect(await post("/mitt/query.BS101.Q99", {})).toEqual({ Code: 1, Msg: "S0207" });
  }, 60_000);
});
