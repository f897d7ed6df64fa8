import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, speak, test } from "./fixtures.ts";

test("stores a list's filters and order in its URL, and shows totals over all rows in its footer", async ({
  signedIn: page,
}) => {
  const { fields } = await loadLocale("zh_TW");
  await speak(page, "zh_TW");
  // The list is sorted by order number. So its first row is the oldest order, which no other test changes.
  await openScreen(page, "/sales/order?sort=orderNo");
  const list = page.getByRole("grid");
  const header = (name: RegExp | string) => page.getByRole("columnheader", { name });
  const cell = async (name: RegExp | string) => {
    const at = await header(name).getAttribute("data-col");
    return list.locator(`[data-row="0"] [data-col="${at}"]`);
  };
  const amount = new RegExp(`^${fields.totalAmount}`);
  const foot = list.locator(".dg-foot .dg-number").first();
  await expect(header(fields.orderNo)).toHaveAttribute("aria-sort", "ascending");
  const number = (await (await cell(fields.orderNo)).textContent()) ?? "";
  const own = (await (await cell(amount)).textContent()) ?? "";
  expect(own).toMatch(/\d/);
  await expect(foot).toHaveText(/\d/);
  await expect(foot).not.toHaveText(own);

  await header(fields.orderNo).hover();
  await page.getByRole("button", { name: `篩選 ${fields.orderNo}` }).click();
  await page.getByPlaceholder("按 Enter 進行篩選").fill(number);
  await page.keyboard.press("Enter");
  const narrowed = async (): Promise<void> => {
    await expect(list).toHaveAttribute("aria-rowcount", "3");
    await expect(await cell(fields.orderNo)).toHaveText(number);
    await expect(foot).toHaveText(own);
    await expect(header(fields.orderNo)).toHaveAttribute("aria-sort", "ascending");
  };
  await narrowed();
  expect(new URLSearchParams(page.url().split("?")[1]).get("filter")).toContain(number);
  await page.reload();
  await narrowed();
  await page.getByRole("button", { name: /^移除篩選/ }).click();
  await expect(list).not.toHaveAttribute("aria-rowcount", "3");
  expect(page.url()).not.toContain("filter=");
});
