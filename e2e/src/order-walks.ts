import { closeOrder, productionOrder } from "@shotkeeper/contract/production";
import { moldTrial, recordTrial } from "@shotkeeper/contract/trial";
import { expect } from "./fixtures.ts";
import { inDays, slow, type Walk } from "./operation-walk.ts";

export const orderWalks: readonly Walk[] = [
  {
    menu: "PO101",
    path: "/order/production",
    code: "zh_CN",
    who: "plant",
    list: (_, no) => ({
      entity: productionOrder,
      by: "orderId",
      enter: ["plannedShots"],
      select: ["moldNo", "plannedEnd"],
      fill: { orderId: no, moldNo: no, plannedShots: "500", plannedEnd: `${inDays(3)} 08:00:00` },
    }),
    async play({ page, l: { production, enums, errors, shell }, no, j, refused }) {
      const t = production.order;
      await j.add(errors.added);
      await j.find(no);
      await j.expectOff(t.start, errors.wrongState);
      await j.take({
        label: t.submit,
        asks: t.submitLead,
        message: t.submitted,
        shows: enums.orderState.submitted,
      });
      await j.expectOff(shell.common.edit, errors.wrongState);
      await j.take({
        label: t.audit,
        asks: t.auditLead,
        message: t.audited,
        shows: enums.orderState.audited,
      });
      await refused("plant", "rf_SubmitOrder", { ORDER_ID: no }, "S0212");
      await j.take({
        label: t.start,
        asks: t.startLead,
        message: t.startedNow,
        shows: enums.orderState.running,
      });
      await page.getByRole("button", { name: new RegExp(`^${enums.orderState.running}`) }).click();
      await j.find(no);
      await page
        .getByRole("button", { name: new RegExp(`^${t.all}`) })
        .first()
        .click();
      const enough = { fields: closeOrder.input, enter: ["closeReason"], fill: { closeReason: "客户减单" } };
      await j.take({ label: t.close, message: t.closed, shows: enums.orderState.closed, ...enough });
      await j.expectOff(t.close, errors.wrongState);
    },
    reader: "oem",
    none: ({ production: { order: t }, shell }) => [
      t.submit,
      t.audit,
      t.close,
      shell.common.edit,
      shell.common.add,
    ],
  },
  {
    menu: "PO102",
    path: "/order/status",
    code: "en",
    who: "maker",
    before: slow,
    async play({ page, l: { production: t }, no, j }) {
      await j.find(no);
      await page.getByText(t.cards, { exact: true }).click();
      await expect(page.locator(".sk-page:visible").getByText(no).first()).toBeVisible();
      await page.getByText(t.table, { exact: true }).click();
      await j.find(no);
    },
    reader: "oem",
    none: ({ shell }) => [shell.common.add, shell.common.edit],
  },
  {
    menu: "PO103",
    path: "/order/cycle",
    code: "zh_TW",
    who: "oem",
    before: slow,
    async play({ page, l: { production }, no }) {
      const t = production.cycles;
      await page.getByLabel(t.molds, { exact: true }).click();
      await page.keyboard.type(no);
      await page
        .locator(".ant-select-dropdown:visible .ant-select-item-option")
        .filter({ hasText: no })
        .click();
      await page.keyboard.press("Escape");
      await expect(page.locator(".sk-cycle canvas").first()).toBeVisible();
      const hours = page.locator(".sk-page:visible [role=row]:has([role=gridcell])").filter({ hasText: no });
      await expect(hours.first()).toBeVisible();
      await page.getByRole("switch").click();
      await expect(hours.first()).toBeVisible();
    },
    reader: "maker",
    readerPath: "/order/status",
    none: ({ shell }) => [shell.common.add],
  },
  {
    menu: "PO104",
    path: "/order/output",
    code: "zh_CN",
    who: "plant",
    before: slow,
    async play({ page, l: { fields, enums }, no }) {
      const shown = page.locator(".sk-page:visible");
      await shown.getByRole("combobox", { name: fields.outputBy }).click();
      await page
        .locator(".ant-select-dropdown:visible")
        .getByText(enums.outputBy.mold, { exact: true })
        .click();
      await shown.getByText(enums.outputBucket.week, { exact: true }).click();
      await expect(shown.locator("canvas").first()).toBeVisible();
      await expect(shown.locator("[role=row]").filter({ hasText: no }).first()).toBeVisible();
    },
    reader: "maker",
    readerPath: "/order/status",
    none: ({ shell }) => [shell.common.add],
  },
];

export const trialWalks: readonly Walk[] = [
  {
    menu: "TR101",
    path: "/trial/old",
    code: "en",
    who: "plant",
    list: (_, no) => ({
      entity: moldTrial,
      by: "trialId",
      enter: ["trialReason"],
      select: ["moldNo", "trialDate"],
      fill: { trialId: no, moldNo: no, trialReason: "New resin", trialDate: `${inDays(1)} 08:00:00` },
    }),
    async play({ l: { trial: t, enums, errors, shell }, no, j, refused }) {
      await j.add(errors.added);
      await j.find(no);
      await j.expectOff(t.start, errors.wrongState);
      await j.take({
        label: t.submit,
        asks: t.submitLead,
        message: t.submitted,
        shows: enums.auditStat.submitted,
      });
      await j.take({ label: t.audit, asks: t.auditLead, message: t.audited, shows: enums.auditStat.audited });
      await j.expectOff(t.record, errors.trialNotBegun);
      await refused("plant", recordTrial.type, { TRIAL_ID: no, TRIAL_STAT: 1, FINDINGS: "x" }, "S0285");
      await j.take({ label: t.start, asks: t.startLead, message: t.started, shows: t.ongoing });
      await j.expectOff(t.complete, errors.trialWithoutResult);
      const result = { trialStat: enums.trialStat.passed, findings: "No flash" };
      const said = { enter: ["findings"], select: ["trialStat"], fill: result, fields: recordTrial.input };
      await j.take({
        label: t.record,
        asks: t.recordLead,
        message: t.recorded,
        shows: result.trialStat,
        ...said,
      });
      const { trialComplete } = shell.prompts;
      await j.take({
        label: t.complete,
        asks: trialComplete,
        message: t.completed,
        shows: enums.auditStat.closed,
      });
      await j.expectOff(shell.common.edit, errors.wrongState);
    },
    reader: "dev",
    none: ({ trial: t, shell }) => [t.submit, t.record, t.complete, shell.common.edit, shell.common.add],
  },
];
