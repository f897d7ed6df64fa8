import { defineEnum } from "../kernel/index.ts";

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
  /** Screens that are about it: whoever may look at one of them may know, and the first of his is where it leads. */
  readonly menus: readonly [string, ...string[]];
  /** It asks for a step that only who may change things there can take. */
  readonly asks?: true;
  /** It is a condition and not a moment: a rule may wait whether it lasts. */
  readonly lasts?: true;
  /** Told by the bell where a tenant has decided nothing. */
  readonly standard?: true;
  /** Told by mail where a tenant has decided nothing: to people who are not before their screens. */
  readonly byMail?: true;
}

const warning = (room: string) =>
  ({ group: "warning", menus: ["WA100", room], lasts: true, standard: true }) as const;

/** A step of an order that is the operator's turn, and one that its customer waits for. */
const ofStaff = (menu: string) => ({ group: "sale", menus: [menu], standard: true }) as const;
const ofCustomer = { group: "sale", menus: ["BS114"], standard: true, byMail: true } as const;

/** What can be told. A new one is one more line here, and its label; `notify` of the server takes it from there. */
const kinds = {
  battery: warning("WA101"),
  removal: warning("WA102"),
  cycleFast: warning("WA103"),
  cycleSlow: warning("WA103"),
  position: warning("WA104"),
  silent: warning("WA105"),
  weakSignal: warning("WA105"),
  idle: warning("WA106"),
  unbound: warning("WA107"),
  validity: warning("WA107"),
  maintenanceDue: { group: "maintenance", menus: ["MT101"], lasts: true },
  majorDue: { group: "maintenance", menus: ["MT102"], lasts: true, standard: true },
  maintenanceOverdue: { group: "maintenance", menus: ["MT101", "MT102"], lasts: true, standard: true },
  taskAssigned: { group: "maintenance", menus: ["MT101", "MT102"], standard: true },
  appointAssigned: { group: "inspection", menus: ["IN101"], standard: true },
  appointSolved: { group: "inspection", menus: ["IN102"], standard: true },
  appointSentBack: { group: "inspection", menus: ["IN101"], standard: true },
  orderDone: { group: "order", menus: ["PO101"] },
  orderLate: { group: "order", menus: ["PO101"], lasts: true },
  moldImported: { group: "mold", menus: ["BS101"] },
  moldTransferred: { group: "mold", menus: ["BS101"] },
  moldScrapped: { group: "mold", menus: ["BS101"] },
  counterAsked: { group: "counter", menus: ["CT101", "BS104"], asks: true, standard: true },
  counterJudged: { group: "counter", menus: ["CT101", "BS104"], standard: true },
  saleOrdered: ofStaff("OR100"),
  saleVoucher: ofStaff("OR100"),
  saleReceived: { group: "sale", menus: ["OR100"] },
  saleInvoiceAsked: ofStaff("OR102"),
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

/** Ways to a person. */
export const noticeStyle = defineEnum("noticeStyle", { bell: "bell", mail: "mail", webhook: "webhook" });
export type NoticeStyle = keyof typeof noticeStyle.values;

export const pushCycle = defineEnum("pushCycle", { atOnce: "once", hourly: "hour", daily: "day" });
/** Everybody who may know, or the chosen of them. */
export const noticeAudience = defineEnum("noticeAudience", { everyone: "everyone", chosen: "chosen" });
/** Where the bell shows it: log-ins have one of the latter two. */
export const noticeDevice = defineEnum("noticeDevice", { all: "ALL", pc: "PC", pda: "PDA" });
/** Of mails and webhooks. The bell speaks the language of who looks. */
export const language = defineEnum("language", { zhCN: "zh_CN", zhTW: "zh_TW", en: "en" });

export const sendState = defineEnum("sendState", {
  waiting: 0,
  sending: 1,
  sent: 2,
  failed: 3,
  /** What it was about was over before its time came. */
  dropped: 4,
});
