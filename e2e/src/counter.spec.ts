import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectTold, finishDialog, rowOf } from "./journey.ts";

const { counter: t, fields } = await loadLocale("zh_CN");

test("releases a reading from quarantine, with a reason", async ({ signedIn: page }) => {
  await openScreen(page, "/counter/log?filter=quarantine~IN~srate&sort=at");
  const held = page
    .locator("[role=row]:has([role=gridcell])")
    .filter({ has: page.getByRole("button", { name: t.release, exact: true }) });
  test.skip((await held.count()) === 0, "nothing is held back");
  const at = await held.first().getByRole("gridcell").first().innerText();
  await held.first().getByRole("button", { name: t.release, exact: true }).click();
  await dialogOf(page).getByLabel(fields.reason).fill("现场核对无误");
  await finishDialog(page);
  await expectTold(page, t.releaseDone("").slice(0, 3));
  await expect(rowOf(page, at)).toContainText(t.released);
});

test("retires a counter that is on no mold, and shows its code to scan", async ({ signedIn: page }) => {
  await openScreen(page, "/counter/registration?filter=state~IN~n0");
  const row = page.locator("[role=row]:has([role=gridcell])").first();
  const writerId = await row.getByRole("gridcell").nth(1).innerText();
  await row.getByRole("gridcell").nth(2).dblclick();
  await dialogOf(page).getByRole("button", { name: t.qr.action }).click();
  await expect(page.getByRole("dialog", { name: t.qr.title(writerId) })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await row.getByRole("gridcell").nth(2).dblclick();
  await dialogOf(page).getByRole("button", { name: t.retire.action }).click();
  await dialogOf(page).getByLabel(fields.reason).fill("外壳破损");
  await finishDialog(page);
  await expectTold(page, t.retire.done(1));
  await openScreen(page, "/counter/registration?filter=state~IN~n2");
  await expect(rowOf(page, writerId)).toBeVisible();
});
