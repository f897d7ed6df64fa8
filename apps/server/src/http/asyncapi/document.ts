import { noticeType } from "@shotkeeper/contract/notice";
import { warningLevel } from "@shotkeeper/contract/warning";
import { eventTypes } from "../../kernel/events.ts";
import { receiptTopic } from "../../telemetry/mqtt/mqtt-receipts.ts";
import { reportTopic } from "../../telemetry/mqtt/mqtt-reports.ts";
import { configTopic } from "../../telemetry/mqtt/mqtt-settings.ts";
import { apiVersion } from "../openapi/document.ts";
import { ingestSchemas, readingExample } from "../openapi/ingest-paths.ts";
import { flag, instant, integer, list, object, orNull, type Schema, text } from "../openapi/schema.ts";

const ref = (path: string): Schema => ({ $ref: `#/${path}` });

const message = (
  name: string,
  title: string,
  payload: Schema,
  example: unknown,
  more: Schema = {},
): Schema => ({
  name,
  title,
  contentType: "application/json",
  payload,
  examples: [{ payload: example }],
  ...more,
});

const number = { type: "number" };
const meanings: Readonly<Record<(typeof eventTypes)[number], string>> = {
  reading: "readings came in; counts, states and forecasts of these molds may have changed",
  warning: "warnings were raised, changed or closed",
  notice: "the bell of this user has new notices",
  board: "figures of the boards have changed",
  counter: "counters were registered, changed or replaced",
  session: "sessions, users, roles or rights have changed",
  gateway: "gateways were made, replaced or revoked",
  connector: "connectors of other systems were made, changed or ended",
};
const namesOf = (what: string): Schema => ({
  ...list(text, { maxItems: 200 }),
  description: `Numbers of the ${what}. Empty or missing: any ${what.slice(0, -1)}. API keys get none`,
});

const messages: Readonly<Record<string, Schema>> = {
  report: message(
    "report",
    "Readings of a counter",
    {
      anyOf: [
        ref("components/schemas/Reading"),
        list(ref("components/schemas/Reading"), { minItems: 1, maxItems: 5000 }),
      ],
    },
    readingExample,
    {
      summary:
        "At QoS 1. PUBACK means that every item is stored, as a reading or in the quarantine. A reading without " +
        "WRITER_IMIE is one of the topic's chip",
    },
  ),
  receipt: message(
    "receipt",
    "Outcome of a message with readings",
    object({ accepted: integer, duplicates: integer, quarantined: integer, rejected: integer }),
    { accepted: 2, duplicates: 0, quarantined: 1, rejected: 0 },
    { summary: "At QoS 0, to the client that sent the readings, if it has subscribed" },
  ),
  config: message(
    "config",
    "Settings of a counter",
    object({ ENABLE_GPS: flag, INT_GPS: { ...orNull(integer), description: "Hours between two positions" } }),
    { ENABLE_GPS: "Y", INT_GPS: 24 },
    { summary: "At QoS 1, when the counter subscribes and after each change" },
  ),
  changed: message(
    "changed",
    "Something has changed",
    object(
      {
        type: {
          enum: eventTypes,
          description: Object.entries(meanings)
            .map(([type, meaning]) => `${type}: ${meaning}`)
            .join(". "),
        },
        molds: namesOf("molds"),
        counters: namesOf("counters"),
      },
      ["type"],
    ),
    { type: "reading", molds: ["M2026-001"], counters: ["C0001"] },
    {
      summary:
        "A hint to query again, not the change itself. Events of one second are merged. Each batch ends with an id; " +
        "a client that connects again sends it as Last-Event-ID. If the server cannot tell what the client missed, " +
        "it sends an event of every type without names",
    },
  ),
  notice: message(
    "notice",
    "Notice of a rule",
    object({
      ID: {
        ...text,
        description: "The same for every attempt, also in X-Shotkeeper-Id: detect duplicates by it",
      },
      TENANT_ID: text,
      TITLE: { ...text, description: "Text in the language of the rule" },
      BODY: text,
      LINK: { ...orNull(text), description: "Address of the screen" },
      NOTICES: list(
        object({
          NOTICE_TYPE: { enum: Object.values(noticeType.values) },
          WARN_LEVEL: { enum: Object.values(warningLevel.values), description: "1 notice, 2 urgent" },
          TITLE: text,
          BODY: text,
          EVENT_TIME: instant,
          LONGITUDE: orNull(number),
          LATITUDE: orNull(number),
          DEV_TYPE: text,
          CAUSE: {
            description: "Measured values and thresholds of the event, by name; null if there are none",
          },
        }),
      ),
    }),
    {
      ID: "7.1234",
      TENANT_ID: "demo",
      TITLE: "Battery low: M2026-001",
      BODY: "The battery of counter C0001 has 12 %.",
      LINK: "https://shotkeeper.example.com/#/warning/battery",
      NOTICES: [
        {
          NOTICE_TYPE: "battery",
          WARN_LEVEL: 1,
          TITLE: "Battery low: M2026-001",
          BODY: "The battery of counter C0001 has 12 %.",
          EVENT_TIME: "2026-05-20T04:00:00Z",
          LONGITUDE: null,
          LATITUDE: null,
          DEV_TYPE: "",
          CAUSE: { battery: 12 },
        },
      ],
    },
    {
      headers: object({
        "X-Shotkeeper-Id": text,
        "X-Shotkeeper-Timestamp": { ...text, description: "Seconds since 1970" },
        "X-Shotkeeper-Signature": {
          ...text,
          description:
            "sha256= and the HMAC-SHA256 in hex of the timestamp, a full stop and the body, with the rule's key",
        },
      }),
      summary:
        "Every status 2xx is success. 408, 425, 429, 5xx and no answer within 10 s are repeated after 1, 5, 15, 60 " +
        "and 240 minutes; other statuses are final",
    },
  ),
};

/**
 * Channels by name: address, direction as the server sees it, and the key of the channel's entry in `servers` below.
 */
const channels = {
  report: { address: reportTopic("{chip}"), action: "receive", server: "mqtt" },
  receipt: { address: receiptTopic("{chip}"), action: "send", server: "mqtt" },
  config: { address: configTopic("{chip}"), action: "send", server: "mqtt" },
  changed: { address: "/events", action: "send", server: "http" },
  notice: { address: null, action: "send", server: undefined },
} as const;

const chip = { chip: { description: "Chip code of the counter" } };

/** Returns the AsyncAPI 3 document of MQTT, the event stream and webhooks. */
export function asyncApiDocument(): Readonly<Record<string, unknown>> {
  const all = Object.entries(channels);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Shotkeeper",
      version: apiVersion,
      description: "Messages of counters (MQTT), the event stream (server-sent events) and webhooks",
      license: { name: "Apache-2.0" },
    },
    defaultContentType: "application/json",
    servers: {
      mqtt: {
        host: "{host}:1883",
        protocol: "mqtt",
        description: "MQTT 3.1.1 and 5. Port 8883 with TLS",
        variables: { host: { default: "localhost" } },
        security: [ref("components/securitySchemes/machine")],
      },
      http: {
        host: "{host}:8080",
        protocol: "http",
        description: "GET with Accept: text/event-stream",
        variables: { host: { default: "localhost" } },
        security: [ref("components/securitySchemes/session"), ref("components/securitySchemes/apiKey")],
      },
    },
    channels: Object.fromEntries(
      all.map(([name, { address, server }]) => [
        name,
        {
          address,
          messages: { [name]: ref(`components/messages/${name}`) },
          ...(address?.includes("{chip}") ? { parameters: chip } : {}),
          ...(server
            ? { servers: [ref(`servers/${server}`)] }
            : { description: "Address of the rule for notices" }),
        },
      ]),
    ),
    operations: Object.fromEntries(
      all.map(([name, { action }]) => [
        name,
        { action, channel: ref(`channels/${name}`), messages: [ref(`channels/${name}/messages/${name}`)] },
      ]),
    ),
    components: {
      messages,
      schemas: { Reading: ingestSchemas.Reading },
      securitySchemes: {
        machine: {
          type: "userPassword",
          description:
            "User name: chip code, or gateway. Password: secret or key. A client certificate replaces both",
        },
        session: {
          type: "httpApiKey",
          in: "header",
          name: "Authorizations",
          description: "Token of a session",
        },
        apiKey: { type: "http", scheme: "bearer", description: "API key: sk_…" },
      },
    },
  };
}
