import { defineEntity, defineQuery, field, pick, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { customerOrder, customerOrderLine } from "./order.entity.ts";

/** A parcel with its own waybill number, of one customer and one address. Only commands write this table. */
export const shipment = defineEntity({
  name: "shipment",
  wire: "CUST_SHIPMENT",
  access: tableRights(menus.salesOrder),
  key: ["shipmentNo"],
  fields: {
    shipmentNo: field.text(60, { readOnly: true }),
    custId: field.text(50, { readOnly: true, reference: "BS_CUST" }),
    ...pick(customerOrder, "carrier"),
    expressNo: field.text(50, { readOnly: true }),
    shippedAt: field.time({ wire: "SHIP_DATE", readOnly: true }),
    ...pick(
      customerOrder,
      "recMan",
      "recTel",
      "recProvince",
      "recCity",
      "recDistrict",
      "recAddress",
      "deliveredAt",
    ),
  },
});

/** Pieces of an order line that travel in a shipment. */
export const shipmentLine = defineEntity({
  name: "shipmentLine",
  wire: "CUST_SHIPMENT_DT",
  access: tableRights(menus.salesOrder),
  key: ["shipmentNo", "orderNo", "seq"],
  fields: {
    shipmentNo: field.text(60, { readOnly: true }),
    orderNo: field.text(50, { readOnly: true }),
    seq: field.int({ readOnly: true, max: 1_000_000 }),
    shipQty: field.int({ readOnly: true, min: 1, max: 1_000_000 }),
  },
});

/** A correction of a shipment's waybill number. It stores the carrier and the number from before the correction. */
export const shipmentChange = defineEntity({
  name: "shipmentChange",
  wire: "CUST_SHIPMENT_CHANGE",
  access: tableRights(menus.salesOrder),
  key: ["shipmentNo", "seq"],
  fields: {
    shipmentNo: field.text(60, { readOnly: true }),
    seq: field.int({ readOnly: true }),
    ...pick(shipment, "carrier", "expressNo"),
    reason: field.text(200, { readOnly: true }),
  },
});

/** Lists shipments with the pieces in them. */
export const shipmentList = defineQuery({
  menu: menus.salesOrder,
  id: "Q11",
  access: right(menus.salesOrder, "Q"),
  key: ["shipmentNo"],
  columns: {
    ...shipment.fields,
    custName: field.text(100, { virtual: true }),
    pieceCount: field.int({ virtual: true }),
    changeCount: field.int({ virtual: true }),
  },
});

/** Lists the pieces in shipments with their order lines. */
export const shipmentLines = defineQuery({
  menu: menus.salesOrder,
  id: "Q12",
  access: right(menus.salesOrder, "Q"),
  key: ["shipmentNo", "orderNo", "seq"],
  columns: {
    ...shipmentLine.fields,
    ...pick(shipment, "carrier", "expressNo", "shippedAt", "deliveredAt"),
    ...pick(customerOrderLine, "goodsId", "goodsName", "goodsNameTw", "goodsNameEn", "orderQty"),
  },
});

/** Lists corrections of waybill numbers. */
export const shipmentChanges = defineQuery({
  menu: menus.salesOrder,
  id: "Q13",
  access: right(menus.salesOrder, "Q"),
  key: ["shipmentNo", "seq"],
  columns: { ...shipmentChange.fields },
});
