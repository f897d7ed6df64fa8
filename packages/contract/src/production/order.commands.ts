import { defineCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { productionOrder } from "./order.entity.ts";

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
  secondPerson: { entity: productionOrder, match: { orderId: "orderId" }, notBy: ["submittedBy"] },
});
/** Turns an order back into a draft. Only possible before the order is started. */
export const withdrawOrder = defineCommand({
  type: "rf_WithdrawOrder",
  access: mayModify,
  input: key,
  output: key,
});
/**
 * Starts an order. Only shots of the mold after the start time count for the order. Default start time: now. An earlier
 * time must not lie before the order's audit or the end of the mold's previous order.
 */
export const startOrder = defineCommand({
  type: "rf_StartOrder",
  access: mayModify,
  input: { orderId, startTime: field.time() },
  output: key,
});
/** Closes an order before all its planned shots are made. */
export const closeOrder = defineCommand({
  type: "rf_CloseOrder",
  access: mayModify,
  input: { orderId, closeReason: field.text(200, { required: true }) },
  output: key,
  secondPerson: {
    notNeeded: "Ends an order before its time, with a reason. The order stays as it was audited.",
  },
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
