import type { EnumValue } from "@shotkeeper/contract/kernel";
import type { NoticeFact, NoticeTypeName } from "@shotkeeper/contract/notice";
import type { warningLevel } from "@shotkeeper/contract/warning";

/** Names of the locale's titles that take the subject. */
type NoticeTitle =
  | "maintenanceDue"
  | "maintenanceOverdue"
  | "majorDue"
  | "taskAssigned"
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
  | "saleShipped"
  | "saleInvoiced"
  | "saleInvoiceBack";

/** An event of which people are notified. */
export interface NoticeEvent {
  readonly type: NoticeTypeName;
  /** Idempotency key of the event: people are notified once, however often it is reported. */
  readonly eventKey: string;
  readonly level: EnumValue<typeof warningLevel>;
  /** The screens of this event; by default all screens of its type. */
  readonly menus?: readonly string[];
  /** The only user who is notified, if they have the right. */
  readonly to?: string;
  /** The user who caused the event and is not notified. */
  readonly notTo?: string;
  /** The customer whose users alone are notified. Users of a customer get no other notices. */
  readonly custId?: string;
  /** Page that the message opens; by default the first of its screens. */
  readonly link?: string;
  /** Only users whose scope holds this mold are notified; null: only users who see the whole tenant. */
  readonly moldId: number | null;
  /** Number of the mold or order. */
  readonly subject: string;
  readonly at: string;
  /** An earlier notice was sent; the event has become urgent since. */
  readonly isEscalated?: boolean;
  /** Values of the placeholders. */
  readonly facts: Readonly<Partial<Record<NoticeFact, string | null | undefined>>>;
  /** The condition that must still hold when the notice is sent; checked by `stillLasts`. */
  readonly lasting?: { readonly kind: "warning" | "maintenance" | "order"; readonly id: string | number };
  /** Title; by default type and subject. */
  readonly title?: NoticeTitle;
  readonly place?: { readonly longitude: number; readonly latitude: number } | undefined;
  readonly cause: Readonly<Record<string, unknown>>;
}
