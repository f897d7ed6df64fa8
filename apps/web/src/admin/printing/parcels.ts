import { refuseSale, type SaleFacts } from "@shotkeeper/contract/shop";
import type { Parcel } from "./waybills.ts";

/** The columns of an order that a parcel needs. */
export interface ParcelOrder extends SaleFacts {
  readonly orderNo: string;
  readonly custId: string | null;
  readonly recMan: string | null;
  readonly recTel: string | null;
  readonly recProvince: string | null;
  readonly recCity: string | null;
  readonly recDistrict: string | null;
  readonly recAddress: string | null;
  readonly postageStat: number | null;
}

/** A parcel in the waybill dialog, with its progress. */
export interface Line extends Parcel {
  readonly shipped: boolean;
  /** Shipped in this dialog, so no label can exist yet. */
  readonly fresh?: boolean;
  readonly working?: boolean;
  /** How its label was output last. */
  readonly out?: "printed" | "saved";
  /** Reason of the failure. */
  readonly failure?: string;
}

export type Outcome = "waiting" | "working" | "failed" | "sent" | "shipped" | "printed" | "saved";

export function outcomeOf({ shipped, fresh, working, out, failure }: Line): Outcome {
  if (working) return "working";
  if (shipped) return out ?? (fresh ? "shipped" : "sent");
  return failure === undefined ? "waiting" : "failed";
}

/** Returns why an order gets no waybill now. An order that has one already only needs its label. */
export const refuseWaybill = (o: SaleFacts) => (o.expressNo ? undefined : refuseSale("ship", o));

/** Groups orders into parcels: by waybill number if they have one, else by receiver if `merge` is set. */
export function parcelsOf(orders: readonly ParcelOrder[], merge: boolean): Line[] {
  const parcels = new Map<string, Line>();
  for (const o of orders) {
    const place = [o.recProvince, o.recCity, o.recDistrict, o.recAddress].filter(Boolean).join("");
    const receiver = JSON.stringify([o.custId, o.recMan, o.recTel, place, o.postageStat]);
    const key = o.expressNo || (merge ? receiver : o.orderNo);
    const before = parcels.get(key);
    parcels.set(
      key,
      before
        ? { ...before, orderNos: [...before.orderNos, o.orderNo].sort() }
        : {
            orderNos: [o.orderNo],
            waybill: o.expressNo ?? "",
            receiver: o.recMan ?? "",
            phone: o.recTel ?? "",
            place,
            shipped: Boolean(o.expressNo),
          },
    );
  }
  return [...parcels.values()];
}
