import { defineCommand, field } from "../kernel/index.ts";

interface OrderKey {
  readonly ORDER_ID: string;
}

const right = { menu: "PO101", action: "M" } as const;
const orderId = field.text(50, { required: true });

export const submitOrder = defineCommand<OrderKey>()({ type: "rf_SubmitOrder", right, input: { orderId } });
export const auditOrder = defineCommand<OrderKey>()({ type: "rf_AuditOrder", right, input: { orderId } });
/** Back to a draft, while nothing has been made for it. */
export const withdrawOrder = defineCommand<OrderKey>()({
  type: "rf_WithdrawOrder",
  right,
  input: { orderId },
});
/** Shots count for it from here on; without a time from the beginning of this hour, or the end of the mold's last order. */
export const startOrder = defineCommand<OrderKey>()({
  type: "rf_StartOrder",
  right,
  input: { orderId, startTime: field.time() },
});
/** Ends an order before its count is reached. */
export const closeOrder = defineCommand<OrderKey>()({
  type: "rf_CloseOrder",
  right,
  input: { orderId, closeReason: field.text(200, { required: true }) },
});
/** Takes shots off an order and makes a draft of them. */
export const splitOrder = defineCommand<OrderKey>()({
  type: "rf_SplitOrder",
  right: { menu: "PO101", action: "A" },
  input: {
    orderId,
    splitShots: field.int({ wire: "SPLIT_TIMES", unit: "shots", required: true, min: 1, max: 1_000_000_000 }),
    plannedEnd: field.time({ wire: "PE_DATE" }),
  },
});
