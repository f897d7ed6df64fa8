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
  /** Screens of the notice. A right on one of them lets a user receive it; it opens the first one they may use. */
  readonly menus: readonly [string, ...string[]];
  /** The notice asks for an action, so the receiver needs the right M and not only Q. */
  readonly asks?: true;
  /** The notice is about a condition that lasts. A rule may wait until it has lasted for some minutes. */
  readonly lasts?: true;
  /** On by default. */
  readonly standard?: true;
  /** Sent by mail by default, and not by the bell. */
  readonly byMail?: true;
}

const warning = (room: string) =>
  ({ group: "warning", menus: [menus.allWarnings, room], lasts: true, standard: true }) as const;

/** Steps of a shop order that the staff handle, and steps that the customer waits for. */
const ofStaff = (menu: string) => ({ group: "sale", menus: [menu], standard: true }) as const;
const ofCustomer = { group: "sale", menus: [menus.shop], standard: true, byMail: true } as const;

/** All notice types. A new type needs a line here, a label, and a call of `notify` on the server. */
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
  saleShipped: ofCustomer,
  saleInvoiced: ofCustomer,
  saleInvoiceBack: ofCustomer,
} as const satisfies Readonly<Record<string, NoticeKind>>;

export type NoticeTypeName = keyof typeof kinds;
export const noticeKinds: Readonly<Record<NoticeTypeName, NoticeKind>> = kinds;
export const noticeTypeNames = Object.keys(kinds) as readonly NoticeTypeName[];
export const noticeType = defineEnum(
  "noticeType",
  Object.fromEntries(noticeTypeNames.map((n) => [n, n])) as { readonly [K in NoticeTypeName]: K },
);

/** Channels. */
export const noticeStyle = defineEnum("noticeStyle", { bell: "bell", mail: "mail", webhook: "webhook" });
export type NoticeStyle = keyof typeof noticeStyle.values;

export const pushCycle = defineEnum("pushCycle", { atOnce: "once", hourly: "hour", daily: "day" });
/** All users with the right to see it, or only the chosen ones among them. */
export const noticeAudience = defineEnum("noticeAudience", { everyone: "everyone", chosen: "chosen" });
/** Devices on which the bell shows a message. */
export const noticeDevice = defineEnum("noticeDevice", { all: "ALL", pc: "PC", pda: "PDA" });
/** Language of mails and webhooks. The bell uses the reader's language. */
export const language = defineEnum("language", { zhCN: "zh_CN", zhTW: "zh_TW", en: "en" });

export const sendState = defineEnum("sendState", {
  waiting: 0,
  sending: 1,
  sent: 2,
  failed: 3,
  /** The condition ended before the message was due. */
  dropped: 4,
});
