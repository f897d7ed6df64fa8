import { commands, entities, queries } from "@shotkeeper/contract/catalogue";
import {
  type Action,
  accessOfTable,
  type Command,
  describeAccess,
  type Entity,
  type Field,
  type Fields,
  type Query,
  wireName,
} from "@shotkeeper/contract/kernel";
import { routePaths, type Schema, text } from "./openapi-routes.ts";

/** The part of the OpenAPI document format that this server uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly description: string };
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Schema>>;
}

/** Returns the JSON schema of a field as it appears in requests and answers. */
function fieldSchema(f: Field): Schema {
  const empty = f.required ? {} : { nullable: true };
  const remarks = [
    ...(f.unit ? [`Unit: ${f.unit}`] : []),
    ...(f.atCreation ? ["Accepted in a new row; afterwards only commands change it"] : []),
  ];
  const unit = remarks.length > 0 ? { description: remarks.join(". ") } : {};
  const range = {
    ...(f.min === undefined ? {} : { minimum: f.min }),
    ...(f.max === undefined ? {} : { maximum: f.max }),
  };
  const readOnly = f.readOnly || f.virtual ? { readOnly: true } : {};
  const rest = { ...unit, ...range, ...readOnly, ...empty };
  switch (f.type) {
    case "text":
      return {
        type: "string",
        ...(f.length === undefined ? {} : { maxLength: f.length }),
        ...(f.pattern ? { pattern: f.pattern.source } : {}),
        ...rest,
      };
    case "int":
      return { type: "integer", ...rest };
    case "decimal":
      return { type: "number", ...(f.scale === undefined ? {} : { multipleOf: 10 ** -f.scale }), ...rest };
    case "flag":
      return { type: "string", enum: ["Y", "N"], ...rest };
    case "date":
      return { type: "string", format: "date", ...rest };
    case "time":
      return { type: "string", format: "date-time", ...rest };
    case "choice": {
      const values = Object.values(f.options?.values ?? {});
      return { type: typeof values[0] === "number" ? "integer" : "string", enum: values, ...rest };
    }
    case "json":
      return { ...rest };
  }
}

function objectSchema(fields: Fields, mode: "row" | "input"): Schema {
  const shown = Object.entries(fields).filter(([, f]) => !f.secret);
  const required = shown
    .filter(([, f]) => mode === "input" && f.required && !f.readOnly && !f.virtual)
    .map(([name, f]) => wireName(name, f));
  return {
    type: "object",
    properties: Object.fromEntries(shown.map(([name, f]) => [wireName(name, f), fieldSchema(f)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const constant = (value: string): Schema => ({ type: "string", enum: [value] });

const paging: Schema = {
  WhereStr: { type: "array", items: ref("Condition"), maxItems: 100 },
  Page: { type: "integer", minimum: 1, default: 1 },
  Limit: { type: "integer", minimum: 1, maximum: 1_000_000, default: 20 },
  Sort: { type: "array", items: ref("Sort"), maxItems: 20 },
};

function querySchema(q: Query): Schema {
  return {
    title: `${q.menu} ${q.id}`,
    description: `${describeAccess(q.access)}. Rows: components.schemas.${queryName(q)}`,
    type: "object",
    required: ["Type", "MENU_ID", "QueryID"],
    properties: {
      Type: constant("QueryByID"),
      MENU_ID: constant(q.menu),
      QueryID: constant(q.id),
      ...paging,
    },
  };
}

function tableSchemas(e: Entity): Record<string, Schema> {
  const head = { MENU_ID: constant(e.menu), TableName: constant(e.wire) };
  const data = { type: "array", minItems: 1, items: ref(e.wire) };
  const write = (type: string, action: Action): Schema => ({
    title: `${type} ${e.wire}`,
    description: describeAccess(accessOfTable(e.access, action)),
    type: "object",
    required: ["Type", "MENU_ID", "TableName", "Data"],
    properties: { Type: constant(type), ...head, Data: data },
  });
  return {
    [`read.${e.wire}`]: {
      title: `QueryBySelf ${e.wire}`,
      description: describeAccess(accessOfTable(e.access, "Q")),
      type: "object",
      required: ["Type", "MENU_ID", "TableName"],
      properties: {
        Type: constant("QueryBySelf"),
        ...head,
        SelecFields: {
          description: "Fields as a list or a comma list; * for all",
          oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        },
        ...paging,
      },
    },
    [`insert.${e.wire}`]: write("insert", "A"),
    [`update.${e.wire}`]: write("update", "M"),
    [`delete.${e.wire}`]: write("delete", "D"),
  };
}

function commandSchema(c: Command): Schema {
  return {
    title: c.type,
    description: describeAccess(c.access),
    type: "object",
    required: ["Type"],
    properties: { Type: constant(c.type), InParams: objectSchema(c.input, "input") },
  };
}

function previewSchema(c: Command): Schema {
  return {
    title: `preview ${c.type}`,
    description: `${describeAccess(c.access)}. Runs the command, answers what it changes, and changes nothing`,
    type: "object",
    required: ["Type", "Command"],
    properties: {
      Type: constant("preview"),
      Command: constant(c.type),
      InParams: objectSchema(c.input, "input"),
    },
  };
}

export const queryName = (q: Query) => `${q.menu}.${q.id}`;

/**
 * Returns the schemas that are generated from the contract: rows of tables and queries, and the calls of POST /mitt.
 */
function catalogueSchemas(): { readonly all: Record<string, Schema>; readonly calls: readonly string[] } {
  const all: Record<string, Schema> = {};
  const calls: Record<string, Schema> = {};
  for (const e of entities) {
    all[e.wire] = objectSchema(e.fields, "input");
    Object.assign(calls, tableSchemas(e));
  }
  for (const q of queries) {
    all[queryName(q)] = objectSchema(q.columns, "row");
    calls[`query.${queryName(q)}`] = querySchema(q);
  }
  for (const c of commands) {
    calls[c.type] = commandSchema(c);
    if (c.preview) calls[`preview.${c.type}`] = previewSchema(c);
  }
  calls.DoHDAndDT = {
    title: "DoHDAndDT",
    description: "A header with its lines, in one transaction",
    type: "object",
    required: ["Type", "MENU_ID", "HD"],
    properties: {
      Type: constant("DoHDAndDT"),
      MENU_ID: text,
      HD: { type: "object", properties: { TableName: text, Data: {} } },
      DT: {
        type: "array",
        items: { type: "object", properties: { TableName: text, Data: { type: "array", items: {} } } },
      },
    },
  };
  return { all: { ...all, ...calls }, calls: Object.keys(calls) };
}

/** Returns a new copy of the API's OpenAPI document. */
export function openApiDocument(): OpenApiDocument {
  const { all, calls } = catalogueSchemas();
  return structuredClone({
    openapi: "3.0.3",
    info: {
      title: "Shotkeeper",
      version: "1",
      description:
        "Every JSON answer is an envelope of Code (0 success, 1 failure), Msg (a catalogue code, perhaps with " +
        "^argument) and ReturnData. Business failures answer HTTP 200.",
    },
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Authorizations" } },
      schemas: { ...routePaths.schemas, ...all },
    },
    security: [{ token: [] }],
    paths: {
      ...routePaths.paths,
      "/mitt": {
        post: {
          summary: "the business API",
          requestBody: {
            required: true,
            content: { "application/json": { schema: { oneOf: calls.map(ref) } } },
          },
          responses: routePaths.answers,
        },
      },
    },
  });
}

let made: string | undefined;

/** Returns the OpenAPI document as JSON. The text is made once, because it depends only on the code. */
export function openApi(): string {
  made ??= JSON.stringify(openApiDocument());
  return made;
}
