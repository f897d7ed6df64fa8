import type { Locator, Page } from "@playwright/test";
import { expect, openScreen, settled, test } from "./fixtures.ts";

const zones = ["America/Chicago", "UTC", "Asia/Shanghai"];
const number = (text: string | null) => Number((text ?? "").replace(/\D/g, ""));
/** Returns the number of rows that the list names below its rows. Lists in other tabs stay in the page, hidden. */
const listed = async (page: Page) =>
  number(await page.locator(".dg-count").filter({ visible: true }).first().textContent());

/**
 * Follows a figure. Counters of the demo report all the time, so a figure may change between reading and following it.
 * Then it is read again.
 */
async function follow(page: Page, figure: () => Promise<{ shown: number; target: Locator }>): Promise<void> {
  await expect(async () => {
    const { shown, target } = await figure();
    await target.click();
    await settled(page);
    expect(await listed(page)).toBe(shown);
  }).toPass({ timeout: 20_000 });
}

test.describe("in a browser of another zone", () => {
  test.use({ timezoneId: "America/Chicago" });

  test("every link of the workplace leads to the rows that it counts", async ({ signedIn: page }) => {
    await openScreen(page, "/dashboard/workplace");
    const links = page.locator(".sk-workplace a[data-rows]");
    const targets = await links.evaluateAll((all) => [...new Set(all.map((a) => a.getAttribute("href")))]);
    expect(targets.length).toBeGreaterThan(8);
    for (const href of targets)
      await follow(page, async () => {
        await openScreen(page, "/dashboard/workplace");
        const target = page.locator(`.sk-workplace a[data-rows][href="${href}"]`).first();
        return { shown: number(await target.getAttribute("data-rows")), target };
      });
  });
});

test("output statistics have the same columns and totals in every zone", async ({
  browser,
  session,
  baseURL,
}) => {
  const seen = new Set<string>();
  for (const timezoneId of zones) {
    const context = await browser.newContext({ timezoneId, storageState: session, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    // The period is over, so the figures no longer change.
    await openScreen(page, "/order/output?from=2026-01-01&to=2026-01-14&by=plant");
    const heads = await page.locator(".sk-output [role=columnheader]").allTextContents();
    const figures = await page.locator(".sk-output-figures").allTextContents();
    // The grid renders only the columns in view.
    expect(heads.filter((h) => h.includes("01-01")).length).toBeGreaterThan(0);
    seen.add(JSON.stringify([heads, figures]));
    await context.close();
  }
  expect(seen.size).toBe(1);
});
