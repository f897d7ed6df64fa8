import { limits } from "@shotkeeper/contract/enumerations";
import { menuTree, screens } from "@shotkeeper/contract/menus";
import { loadLocale, localeCodes, menuLabel } from "@shotkeeper/locales";
import { overflow, serious } from "./axe.ts";
import { expect, logIn, openScreen, setBefore, settled, speak, test } from "./fixtures.ts";

const rawCode = /\bS0\d{3}\b/;
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test("has no serious axe findings on the log-in page", async ({ page }) => {
  await page.goto("/#/login");
  await expect(page.locator("form")).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

for (const code of localeCodes) {
  // Each menu section gets a new page, because every open tab slows down the checks.
  for (const section of menuTree) {
    // spec: admin 1.15, 2.8-2.21, 2.23-2.65, 2.83
    test(`shows the screens of section ${section.id} in ${code}`, async ({ signedIn: page, complaints }) => {
      const { shell, menus: names } = await loadLocale(code);
      await speak(page, code);
      // The checks of hidden tabs take a third of the test's time. So tabs are used for one section in all languages,
      // and for the other sections in one language.
      const tabBar = code === "zh_CN" || section.id === "BS";
      await setBefore(page, {
        [limits.storageKeys.theme]: JSON.stringify({ state: { tabBar }, version: 0 }),
      });
      const faults: string[] = [];
      for (const { id, path } of section.children ?? [section]) {
        if (path === undefined) continue;
        const before = complaints.found.length;
        await page.setViewportSize(wide);
        await openScreen(page, path);
        const name = menuLabel(names, id);
        // The title shows that the page has loaded. The menu also contains the name of the screen, and a board has no
        // menu.
        const isNamed = await expect
          .poll(() => page.title(), { timeout: 10_000 })
          .toContain(name)
          .then(
            () => true,
            () => false,
          );
        await settled(page);
        const text = await page.locator("body").innerText();
        const found = [shell.notFound.title, shell.notAllowed.title, shell.broken.title].filter((bad) =>
          text.includes(bad),
        );
        const fits = async ({ width }: { readonly width: number }) => {
          const px = await overflow(page);
          if (px > 0) found.push(`at ${width} px: ${px} px wider than the window`);
        };
        const raw = rawCode.exec(text);
        if (raw) found.push(`raw code ${raw[0]}`);
        if (!isNamed) found.push("does not say what it is");
        await fits(wide);
        // Roles and accessible names are the same in all languages, so axe runs in only one language.
        if (code === "zh_CN") found.push(...(await serious(page)));
        // Texts in simplified and traditional Chinese have the same width, so the width is checked in only one of
        // them.
        if (code !== "zh_TW") {
          await page.setViewportSize(phone);
          await settled(page);
          await fits(phone);
        }
        found.push(...complaints.found.slice(before));
        faults.push(...found.map((f) => `${id} ${path}: ${f}`));
      }
      complaints.found.length = 0; // these findings are already in `faults`
      expect(faults).toEqual([]);
    });
  }
}

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
