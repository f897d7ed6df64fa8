import type { QueryRow } from "@shotkeeper/contract/kernel";
import {
  addressParts,
  carrierNames,
  openQtyOf,
  type PackedLine,
  refuseNumber,
  type saleLines,
} from "@shotkeeper/contract/shop";
import type { SaleRow } from "./sale-row.ts";

export type SaleLine = QueryRow<typeof saleLines>;

/** A parcel of the ship dialog: the orders of one customer and address, with its waybill number. */
export interface ShipParcel {
  readonly key: string;
  readonly orders: readonly SaleRow[];
  readonly carrier: string;
  readonly expressNo: string;
  /** Chosen pieces by order line. A line that is not in the map is shipped whole. */
  readonly quantities: ReadonlyMap<string, number>;
  readonly isShipped?: boolean;
  readonly failure?: string;
}

export const lineKey = (l: Pick<SaleLine, "orderNo" | "seq">): string => `${l.orderNo}/${l.seq}`;

export const placeOf = (o: SaleRow): string => addressParts(o).join(" ");

/** Groups orders into parcels: one for each customer and address. */
export function shipParcels(orders: readonly SaleRow[]): readonly ShipParcel[] {
  const groups = new Map<string, SaleRow[]>();
  for (const o of orders) {
    const key = JSON.stringify([o.custId, o.recMan, o.recTel, placeOf(o)]);
    groups.set(key, [...(groups.get(key) ?? []), o]);
  }
  return [...groups].map(([key, of]) => ({
    key,
    orders: of,
    carrier: carrierNames[0] ?? "",
    expressNo: "",
    quantities: new Map(),
  }));
}

export const openQty = (l: SaleLine): number => openQtyOf({ ...l, orderQty: l.orderQty ?? 0 });

/** Returns the lines of a parcel that still have pieces to ship. */
export const linesOf = (parcel: ShipParcel, lines: readonly SaleLine[]): readonly SaleLine[] =>
  lines.filter((l) => openQty(l) > 0 && parcel.orders.some((o) => o.orderNo === l.orderNo));

/**
 * Returns the chosen pieces of a parcel as input of the command. Returns undefined if the user has chosen no
 * quantities: the command then ships all open pieces.
 */
export function chosenLines(
  parcel: ShipParcel,
  lines: readonly SaleLine[],
): readonly PackedLine[] | undefined {
  if (parcel.quantities.size === 0) return undefined;
  return linesOf(parcel, lines).flatMap((l) => {
    const shipQty = parcel.quantities.get(lineKey(l)) ?? openQty(l);
    return shipQty > 0 ? [{ orderNo: l.orderNo ?? "", seq: l.seq ?? 0, shipQty }] : [];
  });
}

/**
 * Returns true if the parcel can be shipped: its waybill number fits the pattern of its carrier, and no other parcel of
 * this carrier in `all` has the same number.
 */
export function isReady(parcel: ShipParcel, all: readonly ShipParcel[]): boolean {
  if (parcel.isShipped || refuseNumber(parcel.carrier, parcel.expressNo)) return false;
  return !all.some((p) => p !== parcel && p.expressNo === parcel.expressNo && p.carrier === parcel.carrier);
}
