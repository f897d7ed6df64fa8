import type { EnumValue } from "@shotkeeper/contract/kernel";
import type { NoticeFact, NoticeTypeName } from "@shotkeeper/contract/notice";
import type { warningLevel } from "@shotkeeper/contract/warning";

/** Keys of the locale's notice titles that contain the subject. */
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

/** Event about which users are notified. */
export interface NoticeEvent {
  readonly type: NoticeTypeName;
  /** Idempotency key of the event. Users are notified once, even if the event is reported repeatedly. */
  readonly eventKey: string;
  readonly level: EnumValue<typeof warningLevel>;
  /** Screens of this event. The default is all screens of its type. */
  readonly menus?: readonly string[];
  /** Id of the only user to notify. The user still needs the right on one of the screens. */
  readonly to?: string;
  /** Id of the user who caused the event and is therefore not notified. */
  readonly notTo?: string;
  /** Customer whose users are notified, and nobody else. Events without this field never reach customers' users. */
  readonly custId?: string;
  /** Page that the message opens. The default is the first screen of the event that the reader may open. */
  readonly link?: string;
  /** Mold that must be in the users' scope. With null, only users with tenant scope are notified. */
  readonly moldId: number | null;
  /** Subject of the message: number of the mold or order. */
  readonly subject: string;
  readonly at: string;
  /** Whether an earlier notice was sent and the event has become urgent since. */
  readonly isEscalated?: boolean;
  /** Values of the placeholders in templates. */
  readonly facts: Readonly<Partial<Record<NoticeFact, string | null | undefined>>>;
  /** Condition that must still hold when the notice is sent. `stillLasts` checks it. */
  readonly lasting?: { readonly kind: "warning" | "maintenance" | "order"; readonly id: string | number };
  /** Key of the title. The default title consists of type and subject. */
  readonly title?: NoticeTitle;
  readonly place?: { readonly longitude: number; readonly latitude: number } | undefined;
  readonly cause: Readonly<Record<string, unknown>>;
}
