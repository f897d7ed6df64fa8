import type { Page } from "@playwright/test";
import { loadLocale } from "@shotkeeper/locales";
import { expect, logIn, test } from "./fixtures.ts";
import { dialogOf, expectMessage, okOf } from "./journey.ts";

const { shop: t, company: c } = await loadLocale("zh_CN");

const phone = { width: 390, height: 844 };

/**
 * Buys counters of the demo's company C003 and returns the number of the order. Each call needs a different number of
 * `pieces`, by which the function recognizes the new order.
 */
async function buy(page: Page, pieces: number): Promise<string> {
  await page.goto("/#/Shop/product?id=JS001");
  await expect(page.locator(".shop-price-box")).toContainText(".");
  await page.locator(".shop-oem").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
  await page.getByLabel(t.product.qty, { exact: true }).fill(String(pieces));
  await page.getByRole("button", { name: t.product.buy }).click();
  await expect(page.getByText(c.willWait)).toBeVisible();
  await page.getByRole("button", { name: t.buy.submit }).click();
  await expectMessage(page, c.placed);
  await expect(page).toHaveURL(/#\/Shop\/home/);
  const card = page.locator(".shop-order-card").first();
  // Waits until the list shows the new order, because the list may still show the earlier orders.
  await expect(card.locator("header")).toContainText(`× ${pieces}`);
  return card.locator("header strong").innerText();
}

test("a buyer's orders above the limit wait: the approver approves one on a phone and refuses another", async ({
  page,
  browser,
}) => {
  await logIn(page, { user: "cust5", remember: true });
  const [first, second] = [await buy(page, 6), await buy(page, 7)];
  const cardOf = (at: Page, no: string) => at.getByRole("article", { name: no, exact: true });
  await expect(cardOf(page, first)).toContainText(c.tab);
  await expect(cardOf(page, first).getByRole("button", { name: t.home.voucher })).toHaveCount(0);

  const approver = await (await browser.newContext({ viewport: phone, locale: "zh-CN" })).newPage();
  await logIn(approver, { user: "cust2", remember: true });
  await approver.goto("/#/Shop/home?status=-3");
  await cardOf(approver, first).getByRole("button", { name: c.approve }).click();
  await expectMessage(approver, c.approved);
  await expect(cardOf(approver, first)).toHaveCount(0);
  const card = cardOf(approver, second);
  // Opens the card if it is closed. The cards of a short list are open at first.
  const toggle = card.getByRole("button", { name: `${t.home.expand}: ${second}` });
  if (await toggle.isVisible()) await toggle.click();
  await card.getByRole("button", { name: c.refuse }).click();
  await dialogOf(approver).getByRole("button", { name: c.refuse }).click();
  await expect(dialogOf(approver)).toContainText(c.needReason);
  await dialogOf(approver).getByLabel(c.reason, { exact: true }).fill("不在预算内");
  await dialogOf(approver).getByRole("button", { name: c.refuse }).click();
  await expectMessage(approver, c.refusedDone);
  await approver.context().close();

  await page.reload();
  await expect(cardOf(page, first).getByRole("button", { name: t.home.voucher })).toBeVisible();
  await cardOf(page, second)
    .getByRole("button", { name: `${t.home.expand}: ${second}` })
    .click();
  await expect(cardOf(page, second)).toContainText(c.refused("不在预算内"));
});

test("an approver invites a person, and orders a shared list again at today's price", async ({ page }) => {
  await logIn(page, { user: "cust2", remember: true });
  await page.goto("/#/Shop/people");
  await page.getByRole("button", { name: c.invite }).click();
  const mail = `p${Date.now()}@buyer.example`;
  await dialogOf(page).getByLabel(c.mail, { exact: true }).fill(mail);
  await dialogOf(page).getByLabel(c.name, { exact: true }).fill("刘畅");
  await okOf(page).click();
  await expect(dialogOf(page)).toContainText(/\w{4}-\w{4}-\w{4}/);
  await okOf(page).click();
  await expect(page.getByRole("listitem").filter({ hasText: mail })).toContainText(c.notYet);

  await page.goto("/#/Shop/cart");
  await page.getByRole("button", { name: c.lists.title }).click();
  await dialogOf(page)
    .getByRole("listitem")
    .filter({ hasText: "三号线备件" })
    .getByRole("button", { name: c.lists.order })
    .click();
  await page.getByRole("button", { name: t.quick.addRows(3) }).click();
  await expect(page.locator(".shop-line").first()).toBeVisible();
  await page.getByRole("button", { name: c.lists.saveCart }).click();
  const name = `清单 ${Date.now()}`;
  await dialogOf(page).getByLabel(c.lists.name, { exact: true }).fill(name);
  await okOf(page).click();
  await expectMessage(page, c.lists.saved(name));
});
