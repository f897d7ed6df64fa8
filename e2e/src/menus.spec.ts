import type { Page } from "@playwright/test";
import { limits } from "@shotkeeper/contract/enumerations";
import { menuTree, screens } from "@shotkeeper/contract/menus";
import {
  type Locale,
  type LocaleCode,
  languageNames,
  loadLocale,
  localeCodes,
  menuLabel,
} from "@shotkeeper/locales";
import { overflow, serious } from "./axe.ts";
import { expect, goTo, logIn, setBefore, settled, speak, test } from "./fixtures.ts";

const rawCode = /\bS0\d{3}\b/;
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test("has no serious axe findings on the log-in page", async ({ page }) => {
  await page.goto("/#/login");
  await expect(page.locator("form")).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

/**
 * Changes the language as a user does. A board has no header with a language button, so the test sets the language and
 * loads the page again.
 */
async function changeLanguage(page: Page, from: Locale, to: LocaleCode): Promise<void> {
  const button = page.getByRole("button", { name: from.shell.language, exact: true });
  if (await button.isVisible()) {
    await button.click();
    await page.getByRole("menuitem", { name: languageNames[to], exact: true }).click();
    // Moves the pointer away. A button under the pointer would be measured in its hover colour.
    await page.mouse.move(0, 0);
  } else {
    await speak(page, to);
    await page.reload();
  }
}

async function tooWide(page: Page, { width }: { readonly width: number }): Promise<string[]> {
  const px = await overflow(page);
  return px > 0 ? [`at ${width} px: ${px} px wider than the window`] : [];
}

/**
 * Returns the faults of the screen `id` in the language that is shown: for example accessibility violations, or content
 * wider than a phone.
 */
async function faultsOf(page: Page, id: string, { code, shell, menus: names }: Locale): Promise<string[]> {
  const found: string[] = [];
  // Looks for the screen's name in the title, not in the page: the menu contains the names of other screens too, and a
  // board has no menu.
  const isNamed = await expect
    .poll(() => page.title(), { timeout: 10_000, intervals: [50] })
    .toContain(menuLabel(names, id))
    .then(
      () => true,
      () => false,
    );
  if (!isNamed) found.push("does not say what it is");
  await settled(page);
  const text = await page.locator("body").innerText();
  const refusals = [shell.notFound.title, shell.notAllowed.title, shell.broken.title];
  found.push(...refusals.filter((refusal) => text.includes(refusal)));
  const raw = rawCode.exec(text);
  if (raw) found.push(`raw code ${raw[0]}`);
  found.push(...(await tooWide(page, wide)));
  // axe checks roles and accessible names, whose structure is the same in all languages. So it runs in only one
  // language.
  if (code === "zh_CN") found.push(...(await serious(page)));
  // Texts in simplified and traditional Chinese have the same width. So at the width of a phone, only simplified
  // Chinese and English are checked.
  if (code === "zh_TW") return found;
  await page.setViewportSize(phone);
  await settled(page);
  found.push(...(await tooWide(page, phone)));
  await page.setViewportSize(wide);
  return found;
}

// Each menu section gets a new page, because every open tab slows down the checks.
// spec: admin 1.15, 2.8-2.21, 2.23-2.65, 2.83
for (const section of menuTree)
  test(`shows the screens of section ${section.id} in all languages`, async ({
    signedIn: page,
    complaints,
  }) => {
    const locales = await Promise.all(localeCodes.map((code) => loadLocale(code)));
    // Checking the tabs of hidden screens takes a third of the test's time. So tabs are switched on for only one
    // section of the menu.
    await setBefore(page, {
      [limits.storageKeys.theme]: JSON.stringify({ state: { tabBar: section.id === "BS" }, version: 0 }),
    });
    await page.setViewportSize(wide);
    const faults: string[] = [];
    for (const { id, path } of section.children ?? [section]) {
      if (path === undefined) continue;
      await goTo(page, path);
      for (const [i, locale] of locales.entries()) {
        const before = complaints.found.length;
        const previous = locales[i - 1];
        if (previous) await changeLanguage(page, previous, locale.code);
        const found = await faultsOf(page, id, locale);
        found.push(...complaints.found.slice(before));
        faults.push(...found.map((f) => `${id} ${path} in ${locale.code}: ${f}`));
      }
      // Begins the next screen with the language that is shown now, which saves a change of language.
      locales.unshift(...locales.splice(-1));
    }
    complaints.found.length = 0; // these findings are already in `faults`
    expect(faults).toEqual([]);
  });

// spec: admin 2.7-2.21, 2.23-2.65, 6.2
test("shows every screen of the contract in the menu", async ({ page }) => {
  const { shell } = await logIn(page, { locale: "en" });
  const menu = page.getByRole("navigation", { name: shell.mainMenu }).or(page.getByRole("menu").first());
  // Opens all sections, because a closed section renders no links.
  for (const section of await menu.first().locator(".ant-menu-submenu-title").all())
    if ((await section.getAttribute("aria-expanded")) !== "true") await section.click();
  const links = menu.first().locator("a[href*='#/']");
  await expect(links).toHaveCount(screens.filter((s) => s.path).length);
  const shown = await links.evaluateAll((all) => all.map((a) => a.getAttribute("href")?.replace(/^.*#/, "")));
  expect(shown.sort()).toEqual(screens.flatMap((s) => s.path ?? []).sort());
});
