import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

async function serious(page: Page, at: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    .analyze();
  return violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${at}: ${v.id}, ${v.help}: ${n.target.join(" ")}`));
}

/** How far a page reaches beyond a phone's edge. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Opens a page of the shop and waits for what it has to show. */
async function open(page: Page, path: string, shows: string): Promise<void> {
  await page.evaluate((p) => {
    location.hash = p;
  }, path);
  await expect(page.locator(shows).first()).toBeVisible();
  await expect(
    page.locator(".ant-skeleton-active, .ant-spin-spinning").filter({ visible: true }),
  ).toHaveCount(0);
}

const forGuests = [
  ["/Shop/index", ".shop-goods"],
  ["/Shop/product?id=JS001", ".shop-price-box"],
  ["/Shop/product?id=DC001", ".shop-price-box"],
  ["/login", "form"],
] as const;

/** Every page at its two widths; faults by page. */
async function look(page: Page, pages: readonly (readonly [string, string])[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, shows] of pages) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, path, shows);
    faults.push(...(await serious(page, path)));
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.locator(shows).first()).toBeVisible();
    const over = await tooWide(page);
    if (over > 0) faults.push(`${path}: ${over} px too wide for a phone`);
    faults.push(...(await serious(page, `${path} on a phone`)));
  }
  return faults;
}

test("a visitor's pages have nothing serious for axe and fit 360 pixels", async ({ page }) => {
  await page.goto("/#/Shop/index");
  expect(await look(page, forGuests)).toEqual([]);
});
