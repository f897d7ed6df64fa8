import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";

const { maintenance: t } = await loadLocale("zh_CN");

test("a dialog stays open with its inputs while another page is shown", async ({ signedIn: page }) => {
  const dialog = page.getByRole("dialog");
  await openScreen(page, "/maintenance/daily");
  await page.getByRole("button", { name: t.defer, exact: true }).first().click();
  await dialog.getByRole("textbox").last().fill("Waiting for parts");
  await openScreen(page, "/dashboard/workplace");
  await expect(dialog).toHaveCount(0);
  // Escape must not close the dialog, because the page of the dialog is hidden.
  await page.keyboard.press("Escape");
  await openScreen(page, "/maintenance/daily");
  await expect(dialog.getByRole("textbox").last()).toHaveValue("Waiting for parts");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
