import { defineEnum } from "./kernel/index.ts";

// This file has the enumerations of spec admin §4 and §9 that several areas share. An enumeration that only one area
// uses is declared in that area.

export const auditStat = defineEnum("auditStat", { draft: 0, submitted: 1, audited: 2, closed: 3 });
export const orderStat = defineEnum("orderStat", {
  created: 0,
  voucherUploaded: 1,
  financeConfirmed: 2,
  shipping: 3,
  finished: 4,
  /**
   * The order was cancelled before it was paid, or a return cancelled all its pieces before shipping. The number is
   * negative, so that a comparison such as "at least shipped" never includes a cancelled order.
   */
  cancelled: -2,
  /** The order waits until an approver of the customer's company approves it. Its goods are reserved. */
  awaitingApproval: -3,
});
export const bxStat = defineEnum("bxStat", {
  pending: 0,
  leaderConfirmed: 1,
  financeConfirmed: 2,
  completed: 3,
  rejected: 4,
});
export const rqStat = defineEnum("rqStat", { draft: 0, submitted: 1, rejected: 2, completed: 3, void: 4 });
export const poStat = defineEnum("poStat", { unaudited: 0, audited: 1, void: 2, settled: 3 });
export const workStat = defineEnum("workStat", {
  unscheduled: 0,
  processing: 1,
  paused: 2,
  notReceived: 3,
  completed: 4,
  qualityAbnormal: 5,
  waiting: 6,
  scrapped: 7,
  outsourced: 8,
  steelBound: 9,
  inStock: 10,
  awaitingDischarge: 11,
  outOfStock: 12,
  transferredOut: 13,
});
export const taskStat = defineEnum("taskStat", {
  registered: 0,
  assigned: 1,
  registeredComplete: 2,
  sentBack: 3,
  auditComplete: 4,
  settling: 5,
  settled: 6,
});
export const projectStat = defineEnum("projectStat", { initialReview: 1, reReview: 2, approved: 3 });
/** Outcome of a new mold's plan. `unknown`, the specification's word, means that the outcome is still open. */
export const projectResult = defineEnum("projectResult", {
  unknown: 0,
  paused: 1,
  cancelled: 2,
  moldCast: 3,
});
export const invoicingStat = defineEnum("invoicingStat", { notInvoiced: 0, invoicing: 1, invoiced: 2 });
/** State of a payment that a customer reported, or that staff booked from a bank statement. */
export const paymentStat = defineEnum("paymentStat", { waiting: 0, confirmed: 1, rejected: 2, replaced: 3 });
export const billStat = defineEnum("billStat", { unaudited: 1, auditPassed: 3, settled: 4 });
export const trialStat = defineEnum("trialStat", { passed: 1, failed: 2 });
export const counterChangeStat = defineEnum("counterChangeStat", { registered: 0, passed: 1, rejected: 2 });
export const priority = defineEnum("priority", { normal: 0, urgent: 1, veryUrgent: 2 });
export const materialType = defineEnum("materialType", { selfMade: 1, purchased: 2, standard: 3 });
export const supplierType = defineEnum("supplierType", { material: 1, outsourcing: 2 });
export const auditType = defineEnum("auditType", {
  purchaseRequest: 1,
  purchaseOrder: 2,
  outbound: 3,
  moldScrap: 4,
  mrb: 5,
  designChange: 6,
  moldOpening: 7,
  moldOverLife: 8,
  inventorySurplus: 9,
});
export const gatingType = defineEnum("gatingType", {
  hotRunner: 1,
  coldRunner: 2,
  hardwareMold: 3,
  largeSprue: 4,
  coldRunnerInMoldCut: 5,
});
export const workSource = defineEnum("workSource", { manual: 0, template: 1 });
export const workType = defineEnum("workType", {
  steelProgramming: 1,
  electrodeProgramming: 2,
  electrodeDesign: 3,
});
export const sparkType = defineEnum("sparkType", { coarse: 1, fine: 2, medium: 3 });
export const storageType = defineEnum("storageType", { fixed: 1, mobile: 2 });
export const goodsType = defineEnum("goodsType", { hardware: 0, software: 1, accessory: 2 });
export const sideType = defineEnum("sideType", { long: 0, short: 1 });
export const magnetType = defineEnum("magnetType", { square: 0, round: 1 });
export const swingType = defineEnum("swingType", { square: 1, round: 2 });
export const outboundMethod = defineEnum("outboundMethod", { byQuantity: 0, byWeight: 1 });
export const settlement = defineEnum("settlement", { perContract: 1, cashOnDelivery: 2 });
/** Stage of a payment in instalments. */
export const paymentStage = defineEnum("paymentStage", { first: 1, second: 2, third: 3, fourth: 4 });
/** Battery state that a counter sends with each reading. */
export const electricityMark = defineEnum("electricityMark", { normal: 0, low: 1 });
export const removeSign = defineEnum("removeSign", { normal: 0, removed: 1 });
export const serialBase = defineEnum("serialBase", { decimal: 0, hexadecimal: 1, base32: 2, base34: 3 });
/** Live state of a mold. Not stored: queries compute it from the counter's readings and the mold's documents. */
export const liveState = defineEnum("liveState", {
  running: "running",
  stopped: "stopped",
  idle: "idle",
  /**
   * A counter was bound and has not reported since. After WARN_SILENT hours without a reading, the state becomes
   * `silent`.
   */
  awaitingReport: "awaitingReport",
  silent: "silent",
  removed: "removed",
  inRepair: "inRepair",
  inTrial: "inTrial",
  scrapped: "scrapped",
  unbound: "unbound",
});

/** Fixed values of spec admin §9: timeouts, sizes, defaults and the names of storage keys. */
export const limits = {
  loadingTimeoutMs: 30_000,
  spinnerDelayMs: 50,
  dictionaryPage: 99_999,
  priceDecimals: 4,
  amountDecimals: 2,
  pageSizes: [20, 30, 50, 100],
  configurationBytes: 765,
  promptBytes: 256,
  gpsIntervalHours: 24,
  defaultLocale: "zh_CN",
  storageKeys: { token: "access_token", devices: "device_tokens", theme: "theme", locale: "i18n-lang" },
  moldAgeYears: [1, 1.5, 2, 2.5, 3],
} as const;
