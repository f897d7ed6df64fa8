import { messageOutcome } from "@shotkeeper/contract/counter";
import { type Refusal, refusals, wireMessage } from "@shotkeeper/contract/kernel";
import type { Intake } from "../ingest/intake.ts";
import type { Receipt } from "../ingest/receipt.ts";
import type { ReportItem } from "../ingest/report.ts";
import type { Connector, Connectors, Device } from "./connectors.ts";
import { type DeviceReading, decode, type Part } from "./decode.ts";
import type { Message } from "./kinds/kind.ts";
import type { LoggedMessage, Outcome, SeenDevice } from "./logged-message.ts";
import type { MessageLog } from "./message-log.ts";

const { refused, waiting, quarantined, inactive, notice, booked, duplicate } = messageOutcome.values;
/** Outcomes in order of urgency, the most urgent first. The log shows the most urgent outcome of a message's parts. */
const rank = Object.values(messageOutcome.values);

interface Judged {
  readonly outcome: Outcome;
  readonly refusal?: Refusal | undefined;
}

/**
 * Returns the reason why a part of a message is not passed to the ingest. Returns undefined for a reading of an adopted
 * device, which is passed to the ingest.
 */
export function judgePart(part: Part, isActive: boolean, device: Device | undefined): Judged | undefined {
  if ("refusal" in part) return { outcome: refused, refusal: part.refusal };
  if ("notice" in part) return { outcome: notice, refusal: part.notice };
  if (!isActive) return { outcome: inactive, refusal: refusals.connectorInactive() };
  const { deviceId } = part.reading;
  if (device?.isIgnored) return { outcome: notice, refusal: refusals.deviceIgnored(deviceId) };
  return device?.chipCode ? undefined : { outcome: waiting, refusal: refusals.deviceWaiting(deviceId) };
}

export const deviceOf = (part: Part): string | undefined =>
  "reading" in part ? part.reading.deviceId : part.deviceId;

const itemOf = (r: DeviceReading, chipCode: string): ReportItem => ({
  WRITER_IMIE: chipCode,
  COUNT_TIMES: r.count,
  ...(r.at !== null && { sendTime: r.at }),
  ...(r.battery !== null && { percentage: r.battery }),
  ...(r.rssi !== null && { rssi: r.rssi }),
});

/** Outcome of a received message: the number of its parts by outcome, and the reason of the most urgent outcome. */
export interface Received {
  readonly parts: Readonly<Partial<Record<Outcome, number>>>;
  readonly reason: string | null;
}

/** Receives the messages of connectors: decodes them, passes their readings to the ingest, and logs them. */
export class Receiver {
  constructor(
    readonly connectors: Connectors,
    private readonly intake: Intake,
    readonly log: MessageLog,
  ) {}

  /**
   * Resolves when the readings of the message are stored (for MQTT: in the journal). If the message has no readings to
   * store, resolves when it is stored in the log. Rejects if something could not be stored. The sender may then send
   * the message again, because storing is idempotent.
   */
  async receive(c: Connector, message: Message, address: string): Promise<Received> {
    const parts = decode(message, c);
    const ids = new Set(parts.map(deviceOf).filter((id) => id !== undefined));
    const devices = await this.connectors.devicesOf(c, ids);
    const judged = parts.map((part) => judgePart(part, c.isActive, devices.get(deviceOf(part) ?? "")));
    const items: ReportItem[] = [];
    parts.forEach((part, i) => {
      const chipCode = devices.get(deviceOf(part) ?? "")?.chipCode;
      if (judged[i] === undefined && "reading" in part && chipCode)
        items.push(itemOf(part.reading, chipCode));
    });
    const others = judged.filter((j) => j !== undefined);
    const finish = (receipt: Receipt | undefined) => {
      const received = summary(others, receipt);
      return {
        received,
        stored: this.log.add(c.tenantId, c.connectorId, logged(message, parts, received, devices)),
      };
    };
    if (items.length === 0) {
      const { received, stored } = finish(undefined);
      await stored;
      return received;
    }
    const isHttp = message.topic === undefined;
    const channel = isHttp ? "http" : "mqtt";
    let done: ReturnType<typeof finish> | undefined;
    const onReceipt = (receipt: Receipt) => {
      done = finish(receipt);
      // For MQTT, ignores an error of the log, because the sender already has its acknowledgement.
      if (!isHttp) done.stored.catch(() => {});
    };
    await this.intake.take(items, { source: c.source, address, channel, onReceipt });
    if (done && isHttp) await done.stored;
    return done?.received ?? { parts: { [booked]: items.length }, reason: null };
  }

  /**
   * Logs a message with a wrong secret. The body and the address parameters of the message are not stored, because
   * anybody can send them.
   */
  refuseStranger(c: Pick<Connector, "tenantId" | "connectorId">, receivedAt: number): Promise<void> {
    return this.refuse(c, { body: "", query: {}, receivedAt }, refusals.connectorSecret());
  }

  /** Logs a message that could not be read at all, for example because it is too large. */
  refuse(c: Pick<Connector, "tenantId" | "connectorId">, message: Message, refusal: Refusal): Promise<void> {
    const received = summary([{ outcome: refused, refusal }], undefined);
    return this.log.add(c.tenantId, c.connectorId, logged(message, [], received, new Map()));
  }
}

/** Counts the parts of a message by outcome. `receipt` has the outcomes of the parts that were passed to the ingest. */
function summary(judged: readonly Judged[], receipt: Receipt | undefined): Received {
  const parts: Partial<Record<Outcome, number>> = {};
  const reasons = new Map<Outcome, string>();
  const add = (outcome: Outcome, n: number, reason?: string) => {
    if (n === 0) return;
    parts[outcome] = (parts[outcome] ?? 0) + n;
    if (reason !== undefined && !reasons.has(outcome)) reasons.set(outcome, reason);
  };
  for (const { outcome, refusal } of judged) add(outcome, 1, refusal && wireMessage(refusal));
  if (receipt) {
    add(booked, receipt.accepted);
    add(duplicate, receipt.duplicates);
    for (const q of receipt.quarantined) add(quarantined, 1, wireMessage(refusals.quarantined(q.reason)));
    for (const r of receipt.rejected) add(refused, 1, r.Msg);
  }
  const first = rank.find((outcome) => reasons.has(outcome));
  return { parts, reason: first === undefined ? null : (reasons.get(first) ?? null) };
}

function logged(
  message: Message,
  parts: readonly Part[],
  { parts: numbers, reason }: Received,
  devices: ReadonlyMap<string, Device>,
): LoggedMessage {
  const first = parts[0];
  const query = new URLSearchParams(message.query).toString();
  const seen: SeenDevice[] = [];
  for (const part of parts) {
    const deviceId = deviceOf(part);
    if (deviceId === undefined || "refusal" in part) continue;
    if ("reading" in part && devices.get(deviceId)?.chipCode) continue;
    seen.push({
      deviceId,
      messages: 1,
      seenAt: message.receivedAt,
      ...("reading" in part
        ? { reading: { count: part.reading.count, at: part.reading.at ?? message.receivedAt } }
        : { notice: wireMessage(part.notice) }),
    });
  }
  return {
    receivedAt: message.receivedAt,
    outcome: rank.find((outcome) => (numbers[outcome] ?? 0) > 0) ?? refused,
    reason,
    deviceId: (first && deviceOf(first)) ?? null,
    count: first && "reading" in first ? first.reading.count : null,
    topic: message.topic ?? (query === "" ? null : `?${query}`),
    body: message.body,
    parts: numbers,
    seen,
  };
}
