import { defineCommand, field } from "../kernel/index.ts";
import type { ExpressRoute, ExpressState } from "./carrier.states.ts";

/** The answer in SF's shape whatever the carrier (spec shop §7); ours is written in capitals. */
export interface ExpressAnswer {
  readonly apiResultCode: "A1000";
  readonly apiErrorMsg: "";
  /** JSON of ExpressData, as SF sends it. */
  readonly apiResultData: string;
  readonly CARRIER: "sf" | "kdniao" | "simulated";
  readonly STATE: ExpressState;
  /** When the carrier said so. */
  readonly AS_OF: string;
  /** The carrier did not answer now: this is the last that it said. */
  readonly IS_STALE: boolean;
}

export interface ExpressData {
  readonly success: true;
  readonly errorCode: "S0000";
  readonly errorMsg: null;
  readonly msgData: {
    readonly routeResps: readonly { readonly mailNo: string; readonly routes: readonly ExpressRoute[] }[];
  };
}

/** Where a parcel is. The waybill must belong to an order that the asker sees. */
export const queryExpress = defineCommand<ExpressAnswer>()({
  type: "rf_QryExpressDeliverySf",
  right: { menu: "OR100", action: "Q" },
  input: {
    orderCode: { ...field.text(50), wire: "OrderCode" },
    /** Last four digits of the receiver's phone; the order's own when left out. */
    customerName: { ...field.text(4, { pattern: /^\d{4}$/ }), wire: "CustomerName" },
    logisticCode: { ...field.text(40, { pattern: /^[A-Za-z0-9-]{6,40}$/ }), wire: "LogisticCode" },
  },
});

/** The carrier's number for a parcel with these orders; asked again it is the same. Sends nothing off. */
export const orderWaybill = defineCommand<{ readonly EXPRESS_NO: string; readonly CARRIER: string }>()({
  type: "rf_OrderWaybill",
  right: { menu: "OR100", action: "M" },
  input: { orderNos: field.json<readonly string[]>() },
});

/** What a page needs to have labels printed: never the secret. */
export interface LabelAccess {
  readonly CARRIER: "sf" | "simulated";
  readonly ENV: string;
  readonly PARTNER_ID: string;
  readonly ACCESS_TOKEN: string;
  /** Opens the encrypted parts of labels; empty when there is none. */
  readonly AES_KEY: string;
}
export const labelAccess = defineCommand<LabelAccess>()({
  type: "rf_GetLabelAccess",
  right: { menu: "OR100", action: "M" },
  input: {},
});
