import { orderStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";

type Stat = EnumValue<typeof orderStat>;

export interface SaleFacts {
  readonly orderStat: Stat | null;
  readonly isPaid: boolean | null;
  /** Days until a statement is due; more than 1: paid by statement. */
  readonly statementDays: number | null;
  /** When the customer uploaded the voucher that finance has not judged yet. */
  readonly voucherAt: string | null;
  readonly expressNo: string | null;
}

export type SaleStep = "voucher" | "confirm" | "reject" | "ship" | "receive" | "remove";

const { created, voucherUploaded, financeConfirmed, shipping, finished } = orderStat.values;

/** Most vouchers of one order. */
export const maxVouchers = 3;

/** Days from delivery by the carrier until an order counts as received. */
export const receivedAfterDays = 10;

/** Tells whether an order is on monthly terms: prepared on approval, paid later by statement. */
export const onTerms = (o: Pick<SaleFacts, "statementDays">): boolean => (o.statementDays ?? 1) > 1;

const wrongState: Refusal = refusals.wrongState();

/** Returns why a step is not allowed now. The server and the screens call it. */
export function refuseSale(step: SaleStep, o: SaleFacts): Refusal | undefined {
  const stat = o.orderStat ?? created;
  switch (step) {
    case "remove":
      return stat === created ? undefined : refusals.orderAlreadySubmitted();
    case "voucher":
      if (stat <= voucherUploaded) return undefined;
      // On monthly terms the voucher may come after delivery.
      return onTerms(o) && !o.isPaid ? undefined : wrongState;
    case "confirm":
      if (stat === voucherUploaded) return undefined;
      if (stat === created) return onTerms(o) ? undefined : wrongState;
      return !o.isPaid && o.voucherAt !== null ? undefined : wrongState;
    case "reject":
      if (stat === voucherUploaded) return undefined;
      return stat > voucherUploaded && !o.isPaid && o.voucherAt !== null ? undefined : wrongState;
    case "ship":
      return stat === financeConfirmed ? undefined : wrongState;
    case "receive":
      return stat === shipping ? undefined : wrongState;
  }
}

/** Returns the state after a step; undefined where the step deletes the order. */
export function statAfter(step: SaleStep, o: SaleFacts): Stat | undefined {
  const stat = o.orderStat ?? created;
  switch (step) {
    case "remove":
      return undefined;
    case "voucher":
      return stat < voucherUploaded ? voucherUploaded : stat;
    case "confirm":
      return stat <= voucherUploaded ? financeConfirmed : stat;
    case "reject":
      return stat === voucherUploaded ? created : stat;
    case "ship":
      return shipping;
    case "receive":
      return finished;
  }
}

/** Tells whether confirming makes an order paid. An order on monthly terms is approved unpaid. */
export function isPaidAfterConfirm(o: SaleFacts): boolean {
  return o.orderStat !== created || !onTerms(o);
}

/** Tabs of the personal center by state; -1 shows all. "Awaiting shipment" shows states 1 and 2 (spec shop §9). */
export const orderTabs = [-1, created, voucherUploaded, shipping, finished] as const;
export type OrderTab = (typeof orderTabs)[number];
export function statsOfTab(tab: number): readonly Stat[] {
  if (tab === -1) return [created, voucherUploaded, financeConfirmed, shipping, finished];
  if (tab === voucherUploaded) return [voucherUploaded, financeConfirmed];
  return [created, voucherUploaded, financeConfirmed, shipping, finished].filter((s) => s === tab);
}

/** Tells whether an order has a delivery note: once it is shipped. */
export const hasDeliveryNote = (o: Pick<SaleFacts, "orderStat">): boolean => (o.orderStat ?? 0) >= shipping;

/** Tells whether an invoice may be requested for an order (spec shop §4, Invoicing). */
export function isInvoiceable(o: {
  readonly orderStat: Stat | null;
  readonly invoicingStat: number | null;
}): boolean {
  return (o.orderStat ?? 0) >= financeConfirmed && (o.invoicingStat ?? 0) === 0;
}

/** Tells whether all orders are of one month, as one voucher requires. Takes the month of each: "2026-05". */
export function inOneMonth(months: readonly string[]): boolean {
  return new Set(months).size <= 1;
}
