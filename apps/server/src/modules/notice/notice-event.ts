import type { EnumValue } from "@shotkeeper/contract/kernel";
import type { NoticeFact, NoticeTypeName } from "@shotkeeper/contract/notice";
import type { warningLevel } from "@shotkeeper/contract/warning";

/** Keys of notice titles in the locale files. The texts of these titles contain the subject of the notice. */
type NoticeTitle =
  | "maintenanceDue"
  | "maintenanceOverdue"
  | "majorDue"
  | "taskAssigned"
  | "taskSentBack"
  | "appointAssigned"
  | "appointSolved"
  | "appointSentBack"
  | "registrationAsked"
  | "registrationPassed"
  | "registrationRejected"
  | "replacementAsked"
  | "replacementPassed"
  | "replacementRejected"
  | "saleOrdered"
  | "saleVoucher"
  | "saleReceived"
  | "saleInvoiceAsked"
  | "saleConfirmed"
  | "saleRejected"
  | "saleCancelled"
  | "saleApprovalAsked"
  | "saleApproved"
  | "saleNotApproved"
  | "saleShipped"
  | "saleInvoiced"
  | "saleInvoiceBack"
  | "saleApplied"
  | "saleReturnAsked"
  | "saleReturnApproved"
  | "saleReturnRefused"
  | "saleReturnReceived"
  | "saleReturnSettled"
  | "saleOverpaidBack";

/** Event about which users are notified. */
export interface NoticeEvent {
  readonly type: NoticeTypeName;
  /** Idempotency key of the event. Users are notified once, even if the event is reported repeatedly. */
  readonly eventKey: string;
  readonly level: EnumValue<typeof warningLevel>;
  /** Ids of the screens to which this event belongs. The default is all screens of the notice type. */
  readonly menus?: readonly string[];
  /** Id of the only user to notify. This user must still have the right on one of the screens. */
  readonly to?: string;
  /** Id of the user who caused the event and is therefore not notified. */
  readonly notTo?: string;
  /**
   * Id of a customer: only users of this customer are notified. Without this field, users of customers are never
   * notified.
   */
  readonly custId?: string;
  /**
   * Path of the page that the message opens. The default is the first of the event's screens that the reader may
   * open.
   */
  readonly link?: string;
  /** Mold that the notified users must be allowed to see. null: only users with tenant scope are notified. */
  readonly moldId: number | null;
  /** Subject of the message: number of the mold, counter or order. */
  readonly subject: string;
  readonly at: string;
  /** True if users were notified of the event before and it has become urgent since then. */
  readonly isEscalated?: boolean;
  /** Values of the placeholders in notice templates. */
  readonly facts: Readonly<Partial<Record<NoticeFact, string | null | undefined>>>;
  /**
   * The warning, task or order that is the cause of the notice. If it has ended before the notice is sent, the notice
   * is dropped (`stillLasts`).
   */
  readonly lasting?: { readonly kind: "warning" | "maintenance" | "order"; readonly id: string | number };
  /** Key of the title. Without a key, the title consists of the notice type and the subject. */
  readonly title?: NoticeTitle;
  readonly place?: { readonly longitude: number; readonly latitude: number } | undefined;
  readonly cause: Readonly<Record<string, unknown>>;
}
