import { settlement } from "../enumerations.ts";
import {
  decodeRow,
  defineCommand,
  encodeRow,
  errors,
  field,
  output,
  type RowOf,
  right,
  wireIndex,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { anyPhonePattern } from "./address/index.ts";
import { lineConfiguration, orderQty } from "./cart.entity.ts";

/** Largest number of lines of a checkout, in all its orders together. */
export const maxOrderLines = 2000;

/** Input fields of one order in a checkout (spec shop §7, HD_INFO). */
const checkoutHead = {
  custId: field.text(50),
  oemName: field.text(100),
  postage: field.decimal(2, { unit: "yuan", min: 0, max: 1_000_000 }),
  postageStat: field.choice(settlement),
  remark: field.text(500),
  custCode: field.text(50),
  recMan: field.text(50),
  recTel: field.text(20, { pattern: anyPhonePattern }),
  recProvince: field.text(50),
  recCity: field.text(50),
  recDistrict: field.text(50, { wire: "REC_EXPAREA" }),
  recAddress: field.text(120, { wire: "REC_ADDR" }),
} as const;
export type CheckoutHead = RowOf<typeof checkoutHead>;

/** Input fields of one line in a checkout (spec shop §7, DT_INFO). */
const checkoutLine = {
  /** Id of the cart line that is bought; null if the product is bought directly, without the cart. */
  cartId: field.int({ wire: "ID" }),
  goodsId: field.text(50, { required: true }),
  orderQty,
  unitPrice: field.decimal(4, { unit: "yuan", required: true, min: 0, max: 100_000_000 }),
  ...lineConfiguration,
  moldNo: field.text(50),
} as const;
export type CheckoutLine = RowOf<typeof checkoutLine>;

/** Part of a checkout on the wire: the lines for one host factory. The server creates one order from each part. */
interface WireCheckoutGroup {
  readonly HD_INFO: Readonly<Record<string, unknown>>;
  readonly DT_INFO: readonly Readonly<Record<string, unknown>>[];
}

const checkoutGroup = {
  properties: { HD_INFO: { record: checkoutHead }, DT_INFO: { list: { record: checkoutLine } } },
} as const;

/** Encodes a part of a checkout (the lines for one host factory) for the input `data` of `createOrders`. */
export const encodeCheckoutGroup = (
  head: Partial<CheckoutHead>,
  lines: readonly Partial<CheckoutLine>[],
): WireCheckoutGroup => ({
  HD_INFO: encodeRow(head, checkoutHead),
  DT_INFO: lines.map((line) => encodeRow(line, checkoutLine)),
});

/**
 * Decodes and checks those fields of a row that are in `fields`. Ignores all other fields, because clients send
 * additional fields.
 */
function decodeKnown(row: unknown, fields: typeof checkoutHead | typeof checkoutLine) {
  if (typeof row !== "object" || row === null || Array.isArray(row)) throw errors.missingField("data");
  const { toName } = wireIndex(fields);
  const known = Object.fromEntries(Object.entries(row).filter(([wire]) => toName.has(wire)));
  const decoded = decodeRow(known, fields, { mode: "insert" });
  for (const name of Object.keys(fields)) decoded[name] ??= null;
  return decoded;
}

/**
 * Decodes and checks a part of a checkout (the lines for one host factory). Throws noHostFactory without a host
 * factory, nothingToSettle without lines, and the errors of `decodeRow` for an invalid field.
 */
export function decodeCheckoutGroup(group: unknown): {
  readonly head: CheckoutHead & { readonly oemName: string };
  readonly lines: readonly CheckoutLine[];
} {
  const { HD_INFO, DT_INFO } = (group ?? {}) as { readonly [K in keyof WireCheckoutGroup]?: unknown };
  const head = decodeKnown(HD_INFO, checkoutHead) as CheckoutHead;
  const { oemName } = head;
  if (oemName === null) throw errors.noHostFactory();
  if (!Array.isArray(DT_INFO) || DT_INFO.length === 0) throw errors.nothingToSettle();
  return {
    head: { ...head, oemName },
    lines: DT_INFO.map((row) => decodeKnown(row, checkoutLine) as CheckoutLine),
  };
}

/**
 * Creates one order per host factory, all or none. All orders have one customer and one delivery address: the values of
 * the first order. Another value in a later order is refused. Idempotent: a repeated call with the same `checkoutKey`
 * returns the orders of the first call.
 */
export const createOrders = defineCommand({
  type: "rf_CreateCustOrder",
  access: right(menus.salesOrder, "A", { only: ["staff", "customer"] }),
  input: {
    data: field.json<readonly WireCheckoutGroup[]>({ list: checkoutGroup }),
    checkoutKey: field.text(64),
  },
  output: {
    orderNos: output.values<string>({ shape: "text" }),
    /** True if the orders wait for an approver of the customer's company. */
    needsApproval: field.flag({ required: true }),
  },
});

const fee = field.decimal(2, { unit: "yuan", required: true });

/** Returns the tenant's postage rules. `PostageRules` explains them. */
export const postageRules = defineCommand({
  type: "rf_PostageRules",
  access: right(menus.shop, "Q"),
  input: {},
  output: {
    freeAmount: fee,
    freeQty: field.int({ required: true }),
    city: fee,
    province: fee,
    elsewhere: fee,
  },
});
