import type { EnumValue } from "@shotkeeper/contract/kernel";
import type { NoticeFact, NoticeTypeName } from "@shotkeeper/contract/system";
import type { warningLevel } from "@shotkeeper/contract/warning";

/** Titles of the locales that take what it is about. */
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

/** Something that people are told of, as the area that notices it says it. */
export interface NoticeEvent {
  readonly type: NoticeTypeName;
  /** Identity of the event and of its change: the same one is told once, whoever notices it. */
  readonly eventKey: string;
  readonly level: EnumValue<typeof warningLevel>;
  /** Screens that this one event is about, of those of its type. */
  readonly menus?: readonly string[];
  /** Whom alone it is for, if he may know. */
  readonly to?: string;
  /** Who need not be told: he did it. */
  readonly notTo?: string;
  /** The customer whose people alone it is for; nobody of a customer is told of anything else. */
  readonly custId?: string;
  /** Where it leads, if not to the first of its screens. */
  readonly link?: string;
  /** The mold that decides who may know; null: only who sees the whole tenant. */
  readonly moldId: number | null;
  /** What it is about in a word: a mold's number, an order's. */
  readonly subject: string;
  readonly at: string;
  /** It was told of before, and has become urgent. */
  readonly isEscalated?: boolean;
  /** What texts may ask for. */
  readonly facts: Readonly<Partial<Record<NoticeFact, string | null | undefined>>>;
  /** For a condition: what must still be so when it is told, as `lasting.ts` knows it. */
  readonly lasting?: { readonly kind: "warning" | "maintenance" | "order"; readonly id: string | number };
  /** Its title, where that says more than type and subject. */
  readonly title?: NoticeTitle;
  readonly place?: { readonly longitude: number; readonly latitude: number } | undefined;
  readonly cause: Readonly<Record<string, unknown>>;
}
