import { edgeProtocol, modbusTable, wordOrder } from "@shotkeeper/contract/counter";
import { codes } from "@shotkeeper/contract/kernel";
import { parameter, route, security } from "./responses.ts";
import { integer, json, object, orNull, ref, type Schema, text } from "./schema.ts";

const unauthorized = { "401": json(ref("Refusal"), "The secret is wrong") };
const connectorId = parameter("connectorId", "path", text);
const secret = parameter("secret", "path", text);

const edgeReport = object({
  version: text,
  backlog: { ...integer, description: "Number of readings that are stored and not sent" },
  oldestAt: orNull({ ...integer, description: "Time of the oldest of them, epoch ms" }),
  trouble: orNull(text),
  sources: {
    type: "array",
    items: object({
      sourceId: text,
      state: { type: "string", enum: ["reading", "failing"] },
      error: orNull(text),
      readAt: orNull({ ...integer, description: "Epoch ms" }),
      count: orNull(integer),
      counters: orNull(integer),
    }),
  },
});

const edgeConfig = object({
  isActive: { type: "boolean", description: "False: the gateway must keep its readings" },
  sources: {
    type: "array",
    items: object({
      sourceId: text,
      protocol: { type: "string", enum: Object.values(edgeProtocol.values) },
      address: text,
      pollSeconds: integer,
      opcNode: orNull(text),
      modbusUnit: orNull(integer),
      modbusTable: orNull({ type: "string", enum: Object.values(modbusTable.values) }),
      modbusRegister: orNull(integer),
      wordOrder: orNull({ type: "string", enum: Object.values(wordOrder.values) }),
      linePattern: orNull(text),
      countWidth: orNull(integer),
    }),
  },
});

const receive = (id: string, summary: string, more: object): Schema => ({
  post: {
    ...route({
      id,
      summary,
      description:
        "Code 0: the message is dealt with. Its readings are stored, or it is kept with its reason.",
      success: [codes.done],
      data: object({
        parts: {
          type: "object",
          additionalProperties: integer,
          description: "Number of readings by their outcome",
        },
        reason: orNull(text),
      }),
      body: {},
      responses: unauthorized,
      ...more,
    }),
  },
});

/** Addresses at which other systems deliver messages for a connector. */
export const connectorPaths: Readonly<Record<string, Schema>> = {
  "/in/{connectorId}": receive("receiveMessage", "A message of another system for a connector", {
    security: [{ connectorSecret: [] }],
    parameters: [connectorId],
  }),
  "/in/{connectorId}/edge": {
    post: {
      ...route({
        id: "exchangeWithEdgeGateway",
        summary: "State of an edge gateway, answered with its configuration",
        success: [codes.done],
        data: edgeConfig,
        body: edgeReport,
        responses: unauthorized,
        security: [{ connectorSecret: [] }],
        parameters: [connectorId],
      }),
    },
  },
  "/in/{connectorId}/{secret}": receive(
    "receiveMessageAtSecretAddress",
    "The same, with the secret in the address",
    {
      security: security.none,
      parameters: [connectorId, secret],
    },
  ),
};
