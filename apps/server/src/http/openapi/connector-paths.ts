import { codes } from "@shotkeeper/contract/kernel";
import { parameter, route, security } from "./responses.ts";
import { integer, json, object, orNull, ref, type Schema, text } from "./schema.ts";

const unauthorized = { "401": json(ref("Refusal"), "The secret is wrong") };
const connectorId = parameter("connectorId", "path", text);
const secret = parameter("secret", "path", text);

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
  "/in/{connectorId}/{secret}": receive(
    "receiveMessageAtSecretAddress",
    "The same, with the secret in the address",
    {
      security: security.none,
      parameters: [connectorId, secret],
    },
  ),
};
