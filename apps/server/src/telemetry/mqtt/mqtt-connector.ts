import { setTimeout as sleep } from "node:timers/promises";
import { AppError, refusals } from "@shotkeeper/contract/kernel";
import type { Message } from "../connector/kinds/kind.ts";
import type { Receiver } from "../connector/receiver.ts";
import type { ConnectorSource } from "../ingest/sources.ts";

/** Maximum time between two attempts to store a message, ms. */
const maxWaitMs = 2000;
/** After this number of unexpected failures, a message is logged as refused, so that the next messages can follow. */
const maxTries = 4;

/**
 * Receives a message of a connector. Resolves to the number of the message's parts when the message is stored, so that
 * the sender gets PUBACK. While the database is down, the function waits and tries again, so the sender must buffer its
 * next messages. Rejects if the sender disconnects or its secret was replaced. A message that fails again and again for
 * another reason is logged as refused.
 */
export async function receiveMessage(
  receiver: Receiver,
  { tenantId, secretHash }: ConnectorSource,
  message: Message,
  address: string,
  isThere: () => boolean,
): Promise<number> {
  for (let attempt = 1, strange = 0; ; attempt++) {
    let isForbidden = false;
    try {
      const connector = await receiver.connectors.bySecretHash(tenantId, secretHash);
      isForbidden = connector === undefined;
      if (!connector) throw new Error("no longer allowed");
      if (strange < maxTries) {
        const { parts } = await receiver.receive(connector, message, address);
        return Object.values(parts).reduce((sum, n) => sum + n, 0);
      }
      await receiver.refuse(connector, message, refusals.internalError("MQTT"));
      return 1;
    } catch (cause) {
      if (isForbidden || !isThere()) throw cause;
      if (!(cause instanceof AppError) || cause.status !== 503) strange++;
      await sleep(Math.min(maxWaitMs, 100 * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random() / 2));
      if (!isThere()) throw cause;
    }
  }
}
