import {
  decodeRow,
  defineCommand,
  defineEntity,
  defineQuery,
  encodeRow,
  errors,
  field,
  pick,
  type RowOf,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";
import { lineConfiguration, orderQty } from "./cart.entity.ts";
import { moldKind } from "./configuration.ts";
import { quickOrderLimit } from "./quick-order.commands.ts";

/**
 * Largest number of lines of a list. It equals the limit of a quick order, because one quick order orders a whole list.
 */
export const maxListLines = quickOrderLimit;
/** Largest number of lists of a person. */
export const maxLists = 100;

/**
 * A named list of goods that a person orders again and again. Other people of the company see the list if it is shared.
 */
export const orderList = defineEntity({
  name: "orderList",
  wire: "CUST_LIST_HD",
  access: tableRights(menus.shop, { writers: { A: [], M: ["customer"], D: ["customer"] } }),
  key: ["listId"],
  fields: {
    listId: field.int({ readOnly: true }),
    custId: field.text(50, { reference: "BS_CUST", readOnly: true, isPart: true }),
    listName: field.text(60, { required: true }),
    isShared: field.flag({ hasDefault: true }),
  },
});

/** A line of a list. It has no price: prices and stock are those of the day on which the list is ordered. */
export const orderListLine = defineEntity({
  name: "orderListLine",
  wire: "CUST_LIST_DT",
  access: tableRights(menus.shop),
  key: ["listId", "seq"],
  fields: {
    listId: field.int({ readOnly: true }),
    seq: field.int({ readOnly: true, max: maxListLines }),
    goodsId: field.text(50, { reference: "GOODS_INFO", readOnly: true, isPart: true }),
    oemName: field.text(100, { readOnly: true }),
    orderQty: field.int({ wire: "QTY", min: 1, max: 1_000_000, readOnly: true }),
    moldKind: field.choice(moldKind, { wire: "MOLD_TYPE", readOnly: true }),
    sideType: field.int({ min: -1, max: 1, readOnly: true }),
    magnet: field.int({ min: -1, max: 1, readOnly: true }),
  },
});

/** Returns the caller's own lists, and the lists that other people of the company share. */
export const orderLists = defineQuery({
  menu: menus.shop,
  id: "Q30",
  access: right(menus.shop, "Q"),
  key: ["listId"],
  columns: {
    ...orderList.fields,
    /** Name of the person who made the list. */
    ownerName: field.text(50, { virtual: true }),
    lineCount: field.int({ virtual: true }),
    /** True if the caller may rename, share or delete the list. */
    isEditable: field.flag({ virtual: true }),
  },
});

export const orderListLines = defineQuery({
  menu: menus.shop,
  id: "Q31",
  access: right(menus.shop, "Q"),
  key: ["listId", "seq"],
  columns: { ...orderListLine.fields, ...pick(product, "goodsName") },
});

const listLine = {
  goodsId: field.text(50, { required: true }),
  oemName: field.text(100),
  orderQty,
  ...lineConfiguration,
} as const;
export type ListLine = RowOf<typeof listLine>;

/** Encodes a line for the input `lines` of `saveOrderList`. */
export const encodeListLine = (line: Partial<ListLine>) => encodeRow(line, listLine);

/** Decodes and checks a line of `saveOrderList`. Throws the error of the first invalid field. */
export function decodeListLine(row: unknown): ListLine {
  if (typeof row !== "object" || row === null || Array.isArray(row)) throw errors.invalidField("lines");
  const line = decodeRow({ ...row }, listLine, { mode: "insert" });
  return Object.fromEntries(Object.keys(listLine).map((name) => [name, line[name] ?? null])) as ListLine;
}

/**
 * Saves lines as a new list of the caller, or replaces the lines of a list that the caller may change. Lines that come
 * from a cart or an order are saved unchanged, even if a product is currently not on sale.
 */
export const saveOrderList = defineCommand({
  type: "rf_SaveOrderList",
  access: right(menus.shop, "A", { only: ["customer"] }),
  input: {
    /** List whose lines are replaced. Null: a new list. */
    listId: field.int({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    /**
     * `listName` and `isShared` describe a new list. The command refuses both fields if `listId` names a stored list.
     */
    listName: field.text(60),
    isShared: field.flag(),
    lines: field.json<readonly Readonly<Record<string, unknown>>[]>({ list: { record: listLine } }),
  },
  output: { listId: field.int({ required: true }) },
});
