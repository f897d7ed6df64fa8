import {
  type CommandOutput,
  decodeValue,
  defineCommand,
  encodeRow,
  errors,
  field,
  onWire,
  output,
  type RowOf,
  right,
  rowFault,
  wireName,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { lineConfiguration, orderQty } from "./cart.entity.ts";
import { maxOrderLines } from "./checkout.commands.ts";

/**
 * Largest number of lines in one quick order. The server refuses longer quick orders. A checkout has the same limit, so
 * that every earlier order can be repeated as a quick order.
 */
export const quickOrderLimit = maxOrderLines;

/** A line of a quick order. Its fields are also the columns of the sheet that customers import. */
export const quickOrderLine = {
  fields: {
    goodsId: field.text(50, { required: true }),
    orderQty,
    ...lineConfiguration,
    /** Product code of the accessory that is bought with each counter. */
    accessory: field.text(50),
    /** Host factory of this line. Default: the host factory of the whole quick order. */
    oemName: field.text(100),
  },
} as const;
const { fields } = quickOrderLine;
export type QuickOrderLine = RowOf<typeof fields>;

/** Encodes a line for the input `rows` of `quickOrder`. */
export const encodeQuickOrderLine = (line: Partial<QuickOrderLine>) => encodeRow(line, fields);

/** Decodes a line of a quick order. A missing or invalid value is null, and `faults` has the error for its field. */
export function decodeQuickOrderLine(row: unknown): {
  readonly line: { readonly [K in keyof QuickOrderLine]: QuickOrderLine[K] | null };
  readonly faults: ReadonlyMap<string, string>;
} {
  const given = (typeof row === "object" && row !== null ? row : {}) as Readonly<Record<string, unknown>>;
  const faults = new Map<string, string>();
  const line = Object.fromEntries(
    Object.entries(fields).map(([name, f]) => {
      const wire = wireName(name, f);
      const value = decodeValue(given[wire], f);
      if (value === undefined) faults.set(wire, errors.invalidField(onWire(wire)).message);
      else if (value === null && f.required) faults.set(wire, errors.missingField(onWire(wire)).message);
      return [name, value ?? null];
    }),
  );
  return { line: line as QuickOrderLine, faults };
}

/**
 * Adds a list of products to the cart, all lines or none. The answer has today's price and stock of each line, and
 * every fault with the index of its line.
 */
export const quickOrder = defineCommand({
  type: "rf_QuickOrder",
  access: right(menus.shop, "A", { only: ["staff", "customer"] }),
  input: {
    /** Host factory of the lines that do not name a host factory. */
    oemName: field.text(100),
    rows: field.json<readonly Readonly<Record<string, unknown>>[]>({ list: { record: fields } }),
    /** True for a preview: the lines are checked and priced, but the cart does not change. */
    checkOnly: field.flag(),
  },
  output: {
    /** Number of lines of the cart that were added or increased. */
    count: field.int({ required: true }),
    /** Ids of the cart lines that were added or increased. */
    cartIds: output.values<number>({ shape: "number" }),
    faults: output.rows(rowFault),
    /** The lines in the order of the request. A value that is unknown because of a fault is null. */
    outcomes: output.rows({
      goodsId: field.text(50),
      goodsName: field.text(100),
      goodsNameTw: field.text(100),
      goodsNameEn: field.text(100),
      goodsModel: field.text(50),
      orderQty: field.int({ wire: "QTY" }),
      ...lineConfiguration,
      accessory: field.text(50),
      oemName: field.text(100),
      unitPrice: field.decimal(4, { unit: "yuan" }),
      /** Price of the accessory; null without an accessory. */
      accessoryPrice: field.decimal(4, { unit: "yuan" }),
      /** Quantity that can be bought today. */
      stockQty: field.int({ wire: "SC_STOCK_QTY" }),
      /** Pieces of the product that are in the cart already. They reduce the stock that is left for the line. */
      cartQty: field.int(),
      /** Amount of the line with its accessory. */
      amount: field.decimal(2, { wire: "JE", unit: "yuan" }),
    }),
  },
});
export type QuickOrderOutcome = CommandOutput<typeof quickOrder>["outcomes"][number];
