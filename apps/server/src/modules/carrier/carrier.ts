import type { ExpressAnswer, ExpressRoute } from "@shotkeeper/contract/carrier";

/** Facts that a carrier needs to find a parcel. */
export interface RouteRequest {
  readonly waybill: string;
  /** Last four digits of the receiver's phone number, or "" if unknown. */
  readonly phoneTail: string;
  readonly orderNo: string;
  /** Time at which the parcel was shipped, epoch ms. */
  readonly sentAt: number;
  readonly now: number;
}

/**
 * Client of a carrier's tracking service. The client returns tracking events in the order in which the carrier lists
 * them.
 */
export interface Carrier {
  readonly name: ExpressAnswer["carrier"];
  routes(request: RouteRequest): Promise<readonly ExpressRoute[]>;
}

export interface Contact {
  readonly name: string;
  readonly phone: string;
  readonly province: string;
  readonly city: string;
  readonly district: string;
  readonly address: string;
}

export interface Parcel {
  /**
   * Number that identifies the parcel to the carrier. A repeated request sends the same number, so that the carrier
   * recognizes the parcel.
   */
  readonly parcelNo: string;
  readonly receiver: Contact;
  readonly receiverPays: boolean;
  readonly goods: readonly { readonly name: string; readonly count: number }[];
  readonly now: number;
}

/** Client of a carrier's ordering service. Idempotent: a repeated request for a parcel returns the same waybill. */
export interface Sender {
  /** Name of the carrier, as orders store and show it. */
  readonly title: string;
  waybill(parcel: Parcel): Promise<string>;
}

/** Error of a carrier's service, with the carrier's message and error code. */
export class CarrierFailure extends Error {
  readonly code: string;

  constructor(message: string, code = "") {
    super(message);
    this.code = code;
  }
}

/** Timeout of a carrier request, ms. A carrier that does not answer must not block users for longer. */
const timeoutMs = 10_000;

/** Posts a form and parses the answer as JSON. Throws CarrierFailure on any error. */
export async function postForm(
  url: string,
  values: Readonly<Record<string, string>>,
  send: typeof fetch,
): Promise<unknown> {
  let answer: Response;
  try {
    answer = await send(url, {
      method: "POST",
      body: new URLSearchParams(values),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
  } catch (cause) {
    throw new CarrierFailure(cause instanceof Error ? cause.message : String(cause));
  }
  if (!answer.ok) throw new CarrierFailure(`HTTP ${answer.status}`);
  try {
    return await answer.json();
  } catch {
    throw new CarrierFailure("no JSON");
  }
}

export const text = (v: unknown): string => (typeof v === "string" || typeof v === "number" ? String(v) : "");

export const record = (v: unknown): Readonly<Record<string, unknown>> =>
  typeof v === "object" && v !== null ? (v as Record<string, unknown>) : {};

export const list = (v: unknown): readonly unknown[] => (Array.isArray(v) ? v : []);
