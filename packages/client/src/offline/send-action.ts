import { codes, requestKeyDays } from "@shotkeeper/contract/kernel";
import { ClientError } from "../error.ts";
import {
  type Action,
  type ActionRule,
  inputOf,
  localPhotos,
  type WireBody,
  withInput,
  withUploaded,
} from "./action.ts";
import type { OutboxStore, Outcome, Transport } from "./outbox-types.ts";

const dayMs = 86_400_000;
/**
 * The client estimates the difference between the device's clock and the server's clock. If the estimate changes by at
 * most this, ms, the change counts as an error of the estimation. After a larger change, the client assumes that
 * somebody has set the device's clock.
 */
const clockToleranceMs = 120_000;
/**
 * The time that is sent for an action is at least this much earlier than the estimated present time of the server, ms,
 * because the server refuses times in the future.
 */
const marginMs = 2000;

interface Sending {
  readonly store: Pick<OutboxStore, "photo">;
  readonly transport: Transport;
  readonly rule: ActionRule | undefined;
  /** Stores the action with its new body before the body is sent, so that a later attempt knows the sent body. */
  readonly save: (action: Action) => Promise<void>;
  /** True if the user does the action now. The server then takes its present time as the time of the action. */
  readonly isImmediate: boolean;
}

/** Uploads the photos of an action and sends it. Rejects with the server's refusal, or if there is no answer. */
export async function sendAction(first: Action, o: Sending): Promise<Outcome> {
  const now = o.transport.now();
  let action: Action = { ...first, attempts: first.attempts + 1, firstTriedAt: first.firstTriedAt ?? now };
  if ((action.firstTriedAt ?? now) < now - (requestKeyDays - 10) * dayMs) return { kind: "old" };
  let body = action.sent ?? action.body;
  for (const id of localPhotos(inputOf(body))) {
    const photo = await o.store.photo(id);
    if (!photo) continue;
    const path = await o.transport.upload(photo, `${id}-${action.round}`, action);
    body = withUploaded(body, id, path);
    action = { ...action, sent: body };
    await o.save(action);
  }
  const timed = o.isImmediate ? body : withTime(action, body, o);
  if (!timed) return { kind: "clock" };
  const sentBefore = action.sentBefore ?? (timed !== body && action.attempts > 1 ? body : undefined);
  action = { ...action, sent: timed, ...(sentBefore && { sentBefore }) };
  await o.save(action);
  const send = (of: WireBody) => o.transport.send(of, action.id, action);
  try {
    return { kind: "answered", envelope: await send(timed) };
  } catch (error) {
    const isUsed = error instanceof ClientError && error.code === codes.requestKeyUsed;
    // Gets the answer of an earlier attempt. The server applied the body of that attempt, but the answer was lost. If
    // the same body is sent again, the server returns the same answer again.
    if (!isUsed || !sentBefore) throw error;
    return { kind: "answered", envelope: await send(sentBefore) };
  }
}

/**
 * Fills in the time of the action, by the server's clock. Returns undefined if the clock of the device was changed
 * after the user did the action.
 */
function withTime(action: Action, body: WireBody, { transport, rule }: Sending): WireBody | undefined {
  const input = inputOf(body);
  const field = rule?.timeField;
  if (field === undefined || (input[field] ?? null) !== null) return body;
  const ahead = transport.ahead();
  if (Math.abs(ahead - action.ahead) > clockToleranceMs) return undefined;
  const at = Math.min(action.at + ahead, transport.now() + ahead - marginMs);
  return withInput(body, { ...input, [field]: new Date(at).toISOString() });
}
