import { codes } from "@shotkeeper/contract/kernel";
import { answerOf, route } from "./responses.ts";
import { constant, integer, list, object, orNull, ref, type Schema, text } from "./schema.ts";

const bit: Schema = { enum: [0, 1, "0", "1", null] };

export const readingExample = {
  WRITER_IMIE: "867959060000001",
  COUNT_TIMES: 120_345,
  sendTime: "2026-05-20T04:00:00Z",
  percentage: 87,
};

/** Schema of a counter's reading that is sent to /jsq or by MQTT. */
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
        type: ["string", "integer"],
        description:
          "The counter's clock: ISO 8601 (without a zone: UTC+8) or epoch milliseconds. If it is missing or invalid, " +
          "the time of receipt is used",
      },
      percentage: { type: ["number", "null"], minimum: 0, maximum: 100, description: "Battery, %" },
      Electricity_Mark: { ...bit, description: "1: battery low" },
      rssi: { type: ["number", "null"], minimum: -200, maximum: 0, description: "Signal, dBm" },
      coordinate: { ...orNull(text), description: "lng,lat in WGS84; empty when GPS is off" },
      Remove_Sign: { ...bit, description: "1: removed" },
      Reader_Id: { ...orNull(text), maxLength: 50, description: "Card number" },
      cycles: {
        type: "array",
        maxItems: 10_000,
        items: { type: "number", minimum: 0.05, maximum: 86_400 },
        description: "Seconds of the shots since the last reading, oldest first",
      },
    },
    ["WRITER_IMIE", "COUNT_TIMES"],
  ),
  additionalProperties: false,
  examples: [readingExample],
};

const receipt = object({
  accepted: { ...integer, description: "Readings that are stored and count" },
  duplicates: { ...integer, description: "Readings that were stored before" },
  quarantined: {
    ...list(object({ index: integer, reason: { ...text, enum: ["conflict", "range", "rate", "backstep"] } })),
    description: "Readings that are stored and do not count",
  },
  rejected: {
    ...list(object({ index: integer, Msg: text, stored: { type: "boolean" } })),
    description: "Items that did not become readings. stored: the quarantine holds the item",
  },
});

const chip = { WRITER_IMIE: { ...text, description: "Optional for a counter that queries itself" } };

export const ingestSchemas: Readonly<Record<string, Schema>> = {
  Reading: reading,
  Receipt: receipt,
  Report: object({ Type: constant("report"), Data: list(ref("Reading"), { minItems: 1, maxItems: 5000 }) }),
  QueryCounter: object({ Type: constant("QueryCounter"), ...chip }, ["Type"]),
  QueryLog: object(
    {
      Type: constant("QueryLog"),
      ...chip,
      FROM: { ...text, description: "First instant, inclusive" },
      TO: { ...text, description: "Last instant, exclusive" },
      Page: integer,
      Limit: integer,
      Sort: ref("SortKeys"),
    },
    ["Type"],
  ),
};

const calls = { report: "Report", QueryCounter: "QueryCounter", QueryLog: "QueryLog" } as const;

export const ingestPaths: Readonly<Record<string, Schema>> = {
  "/jsq": {
    post: {
      ...route({
        id: "ingest",
        summary: "Send readings, or query a counter and its readings",
        description:
          "For counters, gateways, users and API keys with the right CT101 M. Code 0 means that every item of the " +
          "receipt's numbers has the outcome that it tells; accepted readings are durably stored. Sending a reading " +
          "again is safe.",
        security: [{ machine: [] }, { session: [] }, { apiKey: [] }],
        body: {
          oneOf: Object.values(calls).map(ref),
          discriminator: {
            propertyName: "Type",
            mapping: Object.fromEntries(
              Object.entries(calls).map(([type, name]) => [type, `#/components/schemas/${name}`]),
            ),
          },
        },
        example: { Type: "report", Data: [readingExample] },
        responses: {
          "200": {
            description: "Code 0: done. Code 1: refused",
            content: {
              "application/json": {
                schema: {
                  anyOf: [
                    answerOf([codes.done], ref("Receipt")),
                    answerOf([codes.fetched], ref("CT101.Q01")),
                    answerOf([codes.fetched], object({ list: list(ref("CT102.Q01")), count: integer })),
                  ],
                },
              },
            },
          },
        },
      }),
    },
  },
};
