import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import type { ExpressRoute, ExpressState } from "./carrier.states.ts";

/** Content of `apiResultData` in the format of SF's API. */
export interface ExpressData {
  readonly success: true;
  readonly errorCode: "S0000";
  readonly errorMsg: null;
  readonly msgData: {
    readonly routeResps: readonly { readonly mailNo: string; readonly routes: readonly ExpressRoute[] }[];
  };
}

/**
 * Returns the route of a parcel. The waybill must belong to an order in the caller's scope. The first three fields
 * have the format of SF's API, whichever carrier answers. Source: spec shop §7.
 */
export const queryExpress = defineCommand({
  type: "rf_QryExpressDeliverySf",
  access: right(menus.salesOrder, "Q"),
  input: {
    orderCode: { ...field.text(50), wire: "OrderCode" },
    /** Last four digits of the receiver's phone; by default those of the order. */
    customerName: { ...field.text(4, { pattern: /^\d{4}$/ }), wire: "CustomerName" },
    logisticCode: { ...field.text(40, { pattern: /^[A-Za-z0-9-]{6,40}$/ }), wire: "LogisticCode" },
  },
  output: {
    apiResultCode: output.json<"A1000">({ wire: "apiResultCode" }),
    apiErrorMsg: output.json<"">({ wire: "apiErrorMsg" }),
    /** JSON text of ExpressData. */
    apiResultData: field.text(100_000, { wire: "apiResultData", required: true }),
    carrier: output.json<"sf" | "kdniao" | "simulated">(),
    state: output.json<ExpressState>(),
    /** Time of the carrier's answer. */
    asOf: field.time({ required: true }),
    /** The carrier could not be reached; this is its previous answer. */
    isStale: output.bool(),
  },
});
export type ExpressAnswer = CommandOutput<typeof queryExpress>;

/** Orders a waybill for the parcel of these orders. Idempotent: the same orders get the same number. Ships nothing. */
export const orderWaybill = defineCommand({
  type: "rf_OrderWaybill",
  access: right(menus.salesOrder, "M"),
  input: { orderNos: field.json<readonly string[]>() },
  output: {
    expressNo: field.text(40, { required: true }),
    carrier: field.text(50, { required: true }),
  },
});

/** Answers what a page needs to print labels. The secret itself stays on the server. */
export const labelAccess = defineCommand({
  type: "rf_GetLabelAccess",
  access: right(menus.salesOrder, "M"),
  input: {},
  output: {
    carrier: output.json<"sf" | "simulated">(),
    env: field.text(200, { required: true }),
    partnerId: field.text(100, { required: true }),
    accessToken: field.text(500, { required: true }),
    /** Key that decrypts the encrypted parts of labels; empty if there is none. */
    aesKey: field.text(200, { required: true }),
  },
});
export type LabelAccess = CommandOutput<typeof labelAccess>;
