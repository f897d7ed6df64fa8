import { defineCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

const mayModify = right(menus.productionOrder, "M");
const orderId = field.text(50, { required: true });
const key = { orderId } as const;

export const submitOrder = defineCommand({
  type: "rf_SubmitOrder",
  access: mayModify,
  input: key,
  output: key,
});
export const auditOrder = defineCommand({
  type: "rf_AuditOrder",
  access: mayModify,
  input: key,
  output: key,
});
/** Turns an order back into a draft. Only possible before it is started. */
export const withdrawOrder = defineCommand({
  type: "rf_WithdrawOrder",
  access: mayModify,
  input: key,
  output: key,
});
/**
 * Starts an order. The mold's shots count for the order from the start time on, and never shots made before. Default
 * start time: now. An earlier time must not lie before the audit or the end of the mold's previous order.
 */
export const startOrder = defineCommand({
  type: "rf_StartOrder",
  access: mayModify,
  input: { orderId, startTime: field.time() },
  output: key,
});
/** Ends an order before all of its planned shots are made. */
export const closeOrder = defineCommand({
  type: "rf_CloseOrder",
  access: mayModify,
  input: { orderId, closeReason: field.text(200, { required: true }) },
  output: key,
});
/** Moves planned shots from an order to a new draft. Returns the number of the new order. */
export const splitOrder = defineCommand({
  type: "rf_SplitOrder",
  access: right(menus.productionOrder, "A"),
  input: {
    orderId,
    splitShots: field.int({ wire: "SPLIT_TIMES", unit: "shots", required: true, min: 1, max: 1_000_000_000 }),
    plannedEnd: field.time({ wire: "PE_DATE" }),
  },
  output: key,
});
