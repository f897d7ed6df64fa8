import type { Page } from "@playwright/test";
import { loadLocale } from "@shotkeeper/locales";
import { countClicks, reportClicks } from "./clicks.ts";
import { become, expect, openScreen, settled, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, okOf } from "./journey.ts";
import { OwnPlant } from "./own-plant.ts";
import { stamp } from "./person.ts";

const { calendar, enums, indicator, inventory, menus, mold, shell } = await loadLocale("zh_CN");

/** Opens a screen by clicks on the menu, as a user does. */
async function openByMenu(
  page: Page,
  section: keyof typeof menus & string,
  screen: keyof typeof menus & string,
): Promise<void> {
  const menu = page.getByRole("navigation", { name: shell.mainMenu });
  const link = menu.getByRole("link", { name: menus[screen], exact: true });
  await menu.locator(".ant-menu-submenu-title", { hasText: menus[section] }).click();
  await link.click();
  await settled(page);
}

/** Adds molds to the plant, and returns their numbers. */
async function addMolds(own: OwnPlant, count: number): Promise<readonly string[]> {
  const numbers = Array.from({ length: count }, (_, i) => `${own.id}-${String(i + 1).padStart(2, "0")}`);
  for (const no of numbers) await own.mold(no);
  return numbers;
}

test("a planner's week: 29 maintenance tasks get a person and a day", async ({ page }) => {
  test.setTimeout(240_000);
  const clicks = await countClicks(page);
  const own = await OwnPlant.make(`JP-${stamp()}`);
  for (const MOLD_NO of await addMolds(own, 29))
    await own.plant.run("rf_AddTask", { MT_TYPE: 1, MOLD_NO, MT_SOURCE: 2, TASK_REASON: "清洗" });
  await become(page, own.plant.token);
  await openScreen(page, "/dashboard/workplace");

  await openByMenu(page, "maintenanceSection", "maintenanceCalendar");
  await page.getByRole("region", { name: calendar.waiting }).getByLabel(calendar.selectAll).click();
  await page.getByRole("button", { name: calendar.planSelected }).click();
  const dialog = dialogOf(page);
  await dialog.getByText(calendar.dialog.spread, { exact: true }).click();
  // Distributes the tasks over the next week: on a Friday, this week would have only one day left.
  await dialog.getByRole("button", { name: calendar.next }).click();
  // The dialog preselects people with recent maintenance. A new plant has no such people, so the test selects a person
  // by hand.
  await dialog.getByLabel(calendar.dialog.people).click();
  await page.locator(".ant-select-item-option").filter({ hasText: own.id }).first().click();
  // Closes the list of people, which covers the buttons.
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: calendar.dialog.apply(29) }).click();
  await expect(dialog).toBeHidden();
  reportClicks("29 tasks planned", clicks());
  expect(clicks()).toBeLessThanOrEqual(10);
  const tasks = await own.plant.list("MT101", "SAVE_ADDRESS", own.id);
  expect(tasks.filter((t) => t.PLAN_DATE && t.ASSIGNEE)).toHaveLength(29);
});

test("a stock-take of 40 molds: half are scanned, the others are ticked in the list", async ({ page }) => {
  test.setTimeout(240_000);
  const clicks = await countClicks(page);
  const own = await OwnPlant.make(`JS-${stamp()}`);
  const numbers = await addMolds(own, 40);
  await become(page, own.plant.token);
  await openScreen(page, "/dashboard/workplace");

  await openByMenu(page, "inventorySection", "automaticInventory");
  await page.getByRole("button", { name: inventory.start }).first().click();
  await finishDialog(page);
  const card = page.locator(".sk-count-card").first();
  await card.getByText(inventory.toScan).click();
  // A hand-held scanner types the number and Enter. The field has the focus, so no click is needed.
  let scans = 0;
  for (const no of numbers.slice(0, 20)) {
    await expect(page.getByRole("textbox", { name: inventory.scan.label })).toBeFocused();
    await page.keyboard.type(no);
    await page.keyboard.press("Enter");
    await expect(page.locator(".sk-scan-done li").first()).toContainText(no);
    scans++;
  }
  await settled(page);
  await page.locator("[role=columnheader] input[type=checkbox]").filter({ visible: true }).first().click();
  await page.getByRole("button", { name: `${inventory.here} (20)` }).click();
  await okOf(page).click();
  await expectMessage(page, inventory.said);
  await expect(page.getByText(inventory.found("40", "40"))).toBeVisible();
  reportClicks(`40 molds counted (and ${scans} scans)`, clicks());
  expect(clicks()).toBeLessThanOrEqual(9);
});

test("which maker's molds idle, and why: answered on one screen", async ({ signedIn: page }) => {
  const clicks = await countClicks(page);
  await openScreen(page, "/dashboard/workplace");
  await openByMenu(page, "indicatorSection", "idleIndicator");
  await page.getByText(indicator.causes.title, { exact: true }).first().click();
  const groups = page.locator(".sk-causes-group");
  await expect(groups.first()).toBeVisible();
  await expect(page.getByText(enums.causeBy.maker, { exact: true }).first()).toBeVisible();
  await expect(page.locator(".sk-causes-list li").first()).toBeVisible();
  reportClicks("makers with idle molds and their causes", clicks());
  expect(clicks()).toBeLessThanOrEqual(3);
});

test("why this count: one click on a mold leads to the sum of its parts", async ({ signedIn: page }) => {
  const clicks = await countClicks(page);
  await openScreen(page, "/basic/mold");
  await page.locator("[role=gridcell] a").filter({ visible: true }).first().click();
  const ledger = page.locator(".sk-ledger");
  await expect(ledger).toBeVisible();
  await expect(ledger.getByText(mold.ledger.total)).toBeVisible();
  await expect(ledger.locator(".sk-ledger-ok")).toBeVisible();
  reportClicks("the total of a mold explained", clicks());
  expect(clicks()).toBeLessThanOrEqual(1);
});
