import { messageOutcome } from "@shotkeeper/contract/counter";
import { type EnumValue, refusals, wireMessage } from "@shotkeeper/contract/kernel";

/**
 * A device that the log must list: it is not adopted, or the message informs about it without giving a reading
 * (`notice`).
 */
export interface SeenDevice {
  readonly deviceId: string;
  readonly messages: number;
  readonly seenAt: number;
  readonly reading?: { readonly count: number; readonly at: number } | undefined;
  readonly notice?: string | undefined;
}

export type Outcome = EnumValue<typeof messageOutcome>;

/** A message with its outcome, for the log of its connector. */
export interface LoggedMessage {
  readonly receivedAt: number;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly deviceId: string | null;
  readonly count: number | null;
  readonly topic: string | null;
  readonly body: string;
  /** True: `body` is only the beginning of the message. */
  readonly isCut?: boolean;
  /** Number of parts of the message by outcome. */
  readonly parts: Partial<Record<Outcome, number>>;
  /** Devices that are not adopted, and devices about which the message informs without giving a reading (`notice`). */
  readonly seen: readonly SeenDevice[];
}

/** Messages of one connector that wait for the next write. */
export interface Pending {
  readonly tenantId: number;
  readonly connectorId: number;
  messages: LoggedMessage[];
  readonly parts: Map<Outcome, number>;
  readonly seen: Map<string, SeenDevice>;
  unlisted: number;
  /** Time of the last message with the right secret. Null: there was none. */
  lastAt: number | null;
  waiters: { readonly resolve: () => void; readonly reject: (cause: unknown) => void }[];
}

/**
 * Reading of a device that was adopted just before its message was logged. When the message was checked, the device was
 * not adopted, so the reading is passed to the ingest now.
 */
export interface AdoptedReading {
  readonly chipCode: string;
  readonly count: number;
  readonly at: number;
}

const { booked, duplicate, inactive } = messageOutcome.values;
/** Outcomes of ordinary messages. The log keeps fewer of these messages than of the others (`keptMessages`). */
export const ordinary: readonly Outcome[] = [booked, duplicate, inactive];
/** Outcomes of messages whose readings are stored. Their senders do not wait for the log. */
export const stored: readonly Outcome[] = [booked, duplicate];

/** Reason that the log shows for an attempt with a wrong secret. */
export const strangerReason = wireMessage(refusals.connectorSecret());

/**
 * Number of messages that the log keeps per connector. It keeps few messages with a wrong secret (`stranger`), because
 * anybody can send them.
 */
export const keptMessages = { ordinary: 50, stranger: 5, others: 200 } as const;

export const keptAs = (m: LoggedMessage): keyof typeof keptMessages =>
  ordinary.includes(m.outcome) ? "ordinary" : m.reason === strangerReason ? "stranger" : "others";
