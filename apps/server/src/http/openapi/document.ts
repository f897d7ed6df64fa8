import { codes, messageNames, messages, tokenHeader } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { LocaleCode } from "@shotkeeper/locales/server";
import type { Registry } from "../../kernel/registry.ts";
import { type ApiOperation, apiOperations } from "../operations.ts";
import { describeCall } from "./calls.ts";
import { type Language, languageOf, tagsOf } from "./language.ts";
import { commonSchemas, otherPaths } from "./paths.ts";
import {
  answered,
  failures,
  headers,
  onceFailures,
  onceParameters,
  parameters,
  responses,
  security,
} from "./responses.ts";
import { body, constant, list, object, ref, type Schema, text } from "./schema.ts";

/** The part of the OpenAPI document format that this server uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Schema;
  readonly servers: readonly Schema[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Schema[];
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

/** Version of the APIs. docs/api.md has the policy. */
export const apiVersion = "1.0.0";

const securitySchemes = {
  session: {
    type: "apiKey",
    in: "header",
    name: tokenHeader,
    description: "Token of a session. A token in an answer replaces it",
  },
  apiKey: { type: "http", scheme: "bearer", description: "API key of a program: sk_…" },
  machine: {
    type: "apiKey",
    in: "header",
    name: tokenHeader,
    description: "A counter sends `Counter <chip code>:<secret>`, a gateway `Gateway <key>`",
  },
  connectorSecret: { type: "http", scheme: "bearer", description: "Secret of a connector" },
  metricsToken: { type: "http", scheme: "bearer", description: "The setting METRICS_TOKEN" },
} as const;

function description({ w, texts }: Language): string {
  const rows = messageNames.map((n) => `| ${messages[n].code} | ${texts.errors[n]} |`).join("\n");
  const table = `<details><summary>${w.codes}</summary>\n\n${w.codesHead}\n|---|---|\n${rows}\n\n</details>`;
  return `${w.intro} ${w.mitt}\n\n${w.answers}\n\n${table}`;
}

const linesForm: Schema = {
  title: "DoHDAndDT",
  description:
    "Inserts a header with its lines, in one transaction. Each part needs the right to insert into its table",
  ...object(
    {
      Type: constant("DoHDAndDT"),
      MENU_ID: text,
      HD: object({ TableName: text, Data: {} }),
      DT: list(object({ TableName: text, Data: list({}) })),
    },
    ["Type", "MENU_ID", "HD"],
  ),
};

/** Returns the request body of `POST /mitt`: a call of any operation. The field `Type` selects the operation. */
function anyCall(operations: readonly ApiOperation[], named: Record<string, Schema>): Schema {
  const byType = new Map<string, string[]>();
  for (const { id, head } of operations) {
    const type = head.Type ?? "";
    byType.set(type, [...(byType.get(type) ?? []), id]);
  }
  named.DoHDAndDT = linesForm;
  const mapping: Record<string, string> = { DoHDAndDT: "DoHDAndDT" };
  for (const [type, ids] of byType) {
    if (ids.length > 1) named[type] = { allOf: [object({ Type: constant(type) }), { oneOf: ids.map(ref) }] };
    mapping[type] = ids.length > 1 ? type : (ids[0] ?? type);
  }
  return {
    oneOf: Object.values(mapping).map(ref),
    discriminator: {
      propertyName: "Type",
      mapping: Object.fromEntries(
        Object.entries(mapping).map(([type, name]) => [type, `#/components/schemas/${name}`]),
      ),
    },
  };
}

/** Returns the OpenAPI document of all APIs, with the labels of a language. */
export function openApiDocument(registry: Registry, locale: LocaleCode): OpenApiDocument {
  const lang = languageOf(locale);
  const { tags, tagOf } = tagsOf(lang);
  const operations = apiOperations(registry);
  const schemas: Record<string, Schema> = { ...commonSchemas(lang) };
  const calls = Object.fromEntries(
    operations.map((o) => [`/mitt/${o.id}`, { post: describeCall(lang, o, tagOf(o.menu), schemas) }]),
  );
  const mitt = {
    tags: [lang.w.every],
    operationId: "mitt",
    summary: "Call any operation of the business API",
    description: "The field Type, with MENU_ID, QueryID, TableName or Command, chooses the operation.",
    security: [{}, ...security.userOrKey],
    requestBody: body(anyCall(operations, schemas), {
      Type: "QueryByID",
      MENU_ID: menus.mold,
      QueryID: "Q01",
      Page: 1,
      Limit: 20,
    }),
    parameters: onceParameters,
    responses: { "200": answered(successCodes, {}, true), ...failures, ...onceFailures },
  };
  const paths = Object.fromEntries(
    Object.entries(otherPaths(lang)).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, o]) => [method, { tags: [lang.w.paths], ...(o as Schema) }]),
      ),
    ]),
  );
  const used = new Set(
    [mitt, ...Object.values(calls).map(({ post }) => post)].flatMap(({ tags: own }) => own as string[]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Shotkeeper",
      version: apiVersion,
      description: description(lang),
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: tags.filter((t) => t.name === lang.w.paths || used.has(t.name)),
    security: [...security.userOrKey],
    components: { securitySchemes, parameters, headers, responses, schemas },
    paths: { ...paths, "/mitt": { post: mitt }, ...calls },
  };
}

const successCodes = [
  codes.done,
  codes.fetched,
  codes.added,
  codes.updated,
  codes.deleted,
  codes.nothingChanged,
  codes.archived,
  codes.restored,
];
