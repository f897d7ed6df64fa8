import type { Locator, Page } from "@playwright/test";
import { expect, settled } from "./fixtures.ts";

/** Returns the first row of a grid that contains the text. */
export function rowOf(page: Page, text: string): Locator {
  return page.locator("[role=row]:has([role=gridcell])").filter({ hasText: text }).first();
}

/** Returns the open dialog or drawer. If several are open, returns the topmost of them. */
export const dialogOf = (page: Page): Locator => page.getByRole("dialog").last();

/** Returns the button that confirms the open dialog. */
export const okOf = (page: Page): Locator => dialogOf(page).locator(".ant-modal-footer .ant-btn-primary");

/** Confirms the open dialog, and waits until it has closed. */
export async function finishDialog(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await okOf(page).click();
  await expect(dialog).toBeHidden();
}

/**
 * Waits for a message with this text. A message that has disappeared again also counts if it appeared after the last
 * click.
 */
export async function expectMessage(page: Page, text: string): Promise<void> {
  const shown = page.locator(".ant-message-notice:visible").filter({ hasText: text });
  const isTold = async () =>
    (await shown.count()) > 0 ||
    (await page
      .evaluate((t) => window.messages?.some((m) => m.includes(t)) ?? false, text)
      // Returns false, which repeats the check, because the message cannot be read while another page is being loaded.
      .catch(() => false));
  await expect.poll(isTold, { message: `the message "${text}"` }).toBe(true);
}

/** Types a text into a select field of the open dialog, and chooses the first option that contains the text. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  await dialogOf(page).getByLabel(label, { exact: true }).click();
  await page.keyboard.type(text);
  await page
    .locator(".ant-select-dropdown:visible .ant-select-item-option")
    .filter({ hasText: text })
    .first()
    .click();
}

/** Searches in a list, and waits for the result. Until the result arrives, the list still shows the old rows. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const box = page.locator(".sk-search-box input:not([role=combobox])").filter({ visible: true });
  await box.fill(text);
  await box.press("Enter");
  await settled(page);
}
