import type { Page } from "@playwright/test";
import { limits } from "@shotkeeper/contract/enumerations";
import { type MenuDef, menuTree, screens } from "@shotkeeper/contract/menus";
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
import { isEveryTurn, isItsTurn } from "./turn.ts";

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
 * Returns the faults of the screen `id` in the language that is shown: for example content wider than a phone.
 * `isFirst`: this is the first language in which this run shows the screen.
 */
async function faultsOf(
  page: Page,
  id: string,
  { code, shell, menus: names }: Locale,
  isFirst: boolean,
): Promise<string[]> {
  const found: string[] = [];
  // Looks for the screen's name in the title and not in the page. The menu contains the names of other screens too, and
  // a board has no menu.
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
  // Runs axe in only one language, because axe checks roles and accessible names, whose structure is the same in all
  // languages.
  if (isFirst) found.push(...(await serious(page)));
  // Texts in simplified and traditional Chinese have the same width. So if a full run also checks simplified Chinese at
  // the width of a phone, it skips traditional Chinese.
  if (code === "zh_TW" && isEveryTurn) return found;
  await page.setViewportSize(phone);
  await settled(page);
  found.push(...(await tooWide(page, phone)));
  await page.setViewportSize(wide);
  return found;
}

const locales = await Promise.all(localeCodes.map((code) => loadLocale(code)));

/**
 * Returns the screens with the languages in which this run shows them. A run of `npm test` shows each screen in one
 * language, and a full run in all three (turn.ts). The screens of one language follow each other, which saves changes
 * of the language.
 */
function inOrder(children: readonly MenuDef[]) {
  const found = children.flatMap(({ id, path }) => {
    const index = screens.findIndex((s) => s.id === id);
    const own = locales.filter((_, i) => isItsTurn(index + i));
    const first = locales.findIndex((_, i) => isItsTurn(index + i));
    return path === undefined ? [] : [{ id, path, own, first }];
  });
  return found.sort((a, b) => a.first - b.first);
}

// Each menu section gets a new page, because every open tab slows down the checks.
// spec: admin 1.15, 2.8-2.21, 2.23-2.65, 2.83
for (const section of menuTree)
  test(`shows the screens of section ${section.id} in their languages`, async ({
    signedIn: page,
    complaints,
  }) => {
    // Checking the tabs of hidden screens takes a third of the test's time. So tabs are switched on for only one
    // section of the menu.
    await setBefore(page, {
      [limits.storageKeys.theme]: JSON.stringify({ state: { tabBar: section.id === "BS" }, version: 0 }),
    });
    await page.setViewportSize(wide);
    const faults: string[] = [];
    let shown = await loadLocale("zh_CN");
    for (const { id, path, own } of inOrder(section.children ?? [section])) {
      await goTo(page, path);
      // Begins with the language that is shown now if possible, which saves a change of language.
      own.sort((a, b) => Number(b.code === shown.code) - Number(a.code === shown.code));
      for (const locale of own) {
        const before = complaints.found.length;
        if (locale.code !== shown.code) await changeLanguage(page, shown, locale.code);
        shown = locale;
        const found = await faultsOf(page, id, locale, locale === own[0]);
        found.push(...complaints.found.slice(before));
        faults.push(...found.map((f) => `${id} ${path} in ${locale.code}: ${f}`));
      }
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
