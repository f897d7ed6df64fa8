import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectTold, finishDialog, okOf, pick, pickFirst, rowOf, searchFor } from "./journey.ts";

const { mold, fields } = await loadLocale("zh_CN");
const t = mold.binding;

test("takes a counter off a mold, puts it on again and replaces it", async ({ signedIn: page }) => {
  await openScreen(page, "/basic/binding");
  const first = page.locator("[role=row]:has([role=gridcell])").last();
  const [moldNo = "", counterNo = ""] = await first.locator("a").allInnerTexts();
  await searchFor(page, moldNo);
  const row = rowOf(page, counterNo);
  await row.getByRole("button", { name: t.unbind, exact: true }).click();
  await dialogOf(page).getByLabel(fields.reason).fill("检修");
  await finishDialog(page);
  await expectTold(page, t.unbound);
  await expect(row).toBeHidden();

  await page.locator(".dg-bar .ant-btn-primary").click();
  await pick(page, fields.moldNo, moldNo);
  await pick(page, fields.writerId, counterNo);
  await finishDialog(page);
  await expectTold(page, t.bound);
  await expect(row).toBeVisible();

  await row.getByRole("button", { name: t.replace, exact: true }).click();
  const dialog = dialogOf(page);
  await okOf(page).click();
  await expect(dialog.locator(".ant-form-item-explain-error").first()).toBeVisible();
  await pickFirst(page, fields.newWriterId);
  await dialog.getByLabel(fields.reason).fill("电池用尽");
  await finishDialog(page);
  await expectTold(page, t.replaced);
  await expect(row).toBeHidden();
  await expect(rowOf(page, moldNo)).toContainText(t.active);
});

test("says on which mold a counter is that cannot be chosen", async ({ signedIn: page }) => {
  await openScreen(page, "/basic/binding");
  const bound = await page.locator("[role=row]:has([role=gridcell])").first().locator("a").allInnerTexts();
  await page.locator(".dg-bar .ant-btn-primary").click();
  await dialogOf(page).getByLabel(fields.writerId).click();
  await page.keyboard.type(bound[1] ?? "");
  const option = page.locator(".ant-select-dropdown:visible .ant-select-item-option-disabled");
  await expect(option.first()).toContainText(t.boundTo(bound[0] ?? ""));
});
