import { defineEntity, defineEnum, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { notScrapped } from "../mold/mold.entity.ts";

/**
 * State of a production order. Values 0 to 3 are those of AUDIT_STAT (spec admin §4). Shotkeeper adds the values
 * `running` and `done`.
 */
export const orderState = defineEnum("orderState", {
  draft: 0,
  submitted: 1,
  audited: 2,
  closed: 3,
  running: 4,
  done: 5,
});

/**
 * A production order: the number of shots that a mold should make by the planned end (spec admin §3). Progress is not
 * stored. `orderList` computes it from the hourly shots.
 */
export const productionOrder = defineEntity({
  name: "productionOrder",
  wire: "PRD_ORDER",
  access: tableRights(menus.productionOrder),
  key: ["orderId"],
  fields: {
    orderId: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    moldNo: field.text(50, { required: true, reference: "BS_MOLD", referenceIsNot: notScrapped }),
    plannedShots: field.int({
      wire: "ORDER_TIMES",
      unit: "shots",
      required: true,
      min: 1,
      max: 1_000_000_000,
    }),
    /**
     * Parts per shot in this order. The number is lower than the mold's cavities if a cavity is blocked. Default: the
     * mold's cavities.
     */
    cavities: field.int({ wire: "CAVE_TIMES", min: 1, max: 1000, hasDefault: true }),
    productNo: field.text(50, { wire: "PRODUCTNUM" }),
    productParameter: field.text(500),
    plannedStart: field.time({ wire: "PS_DATE" }),
    plannedEnd: field.time({ wire: "PE_DATE", required: true }),
    deviceId: field.text(50, { wire: "DEV_ID", reference: "BS_DEVICE" }),
    remark: field.text(500),
    orderState: field.choice(orderState, { wire: "STATUS", readOnly: true }),
    submittedBy: field.text(50, { readOnly: true }),
    submittedAt: field.time({ wire: "SUBMITTED_DATE", readOnly: true }),
    auditedBy: field.text(50, { readOnly: true }),
    auditedAt: field.time({ wire: "AUDITED_DATE", readOnly: true }),
    /**
     * Time from which the mold's shots count for this order. Shots are stored by hour: in the hour in which the order
     * starts, only the part after the start counts. A mold has at most one running order.
     */
    startedAt: field.time({ wire: "START_TIME", readOnly: true }),
    /**
     * End of the order: shots of hours that begin at this time or later do not count for the order. Null while the
     * order has not ended.
     */
    endedAt: field.time({ wire: "END_TIME", readOnly: true }),
    closeReason: field.text(200, { readOnly: true }),
    /** Number of the order from which this order was split off. */
    splitFrom: field.text(50, { readOnly: true }),
  },
});
