import type { Page } from "@playwright/test";
import { loadLocale } from "@shotkeeper/locales";
import { overflow, serious } from "./axe.ts";
import { become, expect, logIn, openScreen, settled, test } from "./fixtures.ts";
import { Person } from "./person.ts";

const { shop: t } = await loadLocale("zh_CN");
const wide = { width: 1280, height: 900 };
const phone = { width: 360, height: 740 };

// Turns animations off: axe, the accessibility checker, would measure colours during a transition.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Pages to test, each with a selector of an element that is visible when the page has loaded. */
type Pages = readonly (readonly [path: string, shows: string])[];
const forGuests: Pages = [
  ["/Shop/index", ".shop-goods"],
  ["/Shop/product?id=JS001", ".shop-price-box"],
  ["/Shop/product?id=DC001", ".shop-price-box"],
  ["/login", "form"],
];
const forCustomers: Pages = [
  ["/Shop/index", ".shop-goods"],
  ["/Shop/product?id=JS001", ".shop-oem"],
  ["/Shop/cart", ".shop-card"],
  ["/Shop/home", ".shop-order-card"],
  ["/Shop/people", ".shop-people"],
  ["/Shop/invoice", ".shop-card"],
  ["/Shop/profile", "form"],
];

/** Returns the faults of the page, checked at the width of a desktop and of a phone. */
async function faultsOf(page: Page, at: string): Promise<string[]> {
  const faults: string[] = [];
  for (const size of [wide, phone]) {
    await page.setViewportSize(size);
    await settled(page);
    const px = await overflow(page);
    const found = px > 0 ? [`${px} px too wide`] : [];
    found.push(...(await serious(page, { targets: true })));
    faults.push(...found.map((f) => `${at} at ${size.width} px: ${f}`));
  }
  return faults;
}

async function look(page: Page, pages: Pages): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, shows] of pages) {
    await openScreen(page, path);
    await expect(page.locator(shows).first()).toBeVisible();
    faults.push(...(await faultsOf(page, path)));
  }
  return faults;
}

// spec: admin 2.5, 2.6, shop A1.6, A2.2, A2.3
test("a visitor's pages have no serious axe findings and fit a width of 360 pixels", async ({ page }) => {
  await page.goto("/#/Shop/index");
  expect(await look(page, forGuests)).toEqual([]);
});

// spec: shop A2.4-A2.6, A2.32
test("a customer's pages have no serious axe findings and fit a width of 360 pixels", async ({ page }) => {
  await logIn(page, { user: "cust4" });
  await openScreen(page, "/Shop/product?id=JS001");
  await page.locator(".shop-oem").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
  await page.getByRole("button", { name: t.product.buy }).click();
  await expect(page.getByRole("button", { name: t.buy.submit })).toBeVisible();
  const faults = await faultsOf(page, "checkout");
  faults.push(...(await look(page, forCustomers)));
  expect(faults).toEqual([]);
});

test("a customer's phone sends no requests of the administration", async ({ page }) => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
  const refused: string[] = [];
  page.on("response", async (r) => {
    if (!r.url().endsWith("/mitt")) return;
    const { Code } = (await r.json()) as { readonly Code: number };
    if (Code !== 0) refused.push(r.request().postData() ?? "");
  });
  const { token } = await Person.of("cust4");
  await become(page, token);
  await openScreen(page, "/Shop/home");
  // A touch screen downloads the data for work without a connection some seconds after its start.
  await page.waitForTimeout(6000);
  expect(refused).toEqual([]);
});
