import {
  defineEntity,
  defineQuery,
  defineWireCommand,
  field,
  pick,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";
import { moldKind } from "./configuration.ts";

/** Pieces of one line, everywhere in the shop. */
export const orderQty = field.int({ wire: "QTY", required: true, min: 1, max: 1_000_000 });

/** How a line is configured (spec shop §3): SIDE_TYPE -1 none; MAGNET 0 square, 1 round, -1 none. */
export const lineConfiguration = {
  moldKind: field.choice(moldKind, { wire: "MOLD_TYPE" }),
  sideType: field.int({ min: -1, max: 1 }),
  magnet: field.int({ min: -1, max: 1 }),
} as const;

/** A line of a customer's cart (spec shop §3). */
export const cartLine = defineEntity({
  name: "cartLine",
  wire: "SHOPPING_CART",
  access: tableRights(menus.shop),
  key: ["cartId"],
  fields: {
    cartId: field.int({ wire: "ID", readOnly: true }),
    custId: field.text(50, { reference: "BS_CUST", readOnly: true, isPart: true }),
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
  ...pick(product, "goodsName", "goodsModel", "goodsType", "goodsUnit", "unitPrice", "offShelf", "remark"),
  stockQty: field.int({ wire: "SC_STOCK_QTY", virtual: true }),
  goodsImage: field.text(300, { wire: "GOODS_IMAG", virtual: true }),
  amount: field.decimal(2, { wire: "JE", unit: "yuan", virtual: true }),
} as const;

/** The cart; who asks groups it by OEM_NAME (spec shop §7). */
export const cartList = defineQuery({
  menu: menus.shop,
  id: "Q20",
  access: right(menus.shop, "Q"),
  key: ["cartId"],
  columns,
});
/** The same without what is off the shelf: what can be bought. */
export const cartBuyable = defineQuery({
  menu: menus.shop,
  id: "Q20EX",
  access: right(menus.shop, "Q"),
  key: ["cartId"],
  columns,
});

/** Puts goods, and accessories with them, into the cart; the same line again adds to it. */
export const addToCart = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_AddShoppingCart",
  access: right(menus.shop, "A"),
  input: {
    goodsIds: field.json<readonly string[]>(),
    oemName: field.text(100),
    custId: field.text(50),
    orderQty,
    ...lineConfiguration,
  },
});

/** What is wrong with a line of a pasted list, by its place from 0. */
export interface QuickFault {
  readonly ROW: number;
  readonly MSG: string;
}

/** Lines by code and number into the cart: all or none, with every fault told by its row. */
export const quickOrder = defineWireCommand<{
  readonly COUNT: number;
  readonly FAULTS: readonly QuickFault[];
}>()({
  type: "rf_QuickOrder",
  access: right(menus.shop, "A"),
  input: { oemName: field.text(100), rows: field.json<readonly Readonly<Record<string, unknown>>[]>() },
});

/** The lines of an earlier order into the cart; what is not sold any more is left out and named. */
export const reorder = defineWireCommand<{ readonly COUNT: number; readonly LEFT_OUT: readonly string[] }>()({
  type: "rf_Reorder",
  access: right(menus.shop, "A"),
  input: { orderNo: field.text(50, { required: true }) },
});

/** Lines of one list at once. */
export const quickOrderLimit = 500;
