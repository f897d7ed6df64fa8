import { describe, expect, it } from "vitest";
import * as enums from "./enumerations.ts";
import { appointLevel, appointState, appointType } from "./inspection/index.ts";
import { taskTab } from "./maintenance/index.ts";
import { moldAge } from "./mold/index.ts";
import { stockMoveKind } from "./shop/index.ts";

/** Checks the values of the enumerations. A changed value would break clients and stored data. */
describe("the values of", () => {
  // spec: admin 4.1
  it("AUDIT_STAT", () => {
    expect(enums.auditStat.values).toEqual({ draft: 0, submitted: 1, audited: 2, closed: 3 });
  });

  // spec: admin 4.2
  it("ORDER_STAT", () => {
    // The specification has the states from 0 on. Shotkeeper adds -2 (cancelled) and -3 (waits for approval by the
    // company).
    expect(Object.values(enums.orderStat.values)).toEqual([0, 1, 2, 3, 4, -2, -3]);
    expect(enums.orderStat.values).toMatchObject({
      voucherUploaded: 1,
      financeConfirmed: 2,
      shipping: 3,
      finished: 4,
    });
  });

  // spec: admin 4.3
  it("BX_STAT", () => {
    const values = { pending: 0, leaderConfirmed: 1, financeConfirmed: 2, completed: 3, rejected: 4 };
    expect(enums.bxStat.values).toEqual(values);
  });

  // spec: admin 4.4
  it("RQ_STAT", () => {
    expect(enums.rqStat.values).toEqual({ draft: 0, submitted: 1, rejected: 2, completed: 3, void: 4 });
  });

  // spec: admin 4.5
  it("PO_STAT", () => {
    expect(enums.poStat.values).toEqual({ unaudited: 0, audited: 1, void: 2, settled: 3 });
  });

  // spec: admin 4.6
  it("WORK_STAT", () => {
    expect(Object.entries(enums.workStat.values)).toEqual([
      ["unscheduled", 0],
      ["processing", 1],
      ["paused", 2],
      ["notReceived", 3],
      ["completed", 4],
      ["qualityAbnormal", 5],
      ["waiting", 6],
      ["scrapped", 7],
      ["outsourced", 8],
      ["steelBound", 9],
      ["inStock", 10],
      ["awaitingDischarge", 11],
      ["outOfStock", 12],
      ["transferredOut", 13],
    ]);
  });

  // spec: admin 4.7
  it("TASK_STAT", () => {
    expect(Object.entries(enums.taskStat.values)).toEqual([
      ["registered", 0],
      ["assigned", 1],
      ["registeredComplete", 2],
      ["sentBack", 3],
      ["auditComplete", 4],
      ["settling", 5],
      ["settled", 6],
    ]);
  });

  // spec: admin 4.8, 4.9
  it("PROJECT_STAT and PROJECT_RESULT", () => {
    expect(enums.projectStat.values).toEqual({ initialReview: 1, reReview: 2, approved: 3 });
    expect(enums.projectResult.values).toEqual({ unknown: 0, paused: 1, cancelled: 2, moldCast: 3 });
  });

  // spec: admin 4.10, 4.11
  it("INVOICING_STAT and BILL_STAT", () => {
    expect(enums.invoicingStat.values).toEqual({ notInvoiced: 0, invoicing: 1, invoiced: 2 });
    expect(enums.billStat.values).toEqual({ unaudited: 1, auditPassed: 3, settled: 4 });
  });

  // spec: admin 4.12-4.14, 9.30
  it("TRIAL_STAT, C_STAT and the priority", () => {
    expect(enums.trialStat.values).toEqual({ passed: 1, failed: 2 });
    expect(enums.counterChangeStat.values).toEqual({ registered: 0, passed: 1, rejected: 2 });
    expect(enums.priority.values).toEqual({ normal: 0, urgent: 1, veryUrgent: 2 });
  });

  // spec: admin 4.15, 4.16
  it("APPOINT_STAT and the tabs of maintenance", () => {
    expect(appointState.values).toMatchObject({ unsolved: 0, solved: 1, deleted: 2 });
    expect(Object.keys(taskTab.values)).toEqual(["today", "deferred", "done"]);
  });

  // spec: admin 4.22
  it("the issue type, the abnormal level, the mold source and the low-battery state", () => {
    expect(Object.keys(appointType.values).length).toBeGreaterThan(1);
    expect(Object.keys(appointLevel.values)).toEqual(["minor", "serious", "critical"]);
    expect(Object.keys(moldAge.values)).toEqual(["newMold", "oldMold"]);
    expect(enums.electricityMark.values).toEqual({ normal: 0, low: 1 });
  });

  // spec: admin 4.23
  it("the types of stores, receipts and suppliers, and the invoice state", () => {
    expect(enums.storageType.values).toEqual({ fixed: 1, mobile: 2 });
    expect(stockMoveKind.values).toMatchObject({ receipt: 1, return: 3 });
    expect(enums.supplierType.values).toEqual({ material: 1, outsourcing: 2 });
    expect(Object.keys(enums.invoicingStat.values)).toEqual(["notInvoiced", "invoicing", "invoiced"]);
  });

  // spec: admin 9.14, 9.15, 9.16
  it("the types of material, supplier and audit", () => {
    expect(enums.materialType.values).toEqual({ selfMade: 1, purchased: 2, standard: 3 });
    expect(enums.supplierType.values).toEqual({ material: 1, outsourcing: 2 });
    expect(Object.entries(enums.auditType.values)).toEqual([
      ["purchaseRequest", 1],
      ["purchaseOrder", 2],
      ["outbound", 3],
      ["moldScrap", 4],
      ["mrb", 5],
      ["designChange", 6],
      ["moldOpening", 7],
      ["moldOverLife", 8],
      ["inventorySurplus", 9],
    ]);
  });

  // spec: admin 9.17, 9.18, 9.19, 9.20
  it("gating and work", () => {
    expect(Object.values(enums.gatingType.values)).toEqual([1, 2, 3, 4, 5]);
    expect(Object.keys(enums.gatingType.values)).toEqual([
      "hotRunner",
      "coldRunner",
      "hardwareMold",
      "largeSprue",
      "coldRunnerInMoldCut",
    ]);
    expect(enums.workSource.values).toEqual({ manual: 0, template: 1 });
    expect(enums.workType.values).toEqual({
      steelProgramming: 1,
      electrodeProgramming: 2,
      electrodeDesign: 3,
    });
    expect(enums.sparkType.values).toEqual({ coarse: 1, fine: 2, medium: 3 });
  });

  // spec: admin 9.21, 9.22, 9.23, 9.24, 9.25
  it("stores, goods and their parts", () => {
    expect(enums.storageType.values).toEqual({ fixed: 1, mobile: 2 });
    expect(enums.goodsType.values).toEqual({ hardware: 0, software: 1, accessory: 2 });
    expect(enums.sideType.values).toEqual({ long: 0, short: 1 });
    expect(enums.magnetType.values).toEqual({ square: 0, round: 1 });
    expect(enums.swingType.values).toEqual({ square: 1, round: 2 });
  });

  // spec: admin 9.13, 9.26-9.29
  it("serial bases, outbound method, settlement, payment stages and remove sign", () => {
    expect(Object.values(enums.paymentStage.values)).toEqual([1, 2, 3, 4]);
    expect(enums.serialBase.values).toEqual({ decimal: 0, hexadecimal: 1, base32: 2, base34: 3 });
    expect(enums.outboundMethod.values).toEqual({ byQuantity: 0, byWeight: 1 });
    expect(enums.settlement.values).toEqual({ perContract: 1, cashOnDelivery: 2 });
    expect(enums.removeSign.values).toEqual({ normal: 0, removed: 1 });
  });
});

// spec: admin 9.1-9.6, 9.10
it("the limits of the product", () => {
  expect(enums.limits).toMatchObject({
    loadingTimeoutMs: 30_000,
    spinnerDelayMs: 50,
    dictionaryPage: 99_999,
    priceDecimals: 4,
    amountDecimals: 2,
    pageSizes: [20, 30, 50, 100],
    defaultLocale: "zh_CN",
  });
});
