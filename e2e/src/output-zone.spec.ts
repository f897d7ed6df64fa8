import { expect, openScreen, test } from "./fixtures.ts";

const zones = ["America/Chicago", "UTC", "Asia/Shanghai"];
test("output statistics have the same columns and totals in every zone", async ({
  browser,
  session,
  baseURL,
}) => {
  const seen = new Set<string>();
  for (const timezoneId of zones) {
    const context = await browser.newContext({ timezoneId, storageState: session, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    // The period is in the past, so its figures do not change between the visits in the three time zones.
    await openScreen(page, "/order/output?from=2026-01-01&to=2026-01-14&by=plant");
    const heads = await page.locator(".sk-output [role=columnheader]").allTextContents();
    const figures = await page.locator(".sk-output-figures").allTextContents();
    // The grid renders only the columns in view. The test compares these columns, so the period's first day must be
    // among them.
    expect(heads.filter((h) => h.includes("01-01")).length).toBeGreaterThan(0);
    seen.add(JSON.stringify([heads, figures]));
    await context.close();
  }
  expect(seen.size).toBe(1);
});
