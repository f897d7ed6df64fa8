import { codes, operators } from "@shotkeeper/contract/kernel";
import { signInPaths } from "./openapi-sign-in.ts";

export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: "string" };
const integer: Schema = { type: "integer" };
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
});
const json = (schema: Schema, description: string): Schema => ({
  description,
  content: { "application/json": { schema } },
});
const body = (schema: Schema): Schema => ({ required: true, content: { "application/json": { schema } } });

const failures: Schema = {
  "400": json(ref("Envelope"), "Not JSON (S0206)"),
  "413": json(ref("Envelope"), "Too large (S0205)"),
  "429": json(ref("Envelope"), "Too many requests (S0204), too many attempts (S0203); see Retry-After"),
  "503": json(ref("Envelope"), "The database is unavailable (S0210) or the queue is full (S0204); retry"),
};
const answers: Schema = {
  "200": json(ref("Envelope"), "Code 0: done; Code 1: refused, Msg is the reason"),
  ...failures,
};
const open: readonly Schema[] = [];

const get = (summary: string, responses: Schema, more: Schema = {}): Schema => ({
  get: { summary, responses, ...more },
});

const reading: Schema = {
  ...object(
    {
      WRITER_IMIE: { ...text, maxLength: 50, description: "Chip code: the counter's identity" },
      COUNT_TIMES: {
        ...integer,
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Shots since the counter left the factory; never a difference",
      },
      sendTime: {
        oneOf: [text, integer],
        description:
          "The counter's clock: ISO 8601 or epoch milliseconds. If it is invalid, the time of receipt is used",
      },
      percentage: { type: "number", minimum: 0, maximum: 100, nullable: true, description: "Battery" },
      Electricity_Mark: { enum: [0, 1, "0", "1"], nullable: true, description: "1: battery low" },
      rssi: { type: "number", minimum: -200, maximum: 0, nullable: true, description: "dBm" },
      coordinate: { ...text, nullable: true, description: "lng,lat in WGS84; empty when GPS is off" },
      Remove_Sign: { enum: [0, 1, "0", "1"], nullable: true, description: "1: removed" },
      Reader_Id: { ...text, maxLength: 50, nullable: true, description: "Card number" },
      cycles: {
        type: "array",
        maxItems: 10_000,
        items: { type: "number", minimum: 0.05, maximum: 86_400 },
        description: "Seconds of the shots since the last reading, oldest first",
      },
    },
    ["WRITER_IMIE", "COUNT_TIMES", "sendTime"],
  ),
  additionalProperties: false,
};

const receipt = object({
  accepted: integer,
  duplicates: integer,
  quarantined: {
    type: "array",
    items: object({ index: integer, reason: { ...text, enum: ["conflict", "range", "rate", "backstep"] } }),
    description: "Readings that are stored and do not count",
  },
  rejected: {
    type: "array",
    items: object({ index: integer, Msg: text, stored: { type: "boolean" } }),
    description: "Items that did not become readings. stored: the quarantine holds the item",
  },
});

const schemas: Record<string, Schema> = {
  Envelope: object({ Code: { ...integer, enum: [0, 1] }, Msg: text, ReturnData: {} }, ["Code", "Msg"]),
  Condition: object(
    {
      Field: text,
      ConditionalCode: { ...text, enum: operators },
      Value: {},
      FieldType: { ...text, enum: ["string", "number", "date", "boolean"] },
    },
    ["Field", "ConditionalCode", "Value"],
  ),
  Sort: object({ Field: text, Sort: { ...text, enum: ["asc", "desc"] } }, ["Field"]),
  Reading: reading,
  Receipt: receipt,
};

const chip = { WRITER_IMIE: { ...text, description: "Optional for a counter that queries itself" } };
const jsqBody: Schema = {
  oneOf: [
    object(
      {
        Type: { ...text, enum: ["report"] },
        Data: { type: "array", minItems: 1, maxItems: 5000, items: ref("Reading") },
      },
      ["Type", "Data"],
    ),
    object({ Type: { ...text, enum: ["QueryCounter"] }, ...chip }, ["Type"]),
    object(
      {
        Type: { ...text, enum: ["QueryLog"] },
        ...chip,
        FROM: text,
        TO: text,
        Page: integer,
        Limit: integer,
        Sort: { type: "array", items: ref("Sort") },
      },
      ["Type"],
    ),
  ],
};

const paths: Record<string, Schema> = {
  "/captcha": get(
    "A captcha: id, picture (PNG) and difficulty of its proof of work; single use, five minutes",
    answers,
    { security: open },
  ),
  "/login": {
    post: {
      summary: "Log in; the token comes in the header Authorizations and in ReturnData.token",
      security: open,
      requestBody: body(
        object(
          {
            TENANT_ID: text,
            USER_ID: text,
            PASSWORD: text,
            CAPTCHA_ID: text,
            CAPTCHA: text,
            CAPTCHA_PROOF: text,
            DEVICE_TOKEN: text,
            REMEMBER: { ...text, enum: ["Y", "N"] },
            DEV_TYPE: { ...text, enum: ["PC", "PDA"] },
          },
          ["TENANT_ID", "USER_ID", "PASSWORD", "CAPTCHA_ID", "CAPTCHA", "DEV_TYPE"],
        ),
      ),
      responses: answers,
    },
  },
  "/login/forgot": {
    ...get("Whether users can reset a forgotten password by mail", answers, { security: open }),
    post: {
      summary: "Send a link to reset a password; the same answer whether the user exists or not",
      security: open,
      requestBody: body(
        object(
          {
            TENANT_ID: text,
            USER_ID: text,
            CAPTCHA_ID: text,
            CAPTCHA: text,
            CAPTCHA_PROOF: text,
            LANGUAGE: { ...text, enum: ["zh_CN", "zh_TW", "en"] },
          },
          ["TENANT_ID", "USER_ID", "CAPTCHA_ID", "CAPTCHA"],
        ),
      ),
      responses: answers,
    },
  },
  "/login/reset": {
    post: {
      summary: "Set a new password with the token of such a link, which works once",
      security: open,
      requestBody: body(object({ RESET_TOKEN: text, NEW_PASSWORD: text }, ["RESET_TOKEN", "NEW_PASSWORD"])),
      responses: answers,
    },
  },
  ...signInPaths(answers),
  "/user": get("The user, the menu and the rights", answers),
  "/jsq": {
    post: {
      summary: "The ingest API. Authorizations: a user's token, `Counter <chip>:<secret>` or `Gateway <key>`",
      requestBody: body(jsqBody),
      responses: {
        ...answers,
        "200": json(
          { allOf: [ref("Envelope"), object({ ReturnData: ref("Receipt") })] },
          "Code 0: every accepted reading is durably stored",
        ),
      },
    },
  },
  "/UploadFiles": {
    post: {
      summary: "Up to 10 files of up to 50 MB: png jpg webp gif pdf zip xlsx xls csv txt",
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: object({
              "files[]": { type: "array", items: { ...text, format: "binary" } },
              FileInfo: {
                ...text,
                description: "JSON of OT_TB, OT_ID1, OT_ID2: table, key and part of the owner",
              },
            }),
          },
        },
      },
      responses: answers,
    },
  },
  "/files/{id}": get(
    "A file; ranges are served",
    {
      "200": { description: "The file" },
      "206": { description: "A range of the file" },
      "404": json(ref("Envelope"), codes.notFound),
    },
    { parameters: [{ name: "id", in: "path", required: true, schema: text }] },
  ),
  "/packages/{kind}": {
    get: {
      summary:
        "The active version of apk, client or server. With VERSION, the caller's version: S0104 if the server has " +
        "another one, S0018 if it is the same. S0035 if there is no APK",
      parameters: [
        { name: "kind", in: "path", required: true, schema: text },
        { name: "VERSION", in: "query", schema: text },
      ],
      responses: answers,
    },
    post: {
      summary: "Uploads a version as a .zip of up to 200 MB; rf_ActivatePackage activates it",
      parameters: [{ name: "kind", in: "path", required: true, schema: text }],
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: object({ file: { ...text, format: "binary" }, VERSION: text, REMARK: text }),
          },
        },
      },
      responses: answers,
    },
  },
  "/packages/{kind}/file": get(
    "The archive of the active version",
    { "200": { description: "The archive" } },
    { parameters: [{ name: "kind", in: "path", required: true, schema: text }] },
  ),
  "/audit.jsonl": get(
    "The system log as JSON lines, for staff with the right SYS107 Q",
    { "200": { description: "application/x-ndjson" } },
    {
      parameters: ["from", "to"].map((name) => ({
        name,
        in: "query",
        schema: { ...text, format: "date-time" },
        description: "Instant such as 2026-05-20T04:00:00Z",
      })),
    },
  ),
  "/events": get("Server-sent events of the tenant", { "200": { description: "text/event-stream" } }),
  "/healthz": get("Liveness: the process runs", { "200": { description: "ok" } }, { security: open }),
  "/readyz": get(
    "Readiness: database and broker are available",
    { "200": { description: "yes" }, "503": { description: "no" } },
    { security: open },
  ),
  "/metrics": get("Prometheus text", { "200": { description: "text/plain" } }, { security: open }),
  "/system/user/{id}": {
    delete: {
      summary: "Deletes a user (legacy)",
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      responses: answers,
    },
  },
  "/system/user/status": {
    put: {
      summary: "Enables or disables a user (legacy)",
      requestBody: body(object({ userId: text, status: integer }, ["userId", "status"])),
      responses: answers,
    },
  },
};

/**
 * OpenAPI schemas and paths of all routes except /mitt. The calls of /mitt are generated from the contract
 * (openapi.ts).
 */
export const routePaths = { schemas, paths, answers };
