import { defineEnum } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const noticeGroup = defineEnum("noticeGroup", {
  warning: "warning",
  maintenance: "maintenance",
  inspection: "inspection",
  order: "order",
  mold: "mold",
  counter: "counter",
  sale: "sale",
});
export type NoticeGroup = keyof typeof noticeGroup.values;

interface NoticeKind {
  readonly group: NoticeGroup;
  /**
   * Screens to which the notice belongs. A user with a right on one of them may receive the notice. A click opens the
   * first of these screens that the user may use.
   */
  readonly menus: readonly [string, ...string[]];
  /** True if the notice asks for an action. The receiver then needs the right M (modify), not only Q (query). */
  readonly asks?: true;
  /**
   * True if the notice is about a condition that lasts. A rule may then wait for some minutes before it sends the
   * notice.
   */
  readonly lasts?: true;
  /** True if the default rule of this notice type is on. Types for which a tenant has no rule get a default rule. */
  readonly standard?: true;
  /** True if the default channels are bell and mail instead of the bell alone. */
  readonly byMail?: true;
}

const warning = (menu: string) =>
  ({ group: "warning", menus: [menus.allWarnings, menu], lasts: true, standard: true }) as const;

/**
 * Properties of notices about shop orders. `ofStaff`: the notice goes to the staff who handle the order. `ofCustomer`:
 * the notice goes to the customer, by bell and mail.
 */
const ofStaff = (menu: string) => ({ group: "sale", menus: [menu], standard: true }) as const;
const ofCustomer = { group: "sale", menus: [menus.shop], standard: true, byMail: true } as const;

/** All notice types. For a new type, add an entry here and a label in the locales, and call `notify` on the server. */
const kinds = {
  battery: warning(menus.batteryWarnings),
  removal: warning(menus.removalWarnings),
  cycleFast: warning(menus.cycleWarnings),
  cycleSlow: warning(menus.cycleWarnings),
  position: warning(menus.positionWarnings),
  silent: warning(menus.signalWarnings),
  weakSignal: warning(menus.signalWarnings),
  idle: warning(menus.idleWarnings),
  unbound: warning(menus.unboundWarnings),
  validity: warning(menus.unboundWarnings),
  maintenanceDue: { group: "maintenance", menus: [menus.dailyMaintenance], lasts: true },
  majorDue: { group: "maintenance", menus: [menus.majorMaintenance], lasts: true, standard: true },
  maintenanceOverdue: {
    group: "maintenance",
    menus: [menus.dailyMaintenance, menus.majorMaintenance],
    lasts: true,
    standard: true,
  },
  taskAssigned: {
    group: "maintenance",
    menus: [menus.dailyMaintenance, menus.majorMaintenance],
    standard: true,
  },
  taskSentBack: {
    group: "maintenance",
    menus: [menus.dailyMaintenance, menus.majorMaintenance],
    standard: true,
  },
  appointAssigned: { group: "inspection", menus: [menus.inspectionIssue], standard: true },
  appointSolved: { group: "inspection", menus: [menus.inspectionClosing], standard: true },
  appointSentBack: { group: "inspection", menus: [menus.inspectionIssue], standard: true },
  orderDone: { group: "order", menus: [menus.productionOrder] },
  orderLate: { group: "order", menus: [menus.productionOrder], lasts: true },
  moldImported: { group: "mold", menus: [menus.mold] },
  moldTransferred: { group: "mold", menus: [menus.mold] },
  moldScrapped: { group: "mold", menus: [menus.mold] },
  counterAsked: {
    group: "counter",
    menus: [menus.counterRegistration, menus.binding],
    asks: true,
    standard: true,
  },
  counterJudged: { group: "counter", menus: [menus.counterRegistration, menus.binding], standard: true },
  saleOrdered: ofStaff(menus.salesOrder),
  saleVoucher: ofStaff(menus.salesOrder),
  saleReceived: { group: "sale", menus: [menus.salesOrder] },
  saleInvoiceAsked: ofStaff(menus.salesInvoice),
  saleConfirmed: ofCustomer,
  saleRejected: ofCustomer,
  saleCancelled: ofCustomer,
  saleApprovalAsked: ofCustomer,
  saleApproved: ofCustomer,
  saleNotApproved: ofCustomer,
  saleShipped: ofCustomer,
  saleInvoiced: ofCustomer,
  saleInvoiceBack: ofCustomer,
  saleApplied: ofStaff(menus.salesApplication),
  saleReturnAsked: ofStaff(menus.salesReturn),
  saleReturnApproved: ofCustomer,
  saleReturnRefused: ofCustomer,
  saleReturnReceived: ofCustomer,
  saleReturnSettled: ofCustomer,
  saleOverpaidBack: ofCustomer,
} as const satisfies Readonly<Record<string, NoticeKind>>;

export type NoticeTypeName = keyof typeof kinds;
export const noticeKinds: Readonly<Record<NoticeTypeName, NoticeKind>> = kinds;
export const noticeTypeNames = Object.keys(kinds) as readonly NoticeTypeName[];
export const noticeType = defineEnum(
  "noticeType",
  Object.fromEntries(noticeTypeNames.map((n) => [n, n])) as { readonly [K in NoticeTypeName]: K },
);

/** Channels through which a notice is sent. */
export const noticeStyle = defineEnum("noticeStyle", { bell: "bell", mail: "mail", webhook: "webhook" });
export type NoticeStyle = keyof typeof noticeStyle.values;

export const pushCycle = defineEnum("pushCycle", { atOnce: "once", hourly: "hour", daily: "day" });
/**
 * Receivers of a notice. `everyone`: all users who may see the notice. `chosen`: only the users among them whom the
 * rule names.
 */
export const noticeAudience = defineEnum("noticeAudience", { everyone: "everyone", chosen: "chosen" });
/** Devices on which the bell shows the notice. */
export const noticeDevice = defineEnum("noticeDevice", { all: "ALL", pc: "PC", pda: "PDA" });
/** Language of mails and webhook messages. The bell uses the reader's language instead. */
export const language = defineEnum("language", { zhCN: "zh_CN", zhTW: "zh_TW", en: "en" });

export const sendState = defineEnum("sendState", {
  waiting: 0,
  sending: 1,
  sent: 2,
  failed: 3,
  /** The notice was not sent, because its cause ended before the notice was due. */
  dropped: 4,
});
