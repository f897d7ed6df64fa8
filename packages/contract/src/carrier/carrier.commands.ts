import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import type { ExpressRoute, ExpressState } from "./carrier.states.ts";

/**
 * Route of a parcel in the format of the carrier SF Express. `queryExpress` returns this object as JSON text in
 * `apiResultData`.
 */
export interface ExpressData {
  readonly success: true;
  readonly errorCode: "S0000";
  readonly errorMsg: null;
  readonly msgData: {
    readonly routeResps: readonly { readonly mailNo: string; readonly routes: readonly ExpressRoute[] }[];
  };
}

/**
 * Returns the route of a parcel. The waybill must belong to an order in the caller's scope. The first three fields of
 * the answer have the format of SF Express, also for other carriers. Source: spec shop §7.
 */
export const queryExpress = defineCommand({
  type: "rf_QryExpressDeliverySf",
  access: right(menus.salesOrder, "Q", { only: ["staff", "customer"] }),
  input: {
    orderCode: { ...field.text(50), wire: "OrderCode" },
    /** Last four digits of the receiver's phone number. Default: the last four digits of the order's phone number. */
    customerName: { ...field.text(4, { pattern: /^\d{4}$/ }), wire: "CustomerName" },
    logisticCode: { ...field.text(40, { pattern: /^[A-Za-z0-9-]{6,40}$/ }), wire: "LogisticCode" },
  },
  output: {
    apiResultCode: output.json<"A1000">({ wire: "apiResultCode", shape: "text" }),
    apiErrorMsg: output.json<"">({ wire: "apiErrorMsg", shape: "text" }),
    /** An `ExpressData` object as JSON text. */
    apiResultData: field.text(100_000, { wire: "apiResultData", required: true }),
    carrier: output.json<"sf" | "kdniao" | "simulated">({ shape: "text" }),
    state: output.json<ExpressState>({ shape: "text" }),
    /** Time at which the carrier gave this answer. */
    asOf: field.time({ required: true }),
    /** True if the carrier could not be reached. Then the carrier's last answer is returned. */
    isStale: output.bool(),
  },
});
export type ExpressAnswer = CommandOutput<typeof queryExpress>;

/**
 * Orders one waybill for the parcel of the given orders, but does not mark them as shipped. Idempotent: a repeated call
 * with the same orders returns the same waybill number.
 */
export const orderWaybill = defineCommand({
  type: "rf_OrderWaybill",
  access: right(menus.salesOrder, "M", { only: ["staff"] }),
  input: { orderNos: field.json<readonly string[]>({ list: "text" }) },
  output: {
    expressNo: field.text(40, { required: true }),
    carrier: field.text(50, { required: true }),
  },
});

/**
 * Returns the account data and the access token for the carrier. A page needs both to print labels. The carrier's
 * secret stays on the server.
 */
export const labelAccess = defineCommand({
  type: "rf_GetLabelAccess",
  access: right(menus.salesOrder, "M", { only: ["staff"] }),
  input: {},
  output: {
    carrier: output.json<"sf" | "simulated">({ shape: "text" }),
    env: field.text(200, { required: true }),
    partnerId: field.text(100, { required: true }),
    accessToken: field.text(500, { required: true }),
    /** Key with which the page decrypts the encrypted parts of a label. Empty if labels are not encrypted. */
    aesKey: field.text(200, { required: true }),
  },
});
export type LabelAccess = CommandOutput<typeof labelAccess>;
