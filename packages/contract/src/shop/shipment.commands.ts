import { decodeValue, defineCommand, encodeRow, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

const staffModify = right(menus.salesOrder, "M", { only: ["staff"] });

/** Id of the rule that generates the document numbers of shipments. */
export const shipmentRule = "D031";

/** Pieces of an order line that go into a parcel. */
export type PackedLine = {
  readonly orderNo: string;
  readonly seq: number;
  readonly shipQty: number;
};

const packedLine = {
  orderNo: field.text(50, { required: true }),
  seq: field.int({ required: true, min: 1, max: 1_000_000 }),
  shipQty: field.int({ required: true, min: 1, max: 1_000_000 }),
} as const;

/** Encodes a line for the input `lines` of `shipOrders`. */
export const encodePackedLine = (line: PackedLine) => encodeRow(line, packedLine);

/** Decodes a line of the input `lines` of `shipOrders`. Returns undefined for a line with an invalid value. */
export function decodePackedLine(row: unknown): PackedLine | undefined {
  const { ORDER_NO, SEQ, SHIP_QTY } = (typeof row === "object" && row !== null ? row : {}) as Record<
    string,
    unknown
  >;
  const orderNo = decodeValue(ORDER_NO, packedLine.orderNo);
  const seq = decodeValue(SEQ, packedLine.seq);
  const shipQty = decodeValue(SHIP_QTY, packedLine.shipQty);
  if (typeof orderNo !== "string" || typeof seq !== "number" || typeof shipQty !== "number") return undefined;
  return { orderNo, seq, shipQty };
}

/**
 * Ships one parcel: all pieces of the orders that are not shipped yet, or only the pieces in `lines`. All orders must
 * have the same customer and address. An order whose lines are all shipped gets the state "shipping".
 */
export const shipOrders = defineCommand({
  type: "rf_ShipOrders",
  access: staffModify,
  input: {
    orderNos: field.json<readonly string[]>({ list: "text" }),
    carrier: field.text(50),
    expressNo: field.text(50),
    lines: field.json<readonly Readonly<Record<string, unknown>>[]>({ list: { record: packedLine } }),
  },
  output: {
    orderNos: output.values<string>({ shape: "text" }),
    shipmentNo: field.text(60, { required: true }),
  },
});

/**
 * Corrects carrier and waybill number of a shipment. The earlier values are stored with the reason (`shipmentChange`).
 */
export const correctWaybill = defineCommand({
  type: "rf_CorrectWaybill",
  access: staffModify,
  input: {
    shipmentNo: field.text(60, { required: true }),
    carrier: field.text(50),
    expressNo: field.text(50, { required: true }),
    reason: field.text(200, { required: true }),
  },
  output: { shipmentNo: field.text(60, { required: true }) },
});
