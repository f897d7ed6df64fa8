import { countMold, inventoryCount, inventoryLine } from "@shotkeeper/contract/inventory";
import { expect, openScreen } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, okOf } from "./journey.ts";
import { home, type Walk, type World } from "./operation-walk.ts";

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/**
 * Starts a stock-take by a call of the API. The stock-take is for `w.own`, the plant that only this test run uses.
 * Returns the stock-take's id.
 */
const begun = async (w: World, name: string): Promise<string> =>
  String((await w.own.plant.run("rf_StartInventory", { IV_NAME: name, WIN_FROM: hourAgo() })).IV_ID);
const countOf = async (w: World, name: string, menu = "IV101") =>
  String((await w.own.admin.list(menu, "IV_NAME", name))[0]?.IV_ID);
const cancel = async (w: World, no: string) =>
  w.own.plant.run("rf_CancelInventory", { IV_ID: await countOf(w, no), REASON: "e2e" });

export const inventoryWalks: readonly Walk[] = [
  {
    menu: "IV101",
    path: "/inventory/automatic",
    code: "en",
    who: "plant",
    before: (w, no) => w.own.counter(no, no, 2, [[10, { COUNT_TIMES: 100, ...home }]]),
    list: () => ({ entity: inventoryLine, by: "moldNo" }),
    async play({ page, w, l: { inventory: t, enums, errors, fields, shell }, no, j }) {
      await page.getByRole("button", { name: t.start }).first().click();
      const name = dialogOf(page).getByLabel(fields.countName, { exact: true });
      await name.fill("");
      await okOf(page).click();
      await j.expectAsked(["countName"]);
      await name.fill(no);
      await finishDialog(page);
      const card = page.locator(".sk-count-card").filter({ hasText: no });
      await expect(card).toContainText(enums.countState.counting);
      // Expects that the mold was counted automatically, because its counter sent a reading from the plant.
      await j.find(no);
      await j.expectRow(enums.countResult.auto);
      const press = async (label: string) => {
        const direct = card.getByRole("button", { name: label, exact: true });
        if (await direct.isVisible()) return direct.click();
        await card.getByRole("button", { name: shell.common.more, exact: true }).click();
        await page.getByRole("menuitem", { name: label, exact: true }).click();
      };
      await card.getByRole("button", { name: shell.common.more, exact: true }).click();
      const off = page.getByRole("menuitem").filter({ hasText: t.step.close });
      await expect(off).toHaveAttribute("aria-disabled", "true");
      await expect(off).toContainText(errors.wrongState);
      await page.keyboard.press("Escape");
      await press(t.step.submit);
      await finishDialog(page);
      await expect(card).toContainText(enums.countState.checking);
      await press(t.step.reopen);
      await finishDialog(page);
      await expect(card).toContainText(enums.countState.counting);
      await press(t.step.cancel);
      await okOf(page).click();
      await j.expectAsked(["reason"]);
      await dialogOf(page).getByLabel(fields.reason, { exact: true }).fill("Wrong window");
      await finishDialog(page);
      await expect(card).toHaveCount(0);
      await begun(w, no);
      await expect(card).toHaveCount(1);
      await card.locator(".sk-count-head").click();
    },
    reader: "dev",
    readerPath: async (w, no) => `/inventory/automatic?count=${await countOf(w, no)}`,
    none: ({ inventory: t }) => [t.start, t.step.submit, t.step.cancel],
    after: cancel,
  },
  {
    menu: "IV102",
    path: "/inventory/counting",
    code: "zh_TW",
    who: "plant",
    before: begun,
    list: () => ({ entity: inventoryLine, by: "moldNo" }),
    async play({ page, w, l: { inventory: t, enums, errors, fields }, no, j, refused }) {
      const IV_ID = await countOf(w, no);
      await openScreen(page, `/inventory/counting?count=${IV_ID}`);
      await j.find(no);
      const elsewhere = { fill: { foundPlace: "三號庫" }, fields: countMold.input };
      await j.take({ label: t.elsewhere, message: t.said, gone: true, ...elsewhere });
      await page.getByRole("button", { name: new RegExp(`^${t.tabs.person}`) }).click();
      await j.find(no);
      await j.expectRow("三號庫");
      await j.take({ label: t.undo, asks: t.undoLead, message: t.undone, gone: true });
      const scan = page.getByRole("textbox", { name: t.scan.label });
      const result = page.locator(".sk-scan-done li").first();
      for (const [code, what] of [
        ["NOBODY-KNOWS", t.scan.result.unknown],
        [no, t.scan.result.here],
      ] as const) {
        await scan.fill(code);
        await scan.press("Enter");
        await expect(result).toContainText(what);
      }
      await page.getByRole("button", { name: t.addSurplus }).click();
      await dialogOf(page).getByLabel(fields.moldNo, { exact: true }).fill(`${no}-X`);
      await finishDialog(page);
      await j.find(`${no}-X`);
      await j.expectRow(enums.countResult.surplus);
      await w.own.plant.run("rf_SubmitInventory", { IV_ID, REST_MISSING: "Y" });
      await expect(page.getByText(t.checkingNote)).toBeVisible();
      await j.expectOff(t.undo, errors.wrongState);
      await refused("plant", "rf_ScanMold", { IV_ID, SCAN_CODE: no }, "S0212");
      await refused("plant", "rf_CloseInventory", { IV_ID }, "S0283^1");
    },
    reader: "dev",
    readerPath: async (w, no) => {
      await cancel(w, no);
      return `/inventory/counting?count=${await begun(w, no)}`;
    },
    none: ({ inventory: t }) => [t.here, t.missing, t.undo, t.addSurplus],
    after: cancel,
  },
  {
    menu: "IV103",
    path: "/inventory/automatic",
    code: "zh_CN",
    who: "plant",
    async before(w, no) {
      const IV_ID = await begun(w, no);
      // Ends the counting as the administrator, because a stock-take must be closed by another person than the one who
      // ended the counting. The test's user then closes the stock-take.
      await w.own.admin.run("rf_CountMold", { IV_ID, MOLD_NO: `${no}-X`, OUTCOME: 4 });
      await w.own.admin.run("rf_SubmitInventory", { IV_ID, REST_MISSING: "Y" });
    },
    list: () => ({ entity: inventoryCount, by: "countName" }),
    async play({ page, w, l: { inventory: t, enums }, no, j, refused }) {
      const IV_ID = await countOf(w, no);
      const card = page.locator(".sk-count-card").filter({ hasText: no });
      await expect(card).toContainText(enums.countState.checking);
      await refused("plant", "rf_CloseInventory", { IV_ID }, "S0283^1");
      await j.find(`${no}-X`);
      await j.take({ label: t.judge, asks: t.judgeLead, message: t.judged });
      await card.getByRole("button", { name: t.step.close, exact: true }).click();
      await finishDialog(page);
      await expectMessage(page, t.messages.close);
      await refused("plant", "rf_ReopenInventory", { IV_ID }, "S0212");
      await openScreen(page, `/inventory/history/${IV_ID}`);
      await expect(page.getByText(t.compare)).toBeVisible();
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: t.pdf }).click();
      expect((await saving).suggestedFilename()).toBe(`${IV_ID}.pdf`);
      await openScreen(page, "/inventory/history");
    },
    reader: "oem",
    readerPath: async (w, no) => `/inventory/history/${await countOf(w, no, "IV103")}`,
    none: ({ inventory: t }) => [t.step.close, t.step.cancel],
  },
];
