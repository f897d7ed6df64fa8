import {
  defineCommand,
  defineEntity,
  defineQuery,
  field,
  output,
  pick,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";
import { moldKind } from "./configuration.ts";

/** Quantity of a line in a cart or an order, pieces. */
export const orderQty = field.int({ wire: "QTY", required: true, min: 1, max: 1_000_000, isAmount: true });

/**
 * Configuration of the counter in a cart or order line (spec shop §3). SIDE_TYPE is the mounting side (-1: none).
 * MAGNET is the magnet's shape: 0 square, 1 round, -1 none.
 */
export const lineConfiguration = {
  moldKind: field.choice(moldKind, { wire: "MOLD_TYPE" }),
  sideType: field.int({ min: -1, max: 1 }),
  magnet: field.int({ min: -1, max: 1 }),
} as const;

/**
 * A line of a shopping cart (spec shop §3). Each person of a customer has a cart. Staff who order for customers have a
 * separate cart for each customer.
 */
export const cartLine = defineEntity({
  name: "cartLine",
  wire: "SHOPPING_CART",
  access: tableRights(menus.shop),
  key: ["cartId"],
  fields: {
    cartId: field.int({ wire: "ID", readOnly: true }),
    custId: field.text(50, { reference: "BS_CUST", readOnly: true, isPart: true }),
    userId: field.text(50, { reference: "SYS_USER", readOnly: true, isPart: true }),
    goodsId: field.text(50, { reference: "GOODS_INFO", readOnly: true, isPart: true }),
    oemName: field.text(100, { readOnly: true }),
    orderQty,
    moldKind: field.choice(moldKind, { wire: "MOLD_TYPE", readOnly: true }),
    sideType: field.int({ min: -1, max: 1, readOnly: true }),
    magnet: field.int({ min: -1, max: 1, readOnly: true }),
  },
});

const columns = {
  ...cartLine.fields,
  ...pick(
    product,
    "goodsName",
    "goodsNameTw",
    "goodsNameEn",
    "goodsModel",
    "goodsType",
    "goodsUnit",
    "unitPrice",
    "offShelf",
    "remark",
  ),
  stockQty: field.int({ wire: "SC_STOCK_QTY", virtual: true }),
  goodsImage: field.text(300, { wire: "GOODS_IMAG", virtual: true }),
  amount: field.decimal(2, { wire: "JE", unit: "yuan", virtual: true }),
} as const;

/** Lists the lines of carts. Clients group the lines by host factory (spec shop §7). */
export const cartList = defineQuery({
  menu: menus.shop,
  id: "Q20",
  access: right(menus.shop, "Q"),
  key: ["cartId"],
  columns,
});
/** Lists the lines of carts whose products are still on sale. */
export const cartBuyable = defineQuery({
  menu: menus.shop,
  id: "Q20EX",
  access: right(menus.shop, "Q"),
  key: ["cartId"],
  columns,
});

const count = field.int({ required: true });

/**
 * Adds a product to the caller's cart, and also an accessory if the input names one. If the cart already has an equal
 * line, increases its quantity.
 */
export const addToCart = defineCommand({
  type: "rf_AddShoppingCart",
  access: right(menus.shop, "A", { only: ["staff", "customer"] }),
  input: {
    goodsIds: field.json<readonly string[]>({ list: "text" }),
    oemName: field.text(100),
    custId: field.text(50),
    orderQty,
    ...lineConfiguration,
  },
  output: { count },
});

/**
 * Adds the lines of an earlier order to the caller's cart. Returns the codes of those products that are no longer sold.
 */
export const reorder = defineCommand({
  type: "rf_Reorder",
  access: right(menus.shop, "A"),
  input: { orderNo: field.text(50, { required: true }) },
  output: { count, leftOut: output.values<string>({ shape: "text" }) },
});
