import { codes, errors, messageNames, messages, operators } from "@shotkeeper/contract/kernel";
import { fileInfo, sessionUser } from "@shotkeeper/contract/system";
import { connectorPaths } from "./connector-paths.ts";
import { dataPaths } from "./data-paths.ts";
import { answerSchema, rowSchema } from "./fields.ts";
import { ingestPaths, ingestSchemas } from "./ingest-paths.ts";
import type { Language } from "./language.ts";
import { failures, onceFailures, onceParameters, parameter, route, security } from "./responses.ts";
import { constant, integer, json, list, object, ref, type Schema, text } from "./schema.ts";
import { signInPaths } from "./sign-in-paths.ts";

/** Returns the schema of message codes, with their texts. */
function messageCodes({ texts }: Language): Schema {
  const oneOf = messageNames.map((name) => ({
    const: messages[name].code,
    title: name,
    description: texts.errors[name],
  }));
  return { description: "Code of a message. %s in a text stands for the argument", oneOf };
}

/** Returns the schemas that do not come from queries, tables and commands. */
export const commonSchemas = (lang: Language): Readonly<Record<string, Schema>> => ({
  MessageCode: messageCodes(lang),
  Refusal: object({
    Code: constant(1),
    Msg: {
      description: "A code of MessageCode, or such a code, ^ and its argument: S0029^MOLD_NO",
      anyOf: [ref("MessageCode"), { type: "string", pattern: "^S0\\d{3}\\^" }],
      examples: [errors.duplicate("moldNo").message],
    },
  }),
  Conditions: list(
    object(
      {
        Field: { ...text, description: "Wire name of a column" },
        ConditionalCode: {
          ...text,
          enum: operators,
          description: "EGT: at least; ELT: at most; IN: one of a list",
        },
        Value: { description: "A list, or values with commas, for IN" },
        FieldType: { ...text, enum: ["string", "number", "date", "boolean"] },
      },
      ["Field", "ConditionalCode", "Value"],
    ),
    {
      maxItems: 100,
      description: "Conditions that a row must fulfil, all of them",
      examples: [[{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: "M2026-001", FieldType: "string" }]],
    },
  ),
  SortKeys: list(object({ Field: text, Sort: { ...text, enum: ["asc", "desc"] } }, ["Field"]), {
    maxItems: 20,
    description: "Order of the rows. Rows that are equal in it are in the order of their key",
  }),
  UploadedFile: rowSchema(lang, fileInfo.fields, false),
  ...ingestSchemas,
});

const file = (description: string, mediaType: string): Schema => ({
  description,
  content: { [mediaType]: {} },
});
const notFound = { "404": json(ref("Refusal"), "Not found (S0207)") };
const upload = (schema: Schema): Schema => ({
  required: true,
  content: { "multipart/form-data": { schema } },
});
const binary: Schema = { type: "string", format: "binary" };
const kind = parameter("kind", "path", { type: "string", enum: ["apk", "client", "server"] });

const filePaths: Readonly<Record<string, Schema>> = {
  "/UploadFiles": {
    post: {
      ...route({
        id: "uploadFiles",
        summary: "Upload up to 10 files of up to 50 MB: png jpg webp gif pdf zip xlsx xls csv txt",
        security: security.userOrKey,
        success: [codes.added],
        data: list(ref("UploadedFile")),
        parameters: onceParameters,
        responses: onceFailures,
      }),
      requestBody: upload(
        object(
          {
            "files[]": list(binary),
            FileInfo: {
              ...text,
              description: "JSON of OT_TB, OT_ID1, OT_ID2: table, key and part of the owner",
            },
          },
          ["files[]"],
        ),
      ),
    },
  },
  "/files/{id}": {
    get: {
      ...route({
        id: "readFile",
        summary: "Read a file or a range of it",
        security: [{}, ...security.userOrKey],
        parameters: [parameter("id", "path", text)],
      }),
      responses: {
        "200": file("The file", "application/octet-stream"),
        "206": file("A range of the file", "application/octet-stream"),
        "304": { description: "The caller has this version (If-None-Match)" },
        "403": json(ref("Refusal"), "The caller may not see the file (S0020)"),
        "416": { description: "The range is outside of the file" },
        ...notFound,
      },
    },
  },
  "/packages/{kind}": {
    get: route({
      id: "activePackage",
      summary: "Describe the active version of a package",
      description: `${codes.upgraded} instead of ${codes.fetched} if VERSION, the caller's version, is another one.`,
      parameters: [kind, parameter("VERSION", "query", text)],
      success: [codes.fetched, codes.upgraded],
      data: object({
        VERSION: text,
        FILE_NAME: text,
        FILE_SIZE: integer,
        SHA256: text,
        FILE_PATH: text,
        UPGRADE: { type: "string", enum: ["Y", "N"] },
      }),
      responses: notFound,
    }),
    post: {
      ...route({
        id: "uploadPackage",
        summary: "Upload a version as a .zip of up to 200 MB; rf_ActivatePackage activates it",
        parameters: [kind],
        success: [codes.uploaded],
        data: object({ FILE_NAME: text, SHA256: text }),
        responses: notFound,
      }),
      requestBody: upload(object({ file: binary, VERSION: text, REMARK: text }, ["file", "VERSION"])),
    },
  },
  "/packages/{kind}/file": {
    get: {
      ...route({ id: "packageFile", summary: "Read the archive of the active version", parameters: [kind] }),
      responses: { "200": file("The archive", "application/zip"), ...notFound },
    },
  },
  "/audit.jsonl": {
    get: {
      ...route({
        id: "auditLog",
        summary: "Read the system log as JSON lines",
        description: "For staff with the right SYS107 Q.",
        security: security.userOrKey,
        parameters: ["from", "to"].map((name) =>
          parameter(name, "query", {
            type: "string",
            format: "date-time",
            examples: ["2026-05-20T04:00:00Z"],
          }),
        ),
      }),
      responses: { "200": file("The log", "application/x-ndjson"), ...failures },
    },
  },
};

const health = { type: "string", enum: ["ok", "down", "off", "full"] };

const systemPaths: Readonly<Record<string, Schema>> = {
  "/events": {
    get: {
      ...route({
        id: "events",
        summary: "Follow the events of the tenant (server-sent events)",
        description: "/asyncapi.json describes the events.",
        security: security.userOrKey,
      }),
      responses: { "200": file("The stream", "text/event-stream"), ...failures },
    },
  },
  "/healthz": {
    get: {
      operationId: "liveness",
      summary: "Tell whether the process runs",
      security: security.none,
      responses: {
        "200": json(object({ status: constant("ok") }), "The process runs"),
        "5XX": { description: "It does not" },
        "4XX": { description: "A proxy in front of the server refused the call" },
      },
    },
  },
  "/readyz": {
    get: {
      operationId: "readiness",
      summary: "Tell whether database, broker and disk are available",
      security: security.none,
      responses: {
        "200": json(object({ database: health, broker: health, disk: health }), "The server is ready"),
        "503": json(object({ database: health, broker: health, disk: health }), "The server is not ready"),
        "4XX": { description: "A proxy in front of the server refused the call" },
      },
    },
  },
  "/metrics": {
    get: {
      operationId: "metrics",
      summary: "Read the metrics of the server in the format of Prometheus",
      security: [{}, { metricsToken: [] }],
      responses: {
        "200": file("The metrics", "text/plain"),
        "403": json(ref("Refusal"), "For this machine, or for those who know METRICS_TOKEN (S0020)"),
      },
    },
  },
  "/system/user/{id}": {
    delete: {
      ...route({
        id: "deleteUser",
        summary: "Delete a user",
        parameters: [parameter("id", "path", text)],
        success: [codes.deleted],
      }),
      deprecated: true,
    },
  },
  "/system/user/status": {
    put: {
      ...route({
        id: "setUserStatus",
        summary: "Enable or disable a user",
        body: object({ userId: text, status: integer }),
        example: { userId: "plant", status: 0 },
        success: [codes.updated, codes.nothingChanged],
      }),
      deprecated: true,
    },
  },
};

/** Returns all paths outside of the business API. */
export const otherPaths = (lang: Language): Readonly<Record<string, Schema>> => ({
  ...signInPaths,
  "/user": {
    get: {
      ...route({ id: "currentUser", summary: "The user of the session, the menu and the rights" }),
      responses: {
        "200": json(
          {
            anyOf: [
              object({
                Code: constant(0),
                Msg: constant(codes.fetched),
                SysName: text,
                data: object({ user: answerSchema(lang, sessionUser) }),
              }),
              ref("Refusal"),
            ],
          },
          "Code 0: done. Code 1: refused",
        ),
        ...failures,
      },
    },
  },
  ...ingestPaths,
  ...connectorPaths,
  ...dataPaths,
  ...filePaths,
  ...systemPaths,
});
