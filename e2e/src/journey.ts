import type { Locator, Page } from "@playwright/test";
import { expect, settled } from "./fixtures.ts";

/** The row of a grid that shows this text; there must be one. */
export function rowOf(page: Page, text: string): Locator {
  return page.locator("[role=row]:has([role=gridcell])").filter({ hasText: text }).first();
}

/** The dialog or drawer that is open. */
export const dialogOf = (page: Page): Locator => page.getByRole("dialog").last();

/** The button that does what the dialog asks about. */
export const okOf = (page: Page): Locator => dialogOf(page).locator(".ant-modal-footer .ant-btn-primary");

/** Does it, and waits until the dialog is gone. */
export async function finishDialog(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await okOf(page).click();
  await expect(dialog).toBeHidden();
}

/** Waits for a message with this text. One that came after the last click counts, too, if it has gone meanwhile. */
export async function expectTold(page: Page, text: string): Promise<void> {
  const shown = page.locator(".ant-message-notice:visible").filter({ hasText: text });
  const isTold = async () =>
    (await shown.count()) > 0 ||
    (await page
      .evaluate((t) => window.messages?.some((m) => m.includes(t)) ?? false, text)
      // The page is being replaced by another one.
      .catch(() => false));
  await expect.poll(isTold, { message: `the message "${text}"` }).toBe(true);
}

/** Types into a picker that finds at the server, and takes the one found. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  await dialogOf(page).getByLabel(label, { exact: true }).click();
  await page.keyboard.type(text);
  await page
    .locator(".ant-select-dropdown:visible .ant-select-item-option")
    .filter({ hasText: text })
    .first()
    .click();
}

/** Finds rows by the search box of a list; until they have come, the rows before them stand there. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const box = page.locator(".sk-search-box input:not([role=combobox])");
  await box.fill(text);
  await box.press("Enter");
  await settled(page);
}
