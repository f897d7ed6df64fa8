import type { ExpressAnswer, ExpressRoute } from "@shotkeeper/contract/carrier";

export interface Asked {
  readonly waybill: string;
  /** Last four digits of the receiver's phone, or nothing. */
  readonly phoneTail: string;
  readonly orderNo: string;
  /** When it was sent off, epoch ms. */
  readonly sentAt: number;
  readonly now: number;
}

/** Somebody who knows where parcels are. Routes come as the carrier sends them. */
export interface Carrier {
  readonly name: ExpressAnswer["CARRIER"];
  routes(asked: Asked): Promise<readonly ExpressRoute[]>;
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
  /** Our own number for it, the same whenever it is asked for. */
  readonly parcelNo: string;
  readonly receiver: Contact;
  readonly receiverPays: boolean;
  readonly goods: readonly { readonly name: string; readonly count: number }[];
  readonly now: number;
}

/** Somebody who takes parcels. Asked again about the same parcel it names the same waybill. */
export interface Sender {
  /** As orders show it. */
  readonly title: string;
  waybill(parcel: Parcel): Promise<string>;
}

/** What the carrier said against it. */
export class CarrierFailure extends Error {
  readonly code: string;

  constructor(message: string, code = "") {
    super(message);
    this.code = code;
  }
}

/** A carrier that hangs must not hold our own people. */
const patience = 10_000;

/** Posts a form and reads JSON. */
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
      signal: AbortSignal.timeout(patience),
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
