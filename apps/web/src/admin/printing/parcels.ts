import { addressParts, refuseSale, type SaleFacts } from "@shotkeeper/contract/shop";
import type { LabelReport } from "@shotkeeper/label-print";
import type { Parcel } from "./waybills.ts";

/** Fields of an order that are needed to create its parcel. */
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

/** Row of the waybill dialog: a parcel with the progress of its shipping and printing. */
export interface Line extends Parcel {
  readonly shipped: boolean;
  /**
   * True if the parcel was shipped in this dialog. Otherwise it was shipped earlier, and its label may have been
   * printed then.
   */
  readonly fresh?: boolean;
  readonly working?: boolean;
  /** How the parcel's label was output last: printed, perhaps printed, or saved as a file. */
  readonly out?: "printed" | "unsure" | "saved";
  /** Reason why shipping failed. */
  readonly failure?: string;
}

export type Outcome = "waiting" | "working" | "failed" | "sent" | "shipped" | "printed" | "unsure" | "saved";

export function outcomeOf({ shipped, fresh, working, out, failure }: Line): Outcome {
  if (working) return "working";
  if (shipped) return out ?? (fresh ? "shipped" : "sent");
  return failure === undefined ? "waiting" : "failed";
}

/**
 * Returns how the labels of the n-th document (parcel) of a print job were output. Returns undefined if a label has to
 * be sent again. A label is "unsure" if it was sent but not confirmed, because it may be on paper or still wait at the
 * printer. An unsure label is sent again only after the user's decision.
 */
export function outputOf(report: readonly LabelReport[], n: number): "printed" | "unsure" | undefined {
  const states = report.filter((l) => l.document === n).map((l) => l.state);
  if (states.length === 0 || states.includes("waiting") || states.includes("failed")) return undefined;
  return states.every((s) => s === "printed") ? "printed" : "unsure";
}

/**
 * Returns the reason why no waybill can be ordered for an order, or undefined if a waybill can be ordered. An order
 * that already has a waybill is not refused: it only needs a label.
 */
export const refuseWaybill = (o: SaleFacts) => (o.expressNo ? undefined : refuseSale("ship", o));

/**
 * Groups orders into parcels. Orders with the same waybill number form a parcel. Orders without a waybill number form a
 * parcel if they have the same receiver and `merge` is set. Otherwise each of these orders is a parcel.
 */
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
            place: addressParts(o).join(""),
            shipped: Boolean(o.expressNo),
          },
    );
  }
  return [...parcels.values()];
}
