import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";

// spec: admin 2.63, 8.57
test("creates a notice rule, tests it, and shows the message to its receiver", async ({ signedIn: page }) => {
  const { shell, fields, enums, notice, errors } = await loadLocale("zh_CN");
  const code = `E2E_${Date.now()}`;
  const drawer = page.locator(".ant-drawer:visible");
  const row = (text: string) => page.getByRole("row").filter({ hasText: text }).filter({ visible: true });

  await openScreen(page, "/system/notice");
  await page
    .getByRole("button", { name: new RegExp(`${shell.common.add}$`) })
    .filter({ visible: true })
    .click();
  await drawer.getByLabel(fields.ruleId, { exact: true }).fill(code);
  await drawer.getByLabel(fields.ruleName, { exact: true }).fill(code);
  await drawer.getByRole("combobox", { name: fields.noticeType }).fill(enums.noticeType.orderLate);
  await page.locator(".ant-select-item-option:visible").first().click();
  await drawer.getByRole("checkbox", { name: enums.noticeStyle.webhook }).check();
  await drawer.getByRole("button", { name: shell.common.save }).click();
  // The webhook has no address yet. Saving must show an error message that names the missing field.
  await expect(drawer.getByText(new RegExp(fields.webhookUrl)).last()).toBeVisible();
  await drawer.getByRole("checkbox", { name: enums.noticeStyle.webhook }).uncheck();
  await drawer.getByRole("button", { name: shell.common.save }).click();
  await expect(page.getByText(errors.added)).toBeVisible();

  await page.getByPlaceholder(new RegExp(fields.ruleName)).filter({ visible: true }).fill(code);
  await page.keyboard.press("Enter");
  await row(code).getByRole("button", { name: shell.common.more }).click();
  await page.getByRole("menuitem", { name: notice.test.action }).click();
  await page.getByRole("dialog").getByRole("button", { name: notice.test.action }).click();
  await expect(page.getByText(notice.test.sent("admin"))).toBeVisible();

  await page.getByRole("button", { name: new RegExp(`^${shell.bell.title}`) }).click();
  await page.getByRole("button", { name: shell.bell.all }).click();
  await expect(page).toHaveURL(/#\/system\/message/);
  const message = row(enums.noticeType.orderLate).first();
  await message.getByRole("button", { name: notice.centre.open }).click();
  await expect(drawer.getByText(enums.noticeType.orderLate).first()).toBeVisible();
  await drawer.getByRole("button", { name: shell.common.close }).last().click();
  await message.getByRole("button", { name: shell.common.remove }).click();
  await expect(page.locator(".ant-modal-confirm-title")).toHaveText(shell.prompts.removeMessage);
  await page.getByRole("dialog").getByRole("button", { name: shell.common.remove }).click();
  await expect(page.getByText(errors.deleted)).toBeVisible();
});
