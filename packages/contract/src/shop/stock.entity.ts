import {
  defineCommand,
  defineEntity,
  defineEnum,
  defineQuery,
  field,
  pick,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";

/** Kinds of documents that change the stock of a product. */
export const stockMoveKind = defineEnum("stockMoveKind", {
  opening: 0,
  receipt: 1,
  shipment: 2,
  return: 3,
  correction: 4,
  writeOff: 5,
});

/** State of a serial number of the shop. */
export const serialState = defineEnum("serialState", { inStock: 0, packed: 1, shipped: 2, removed: 3 });

/** Id of the rule that generates the document numbers of goods receipts and stock corrections. */
export const stockRule = "D032";

/** A document that changes the stock of a product. The stock is the sum of all moves. Only commands write moves. */
export const stockMove = defineEntity({
  name: "stockMove",
  wire: "GOODS_STOCK_MOVE",
  access: tableRights(menus.salesStock),
  key: ["moveNo", "goodsId"],
  fields: {
    moveNo: field.text(60, { readOnly: true }),
    goodsId: field.text(50, { readOnly: true, reference: "GOODS_INFO", isPart: true }),
    moveKind: field.choice(stockMoveKind, { readOnly: true }),
    /** Added pieces; negative: removed pieces. */
    moveQty: field.int({ readOnly: true }),
    /** Stock after the move. */
    balanceQty: field.int({ readOnly: true, min: 0 }),
    moveReason: field.text(200, { readOnly: true }),
  },
});

/**
 * Serial number (chip code) of a counter that the shop has in stock or has shipped. A packed serial number belongs to
 * an order line.
 */
export const stockSerial = defineEntity({
  name: "stockSerial",
  wire: "GOODS_SERIAL",
  access: tableRights(menus.salesStock, { readOn: [menus.salesOrder] }),
  key: ["chipCode"],
  fields: {
    chipCode: field.text(50, { wire: "WRITER_IMIE", readOnly: true }),
    goodsId: field.text(50, { readOnly: true, reference: "GOODS_INFO" }),
    serialState: field.choice(serialState, { wire: "SERIAL_STAT", readOnly: true }),
    orderNo: field.text(50, { readOnly: true }),
    seq: field.int({ readOnly: true }),
    shipmentNo: field.text(60, { readOnly: true }),
  },
});

export const stockMoves = defineQuery({
  menu: menus.salesStock,
  id: "Q02",
  access: right(menus.salesStock, "Q", { only: ["staff"] }),
  key: ["moveNo", "goodsId"],
  columns: { ...stockMove.fields, ...pick(product, "goodsName") },
});

export const stockSerials = defineQuery({
  menu: menus.salesStock,
  id: "Q03",
  access: right(menus.salesStock, "Q", { others: [menus.salesOrder], only: ["staff"] }),
  key: ["chipCode"],
  columns: { ...stockSerial.fields, ...pick(product, "goodsName") },
});

const stockModify = right(menus.salesStock, "M", { only: ["staff"] });
const packModify = right(menus.salesOrder, "M", { only: ["staff"] });
const serials = field.json<readonly string[]>({ list: "text" });
const stockQty = field.int({ wire: "SC_STOCK_QTY", required: true });
const serialCount = field.int({ required: true });

/**
 * Adds received goods to the stock. If the goods are counters, the input contains the serial number of each counter.
 */
export const receiveStock = defineCommand({
  type: "rf_ReceiveStock",
  access: stockModify,
  input: {
    goodsId: field.text(50, { required: true }),
    receivedQty: field.int({ required: true, min: 1, max: 1_000_000 }),
    serials,
    reason: field.text(200, { required: true }),
  },
  output: { moveNo: field.text(60, { required: true }), stockQty },
});

/**
 * Adds `changeQty` to the stock of a product; a negative number reduces it. Counters that leave the stock are named by
 * their serial numbers. Returns the new stock.
 */
export const adjustStock = defineCommand({
  type: "rf_AdjustStock",
  access: stockModify,
  input: {
    goodsId: field.text(50, { required: true }),
    changeQty: field.int({ required: true, min: -1_000_000_000, max: 1_000_000_000 }),
    serials,
    reason: field.text(200, { required: true }),
  },
  output: { stockQty },
});

/**
 * Records serial numbers of counters that are in stock already. A product cannot have more serial numbers than counters
 * in stock.
 */
export const recordSerials = defineCommand({
  type: "rf_RecordSerials",
  access: stockModify,
  input: { goodsId: field.text(50, { required: true }), serials },
  output: { serialCount },
});

/** Packs counters for an order: assigns the scanned serial numbers to the order lines of their product, all or none. */
export const packSerials = defineCommand({
  type: "rf_PackSerials",
  access: packModify,
  input: { orderNo: field.text(50, { required: true }), serials },
  output: { serialCount },
});

/** Takes packed counters out of an order and puts them back into stock. */
export const unpackSerials = defineCommand({
  type: "rf_UnpackSerials",
  access: packModify,
  input: { orderNo: field.text(50, { required: true }), serials },
  output: { serialCount },
});

/**
 * Links a customer to the tenant that the customer uses on this platform. Shipped counters are then registered in that
 * tenant. Null removes the link. The linked tenant must have entered the caller's tenant as its counter supplier.
 */
export const linkCustomerTenant = defineCommand({
  type: "rf_LinkCustomerTenant",
  access: right(menus.customer, "M", { only: ["staff"] }),
  input: { custId: field.text(50, { required: true }), tenantCode: field.text(30) },
  output: { custId: field.text(50, { required: true }) },
});
