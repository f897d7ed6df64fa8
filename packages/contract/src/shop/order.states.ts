import { orderStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";

type Stat = EnumValue<typeof orderStat>;

export interface SaleFacts {
  readonly orderStat: Stat | null;
  readonly isPaid: boolean | null;
  /** Days until the customer's monthly statement is due. More than 1 means that the order is paid by statement. */
  readonly statementDays: number | null;
  /**
   * Time at which the customer uploaded the voucher that finance still has to confirm or reject. Null if there is no
   * such voucher.
   */
  readonly voucherAt: string | null;
  readonly expressNo: string | null;
  /** Money that was received for the order, yuan. Absent: none. */
  readonly receivedAmount?: number | null;
}

export type SaleStep =
  | "approve"
  | "voucher"
  | "confirm"
  | "reject"
  | "ship"
  | "receive"
  | "remove"
  | "cancel";

const { awaitingApproval, created, voucherUploaded, financeConfirmed, shipping, finished } = orderStat.values;

/** Largest number of payment vouchers (pictures) of one order that staff have not confirmed or rejected yet. */
export const maxVouchers = 3;
/** Largest size of the picture of a payment voucher, bytes. The refusal `receiptTooLarge` names the limit. */
export const maxReceiptBytes = 10 * 1024 * 1024;

/**
 * Tab of the personal center with the orders that wait for an approver. Companies without approvals do not see this
 * tab. `orderTabs` contains only the tabs of the specification, so it leaves this tab out.
 */
export const approvalTab = awaitingApproval;

/** Days after which a delivered order counts as received, even if the customer did not confirm that it arrived. */
export const receivedAfterDays = 10;

/** Returns true if an order is on monthly terms: prepared as soon as it is approved, and paid later by statement. */
export const onTerms = (o: Pick<SaleFacts, "statementDays">): boolean => (o.statementDays ?? 1) > 1;

const wrongState: Refusal = refusals.wrongState();

/** Returns true if an order waits for approval, or if it waits for payment and no money has been received. */
const isUnpaid = (stat: Stat, o: SaleFacts): boolean =>
  stat === awaitingApproval || (stat === created && !o.receivedAmount);

/**
 * Returns why a step of an order is not allowed now. Returns undefined if the step is allowed. The server and the
 * screens share this rule.
 */
export function refuseSale(step: SaleStep, o: SaleFacts): Refusal | undefined {
  const stat = o.orderStat ?? created;
  switch (step) {
    case "approve":
      return stat === awaitingApproval ? undefined : wrongState;
    case "remove":
      return isUnpaid(stat, o) ? undefined : refusals.orderAlreadySubmitted();
    case "cancel":
      return isUnpaid(stat, o) ? undefined : wrongState;
    case "voucher":
      // Refuses a voucher for a cancelled order and for an order that waits for approval, because neither can be
      // paid.
      if (stat < created) return wrongState;
      if (stat <= voucherUploaded) return undefined;
      // Accepts a voucher for an order on monthly terms even after the delivery, because such an order is paid later
      // than it is delivered.
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

/**
 * Tabs of the personal center. The tab -1 shows all orders. Any other tab shows the orders whose state has the tab's
 * number. Exception: tab 1 ("Awaiting shipment") shows states 1 and 2 (spec shop §9).
 */
export const orderTabs = [-1, created, voucherUploaded, shipping, finished] as const;
export type OrderTab = (typeof orderTabs)[number];
export function statsOfTab(tab: number): readonly Stat[] {
  if (tab === -1) return Object.values(orderStat.values);
  if (tab === voucherUploaded) return [voucherUploaded, financeConfirmed];
  return [awaitingApproval, created, financeConfirmed, shipping, finished].filter((s) => s === tab);
}

/** Returns true if an order has a delivery note, that is, if it is shipped. */
export const hasDeliveryNote = (o: Pick<SaleFacts, "orderStat">): boolean => (o.orderStat ?? 0) >= shipping;

/** Returns true if an invoice may be requested for an order (spec shop §4, Invoicing). */
export function isInvoiceable(o: {
  readonly orderStat: Stat | null;
  readonly invoicingStat: number | null;
  readonly totalAmount?: number | null;
  readonly creditedAmount?: number | null;
}): boolean {
  // Offers no invoice for an order whose goods were all returned, because nothing is left to invoice.
  const isEmpty = (o.creditedAmount ?? 0) > 0 && o.creditedAmount === o.totalAmount;
  return (o.orderStat ?? 0) >= financeConfirmed && (o.invoicingStat ?? 0) === 0 && !isEmpty;
}

/**
 * Returns true if all orders are of the same month. One payment voucher can pay only orders of one month.
 * @param months month of each order: "2026-05"
 */
export function inOneMonth(months: readonly string[]): boolean {
  return new Set(months).size <= 1;
}
