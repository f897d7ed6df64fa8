import { orderStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";

type Stat = EnumValue<typeof orderStat>;

export interface SaleFacts {
  readonly orderStat: Stat | null;
  readonly isPaid: boolean | null;
  /** Days until a statement is due; more than 1: paid by statement. */
  readonly statementDays: number | null;
  /** When the customer sent the voucher that nobody has judged yet. */
  readonly voucherAt: string | null;
  readonly expressNo: string | null;
}

export type SaleStep = "voucher" | "confirm" | "reject" | "ship" | "receive" | "remove";

const { created, voucherUploaded, financeConfirmed, shipping, finished } = orderStat.values;

/** Vouchers of one order. */
export const maxVouchers = 3;

/** Days after the carrier's word that it was delivered until an order counts as received. */
export const receivedAfterDays = 10;

/** Paid by monthly statement: prepared on approval, paid later. */
export const onTerms = (o: Pick<SaleFacts, "statementDays">): boolean => (o.statementDays ?? 1) > 1;

const wrongState: Refusal = refusals.wrongState();

/** Why a step may not be taken now; undefined when it may. Server and screen ask the same function. */
export function refuseSale(step: SaleStep, o: SaleFacts): Refusal | undefined {
  const stat = o.orderStat ?? created;
  switch (step) {
    case "remove":
      return stat === created ? undefined : refusals.orderAlreadySubmitted();
    case "voucher":
      if (stat <= voucherUploaded) return undefined;
      // Paid by statement: the voucher comes when the goods are long there.
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

/** Where a step leads; undefined: the order is gone. */
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

/** Is the money there after the finance's word? An order on terms is approved without it. */
export function isPaidAfterConfirm(o: SaleFacts): boolean {
  return o.orderStat !== created || !onTerms(o);
}

/** The tabs of the personal centre (spec shop §9): pending shipment asks for statuses 1 and 2 together. */
export const orderTabs = [-1, created, voucherUploaded, shipping, finished] as const;
export type OrderTab = (typeof orderTabs)[number];
export function statsOfTab(tab: number): readonly Stat[] {
  if (tab === -1) return [created, voucherUploaded, financeConfirmed, shipping, finished];
  if (tab === voucherUploaded) return [voucherUploaded, financeConfirmed];
  return [created, voucherUploaded, financeConfirmed, shipping, finished].filter((s) => s === tab);
}

/** Papers that an order offers by now. */
export const hasDeliveryNote = (o: Pick<SaleFacts, "orderStat">): boolean => (o.orderStat ?? 0) >= shipping;

/** May an invoice be asked for it? (spec shop §4, Invoicing) */
export function isInvoiceable(o: {
  readonly orderStat: Stat | null;
  readonly invoicingStat: number | null;
}): boolean {
  return (o.orderStat ?? 0) >= financeConfirmed && (o.invoicingStat ?? 0) === 0;
}

/** All of one month, at the tenant's place: what one voucher may pay ("2026-05" of each). */
export function inOneMonth(months: readonly string[]): boolean {
  return new Set(months).size <= 1;
}
